//! Disable memory: squares that no longer answer, one word of 64 bits a ply.
//!
//! ```text
//!               +-----------+
//!  ply -------->|   64 x 64 |--> disable, 64 lines to RECV
//!               |  words    |
//!  clear ------>|           |    word = 0
//!  set all ---->|           |    word = all ones
//!  set, adr --->|           |    word = word OR the addressed square
//!  clear own -->|           |    word = word AND NOT own pieces
//!  set empty -->|           |    word = word OR empty squares
//!               +-----------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the move generator: the disable stack and
//! its operations. Fidelity: documented (F049). Decided: that one step both disables the victim and
//! enables own squares; the depth of the stack, setting all empty squares (the captures-only
//! search) and all squares (the end of an exchange).

use logic::{Combinational, Lanes, Logic, lanes, pins, scope};

use super::square::square;
use crate::circuits::special;
use crate::microengine::stack::FRAMES;
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/disable",
    fidelity: "documented (F049); decided: its depth (F033 has an estimate and another machine's), two of its orders, and that one step both disables the victim and enables own squares",
    wires: &[],
    file: file!(),
};

/// The word with the addressed square set.
#[inline(always)]
pub fn set<L: Logic>(l: L, word: L::Plane, address: L::Address) -> L::Plane {
    scope!(l, "DISABLE", word | l.decode(address))
}

/// The word with the own pieces' squares cleared.
#[inline(always)]
pub fn clear_own<L: Logic>(l: L, word: L::Plane, own: L::Plane) -> L::Plane {
    scope!(l, "DISABLE", word & !own)
}

/// The word with all empty squares set.
#[inline(always)]
pub fn set_empty<L: Logic>(l: L, word: L::Plane, empty: L::Plane) -> L::Plane {
    scope!(l, "DISABLE", word | empty)
}

pins! {
    /// Inputs of [`DisableWord`].
    Inputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "White is to move" white_to_move as wtm: wire,
        "the word" word as dis: plane,
        "a square" square as adr: address,
    }
}

pins! {
    /// Outputs of [`DisableWord`].
    Outputs {
        "the word with the square" with_square as dis_set: plane,
        "the word without the own pieces' squares" cleared as dis_cleared: plane,
        "the word with the square and then without the own pieces' squares" set_cleared as dis_set_cleared: plane,
        "the word with the empty squares that quiescence bars" quiet as dis_quiet: plane,
    }
}

/// What the orders make of a word.
#[derive(Clone, Copy, Debug)]
pub struct DisableWord;

impl Combinational for DisableWord {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let Inputs {
            piece,
            white_to_move,
            word,
            square: address,
        } = inputs;
        let own = square(l, piece, white_to_move).own_pieces();
        let with_square = set(l, word, address);
        Outputs {
            with_square,
            cleared: clear_own(l, word, own),
            set_cleared: clear_own(l, with_square, own),
            quiet: set_empty(l, word, special::barred_empties(l, piece, white_to_move)),
        }
    }
}

/// [`set`] on lanes, for a square from 0 to 63.
#[inline(always)]
pub fn with_square(word: u64, square: u8) -> u64 {
    set(Lanes, lanes::Plane(word), lanes::Address(square)).0
}

/// [`clear_own`] on lanes.
#[inline(always)]
pub fn without_own(word: u64, own: u64) -> u64 {
    clear_own(Lanes, lanes::Plane(word), lanes::Plane(own)).0
}

/// [`set_empty`] on lanes.
#[inline(always)]
pub fn with_empties(word: u64, empties: u64) -> u64 {
    set_empty(Lanes, lanes::Plane(word), lanes::Plane(empties)).0
}

/// The memory itself, a word for each of the ply counter's 64 values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisableMemory {
    words: [u64; FRAMES],
}

impl Default for DisableMemory {
    fn default() -> Self {
        Self { words: [0; FRAMES] }
    }
}

impl DisableMemory {
    /// The word of a ply (modulo 64), bit 0 being a1.
    #[inline]
    pub fn word(&self, ply: u8) -> u64 {
        self.words[usize::from(ply) % FRAMES]
    }

    /// Writes the word of a ply (modulo 64).
    #[inline]
    pub fn set_word(&mut self, ply: u8, word: u64) {
        self.words[usize::from(ply) % FRAMES] = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disable_orders_change_their_squares_alone() {
        let word = with_square(with_square(0, 0), 63);
        assert_eq!(word, 1 << 63 | 1);
        assert_eq!(without_own(word, 1 | 1 << 5), 1 << 63);
        assert_eq!(with_empties(1 << 10, 0xFF00), 1 << 10 | 0xFF00);
    }

    #[test]
    fn disable_memory_plies_are_independent() {
        let mut memory = DisableMemory::default();
        memory.set_word(3, 7);
        memory.set_word(4, !0);
        assert_eq!([2, 3, 4, 5].map(|ply| memory.word(ply)), [0, 7, !0, 0]);
    }
}
