//! Sequencer: carries out the microcode, a word a cycle.
//!
//! ```text
//!              +------------------+
//!  test lines->| next-address mux |--> address --> microcode (1,024 x 64) --> orders to every board
//!  next ------>| + 1              |<------------------------------------------+
//!              +------------------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle": "1K words of 64 bits run the alpha-beta search over move generator,
//! evaluators and transposition memory". Fidelity: documented; decided: the word's layout ([`super::word`]).

use thiserror::Error;

use super::constants::CONSTANTS;
use super::stack::FRAMES;
use super::word::{
    Address, BadField, Disable, Find, Flag, Frame, Into, LATE, Memory, Orders, Ply, Put, Source, Take, Test,
    WORDS, Word,
};
use crate::circuits::{castling, en_passant, special, value_bus};
use crate::clock;
use crate::probe::Probe;
use crate::state::State;
use crate::transposition::memory::{EXACT, LOWER, UPPER};

/// The machine with its microcode in place.
#[derive(Clone, Debug)]
pub struct Machine {
    microcode: Box<[Slot]>,
    /// Everything it holds.
    pub state: State,
}

/// A word of the microcode memory, its fields apart.
#[derive(Clone, Copy, Debug)]
struct Slot {
    orders: Orders,
    cycles: u8,
    /// The value bus carries something.
    bus: bool,
    /// The board-address bus carries something.
    board: bool,
}

/// Microcode that cannot be put into the machine.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BadMicrocode {
    /// More words than the memory holds.
    #[error("{0} words of microcode, but the memory holds {WORDS}")]
    TooLong(usize),
    /// A word that means nothing.
    #[error("word {address:#05x}: {reason}")]
    Word {
        /// Its address.
        address: usize,
        /// Which field.
        reason: BadField,
    },
}

/// The number of the side to move on the way to a piece code: bit 3 is set for Black.
#[inline(always)]
fn colour(white: bool) -> u8 {
    u8::from(!white) << 3
}

impl Machine {
    /// A machine with this microcode, all registers and memories zero. Words beyond the program halt.
    ///
    /// # Errors
    /// [`BadMicrocode`] if there are too many words, or one holds a value that stands for nothing.
    pub fn new(program: &[Word]) -> Result<Machine, BadMicrocode> {
        if program.len() > WORDS {
            return Err(BadMicrocode::TooLong(program.len()));
        }
        let halt = Orders { halt: true, ..Orders::default() };
        let mut microcode = vec![Slot::new(halt); WORDS].into_boxed_slice();
        for (address, word) in program.iter().enumerate() {
            let orders = word.orders().map_err(|reason| BadMicrocode::Word { address, reason })?;
            microcode[address] = Slot::new(orders);
        }
        Ok(Machine { microcode, state: State::default() })
    }

    /// The host presses start: the machine goes on at `address` (0 to 1,023).
    pub fn start(&mut self, address: u16) {
        self.state.address = address % WORDS as u16;
        self.state.halted = false;
    }

    /// Runs until the microcode halts or `cycles` more cycles have passed; tells whether it has halted.
    pub fn run<P: Probe>(&mut self, cycles: u64, probe: &mut P) -> bool {
        let until = self.state.cycles.saturating_add(cycles);
        let state = &mut self.state;
        while !state.halted && state.cycles < until {
            probe.cycle(state);
            let slot = &self.microcode[usize::from(state.address) % WORDS];
            state.cycle(slot);
        }
        state.halted
    }
}

impl Slot {
    fn new(orders: Orders) -> Slot {
        let compared = matches!(orders.test, Test::Less | Test::Equal | Test::LessOrEqual);
        Slot {
            orders,
            cycles: clock::cost(&orders),
            bus: compared || orders.test.reads_sum() || orders.into != Into::Nothing,
            board: orders.take != Take::Nothing || orders.put != Put::Nothing || orders.rights,
        }
    }
}

/// What the value bus's circuits settle on.
#[derive(Clone, Copy, Default)]
struct Bus {
    sum: i16,
    less: bool,
    equal: bool,
}

