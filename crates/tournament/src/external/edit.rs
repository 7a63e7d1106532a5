//! Position setup with `edit`, for xboard engines without `setboard`.

use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position, Role, Square};

/// Commands that set a position up after `new` and `force`, if `edit` can express it: it gives every king
/// and rook on its first square the right to castle, and has no en passant square.
pub(super) fn commands(position: &Chess) -> Option<Vec<String>> {
    if !castling_rights_are_implied(position) || position.ep_square(EnPassantMode::Legal).is_some() {
        return None;
    }
    let mut commands = Vec::new();
    if position.turn() == Color::Black {
        // `edit` does not set the side to move: White moves first on the board that is then cleared.
        commands.push("a2a3".to_owned());
    }
    commands.extend(["edit".to_owned(), "#".to_owned()]);
    for color in Color::ALL {
        if color == Color::Black {
            commands.push("c".to_owned());
        }
        for square in position.board().by_color(color) {
            let role = position.board().role_at(square).unwrap_or(Role::Pawn);
            commands.push(format!("{}{square}", role.upper_char()));
        }
    }
    commands.push(".".to_owned());
    Some(commands)
}

fn castling_rights_are_implied(position: &Chess) -> bool {
    let board = position.board();
    Color::ALL.into_iter().all(|color| {
        let rank = color.fold_wb(0, 56);
        let unmoved =
            |square: u32, role| board.piece_at(Square::new(rank + square)) == Some(Role::of(role, color));
        [(CastlingSide::KingSide, 7), (CastlingSide::QueenSide, 0)].into_iter().all(|(side, rook)| {
            let implied = unmoved(4, Role::King) && unmoved(rook, Role::Rook);
            implied == position.castles().has(color, side)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Game;

    fn edit(fen: &str) -> Option<String> {
        Some(commands(Game::from_fen(fen).unwrap().position())?.join(" "))
    }

    #[test]
    fn edit_pieces_set_one_by_one() {
        assert_eq!(edit("4k3/8/8/8/8/8/P7/4K2R w K - 0 1").unwrap(), "edit # Ke1 Rh1 Pa2 c Ke8 .");
        assert_eq!(edit("4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap(), "a2a3 edit # Ke1 c Ke8 .");
    }

    #[test]
    fn edit_rights_not_implied_refused() {
        assert_eq!(edit("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None);
        assert_eq!(edit("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), None);
    }
}
