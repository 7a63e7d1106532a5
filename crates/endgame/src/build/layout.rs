//! Layout of a slice's bit sets: the bit of each position, and the legal positions.
//!
//! A set is one array of 64-bit words, called *rows*, for each *plane*: a square of the white king
//! among [`KingPairs::white_squares`]. A row holds the 64 squares of the black king, with all other
//! pieces fixed. Rows are numbered by the rank of the placement, in which each group of like pieces
//! is one digit. Pawns are fixed within a slice. So one 64-bit operation processes 64 positions.
//!
//! [`KingPairs::white_squares`]: crate::index::kings::KingPairs::white_squares

use shakmaty::attacks::{attacks, between, king_attacks};
use shakmaty::{Bitboard, Color, Piece, Role};

use crate::index::kings::are_adjacent;
use crate::index::like_pieces::{Column, columns, rank_of, sets};
use crate::index::numbering::{Index, Row, Slice};
use crate::index::symmetry::{MAP, Transform, square, to_triangle};

/// Slices of at most this many rows are solved side by side, larger ones one after another by all
/// threads. In unit tests, all four pieces have large ones.
pub(crate) const SMALL_SLICE: usize = if cfg!(test) { 64 * 63 } else { 64 * 64 };

/// White king moves from one plane that need the same transform. After such a move, `transform`
/// maps the position to its stored image, in one of `planes`.
#[derive(Debug)]
pub(crate) struct KingStep {
    pub(crate) transform: Transform,
    pub(crate) planes: Vec<usize>,
}

/// A group of like pieces as a digit of the row number.
#[derive(Debug)]
pub(crate) struct Digit {
    pub(crate) piece: Piece,
    pub(crate) size: usize,
    /// Rows between neighboring values of the digit.
    pub(crate) stride: usize,
    pub(crate) columns: &'static [Column],
    /// Squares occupied by the more significant digits, by their value.
    pub(crate) high: Vec<u64>,
    /// Squares occupied by the less significant digits, by their value.
    pub(crate) low: Vec<u64>,
    /// Image of each value under each transform.
    images: Vec<Vec<u32>>,
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) slots: Vec<Piece>,
    pub(crate) first_pawn: usize,
    pub(crate) planes: Vec<u8>,
    /// Rows in a plane: the placements of the pieces.
    pub(crate) plane_rows: usize,
    pub(crate) digits: Vec<Digit>,
    pub(crate) king_steps: Vec<Vec<KingStep>>,
    /// For each transform, the image of each block of a plane: the values of all digits but the
    /// last.
    pub(crate) block_map: Vec<Vec<u32>>,
}

/// The squares of the black king that make a row's positions legal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Legal {
    /// White may be to move: Black is not in check.
    pub(crate) white: u64,
    /// Black may be to move: White is not in check.
    pub(crate) black: u64,
}

impl Legal {
    pub(crate) fn of(&self, turn: Color) -> u64 {
        turn.fold_wb(self.white, self.black)
    }
}

impl Layout {
    pub(crate) fn new(index: &Index) -> Layout {
        let planes = index.kings.white_squares.clone();
        let king_steps = planes
            .iter()
            .map(|&king| king_steps(king, &planes, index.has_pawns()))
            .collect();
        let digits = digits(index);
        let blocks = match digits.last() {
            Some(last) => last.high.len(),
            None => 1,
        };
        let block_map =
            (0..MAP.len()).map(|t| (0..blocks).map(|b| block_image(&digits, t, b)).collect());
        Layout {
            slots: index.slots.clone(),
            first_pawn: index.first_pawn,
            plane_rows: index.placement_count,
            block_map: block_map.collect(),
            planes,
            digits,
            king_steps,
        }
    }

    /// Image of each value of the last digit under a transform; one value if there is no digit.
    pub(crate) fn last_image(&self, transform: Transform) -> &[u32] {
        match self.digits.last() {
            Some(last) => &last.images[usize::from(transform)],
            None => &[0],
        }
    }

    /// Squares occupied by the white king and the pawns.
    pub(crate) fn fixed(&self, slice: &Slice, plane: usize) -> u64 {
        slice
            .pawns
            .iter()
            .fold(1 << self.planes[plane], |all, s| all | 1u64 << s)
    }

