//! Sequencer: the microcode memory, and the address of the next word.
//!
//! ```text
//!              +------------------+
//!  test lines->| next-address mux |--> address --> microcode (1,024 x 64) --> orders to every board
//!  next ------>| + 1              |<------------------------------------------+
//!              +------------------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the microcode. Fidelity: 1,024 words of 64
//! bits documented (F080); the word's layout decided ([`super::word`]).

use thiserror::Error;

use super::stack::{FRAMES, MoveKind};
use super::word::{BadField, LATE, Orders, Put, Take, Test, WORDS, Word};
use crate::circuits::value_bus::Levels;
use crate::circuits::{castling, special};
use crate::clock;
use crate::state::State;

/// The microcode memory.
#[derive(Clone, Debug)]
pub struct Microcode {
    words: Box<[Decoded]>,
}

/// A word of the microcode memory, decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoded {
    pub(crate) orders: Orders,
    pub(crate) cycles: u8,
    /// The board-address bus carries something.
    pub(crate) board_bus: bool,
}

/// Microcode that cannot be put into the machine.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BadMicrocode {
    /// More words than the memory holds.
    #[error("microcode: expected at most {WORDS} words, got {0}")]
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

impl Microcode {
    /// The memory with a program. Words beyond the program halt.
    ///
    /// # Errors
    /// [`BadMicrocode`] if there are too many words, or a word has a field value without a meaning.
    pub fn new(program: &[Word]) -> Result<Microcode, BadMicrocode> {
        if program.len() > WORDS {
            return Err(BadMicrocode::TooLong(program.len()));
        }
        let halt = Orders {
            halt: true,
            ..Orders::default()
        };
        let mut words = vec![Decoded::new(halt); WORDS].into_boxed_slice();
        for (address, word) in program.iter().enumerate() {
            let orders = word
                .orders()
                .map_err(|reason| BadMicrocode::Word { address, reason })?;
            words[address] = Decoded::new(orders);
        }
        Ok(Microcode { words })
    }

    /// The word at an address, modulo 1,024.
    #[inline(always)]
    pub(crate) fn word(&self, address: u16) -> &Decoded {
        &self.words[usize::from(address) % WORDS]
    }
}

impl Decoded {
    /// The word with these orders.
    pub(crate) const fn new(orders: Orders) -> Decoded {
        Decoded {
            orders,
            cycles: clock::cost(&orders),
            board_bus: !matches!((orders.take, orders.put), (Take::Nothing, Put::Nothing))
                || orders.rights,
        }
    }
}

impl State {
    /// Whether the sequencer takes the word at `next`. The test lines are read after the clock.
    #[inline(always)]
    pub(crate) fn jumps(&self, orders: &Orders, bus: Levels) -> bool {
        self.test(orders.test, bus) != orders.unless
    }

    #[inline(always)]
    fn test(&self, test: Test, bus: Levels) -> bool {
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
            Test::Kind => now.kind != MoveKind::Plain,
            Test::KindEnPassant => now.kind == MoveKind::EnPassant,
            Test::KindPromotion => now.kind.is_promotion(),
            Test::KindLast => now.kind == MoveKind::Bishop,
            Test::KindKing => now.kind == MoveKind::KingSide,
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

    #[inline]
    fn castling(&self) -> [bool; 2] {
        castling::castling_open(self.board.planes, self.now.rights, self.white_to_move)
    }
}