impl State {
    #[inline(always)]
    fn cycle(&mut self, slot: &Slot) {
        let orders = &slot.orders;
        self.cycles += u64::from(slot.cycles);

        // The disable memory is written first, so that the array settles with it.
        if orders.disable != Disable::Nothing {
            self.write_disable(orders.disable);
        }

        // The circuits settle, with all registers as they were.
        let bus = if slot.bus { self.settle_bus(orders) } else { Bus::default() };
        let found = match orders.find {
            Find::Nothing => None,
            Find::Victim => Some(self.boards().find_victim()),
            Find::Aggressor => Some(self.boards().find_aggressor(self.now.to)),
            Find::Check => {
                let mut boards = self.boards();
                boards.white_to_move = !boards.white_to_move;
                self.check = boards.attacked_king();
                None
            }
        };
        let before = self.now;
        let mover = colour(self.white_to_move);

        // The registers are clocked.
        if orders.memory != Memory::Nothing {
            self.access_memory(orders.memory);
        }
        match orders.into {
            Into::Nothing => {}
            Into::Acc => self.acc = bus.sum,
            Into::Frame => self.stack.set_slot(self.ply, orders.write, bus.sum),
            Into::Both => {
                self.acc = bus.sum;
                self.stack.set_slot(self.ply, orders.write, bus.sum);
            }
        }
        match orders.frame {
            Frame::Nothing => {}
            Frame::Save => self.stack.save(self.ply, before),
            Frame::Restore => self.now = self.stack.state(self.ply),
            Frame::Target => self.now.to = self.stack.state(self.ply.wrapping_sub(1)).to,
        }
        if orders.latch {
            self.now.en_passant = en_passant::en_passant_latch(
                self.board.planes,
                before.from,
                before.to,
                self.moved & 7 == 1,
                self.white_to_move,
            );
        }
        if slot.board {
            self.drive_board(orders, before, mover);
        }
        if let Some(found) = found {
            self.none = found.is_none();
            self.check = found.check;
            match orders.find {
                Find::Aggressor => self.now.from = found.square,
                _ => self.now.to = found.square,
            }
        }
        match orders.ply {
            Ply::Stay => {}
            Ply::Up => {
                self.ply = (self.ply + 1) % FRAMES as u8;
                self.deepest = self.deepest.max(self.ply);
            }
            Ply::Down => self.ply = self.ply.wrapping_sub(1) % FRAMES as u8,
        }
        self.white_to_move ^= orders.turn;
        self.nodes += u64::from(orders.count);
        if orders.flag != Flag::Nothing {
            self.set_flag(orders.flag);
        }
        self.halted = orders.halt;

        // The sequencer looks last.
        let jump = self.test(orders.test, bus) != orders.unless;
        self.address = if jump { orders.next } else { (self.address + 1) % WORDS as u16 };
    }

    #[inline(always)]
    fn write_disable(&mut self, order: Disable) {
        let ply = usize::from(self.ply);
        match order {
            Disable::Nothing => {}
            Disable::Clear => {
                self.disable.clear(ply);
                self.now.flags.spent = false;
            }
            Disable::Close => {
                let boards = self.boards();
                if boards.en_passant_open && self.now.to == self.now.en_passant {
                    self.now.flags.spent = true;
                } else {
                    self.disable.set(ply, self.now.to);
                }
                self.disable.clear_own(ply, boards.own_men());
            }
            Disable::All => {
                self.disable.set_all(ply);
                self.now.flags.spent = true;
            }
            Disable::From => self.disable.set(ply, self.now.from),
            Disable::Empties => {
                let boards = self.boards();
                let closed = special::empties_barred(self.board.planes, self.white_to_move);
                debug_assert_eq!(closed & !boards.empty(), 0);
                self.disable.set_empty(ply, closed);
            }
        }
    }

    #[inline(always)]
    fn settle_bus(&self, orders: &Orders) -> Bus {
        let source = match orders.source {
            Source::Zero => 0,
            Source::Acc => self.acc,
            Source::Frame => self.stack.slot(self.ply, orders.read),
            Source::Parent => self.stack.slot(self.ply.wrapping_sub(1), orders.read),
            Source::Constant => CONSTANTS[usize::from(orders.read) % CONSTANTS.len()].value,
            Source::Lazy => self.for_mover(self.board.lazy.value()),
            Source::Full => self.for_mover(self.full_value()),
            Source::Draw => self.for_mover(self.draw),
            Source::EntryValue => self.entry.value(),
            Source::EntryDepth => self.entry.depth(),
            Source::Ply => i16::from(self.ply),
            Source::Move => {
                i16::from(self.now.to) | i16::from(self.now.from) << 6 | i16::from(self.now.kind) << 12
            }
        };
        let (sum, less, equal) = value_bus::settle(self.acc, orders.add, source, orders.invert, orders.carry);
        Bus { sum, less, equal }
    }

