//! Conversion between the rules library's positions and table positions.

use rand::Rng;
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup};

use crate::index::like_pieces::{MAX_SLOTS, Squares};
use crate::index::material::{Material, slot_order};
use crate::index::numbering::{Index, Row};
use crate::index::symmetry::square;

/// A position in table form: the stronger side is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NormalizedPosition {
    pub(crate) material: Material,
    pub(crate) turn: Color,
    pub(crate) white_king: u8,
    pub(crate) black_king: u8,
    pub(crate) squares: Squares,
}

impl NormalizedPosition {
    /// `None` for more pieces than tables are built for. Castling and en passant are ignored.
    pub(crate) fn of_board(board: &Board, turn: Color) -> Option<NormalizedPosition> {
        let pieces = board.occupied() & !board.kings();
        if pieces.count() > MAX_SLOTS {
            return None;
        }
        let mut found = [(Color::White.pawn(), 0); MAX_SLOTS];
        let mut number = 0;
        for at in pieces {
            found[number] = (board.piece_at(at)?, at as u8);
            number += 1;
        }
        let found = &mut found[..number];
        let (material, flip) = Material::from_pieces(found.iter().map(|(piece, _)| *piece));
        let seen = |color: Color| if flip { !color } else { color };
        let flipped = if flip { 56 } else { 0 };
        for (piece, _) in found.iter_mut() {
            piece.color = seen(piece.color);
        }
        found.sort_unstable_by_key(|(piece, _)| slot_order(*piece));
        let mut squares = [0; MAX_SLOTS];
        for (slot, (_, at)) in found.iter().enumerate() {
            squares[slot] = *at ^ flipped;
        }
        let king = |color| Some(board.king_of(seen(color))? as u8 ^ flipped);
        let (white_king, black_king) = (king(Color::White)?, king(Color::Black)?);
        Some(NormalizedPosition {
            material,
            turn: seen(turn),
            white_king,
            black_king,
            squares,
        })
    }
}

pub(crate) fn chess(slots: &[Piece], row: &Row, black_king: u8, turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    for (at, color) in [(row.white_king, Color::White), (black_king, Color::Black)] {
        board.set_piece_at(
            square(at),
            Piece {
                color,
                role: Role::King,
            },
        );
    }
    for (piece, &at) in slots.iter().zip(&row.squares) {
        board.set_piece_at(square(at), *piece);
    }
    if board.occupied().count() != slots.len() + 2 {
        return None;
    }
    let setup = Setup {
        board,
        turn,
        ..Setup::empty()
    };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(position) => Some(position),
        // Tables hold checks that no game can lead to.
        Err(error) => error.ignore_impossible_check().ok(),
    }
}

impl Index {
    /// The position of an index number; `None` if it is illegal.
    pub(crate) fn position(&self, number: usize, turn: Color) -> Option<Chess> {
        let (slice, (white_king, black_king)) = self.slice_and_kings(number / self.placement_count);
        let row = self.row(
            slice,
            white_king,
            &self.placement(number % self.placement_count),
        );
        chess(&self.slots, &row, black_king, turn)
    }
}

/// A uniformly random legal position of `material`, without castling and en passant rights.
pub fn random_position(material: Material, rng: &mut impl Rng) -> Chess {
    let slots = material.slots();
    loop {
        let turn = if rng.random() {
            Color::White
        } else {
            Color::Black
        };
        let mut squares = [0; MAX_SLOTS];
        squares[..slots.len()].fill_with(|| rng.random_range(0..64));
        let row = Row {
            white_king: rng.random_range(0..64),
            squares,
        };
        if let Some(position) = chess(&slots, &row, rng.random_range(0..64), turn) {
            return position;
        }
    }
}
