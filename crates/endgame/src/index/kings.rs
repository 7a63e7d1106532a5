//! The king pair index: 462 pairs without pawns, 3,612 with them.
//!
//! **Second-hand** (F101): without pawns the white king is confined to one octant of the board, and
//! of two pairs that are mirror images only one is stored. With pawns only the left-right mirror is
//! left, and the pawns use it up (see `numbering`).

use std::sync::LazyLock;

use shakmaty::attacks::king_attacks;

use crate::index::symmetry::{DIAGONAL, Transform, map, on_diagonal, square, to_triangle};

#[derive(Clone, Copy, Debug)]
pub(crate) struct KingPair {
    /// Number of the pair, or [`KingPair::NONE`] if the kings are adjacent.
    pub(crate) number: u16,
    /// The transform that brings the board into the stored form.
    pub(crate) transform: Transform,
    /// Whether both kings are then on the diagonal: the board's reflection has the same pair.
    pub(crate) symmetric: bool,
}

impl KingPair {
    pub(crate) const NONE: u16 = u16::MAX;
}

#[derive(Debug)]
pub(crate) struct KingPairs {
    by_squares: Vec<KingPair>,
    /// White and black king of each stored pair, ascending; equal white kings are adjacent.
    pub(crate) pairs: Vec<(u8, u8)>,
    pub(crate) white_squares: Vec<u8>,
}

static PAWNLESS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(false));
static WITH_PAWNS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(true));

impl KingPairs {
    pub(crate) fn get(pawns: bool) -> &'static KingPairs {
        if pawns { &WITH_PAWNS } else { &PAWNLESS }
    }

    #[inline]
    pub(crate) fn pair(&self, white: u8, black: u8) -> KingPair {
        self.by_squares[usize::from(white) << 6 | usize::from(black)]
    }

    fn new(pawns: bool) -> KingPairs {
        let above_diagonal = |square: u8| square >> 3 > square & 7;
        let transform = |white, black| match to_triangle(white) {
            _ if pawns => 0,
            t if on_diagonal(map(t, white)) && above_diagonal(map(t, black)) => t ^ DIAGONAL,
            t => t,
        };
        let white_squares: Vec<u8> = (0..64).filter(|&s| pawns || to_triangle(s) == 0).collect();
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        for &white in &white_squares {
            for black in 0..64 {
                if !are_adjacent(white, black) && transform(white, black) == 0 {
                    pairs.push((white, black));
                }
            }
        }
        let by_squares = (0..64 * 64)
            .map(|i| {
                let (white, black) = ((i >> 6) as u8, (i & 63) as u8);
                let transform = transform(white, black);
                let stored = (map(transform, white), map(transform, black));
                let number = match pairs.binary_search(&stored) {
                    Ok(number) => number as u16,
                    Err(_) => KingPair::NONE,
                };
                let symmetric = !pawns && on_diagonal(stored.0) && on_diagonal(stored.1);
                KingPair {
                    number,
                    transform,
                    symmetric,
                }
            })
            .collect();
        KingPairs {
            by_squares,
            pairs,
            white_squares,
        }
    }
}

pub(crate) fn are_adjacent(a: u8, b: u8) -> bool {
    a == b || king_attacks(square(a)).contains(square(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_all_squares_stored_unless_adjacent() {
        for (pawns, count) in [(false, 462), (true, 3612)] {
            let kings = KingPairs::get(pawns);
            assert_eq!(kings.pairs.len(), count, "Thompson's numbers");
            for (white, black) in (0..64).flat_map(|white| (0..64).map(move |black| (white, black)))
            {
                let pair = kings.pair(white, black);
                assert_eq!(pair.number == KingPair::NONE, are_adjacent(white, black));
                if let Some(&stored) = kings.pairs.get(usize::from(pair.number)) {
                    assert_eq!(
                        stored,
                        (map(pair.transform, white), map(pair.transform, black))
                    );
                }
            }
        }
    }
}
