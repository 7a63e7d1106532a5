//! Settled: all that the circuits say in a word, as a function of the state before it and the
//! word's orders.
//!
//! ```text
//!  disable word -> [order] --> disable, spent --> ARRAY, PRIORITY, CHECK --> found, check
//!  bus sources --> [source] -> source ----------> ADD, COMPARE ------------> sum, less, equal
//! ```
//!
//! The clock takes these levels over (`State::clock`); whoever shows a word reads them here. Only
//! the test line is not among them: the sequencer reads it when the registers have been clocked.

use logic::Simulator;

use crate::circuits::{special, value_bus};
use crate::evaluator::full::full_value;
use crate::microengine::constants::CONSTANTS;
use crate::microengine::sequencer::Decoded;
use crate::microengine::word::{Disable, Find, Orders, Source};
use crate::move_generator::{FindResult, MoveGenInputs, disable};
use crate::state::State;

/// The levels on which a word's circuits settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The move generator's inputs. Its disable word and en-passant line are those after the word's
    /// disable order, its side to move is exchanged for `find check`.
    pub array: MoveGenInputs,
    /// The move generator's victim address.
    pub victim: u8,
    /// The move generator's operation: FIND AGGRESSOR, not FIND VICTIM.
    pub aggressor: bool,
    /// The en-passant pawn has had all its takers, after the word's disable order.
    pub spent: bool,
    /// Result of FIND VICTIM or FIND AGGRESSOR, if the word orders one.
    pub found: Option<FindResult>,
    /// CHECK: the output in a word with a find, the latch in any other.
    pub check: bool,
    /// Source of the value bus.
    pub source: i16,
    /// Adder and comparator of the value bus.
    pub bus: value_bus::Levels,
}

impl State {
    /// Lets the circuits settle in a word.
    #[inline(always)]
    pub(crate) fn settled<L: Simulator>(&self, l: L, word: &Decoded) -> Settled {
        let orders = &word.orders;
        // The disable memory is written first, so that the array settles with it.
        let (disable, spent) = self.disabled(orders.disable);
        let victim = self.now.to;
        let array = MoveGenInputs {
            piece: self.board.planes,
            disable,
            white_to_move: self.white_to_move != (orders.find == Find::Check),
            en_passant: self.now.en_passant,
            en_passant_open: self.now.en_passant != 0 && !spent,
        };
        let found = match orders.find {
            Find::Nothing | Find::Check => None,
            Find::Victim => Some(array.find_victim(l)),
            Find::Aggressor => Some(array.find_aggressor(l, victim)),
        };
        let check = match (orders.find, found) {
            (Find::Check, _) => array.attacked_king(l),
            (_, Some(found)) => found.check,
            (_, None) => self.check,
        };
        let source = self.source(l, orders);
        Settled {
            array,
            victim,
            aggressor: orders.find == Find::Aggressor,
            spent,
            found,
            check,
            source,
            bus: value_bus::settle(self.acc, orders.add, source, orders.invert, orders.carry),
        }
    }

    /// This ply's disable word after an order, and whether the en-passant pawn has then had all its
    /// takers.
    #[inline(always)]
    fn disabled(&self, order: Disable) -> (u64, bool) {
        let word = self.disable.word(self.ply);
        let spent = self.now.flags.spent;
        match order {
            Disable::Nothing => (word, spent),
            Disable::Clear => (0, false),
            Disable::Close => {
                let inputs = self.move_gen_inputs();
                let passing = inputs.en_passant_open && self.now.to == self.now.en_passant;
                let closed = if passing {
                    word
                } else {
                    disable::with_square(word, self.now.to)
                };
                (
                    disable::without_own(closed, inputs.own_pieces()),
                    spent | passing,
                )
            }
            Disable::All => (!0, true),
            Disable::From => (disable::with_square(word, self.now.from), spent),
            Disable::Empties => {
                let barred = special::empties_barred(self.board.planes, self.white_to_move);
                (disable::with_empties(word, barred), spent)
            }
        }
    }

    /// The source of the value bus.
    #[inline(always)]
    fn source<L: Simulator>(&self, l: L, orders: &Orders) -> i16 {
        match orders.source {
            Source::Zero => 0,
            Source::Acc => self.acc,
            Source::Frame => self.stack.slot(self.ply, orders.read),
            Source::Parent => self.stack.slot(self.ply.wrapping_sub(1), orders.read),
            Source::Constant => CONSTANTS[usize::from(orders.read) % CONSTANTS.len()].value,
            Source::Lazy => self.for_mover(self.board.lazy.value()),
            Source::Full if self.evaluation.is_started() => {
                let class = self.board.lazy.stage_class();
                self.for_mover(full_value(l, self.board.full, class))
            }
            Source::Full => 0,
            Source::Draw => self.for_mover(self.draw),
            Source::EntryValue => self.entry.value(),
            Source::EntryDepth => self.entry.depth(),
            Source::Ply => i16::from(self.ply),
            Source::Move => self.now.code().word(),
        }
    }
}
