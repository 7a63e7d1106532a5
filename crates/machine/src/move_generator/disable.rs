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
use crate::microengine::stack::FRAMES;
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
