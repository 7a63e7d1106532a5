//! The squares of the two kings: 462 pairs without pawns, 3,612 with them.
//!
//! **Documented**: without pawns the white king is confined to one octant of the board, and to pairs that are not
//! each other's image; with pawns only the left-right mirror is left, and the pawns take that (see `index`).

use std::sync::LazyLock;

use shakmaty::Square;
use shakmaty::attacks::king_attacks;

use crate::index::symmetry::{DIAGONAL, Transform, map, on_diagonal, to_triangle};

/// How one pair of king squares is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingPair {
    /// Number of the pair, or [`KingPair::NONE`] if the kings touch.
    pub(crate) number: u16,
    /// The transform that brings the board into the stored form.
    pub(crate) transform: Transform,
    /// Both kings are then on the diagonal: the board and its reflection have the same pair.
    pub(crate) twin: bool,
}

impl KingPair {
    pub(crate) const NONE: u16 = u16::MAX;
}

/// All pairs of king squares, and those that stand for them.
#[derive(Debug)]
pub(crate) struct KingPairs {
    by_squares: Vec<KingPair>,
    /// White and black king of each stored pair; pairs with the same white king lie together, in order.
    pub(crate) pairs: Vec<(u8, u8)>,
    /// Squares of the white king among the stored pairs, ascending.
    pub(crate) white_squares: Vec<u8>,
}

static PAWNLESS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(false));
static WITH_PAWNS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(true));

impl KingPairs {
    /// The pairs for material with or without pawns.
    pub(crate) fn get(pawns: bool) -> &'static KingPairs {
        if pawns { &WITH_PAWNS } else { &PAWNLESS }
    }

    /// The stored form of this pair.
    #[inline]
    pub(crate) fn pair(&self, white: u8, black: u8) -> KingPair {
        self.by_squares[usize::from(white) << 6 | usize::from(black)]
    }

    fn new(pawns: bool) -> KingPairs {
        let transform = |white, black| match to_triangle(white) {
            _ if pawns => 0,
            t if on_diagonal(map(t, white)) && above_diagonal(map(t, black)) => t ^ DIAGONAL,
            t => t,
        };
        let white_squares: Vec<u8> = (0..64).filter(|&s| pawns || to_triangle(s) == 0).collect();
        let mut pairs = Vec::new();
        for &white in &white_squares {
            pairs.extend(
                (0..64).filter(|&b| !touch(white, b) && transform(white, b) == 0).map(|b| (white, b)),
            );
        }
        let by_squares = (0..64 * 64)
            .map(|i| {
                let (white, black) = ((i >> 6) as u8, (i & 63) as u8);
                let t = transform(white, black);
                let stored = (map(t, white), map(t, black));
                let number = pairs.binary_search(&stored).map_or(KingPair::NONE, |n| n as u16);
                let twin = !pawns && on_diagonal(stored.0) && on_diagonal(stored.1);
                KingPair { number, transform: t, twin }
            })
            .collect();
        KingPairs { by_squares, pairs, white_squares }
    }
}

fn above_diagonal(square: u8) -> bool {
    square >> 3 > square & 7
}

/// Whether kings on these squares touch or coincide.
pub(crate) fn touch(a: u8, b: u8) -> bool {
    a == b || king_attacks(Square::new(u32::from(a))).contains(Square::new(u32::from(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_pairs_are_thompsons() {
        assert_eq!(KingPairs::get(false).pairs.len(), 462);
        assert_eq!(KingPairs::get(true).pairs.len(), 3612);
    }

    #[test]
    fn every_pair_is_stored_or_touches() {
        for white in 0..64 {
            for black in 0..64 {
                for pawns in [false, true] {
                    let kings = KingPairs::get(pawns);
                    let pair = kings.pair(white, black);
                    assert_eq!(pair.number == KingPair::NONE, touch(white, black));
                    if let Some(&(w, b)) = kings.pairs.get(usize::from(pair.number)) {
                        assert_eq!((w, b), (map(pair.transform, white), map(pair.transform, black)));
                    }
                }
            }
        }
    }
}
