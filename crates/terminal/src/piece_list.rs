//! A position given by its pieces, as under a diagram: `Kg1 Rd1 f2 / Kg8 Ra8 g7`, White's before
//! the slash.

use play::Game;
use shakmaty::{Board, Color, Piece, Role, Square};

/// What a list of pieces looks like.
pub(crate) const EXAMPLE: &str = "Kg1 Rd1 f2 / Kg8 Ra8 g7";

/// Reads a list of pieces, after which `black` may say that Black is to move; `None` if the text is
/// none. A king and a rook on their first squares may castle.
pub(crate) fn read(text: &str) -> Option<Result<Game, String>> {
    let (white, black) = text.split_once('/')?;
    // Positions in FEN have more slashes.
    if black.contains('/') {
        return None;
    }
    let mut board = Board::empty();
    let mut turn = Color::White;
    for (color, list) in [(Color::White, white), (Color::Black, black)] {
        for word in list.split([' ', '\t', ',']) {
            // A colon after a side's name says whose pieces follow.
            if word.is_empty() || word.ends_with(':') {
                continue;
            }
            if word.eq_ignore_ascii_case("black") {
                turn = Color::Black;
                continue;
            }
            let Some(placed) = placed(word) else {
                return Some(Err(format!(
                    "'{word}' is not a piece with its square: expected a list like {EXAMPLE}"
                )));
            };
            if board.piece_at(placed.square).is_some() {
                return Some(Err(format!("there are two pieces on {}", placed.square)));
            }
            let role = placed.role;
            board.set_piece_at(placed.square, Piece { color, role });
        }
    }
    let rights = castling_rights(&board);
    let fen = format!("{} {} {rights} - 0 1", board.board_fen(), turn.char());
    Some(Game::from_fen(&fen).map_err(|error| error.to_string()))
}

/// The rights of kings and rooks that stand on their first squares.
fn castling_rights(board: &Board) -> String {
    let mut rights = String::new();
    for (color, letter, king, rook) in [
        (Color::White, 'K', Square::E1, Square::H1),
        (Color::White, 'Q', Square::E1, Square::A1),
        (Color::Black, 'k', Square::E8, Square::H8),
        (Color::Black, 'q', Square::E8, Square::A8),
    ] {
        let has = |square, role| board.piece_at(square) == Some(Piece { color, role });
        if has(king, Role::King) && has(rook, Role::Rook) {
            rights.push(letter);
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    rights
}

struct PlacedPiece {
    role: Role,
    square: Square,
}

/// A piece with its square, `Kg1`; a pawn's letter may be missing.
fn placed(word: &str) -> Option<PlacedPiece> {
    let at = word.len().checked_sub(2)?;
    let square = word.get(at..)?.to_ascii_lowercase().parse().ok()?;
    let role = match word.get(..at)? {
        "" => Role::Pawn,
        letter if letter.len() == 1 => Role::from_char(letter.chars().next()?)?,
        _ => return None,
    };
    Some(PlacedPiece { role, square })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    fn fen(text: &str) -> Result<String, String> {
        let game = read(text).unwrap()?;
        Ok(Fen::from_position(game.position(), EnPassantMode::Legal).to_string())
    }

    #[test]
    fn lists_of_pieces_are_read() {
        assert_eq!(
            fen(EXAMPLE).as_deref(),
            Ok("r5k1/6p1/8/8/8/8/5P2/3R2K1 w - - 0 1")
        );
        assert_eq!(
            fen("White: Ke1, Rh1, e2 / Black: Ke8, Pe7").as_deref(),
            Ok("4k3/4p3/8/8/8/8/4P3/4K2R w K - 0 1")
        );
        assert_eq!(
            fen("ke1 qd1/kg8 black").as_deref(),
            Ok("6k1/8/8/8/8/8/8/3QK3 b - - 0 1")
        );
        assert!(read("4k3/8/8/8/8/8/8/4K3 w - -").is_none() && read("e4").is_none());
    }

    #[test]
    fn lists_that_are_no_position_are_refused() {
        for (text, reason) in [
            ("Ke1 / Ke1", "there are two pieces on e1"),
            ("Ke1 Xa3 / Ke8", "'Xa3' is not a piece with its square"),
            ("Ke1 d9 / Ke8", "'d9' is not a piece with its square"),
            ("Qd1 / Ke8", "king"),
            ("Ke1 e8 / Kg8", "pawn"),
        ] {
            let error = fen(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
