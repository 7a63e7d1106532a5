//! What each man is worth on each square, in the middle game and in the endgame.
//!
//! Decided: the files are alike from the edge inwards, so that half a board says all.

use super::Position;
use crate::board::{Color, Cpu, Kind, Piece, Score, Square, Table, Values};

/// The piece-square table that a [`Position`] sums.
#[derive(Clone, Copy, Debug)]
pub enum Weights {}

impl Values for Weights {
    const TABLE: Option<&'static Table> = Some(&TABLE);
}

/// Pawn to king: what a man counts for.
const MATERIAL: [(i16, i16); 6] = [(84, 108), (350, 320), (370, 340), (490, 580), (1030, 1060), (0, 0)];

/// For one stage: six kinds, eight ranks from the own first, files a to d (h to e alike).
type Half = [[[i16; 4]; 8]; 6];

const MIDDLE: Half = [
    [
        [0, 0, 0, 0],
        [-12, 4, -6, -8],
        [-12, -2, 2, 6],
        [-14, -6, 6, 20],
        [-4, 6, 10, 26],
        [4, 18, 36, 40],
        [40, 60, 56, 64],
        [0, 0, 0, 0],
    ],
    [
        [-60, -20, -30, -22],
        [-24, -22, -6, 0],
        [-16, 2, 12, 16],
        [-6, 12, 18, 20],
        [6, 14, 32, 34],
        [-4, 30, 44, 48],
        [-20, -8, 34, 30],
        [-120, -50, -40, -10],
    ],
    [
        [-16, -2, -14, -10],
        [6, 18, 12, 4],
        [4, 14, 14, 12],
        [0, 8, 10, 24],
        [-6, 10, 20, 30],
        [-2, 18, 26, 24],
        [-28, -4, -4, -6],
        [-30, -14, -30, -20],
    ],
    [
        [-12, -6, 4, 12],
        [-30, -10, -4, 2],
        [-24, -8, -8, -2],
        [-22, -8, -8, 0],
        [-12, -2, 8, 14],
        [0, 14, 16, 22],
        [16, 16, 34, 40],
        [20, 22, 16, 26],
    ],
    [
        [-6, -14, -8, 6],
        [-14, -4, 8, 6],
        [-6, 2, -2, -2],
        [-6, -8, -6, -6],
        [-14, -14, -10, -10],
        [0, -8, 2, 6],
        [4, -24, -4, -10],
        [0, 14, 20, 18],
    ],
    [
        [16, 36, 4, -14],
        [14, 14, -20, -40],
        [-14, -12, -34, -50],
        [-36, -26, -44, -60],
        [-30, -30, -40, -56],
        [-20, -10, -20, -30],
        [-10, -4, -10, -16],
        [-20, 0, -10, -20],
    ],
];

const END: Half = [
    [
        [0, 0, 0, 0],
        [4, 4, 8, 8],
        [0, 2, -2, 0],
        [8, 6, -2, -6],
        [18, 14, 6, -2],
        [34, 30, 22, 12],
        [60, 54, 44, 36],
        [0, 0, 0, 0],
    ],
    [
        [-40, -34, -18, -16],
        [-30, -16, -10, -4],
        [-18, -4, 2, 14],
        [-10, 4, 16, 22],
        [-10, 4, 16, 22],
        [-20, -6, 6, 10],
        [-26, -12, -12, -2],
        [-60, -36, -20, -22],
    ],
    [
        [-14, -8, -10, -4],
        [-12, -10, -4, 0],
        [-6, 0, 8, 8],
        [-4, 4, 8, 12],
        [-2, 6, 8, 12],
        [0, 2, 4, 4],
        [-6, -2, 2, -4],
        [-12, -10, -8, -6],
    ],
    [
        [-6, -2, 0, -4],
        [-4, -4, -2, -4],
        [-4, 0, -4, -4],
        [4, 4, 6, 2],
        [8, 8, 8, 4],
        [8, 8, 6, 4],
        [10, 10, 6, 2],
        [10, 8, 10, 8],
    ],
    [
        [-30, -28, -24, -20],
        [-26, -24, -22, -12],
        [-14, -10, 6, 2],
        [-6, 10, 14, 26],
        [4, 20, 24, 34],
        [0, 8, 24, 30],
        [-4, 16, 24, 34],
        [2, 10, 18, 18],
    ],
    [
        [-50, -32, -20, -26],
        [-26, -10, 2, 6],
        [-18, -4, 10, 16],
        [-18, 4, 18, 24],
        [-6, 18, 26, 28],
        [4, 28, 32, 28],
        [-8, 18, 20, 20],
        [-60, -26, -16, -14],
    ],
];

static TABLE: Table = {
    let mut table = [[Score::ZERO; 64]; 12];
    let mut i = 0;
    while i < 6 * 64 {
        let (kind, square) = (i / 64, i % 64);
        let (rank, file) = (square / 8, square % 8);
        let file = if file < 4 { file } else { 7 - file };
        let (middle, end) = MATERIAL[kind];
        let (middle, end) = (middle + MIDDLE[kind][rank][file], end + END[kind][rank][file]);
        table[kind * 2][square] = Score::new(middle, end);
        table[kind * 2 + 1][square ^ 56] = Score::new(-middle, -end);
        i += 1;
    }
    table
};

/// What a side's men and their squares count for, from its own side.
pub(super) fn men<C: Cpu>(board: &Position<C>, color: Color) -> Score {
    let mut sum = Score::ZERO;
    for kind in Kind::ALL {
        for square in board.pieces(color, kind) {
            let square: Square = square.relative(color);
            sum += TABLE[Piece::new(Color::White, kind).index()][square.index()];
        }
    }
    sum
}
