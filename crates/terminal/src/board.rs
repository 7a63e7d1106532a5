//! The board as lines of text.

use play::castling_mode;
use shakmaty::{Chess, Color, File, Move, Piece, Position, Rank, Square};

/// Style of the drawing.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Letters instead of chess symbols.
    pub ascii: bool,
    /// The side at the bottom.
    pub bottom: Color,
}

/// Draws the position with coordinates; `[ ]` marks the last move, `< >` a king in check.
pub fn draw(position: &Chess, last: Option<Move>, style: Style) -> String {
    let (ranks, files) = match style.bottom {
        Color::White => (reversed(Rank::ALL), File::ALL),
        Color::Black => (Rank::ALL, reversed(File::ALL)),
    };
    let mut letters = "  ".to_owned();
    for file in files {
        letters += &format!("  {}", file.char());
    }
    let mut text = format!("{letters}\n");
    for rank in ranks {
        let mut squares = String::new();
        for file in files {
            squares += &square(position, last, style, Square::from_coords(file, rank));
        }
        text += &format!(" {0} {squares} {0}\n", rank.char());
    }
    text + &letters + "\n"
}

fn square(position: &Chess, last: Option<Move>, style: Style, square: Square) -> String {
    let piece = position.board().piece_at(square);
    let symbol = match piece {
        Some(piece) => piece_symbol(piece, style.ascii),
        None if style.ascii => '.',
        None => '·',
    };
    let king = position.board().king_of(position.turn());
    if position.is_check() && king == Some(square) {
        format!("<{symbol}>")
    } else if let Some(last) = last
        && (last.from() == Some(square) || destination(last) == square)
    {
        format!("[{symbol}]")
    } else {
        format!(" {symbol} ")
    }
}

/// The square on which the moved piece stands afterwards; in castling, the king.
pub(crate) fn destination(chess_move: Move) -> Square {
    match chess_move.castling_side() {
        Some(side) => {
            // The rook, to whose square the move goes, stands on the king's rank.
            Square::from_coords(side.king_to_file(), chess_move.to().rank())
        }
        None => chess_move.to(),
    }
}

pub(crate) fn uci(chess_move: Move) -> String {
    chess_move.to_uci(castling_mode(chess_move)).to_string()
}

/// A piece as a filled chess symbol, for terminals that show sides by color.
pub(crate) fn filled_symbol(piece: Piece) -> char {
    piece_symbol(
        Piece {
            color: Color::Black,
            ..piece
        },
        false,
    )
}

/// A piece as a letter (capital for White) or as a chess symbol.
pub(crate) fn piece_symbol(piece: Piece, ascii: bool) -> char {
    if ascii {
        return piece.char();
    }
    const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
    const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
    piece.color.fold_wb(WHITE, BLACK)[usize::from(piece.role) - 1]
}

fn reversed<T: Copy>(mut all: [T; 8]) -> [T; 8] {
    all.reverse();
    all
}

/// Whether the locale (`LC_ALL`, `LC_CTYPE`, `LANG`) is not UTF-8, so that chess symbols cannot be
/// shown.
pub fn locale_is_ascii() -> bool {
    let mut locale = String::new();
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
        // The first that is set decides; an empty one counts as not set.
        locale = std::env::var(name).unwrap_or_default().to_ascii_lowercase();
        if !locale.is_empty() {
            break;
        }
    }
    !cfg!(windows) && !locale.contains("utf-8") && !locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::Game;

    fn after(fen: &str, text: &str) -> (Chess, Option<Move>) {
        let mut game = Game::from_fen(fen).unwrap();
        game.play(parse_move(game.position(), text).unwrap());
        (game.position().clone(), game.moves().last().copied())
    }

    #[test]
    fn draw_marks_last_move_and_check() {
        let (position, last) = after("4k3/8/8/8/8/8/8/R3K3 w Q -", "Ra8");
        let text = draw(
            &position,
            last,
            Style {
                ascii: true,
                bottom: Color::White,
            },
        );
        assert!(text.contains(" 8 [R] .  .  . <k> .  .  .  8\n"), "{text}");
        assert!(text.contains(" 1 [.] .  .  .  K  .  .  .  1\n"), "{text}");
        let text = draw(
            &position,
            last,
            Style {
                ascii: true,
                bottom: Color::Black,
            },
        );
        assert!(
            text.starts_with("    h  g  f  e  d  c  b  a\n 1  .  .  .  K  .  .  . [.] 1\n"),
            "{text}"
        );
    }

    #[test]
    fn draw_marks_castling_as_king_move() {
        let (position, last) = after("4k3/8/8/8/8/8/8/R3K3 w Q -", "O-O-O");
        let text = draw(
            &position,
            last,
            Style {
                ascii: false,
                bottom: Color::White,
            },
        );
        assert!(text.contains(" 1  ·  · [♔] ♖ [·] ·  ·  ·  1\n"), "{text}");
    }
}
