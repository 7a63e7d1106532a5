//! DIR MUX turns the pawns' lines up or down the board. The diagram draws it under white-to-move
//! alone (F043); as built here, the operation controls it too. This counts the pawn moves that FIND
//! AGGRESSOR finds either way.

use logic::Lanes;
use logic::lanes::{Plane, Wire};
use machine::move_generator::dir_mux::dir_mux;
use shakmaty::{Color, Position as _, Role};

use crate::positions::{BRATKO_KOPEC, positions};

/// What controls the direction of the lines that the victim sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// White-to-move and the operation, as built.
    AsBuilt,
    /// White-to-move alone, as drawn.
    AsDrawn,
}

/// Moves of pawns in the Bratko-Kopec positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PawnMoves {
    /// Legal ones; promotions count once, and en passant does not.
    pub(crate) legal: usize,
    /// Those whose pawn receives a line from the square it goes to.
    pub(crate) found: usize,
    /// All legal moves, of any piece.
    pub(crate) all_moves: usize,
}

/// Counts the moves of pawns that are found.
pub(crate) fn pawn_moves(reading: Reading) -> PawnMoves {
    let mut counted = PawnMoves::default();
    for epd in positions(BRATKO_KOPEC) {
        let position = epd.game.position();
        let empty = Plane(!position.board().occupied().0);
        let white = position.turn() == Color::White;
        for mv in position.legal_moves() {
            counted.all_moves += 1;
            // The promotion to a queen stands for all four.
            let is_further_promotion = !matches!(mv.promotion(), None | Some(Role::Queen));
            let Some(from) = mv.from() else { continue };
            if mv.role() != Role::Pawn || mv.is_en_passant() || is_further_promotion {
                continue;
            }
            counted.legal += 1;
            let victim = Plane(1 << mv.to() as u32);
            let (steps, captures) = match mv.is_capture() {
                true => (Plane(0), victim),
                false => (victim, Plane(0)),
            };
            // High in FIND AGGRESSOR. As drawn, it controls nothing: low leaves the direction to
            // white-to-move.
            let aggressor = Wire(reading == Reading::AsBuilt);
            let lines = dir_mux(Lanes, steps, captures, empty, Wire(white), aggressor);
            let reached = lines.moving.0 | lines.capture.0;
            if (reached >> from as u32) & 1 != 0 {
                counted.found += 1;
            }
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawn_moves_are_found_with_the_operation_and_lost_without_it() {
        let built = pawn_moves(Reading::AsBuilt);
        assert!(built.legal > 100);
        assert_eq!(built.found, built.legal);
        let drawn = pawn_moves(Reading::AsDrawn);
        assert_eq!((drawn.legal, drawn.found), (built.legal, 0));
    }
}
