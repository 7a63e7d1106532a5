//! Between positions of the rules library and the men of a table.

use rand::Rng;
use shakmaty::{Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup};

use crate::index::material::{Material, slot_order};
use crate::index::numbering::Row;
use crate::index::numbering::{MAX_SLOTS, Squares};
use crate::index::symmetry::square;

/// A position as tables see it: the stronger side White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NormalizedPosition {
    pub(crate) material: Material,
    pub(crate) turn: Color,
    pub(crate) white_king: u8,
    pub(crate) black_king: u8,
    pub(crate) squares: Squares,
}

impl NormalizedPosition {
    /// `None` for more men than tables are made for. Castling and en passant are not looked at.
    pub(crate) fn of_board(board: &Board, turn: Color) -> Option<NormalizedPosition> {
        let men = board.occupied() & !board.kings();
        if men.count() > MAX_SLOTS {
            return None;
        }
        let mut found = [(Piece { color: Color::White, role: Role::Pawn }, 0); MAX_SLOTS];
        let mut number = 0;
        for at in men {
            let color = Color::from_white(board.white().contains(at));
            found[number] = (Piece { color, role: board.role_at(at)? }, at as u8);
            number += 1;
        }
        let found = &mut found[..number];
        let (material, flip) = Material::from_pieces(found.iter().map(|(man, _)| *man));
        let seen = |color: Color| if flip { !color } else { color };
        let turned = if flip { 56 } else { 0 };
        found.iter_mut().for_each(|(man, _)| man.color = seen(man.color));
        found.sort_unstable_by_key(|(man, _)| slot_order(*man));
        let mut squares = [0; MAX_SLOTS];
        squares.iter_mut().zip(found).for_each(|(to, (_, at))| *to = *at ^ turned);
        let king = |color| Some(board.king_of(seen(color))? as u8 ^ turned);
        Some(NormalizedPosition {
            material,
            turn: seen(turn),
            white_king: king(Color::White)?,
            black_king: king(Color::Black)?,
            squares,
        })
    }
}

/// The position of these men, if it is legal.
pub(crate) fn chess(slots: &[Piece], row: &Row, black_king: u8, turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    let kings = [(row.white_king, Color::White), (black_king, Color::Black)];
    for (at, color) in kings {
        board.set_piece_at(square(at), Piece { color, role: Role::King });
    }
    for (man, &at) in slots.iter().zip(&row.squares) {
        board.set_piece_at(square(at), *man);
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
pub(crate) fn has_legal_move(slots: &[Piece], row: &Row, black_king: u8, turn: Color) -> bool {
    chess(slots, row, black_king, turn).is_none_or(|p| !p.legal_moves().is_empty())
}

/// Whether a pawn may be taken en passant.
pub(crate) fn has_en_passant(position: &Chess) -> bool {
    position.ep_square(EnPassantMode::Legal).is_some()
}

/// Draws a legal position of `material`, every one as likely as any other; without castling and en-passant rights.
pub fn random_position(material: Material, rng: &mut impl Rng) -> Chess {
    let slots = material.slots();
    loop {
        let turn = if rng.random() { Color::White } else { Color::Black };
        let mut squares = [0; MAX_SLOTS];
        squares[..slots.len()].fill_with(|| rng.random_range(0..64));
        let row = Row { white_king: rng.random_range(0..64), squares };
        if let Some(position) = chess(&slots, &row, rng.random_range(0..64), turn) {
            return position;
        }
    }
}
