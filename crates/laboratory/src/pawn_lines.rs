//! The pawn moves that FIND AGGRESSOR would find if DIR MUX were under white-to-move alone, as the
//! diagram draws it (F043).

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
    pub(crate) of: usize,
}

/// Counts the moves of pawns that are found.
pub(crate) fn pawn_moves(reading: Reading) -> PawnMoves {
    let mut counted = PawnMoves::default();
    for epd in positions(BRATKO_KOPEC) {
        let position = epd.game.position();
        let empty = Plane(!position.board().occupied().0);
        let white = position.turn() == Color::White;
        for mv in position.legal_moves() {
            counted.of += 1;
            let is_counted_once = matches!(mv.promotion(), None | Some(Role::Queen));
            let Some(from) = mv.from() else { continue };
            if mv.role() != Role::Pawn || mv.is_en_passant() || !is_counted_once {
                continue;
            }
            counted.legal += 1;
            let victim = Plane(1 << mv.to() as u32);
            let (steps, captures) = match mv.is_capture() {
                true => (Plane(0), victim),
                false => (victim, Plane(0)),
            };
            let operation = Wire(reading == Reading::AsBuilt);
            let lines = dir_mux(Lanes, steps, captures, empty, Wire(white), operation);
            if (lines.moving.0 | lines.capture.0) >> from as u32 & 1 != 0 {
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
