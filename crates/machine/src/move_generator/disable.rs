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
//! Source: Chess Programming Wiki, "Belle", section on the move generator: the disable stack and its operations.
//! Fidelity: documented; decided: the depth of the stack, setting all empty squares (the captures-only search) and
//! all squares (the end of an exchange).

use logic::{Lanes, Logic, Netlist, lanes, scope};

use super::square::square;
use crate::circuits::{REGISTERS, special};
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/disable",
    fidelity: "documented; decided: the depth of the stack, and two orders",
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

/// Builds what an order makes of a word, gate by gate.
///
/// Inputs: `p0` to `p3` (64 wires each), `wtm`, `dis` (64), `adr` (6). Outputs, 64 wires each: `dis_set`, the word with
/// the addressed square; `dis_cleared` and `dis_set_cleared`, the word as it came and `dis_set` without the own pieces'
/// squares; `dis_quiet`, the word with the empty squares that quiescence bars.
pub fn netlist() -> Netlist {
    let net = Netlist::new();
    let piece = REGISTERS.map(|name| net.input_plane(name));
    let white_to_move = net.input_wire("wtm");
    let (word, address) = (net.input_plane("dis"), net.input_address("adr"));
    let own = square(&net, piece, white_to_move).own_pieces();
    let with_square = set(&net, word, address);
    net.output("dis_set", with_square);
    net.output("dis_cleared", clear_own(&net, word, own));
    net.output("dis_set_cleared", clear_own(&net, with_square, own));
    net.output(
        "dis_quiet",
        set_empty(
            &net,
            word,
            special::barred_empties(&net, piece, white_to_move),
        ),
    );
    net
}

/// The memory itself. Every function panics if `ply` is not below [`PLIES`](DisableMemory::PLIES).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisableMemory {
    words: [u64; Self::PLIES],
}

impl Default for DisableMemory {
    fn default() -> Self {
        Self {
            words: [0; Self::PLIES],
        }
    }
}

impl DisableMemory {
    /// The depth of the stack.
    pub const PLIES: usize = 64;

    /// The word of a ply, bit 0 being a1.
    #[inline]
    pub fn word(&self, ply: usize) -> u64 {
        self.words[ply]
    }

    /// Sets the bits of all squares.
    #[inline]
    pub fn set_all(&mut self, ply: usize) {
        self.words[ply] = !0;
    }

    /// Clears the word.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.words[ply] = 0;
    }

    /// Sets the bit of a square, 0 to 63.
    #[inline]
    pub fn set(&mut self, ply: usize, square: u8) {
        self.words[ply] = set(Lanes, lanes::Plane(self.words[ply]), lanes::Address(square)).0;
    }

    /// Clears the bits of the own pieces.
    #[inline]
    pub fn clear_own(&mut self, ply: usize, own: u64) {
        self.words[ply] = clear_own(Lanes, lanes::Plane(self.words[ply]), lanes::Plane(own)).0;
    }

    /// Sets the bits of all empty squares.
    #[inline]
    pub fn set_empty(&mut self, ply: usize, empty: u64) {
        self.words[ply] = set_empty(Lanes, lanes::Plane(self.words[ply]), lanes::Plane(empty)).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disable_memory_plies_are_independent() {
        let mut memory = DisableMemory::default();
        memory.set(3, 0);
        memory.set(3, 63);
        memory.set(4, 10);
        assert_eq!(
            [2, 3, 4, 5].map(|ply| memory.word(ply)),
            [0, 1 << 63 | 1, 1 << 10, 0]
        );
        memory.clear_own(3, 1 | 1 << 5);
        memory.set_empty(4, 0xFF00);
        assert_eq!([3, 4].map(|ply| memory.word(ply)), [1 << 63, 0xFF00]);
        memory.set_all(3);
        assert_eq!(
            [2, 3, 4].map(|ply| memory.word(ply)),
            [0, !0, 1 << 10 | 0xFF00]
        );
        memory.clear(3);
        assert_eq!(memory.word(3), 0);
    }
}
