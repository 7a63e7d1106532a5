//! Hash key: index and lock of the transposition memory.
//!
//! ```text
//!  board hash (48) --+
//!  EN PASSANT ROM ---+--> XOR --> 16 bits --> index, with white-to-move as the 17th
//!  CASTLING ROM -----+        +-> 32 bits --> lock
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", section on the transposition memory: index and lock.
//! Fidelity: documented (F050, F070); decided: the index takes the low sixteen bits; latch and
//! rights are folded in behind the register.

use roms::{HASH_CASTLING, HASH_EN_PASSANT};

/// The key of a position: 48 bits and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The 48 bits.
    pub bits: u64,
    /// Whose move it is.
    pub white_to_move: bool,
}

impl Key {
    /// The key of a board hash (48 bits), an en-passant latch (0 to 63, 0 for none) and castling
    /// rights (4 bits).
    #[inline(always)]
    pub fn new(board: u64, en_passant: u8, rights: u8, white_to_move: bool) -> Key {
        let bits = board
            ^ HASH_EN_PASSANT[usize::from(en_passant & 63)]
            ^ HASH_CASTLING[usize::from(rights & 15)];
        Key {
            bits,
            white_to_move,
        }
    }

    /// Lock: the bits that distinguish positions with equal index.
    #[inline(always)]
    pub fn lock(self) -> u32 {
        (self.bits >> 16) as u32
    }
}
