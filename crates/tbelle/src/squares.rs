//! Squares and moves in the program's numbers, converted from shakmaty's.

use shakmaty::{CastlingMode, CastlingSide, Chess, Color, Move as ChessMove, Position as _, Role};

/// Square: a8 = 0, h8 = 7, a1 = 56, h1 = 63.
pub(crate) type Square = usize;

/// Move from a square to a square. En passant goes sideways, onto the captured pawn's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Move {
    pub(crate) fn new(from: Square, to: Square) -> Move {
        Move {
            from: from as u8,
            to: to as u8,
        }
    }

    /// Converts a move; `None` for a drop.
    pub(crate) fn of_chess(chess_move: &ChessMove) -> Option<Move> {
        let to = match chess_move {
            ChessMove::EnPassant { from, to } => {
                shakmaty::Square::from_coords(to.file(), from.rank())
            }
            _ => chess_move.to_uci(CastlingMode::Standard).to()?,
        };
        Some(Move::new(from_chess(chess_move.from()?), from_chess(to)))
    }

    /// The legal move with these squares, if there is one. It promotes to a queen only.
    pub(crate) fn to_chess(self, chess: &Chess) -> Option<ChessMove> {
        let is_queen =
            |chess_move: &ChessMove| matches!(chess_move.promotion(), None | Some(Role::Queen));
        chess
            .legal_moves()
            .into_iter()
            .find(|one| is_queen(one) && Move::of_chess(one) == Some(self))
    }
}

/// A step of rows (down is positive) and columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset(pub(crate) i8, pub(crate) i8);

pub(crate) const KNIGHT_OFFSETS: [Offset; 8] = [
    Offset(-2, 1),
    Offset(-1, 2),
    Offset(1, 2),
    Offset(2, 1),
    Offset(2, -1),
    Offset(1, -2),
    Offset(-1, -2),
    Offset(-2, -1),
];
pub(crate) const BISHOP_OFFSETS: [Offset; 4] =
    [Offset(-1, -1), Offset(-1, 1), Offset(1, -1), Offset(1, 1)];
pub(crate) const ROOK_OFFSETS: [Offset; 4] =
    [Offset(-1, 0), Offset(1, 0), Offset(0, -1), Offset(0, 1)];
pub(crate) const QUEEN_OFFSETS: [Offset; 8] = [
    Offset(-1, -1),
    Offset(-1, 1),
    Offset(1, -1),
    Offset(1, 1),
    Offset(-1, 0),
    Offset(0, -1),
    Offset(0, 1),
    Offset(1, 0),
];

/// The square one step away, if it is on the board.
pub(crate) fn step(square: Square, Offset(rows, columns): Offset) -> Option<Square> {
    let (row, column) = ((square / 8) as i8 + rows, (square % 8) as i8 + columns);
    if !(0..8).contains(&row) || !(0..8).contains(&column) {
        return None;
    }
    Some(row as Square * 8 + column as Square)
}

/// The sign of a side's pieces, which is also the rows that its pawns step.
pub(crate) fn sign(color: Color) -> i8 {
    color.fold_wb(-1, 1)
}

/// White's square for White; for Black, the same square seen from the other side.
pub(crate) fn relative_square(color: Color, square: Square) -> Square {
    color.fold_wb(square, square ^ 56)
}

/// From-square and to-square of a castling king.
pub(crate) fn castling_king(color: Color, side: CastlingSide) -> Move {
    let home = relative_square(color, 60);
    Move::new(
        home,
        if side.is_king_side() {
            home + 2
        } else {
            home - 2
        },
    )
}

/// From-square and to-square of a castling rook.
pub(crate) fn castling_rook(color: Color, side: CastlingSide) -> (Square, Square) {
    let corner = relative_square(color, 56);
    if side.is_king_side() {
        (corner + 7, corner + 5)
    } else {
        (corner, corner + 3)
    }
}

/// Converts a square of shakmaty.
pub(crate) fn from_chess(square: shakmaty::Square) -> Square {
    square.to_usize() ^ 56
}

/// The game after these moves from the initial position.
#[cfg(test)]
pub(crate) fn game_after(moves: &str) -> play::Game {
    let mut game = play::Game::new();
    for text in moves.split_whitespace() {
        let one: shakmaty::uci::UciMove = text.parse().unwrap();
        game.play(one.to_move(game.position()).unwrap());
    }
    game
}