    #[inline(always)]
    fn access_memory(&mut self, order: Memory) {
        let key = self.key();
        let bound = match order {
            Memory::Nothing => return,
            Memory::Probe => {
                self.entry = self.memory.probe(key);
                return;
            }
            Memory::Mark => return self.memory.mark(key),
            Memory::StoreUpper => UPPER,
            Memory::StoreLower => LOWER,
            Memory::StoreExact => EXACT,
        };
        let depth = self.stack.slot(self.ply, super::word::Slot::Depth as u8);
        self.memory.store(key, self.acc, depth, bound);
    }

    #[inline(always)]
    fn drive_board(&mut self, orders: &Orders, before: super::stack::MoveState, mover: u8) {
        let square = match orders.address {
            Address::To => before.to,
            Address::From => before.from,
            Address::Passed => before.from & 0o70 | before.to & 0o07,
            Address::Literal => {
                let turned = if mover == 0 { 0 } else { 0o70 };
                (orders.next & 63) as u8 ^ turned
            }
        };
        let literal = (orders.next >> 6 & 7) as u8;
        let piece = match orders.put {
            Put::Nothing => None,
            Put::Empty => Some(0),
            Put::Moved => Some(self.moved),
            Put::Captured => Some(before.captured),
            Put::Man => Some(literal | mover),
            Put::Enemy => Some(literal | (mover ^ 8)),
            Put::Promoted => Some(special::promoted_kind(before.kind) | mover),
        };
        let there = self.board.read(square);
        match orders.take {
            Take::Nothing => {}
            Take::Moved => self.moved = there,
            Take::Captured => self.now.captured = there,
        }
        if let Some(piece) = piece {
            self.board.write(square, piece);
        }
        if orders.rights {
            self.now.rights &= castling::rights_kept(square);
        }
    }

    #[inline(always)]
    fn set_flag(&mut self, order: Flag) {
        let now = &mut self.now;
        match order {
            Flag::Nothing => {}
            Flag::Clear => {
                now.flags = super::stack::Flags::default();
                now.kind = 0;
            }
            Flag::Legal => now.flags.legal = true,
            Flag::Raised => now.flags.raised = true,
            Flag::Quiet => now.flags.quiet = true,
            Flag::InCheck => now.flags.in_check = self.check,
            Flag::Plain => now.kind = 0,
            Flag::EnPassant => now.kind = 1,
            Flag::KingSide => now.kind = 2,
            Flag::QueenSide => now.kind = 3,
            Flag::Queen => now.kind = 4,
            Flag::NextKind => now.kind = (now.kind + 1) & 7,
        }
    }

    #[inline(always)]
    fn test(&self, test: Test, bus: Bus) -> bool {
        let now = &self.now;
        match test {
            Test::Never => false,
            Test::None => self.none,
            Test::Check => self.check,
            Test::Less => bus.less,
            Test::Equal => bus.equal,
            Test::LessOrEqual => bus.less || bus.equal,
            Test::Zero => bus.sum == 0,
            Test::Negative => bus.sum < 0,
            Test::Late => bus.sum >= LATE,
            Test::Hit => self.entry.lock() == self.key().lock(),
            Test::Open => self.entry.is_open(),
            Test::Lower => self.entry.is_lower(),
            Test::Upper => self.entry.is_upper(),
            Test::Special => {
                special::is_promotion(self.moved, now.to)
                    || special::is_en_passant(self.moved, now.to, now.en_passant)
            }
            Test::Promotion => special::is_promotion(self.moved, now.to),
            Test::Kind => now.kind != 0,
            Test::KindEnPassant => now.kind == 1,
            Test::KindPromotion => now.kind >= 4,
            Test::KindLast => now.kind == 7,
            Test::KindKing => now.kind == 2,
            Test::CastleKing => self.castling()[0],
            Test::CastleQueen => self.castling()[1],
            Test::InCheck => now.flags.in_check,
            Test::Legal => now.flags.legal,
            Test::Raised => now.flags.raised,
            Test::Quiet => now.flags.quiet,
            Test::QuietEmpty => now.flags.quiet && now.captured == 0,
            Test::Deep => usize::from(self.ply) == FRAMES - 2,
            Test::Root => self.ply == 0,
            Test::Hosted => self.ply == 0 && self.hosted,
        }
    }

    fn castling(&self) -> [bool; 2] {
        castling::castling_open(self.board.planes, self.now.rights, self.white_to_move)
    }
}
