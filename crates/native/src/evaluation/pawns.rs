//! Pawns: doubled, isolated, backward, connected, and passed ones on their way.

use super::Position;
use crate::board::{Bitboard, Color, Cpu, Kind, Score, Square, attacks};

/// What the pawns alone decide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    /// Each side's value.
    pub(super) score: [Score; 2],
    /// Each side's passed pawns.
    pub(super) passed: [Bitboard; 2],
    /// What each side's pawns attack.
    pub(super) attacks: [Bitboard; 2],
    /// Files without a pawn of each side.
    pub(super) open: [Bitboard; 2],
}

const DOUBLED: Score = Score::new(-8, -20);
const ISOLATED: Score = Score::new(-12, -14);
const BACKWARD: Score = Score::new(-9, -10);
/// By rank, for a pawn defended by another or beside one.
const CONNECTED: [Score; 8] = [
    Score::ZERO,
    Score::new(3, 0),
    Score::new(8, 4),
    Score::new(12, 8),
    Score::new(26, 22),
    Score::new(50, 48),
    Score::new(80, 90),
    Score::ZERO,
];
/// By rank, for a passed pawn.
const PASSED: [Score; 8] = [
    Score::ZERO,
    Score::new(2, 8),
    Score::new(0, 14),
    Score::new(4, 34),
    Score::new(26, 62),
    Score::new(60, 110),
    Score::new(110, 170),
    Score::ZERO,
];
/// By rank, for one whose next square is empty, and if it is not attacked either.
const FREE: [i16; 8] = [0, 0, 2, 6, 14, 26, 40, 0];
/// By rank, for a king's step nearer to the square before it.
const ESCORT: [i16; 8] = [0, 0, 0, 4, 8, 14, 18, 0];

/// All squares before these, as `color` sees it.
#[inline(always)]
fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    let mut fill = squares.forward(color);
    fill |= fill.forward(color);
    fill |= fill.forward(color).forward(color);
    fill | fill.forward(color).forward(color).forward(color).forward(color)
}

/// Works out what the pawns alone decide.
pub(super) fn structure<C: Cpu>(board: &Position<C>) -> Structure {
    let mut structure = Structure::default();
    for color in Color::ALL {
        let (own, theirs) = (board.pieces(color, Kind::Pawn), board.pieces(!color, Kind::Pawn));
        let at = color as usize;
        structure.attacks[at] = attacks::pawns(color, own);
        structure.open[at] = !(ahead(own, color) | ahead(own, !color) | own);
        let blocked = ahead(theirs, !color);
        let stoppers = blocked | blocked.east() | blocked.west();
        structure.passed[at] = own & !stoppers & !ahead(own, !color);
        structure.score[at] =
            own.map(|square| one(square, color, own, theirs)).fold(Score::ZERO, |a, b| a + b);
    }
    structure
}

fn one(square: Square, color: Color, own: Bitboard, theirs: Bitboard) -> Score {
    let file = Bitboard::file(square.file());
    let beside = file.east() | file.west();
    let rank = usize::from(square.relative(color).rank());
    let mut score = Score::ZERO;
    if (ahead(square.bb(), !color) & own).not_empty() {
        score += DOUBLED;
    }
    let phalanx = square.bb().east() | square.bb().west();
    let support = attacks::pawn(!color, square);
    if ((phalanx | support) & own).not_empty() {
        score += CONNECTED[rank];
    } else if (beside & own).is_empty() {
        score += ISOLATED;
    } else {
        let behind = ahead(square.bb(), !color);
        let next = square.offset(color.up());
        if ((behind.east() | behind.west()) & own).is_empty()
            && (attacks::pawn(color, next) & theirs).not_empty()
        {
            score += BACKWARD;
        }
    }
    score
}

/// What a side's passed pawns are worth.
#[inline(always)]
pub(super) fn passed<C: Cpu>(board: &Position<C>, structure: &Structure, color: Color) -> Score {
    let mut score = Score::ZERO;
    for square in structure.passed[color as usize] {
        let rank = usize::from(square.relative(color).rank());
        let next = square.offset(color.up());
        score += PASSED[rank];
        let near = distance(board.king(!color), next) - distance(board.king(color), next);
        score += Score::new(0, ESCORT[rank] * near);
        if !board.occupied().has(next) {
            score += Score::new(FREE[rank] / 2, FREE[rank]);
            if !board.attacked(next, !color, board.occupied()) {
                score += Score::new(FREE[rank] / 2, FREE[rank]);
            }
        }
    }
    score
}

/// A king's moves from one square to another.
#[inline(always)]
fn distance(a: Square, b: Square) -> i16 {
    let apart = |a: u8, b: u8| i16::from(a.abs_diff(b));
    apart(a.file(), b.file()).max(apart(a.rank(), b.rank()))
}
