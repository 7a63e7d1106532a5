//! The words of the position's keys, after Zobrist: a word for each man on each square, each set of castling
//! rights, each file of an en-passant square, and Black to move.

use super::{Piece, Square};

/// The words.
struct Words {
    /// The last row, of no man, is all zeros.
    pieces: [[u64; 64]; 13],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black: u64,
}

/// The next word of the sequence SplitMix64 (Steele, Lea and Flood, 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

static WORDS: Words = {
    let mut state = 1972;
    let mut words =
        Words { pieces: [[0; 64]; 13], castling: [0; 16], en_passant: [0; 8], black: next(&mut state) };
    let mut i = 0;
    while i < 12 * 64 {
        words.pieces[i / 64][i % 64] = next(&mut state);
        i += 1;
    }
    // No rights and no en-passant square have the word 0.
    i = 1;
    while i < 16 {
        words.castling[i] = next(&mut state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        words.en_passant[i] = next(&mut state);
        i += 1;
    }
    words
};

/// The word of a man on a square.
#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    WORDS.pieces[piece.index()][square.index()]
}

/// The word of a man on a square, or 0 of no man.
#[inline(always)]
pub(super) fn man(man: Option<Piece>, square: Square) -> u64 {
    WORDS.pieces[Piece::index_of(man)][square.index()]
}

/// The word of a set of castling rights.
#[inline(always)]
pub(super) fn castling(rights: u8) -> u64 {
    WORDS.castling[usize::from(rights & 15)]
}

/// The word of an en-passant square.
#[inline(always)]
pub(super) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| WORDS.en_passant[usize::from(square.file())])
}

/// The word of Black to move.
#[inline(always)]
pub(super) fn black() -> u64 {
    WORDS.black
}
