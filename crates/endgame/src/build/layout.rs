//! Layout of a slice's bit sets: the bit of each position, and the legal positions.
//!
//! A set is a vector of 64-bit words, called *rows*. A row holds the 64 squares of the black king, with all other
//! pieces fixed. Rows are numbered by the white king's plane (its square among [`KingPairs::white_squares`]), then by
//! the squares of the pieces in slot order, 64 each. Pawns are fixed within a slice. So one 64-bit operation
//! processes 64 positions, and a piece's move leads to a row at a fixed distance.
//!
//! [`KingPairs::white_squares`]: crate::index::kings::KingPairs::white_squares

use shakmaty::attacks::{attacks, between, king_attacks};
use shakmaty::{Bitboard, Color, Piece, Role};

use crate::index::kings::are_adjacent;
use crate::index::numbering::{Index, MAX_SLOTS, Row, Slice, Squares};
use crate::index::symmetry::{MAP, Transform, square, to_triangle};

/// White king moves from one plane that need the same transform. After such a move, `transform` maps the position to
/// its stored image, in one of `planes`.
#[derive(Debug)]
pub(crate) struct KingStep {
    pub(crate) transform: Transform,
    pub(crate) planes: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) slots: Vec<Piece>,
    pub(crate) first_pawn: usize,
    pub(crate) planes: Vec<u8>,
    /// Rows in a plane: 64 to the power of `first_pawn`.
    pub(crate) plane_rows: usize,
    pub(crate) king_steps: Vec<Vec<KingStep>>,
    /// For each transform, the image of each block of a plane. A block is 64 rows: the squares of the last piece.
    pub(crate) block_map: Vec<Vec<u32>>,
}

/// The squares of the black king that make a row's positions legal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Legal {
    /// No two pieces share a square, and the kings are not adjacent.
    pub(crate) placed: u64,
    /// White may be to move: Black is not in check.
    pub(crate) white: u64,
    /// Black may be to move: White is not in check.
    pub(crate) black: u64,
}

impl Layout {
    pub(crate) fn new(index: &Index) -> Layout {
        let planes = index.kings.white_squares.clone();
        let first_pawn = index.first_pawn;
        let king_steps = planes.iter().map(|&king| king_steps(king, &planes, index.has_pawns())).collect();
        let blocks = 1 << (6 * first_pawn.saturating_sub(1));
        let block_map = MAP
            .iter()
            .map(|map| {
                let digits = |block: usize| (1..first_pawn).rev().map(move |i| block >> (6 * (i - 1)) & 63);
                (0..blocks).map(|b| digits(b).fold(0, |to, s| to << 6 | u32::from(map[s]))).collect()
            })
            .collect();
        let slots = index.slots.clone();
        Layout { slots, first_pawn, plane_rows: 1 << (6 * first_pawn), planes, king_steps, block_map }
    }

    pub(crate) fn row_count(&self) -> usize {
        self.planes.len() * self.plane_rows
    }

    /// The pieces' squares in a row of a slice, by plane and row number within it.
    pub(crate) fn row(&self, slice: &Slice, plane: usize, number: usize) -> Row {
        let mut squares = [0; MAX_SLOTS];
        for (i, at) in squares[..self.first_pawn].iter_mut().enumerate() {
            *at = (number >> (6 * (self.first_pawn - 1 - i)) & 63) as u8;
        }
        squares[self.first_pawn..self.slots.len()].copy_from_slice(&slice.pawns);
        Row { white_king: self.planes[plane], squares }
    }

    /// Number of a row within its plane, from the pieces' squares.
    pub(crate) fn row_number(&self, squares: &Squares) -> usize {
        squares[..self.first_pawn].iter().fold(0, |row, &s| row << 6 | usize::from(s))
    }

    /// Squares of all pieces of a row but the black king; `None` if two share a square.
    pub(crate) fn occupied(&self, row: &Row) -> Option<Bitboard> {
        let mut occupied = Bitboard::from(square(row.white_king));
        for &s in &row.squares[..self.slots.len()] {
            if occupied.contains(square(s)) {
                return None;
            }
            occupied.add(square(s));
        }
        Some(occupied)
    }

    pub(crate) fn legal(&self, row: &Row) -> Legal {
        let Some(occupied) = self.occupied(row) else { return Legal::default() };
        let king = square(row.white_king);
        let placed = !(occupied | king_attacks(king));
        let (mut white, mut black) = (placed, placed);
        for (&piece, &s) in self.slots.iter().zip(&row.squares) {
            let reach = attacks(square(s), piece, occupied);
            let slides = !matches!(piece.role, Role::Knight | Role::Pawn);
            match piece.color {
                Color::White => white &= !reach,
                // The black king itself may block a sliding piece's check.
                Color::Black if reach.contains(king) && slides => black &= between(square(s), king),
                Color::Black if reach.contains(king) => black = Bitboard::EMPTY,
                Color::Black => {}
            }
        }
        Legal { placed: placed.0, white: white.0, black: black.0 }
    }
}

fn king_steps(king: u8, planes: &[u8], pawns: bool) -> Vec<KingStep> {
    let mut steps: Vec<KingStep> = Vec::new();
    for to in (0..64).filter(|&s| s != king && are_adjacent(king, s)) {
        let transform = if pawns { 0 } else { to_triangle(to) };
        let stored = MAP[usize::from(transform)][usize::from(to)];
        let plane = planes.binary_search(&stored).expect("every square is stored under some transform");
        match steps.iter_mut().find(|s| s.transform == transform) {
            Some(step) => step.planes.push(plane),
            None => steps.push(KingStep { transform, planes: vec![plane] }),
        }
    }
    steps
}
