//! Between positions of the rules library and the men of a table.

use shakmaty::{Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup};

use crate::index::{MAX_SLOTS, Squares};
use crate::layout::{Row, square};
use crate::material::{MAX_MEN, Man, Material};

/// A position as tables see it: the stronger side White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(crate) material: Material,
    pub(crate) turn: Color,
    pub(crate) white_king: u8,
    pub(crate) black_king: u8,
    pub(crate) squares: Squares,
}

impl Stored {
    /// `None` for more than [`MAX_MEN`] men. Castling and en passant are not looked at.
    pub(crate) fn of_board(board: &Board, turn: Color) -> Option<Stored> {
        if board.occupied().count() > MAX_MEN {
            return None;
        }
        let (material, flip) = Material::of_board(board);
        let seen = |color: Color| if flip { !color } else { color };
        let turned = if flip { 56 } else { 0 };
        let king = |color| Some(board.king_of(seen(color))? as u8 ^ turned);
        let mut squares = [0; MAX_SLOTS];
        let mut next = 0;
        for roles in [&[Role::Queen, Role::Rook, Role::Bishop, Role::Knight][..], &[Role::Pawn]] {
            for color in [Color::White, Color::Black] {
                for &role in roles {
                    for at in board.by_color(seen(color)) & board.by_role(role) {
                        squares[next] = at as u8 ^ turned;
                        next += 1;
                    }
                }
            }
        }
        Some(Stored {
            material,
            turn: seen(turn),
            white_king: king(Color::White)?,
            black_king: king(Color::Black)?,
            squares,
        })
    }
}

/// The position of these men, if it is legal.
pub(crate) fn chess(slots: &[Man], row: &Row, black_king: u8, turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    let kings = [(row.white_king, Color::White), (black_king, Color::Black)];
    for (at, color) in kings {
        board.set_piece_at(square(at), Piece { color, role: Role::King });
    }
    for (man, &at) in slots.iter().zip(&row.squares) {
        board.set_piece_at(square(at), Piece { color: man.color, role: man.role });
    }
    if board.occupied().count() != slots.len() + 2 {
        return None;
    }
    let setup = Setup { board, turn, ..Setup::empty() };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(position) => Some(position),
        // No game leads to such a check, but the table's rules need no game.
        Err(error) => error.ignore_impossible_check().ok(),
    }
}

/// Whether `turn` has any legal move, none being en passant.
pub(crate) fn has_legal_move(slots: &[Man], row: &Row, black_king: u8, turn: Color) -> bool {
    chess(slots, row, black_king, turn).is_none_or(|p| !p.legal_moves().is_empty())
}

/// Whether a pawn may be taken en passant.
pub(crate) fn has_en_passant(position: &Chess) -> bool {
    position.ep_square(EnPassantMode::Legal).is_some()
}
