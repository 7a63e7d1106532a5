//! Piece-square table made from the weights, and the look-up of a weight.

use super::numbers::{KING_SQUARES, MATERIAL, PAWN_SQUARES, WEIGHTS};
use board::{PieceSquareTable, PieceSquareValues, TaperedScore};

/// Piece-square table of a [`super::Position`]: material and square weights.
#[derive(Clone, Copy, Debug)]
pub enum Weights {}

impl PieceSquareTable for Weights {
    const TABLE: Option<&'static PieceSquareValues> = Some(&TABLE);
}

/// Index of the weight of a piece of kind `kind` on a square from its own side; files are mirrored.
pub(super) const fn square_weight(kind: usize, square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    let file = if file < 4 { file } else { 7 - file };
    PAWN_SQUARES + (KING_SQUARES - PAWN_SQUARES) / 5 * kind + rank * 4 + file
}

static TABLE: PieceSquareValues = {
    let mut table = [[TaperedScore::ZERO; 64]; 12];
    let mut i = 0;
    while i < 6 * 64 {
        let (kind, square) = (i / 64, i % 64);
        let place = super::numbers::VALUES[square_weight(kind, square)];
        let material = if kind < 5 {
            super::numbers::VALUES[MATERIAL + kind]
        } else {
            TaperedScore::ZERO
        };
        let (middle, end) = (
            (material.middle() + place.middle()) as i16,
            (material.end() + place.end()) as i16,
        );
        table[kind * 2][square] = TaperedScore::new(middle, end);
        table[kind * 2 + 1][square ^ 56] = TaperedScore::new(-middle, -end);
        i += 1;
    }
    table
};

#[inline(always)]
pub(super) fn weight(index: usize) -> TaperedScore {
    WEIGHTS[index]
}
