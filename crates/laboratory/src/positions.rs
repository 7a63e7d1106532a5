//! Positions of suites, and phases of the game.

use notation::{Epd, epd_text_lines};
use shakmaty::{Chess, Piece, Position as _, Role};

/// Positions of the Bratko-Kopec test.
pub(crate) const BRATKO_KOPEC: &str = include_str!("../../../suites/bratko-kopec.epd");

/// Positions of a suite of this project, which are well formed.
pub(crate) fn positions(suite: &str) -> Vec<Epd> {
    epd_text_lines(suite)
        .map(|(_, line)| Epd::parse(line).expect("the suite is part of this program and tested"))
        .collect()
}

/// Phases of the game, each with the least weight of the pieces left: knights and bishops weigh 1,
/// rooks 2, queens 4.
pub(crate) const PHASES: [(&str, u32); 3] = [("opening", 21), ("middle game", 14), ("endgame", 0)];

/// Number of a position's phase.
pub(crate) fn phase(position: &Chess) -> usize {
    let weigh = |(_, piece): (_, Piece)| match piece.role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    };
    let sum: u32 = position.board().clone().into_iter().map(weigh).sum();
    PHASES
        .iter()
        .position(|(_, least)| sum >= *least)
        .unwrap_or(PHASES.len() - 1)
}