    /// The pieces' squares in a row of a slice, by plane and row number within it.
    pub(crate) fn row(&self, index: &Index, slice: &Slice, plane: usize, number: usize) -> Row {
        index.row(slice, self.planes[plane], &index.placement(number))
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
        let Some(occupied) = self.occupied(row) else {
            return Legal::default();
        };
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
        Legal {
            white: white.0,
            black: black.0,
        }
    }
}

fn digits(index: &Index) -> Vec<Digit> {
    let occupied =
        |n: usize, value: usize| sets(n)[value][..n].iter().fold(0, |all, s| all | 1u64 << s);
    let groups = &index.groups;
    let mut high = vec![0];
    let mut digits = Vec::new();
    for group in groups {
        let (n, size) = (group.slots.len(), group.size());
        let mut next = Vec::new();
        if digits.len() + 1 < groups.len() {
            for h in &high {
                next.extend((0..size).map(|value| h | occupied(n, value)));
            }
        }
        let image = |t: usize, value: usize| {
            rank_of(n, |i| usize::from(MAP[t][usize::from(sets(n)[value][i])])) as u32
        };
        let images = (0..MAP.len())
            .map(|t| (0..size).map(|value| image(t, value)).collect())
            .collect();
        digits.push(Digit {
            piece: group.piece,
            size,
            stride: 0,
            columns: columns(n),
            high: std::mem::replace(&mut high, next),
            low: Vec::new(),
            images,
        });
    }
    let mut low = vec![0];
    for (digit, group) in digits.iter_mut().zip(groups).rev() {
        digit.stride = low.len();
        let n = group.slots.len();
        let mut next = Vec::new();
        if digit.high.len() > 1 {
            for value in 0..digit.size {
                next.extend(low.iter().map(|l| l | occupied(n, value)));
            }
        }
        digit.low = std::mem::replace(&mut low, next);
    }
    digits
}

/// The image of a block: the values of all digits but the last, as one number.
fn block_image(digits: &[Digit], transform: usize, block: usize) -> u32 {
    let (mut image, mut unit, mut rest) = (0, 1, block);
    for digit in digits.iter().rev().skip(1) {
        image += unit * digit.images[transform][rest % digit.size];
        rest /= digit.size;
        unit *= digit.size as u32;
    }
    image
}

fn king_steps(king: u8, planes: &[u8], pawns: bool) -> Vec<KingStep> {
    let mut steps: Vec<KingStep> = Vec::new();
    for to in (0..64).filter(|&s| s != king && are_adjacent(king, s)) {
        let transform = if pawns { 0 } else { to_triangle(to) };
        let stored = MAP[usize::from(transform)][usize::from(to)];
        let plane = planes
            .binary_search(&stored)
            .expect("every square is stored under some transform");
        match steps.iter_mut().find(|s| s.transform == transform) {
            Some(step) => step.planes.push(plane),
            None => steps.push(KingStep {
                transform,
                planes: vec![plane],
            }),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_rows_agree_with_the_placements() {
        for name in ["KQKR", "KBBKN", "KRNKN", "KNNNK", "KRPKN"] {
            let index = Index::new(name.parse().unwrap());
            let layout = Layout::new(&index);
            for row in (0..layout.plane_rows).step_by(37) {
                let squares = index.placement(row);
                let occupied = squares[..index.first_pawn]
                    .iter()
                    .fold(0, |all, s| all | 1u64 << s);
                for digit in &layout.digits {
                    let (value, low) = (row / digit.stride % digit.size, row % digit.stride);
                    let high = row / digit.stride / digit.size;
                    let column = digit
                        .columns
                        .iter()
                        .find(|c| c.ranks.contains(&(value as u32)))
                        .unwrap();
                    let own = column
                        .ranks
                        .iter()
                        .position(|rank| *rank as usize == value)
                        .unwrap();
                    assert_eq!(
                        digit.high[high] | digit.low[low] | column.others | 1 << own,
                        occupied
                    );
                }
                let images = layout.last_image(4);
                let block = layout.block_map[4][row / images.len()] as usize;
                let image = block * images.len() + images[row % images.len()] as usize;
                assert_eq!(image, index.rank(&squares, 4), "{name}");
            }
        }
    }
}
