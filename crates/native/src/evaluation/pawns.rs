//! Pawns: doubled, isolated, backward, connected ones and candidates; what the pawns alone decide.

use super::numbers::{BACKWARD, CANDIDATE, DEFENDED, DOUBLED, ISOLATED, PHALANX};
use super::{Position, Sink, Sum};
use crate::board::{Bitboard, Color, Cpu, Kind, Score, Square, attacks};

/// What the pawns alone decide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Structure {
    /// White's value less Black's.
    pub(super) score: Score,
    /// Each side's passed pawns.
    pub(super) passed: [Bitboard; 2],
    /// What each side's pawns attack.
    pub(super) attacks: [Bitboard; 2],
    /// What each side's pawns may attack as they go forward.
    pub(super) spans: [Bitboard; 2],
    /// Files without a pawn of each side.
    pub(super) open: [Bitboard; 2],
}

/// All squares before these, as `color` sees it.
#[inline(always)]
pub(super) fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    let mut fill = squares.forward(color);
    fill |= fill.forward(color);
    fill |= fill.forward(color).forward(color);
    fill | fill.forward(color).forward(color).forward(color).forward(color)
}

impl Structure {
    /// The structure of a board without pawns.
    pub(super) fn of_no_pawns() -> Structure {
        Structure {
            score: Score::ZERO,
            passed: [Bitboard::EMPTY; 2],
            attacks: [Bitboard::EMPTY; 2],
            spans: [Bitboard::EMPTY; 2],
            open: [Bitboard::ALL; 2],
        }
    }

    /// Works out what the pawns of a position decide.
    pub(super) fn of<C: Cpu>(board: &Position<C>) -> Structure {
        let mut structure = Structure::of_no_pawns();
        let mut sum = Sum::default();
        add(board, &mut sum);
        structure.score = sum.0;
        for color in Color::ALL {
            let (own, theirs) = (board.pieces(color, Kind::Pawn), board.pieces(!color, Kind::Pawn));
            let (at, before) = (color as usize, ahead(own, color));
            structure.attacks[at] = attacks::pawns(color, own);
            structure.spans[at] = before.east() | before.west();
            structure.open[at] = !(before | ahead(own, !color) | own);
            let blocked = ahead(theirs, !color);
            let stoppers = blocked | blocked.east() | blocked.west();
            structure.passed[at] = own & !stoppers & !ahead(own, !color);
        }
        structure
    }
}

/// Counts what is to be said of each pawn.
pub(super) fn add<C: Cpu>(board: &Position<C>, sink: &mut impl Sink) {
    for color in Color::ALL {
        for square in board.pieces(color, Kind::Pawn) {
            one(board, square, color, sink);
        }
    }
}

fn one<C: Cpu>(board: &Position<C>, square: Square, color: Color, sink: &mut impl Sink) {
    let (own, theirs) = (board.pieces(color, Kind::Pawn), board.pieces(!color, Kind::Pawn));
    let file = Bitboard::file(square.file());
    let beside = file.east() | file.west();
    let rank = usize::from(square.relative(color).rank());
    let (before, behind) = (ahead(square.bb(), color), ahead(square.bb(), !color));
    if (before & own).not_empty() {
        sink.add(DOUBLED, color, 1);
    }
    let next = square.offset(color.up());
    let unopposed = usize::from((before & theirs).is_empty());
    let phalanx = (square.bb().east() | square.bb().west()) & own;
    let support = attacks::pawn(!color, square) & own;
    if phalanx.not_empty() {
        sink.add(PHALANX + rank, color, 1);
    }
    if support.not_empty() {
        sink.add(DEFENDED + rank, color, 1);
    }
    if (beside & own).is_empty() {
        sink.add(ISOLATED + unopposed, color, 1);
    } else if ((behind.east() | behind.west()) & own).is_empty()
        && phalanx.is_empty()
        && (attacks::pawn(color, next) & theirs).not_empty()
    {
        sink.add(BACKWARD + unopposed, color, 1);
    }
    let stoppers = (before.east() | before.west()) & theirs;
    if unopposed == 1 && stoppers.not_empty() {
        let helpers = (behind.east() | behind.west()) & own | phalanx;
        if board.cpu().count(helpers) >= board.cpu().count(stoppers) {
            sink.add(CANDIDATE + rank, color, 1);
        }
    }
}
