//! A position for an engine without `setboard`: the lines of `edit`, man by man.

use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position, Role, Square};

/// The lines that set a position up after `new` and `force`, or nothing if they cannot say all of it: they assume that
/// kings and rooks at home may castle, and know no capture in passing.
pub(super) fn lines(position: &Chess) -> Option<Vec<String>> {
    if !castles_as_it_stands(position) || position.ep_square(EnPassantMode::Legal).is_some() {
        return None;
    }
    let mut lines = Vec::new();
    if position.turn() == Color::Black {
        // There is no other word for whose move it is: a move of White's on the board that is then cleared.
        lines.push("a2a3".to_owned());
    }
    lines.extend(["edit".to_owned(), "#".to_owned()]);
    for color in Color::ALL {
        if color == Color::Black {
            lines.push("c".to_owned());
        }
        for square in position.board().by_color(color) {
            let role = position.board().role_at(square).unwrap_or(Role::Pawn);
            lines.push(format!("{}{square}", role.upper_char()));
        }
    }
    lines.push(".".to_owned());
    Some(lines)
}

/// Whether whoever stands at home may castle.
fn castles_as_it_stands(position: &Chess) -> bool {
    let board = position.board();
    Color::ALL.into_iter().all(|color| {
        let rank = color.fold_wb(0, 56);
        let at_home =
            |square: u32, role| board.piece_at(Square::new(rank + square)) == Some(Role::of(role, color));
        [(CastlingSide::KingSide, 7), (CastlingSide::QueenSide, 0)].into_iter().all(|(side, rook)| {
            let home = at_home(4, Role::King) && at_home(rook, Role::Rook);
            home == position.castles().has(color, side)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Game;

    fn edit(fen: &str) -> Option<String> {
        Some(lines(Game::from_fen(fen).unwrap().position())?.join(" "))
    }

    #[test]
    fn men_are_set_one_by_one() {
        assert_eq!(edit("4k3/8/8/8/8/8/P7/4K2R w K - 0 1").unwrap(), "edit # Ke1 Rh1 Pa2 c Ke8 .");
        assert_eq!(edit("4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap(), "a2a3 edit # Ke1 c Ke8 .");
    }

    #[test]
    fn what_cannot_be_said_is_not() {
        assert_eq!(edit("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None);
        assert_eq!(edit("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), None);
    }
}
