//! Zobrist words: pieces on squares, castling rights, en-passant files, Black to move.

use super::{Piece, Square};

struct Words {
    /// The last row, of no piece, is all zeros.
    pieces: [[u64; 64]; 13],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black: u64,
}

/// Next word of SplitMix64 (Steele, Lea and Flood, 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

static WORDS: Words = {
    let mut state = 1972;
    let mut words = Words {
        pieces: [[0; 64]; 13],
        castling: [0; 16],
        en_passant: [0; 8],
        black: next(&mut state),
    };
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

#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    WORDS.pieces[piece.index()][square.index()]
}

/// Word of a piece on a square, 0 for none.
#[inline(always)]
pub(super) fn optional_piece(piece: Option<Piece>, square: Square) -> u64 {
    WORDS.pieces[Piece::index_of(piece)][square.index()]
}

#[inline(always)]
pub(super) fn castling(rights: u8) -> u64 {
    WORDS.castling[usize::from(rights & 15)]
}

/// Word of an en-passant square, 0 for none.
#[inline(always)]
pub(super) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| WORDS.en_passant[usize::from(square.file())])
}

#[inline(always)]
pub(super) fn black() -> u64 {
    WORDS.black
}
