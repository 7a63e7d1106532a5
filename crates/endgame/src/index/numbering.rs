//! The number of a position within its ending: pawns, king pair, then the other pieces, like pieces
//! merged.
//!
//! `number = (slice * king pairs + king pair) * placements + rank of the placement`. A *slice* is
//! one placement of the pawns up to the left-right mirror; without pawns there is one slice. Like
//! pieces on squares a < b < c < d have the rank C(a,1) + C(b,2) + C(c,3) + C(d,4): exchanging them
//! changes nothing. "Pieces" here are those that are neither kings nor pawns.

use std::collections::HashMap;

use shakmaty::{Color, Piece, Role};

use crate::index::kings::{KingPair, KingPairs};
use crate::index::like_pieces::{MAX_SLOTS, Squares, placement_count, rank_of, sets};
use crate::index::material::Material;
use crate::index::symmetry::{DIAGONAL, MAP, MIRROR, Transform, map};

/// Like pieces, neither kings nor pawns: one digit of a placement's rank.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) piece: Piece,
    /// Its slots.
    pub(crate) slots: std::ops::Range<usize>,
}

impl Group {
    /// Number of sets of squares.
    pub(crate) fn size(&self) -> usize {
        placement_count(self.slots.len())
    }
}

/// The squares of all pieces but the black king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) white_king: u8,
    pub(crate) squares: Squares,
}

#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// Squares of the pawns in slot order, each color's ascending.
    pub(crate) pawns: Vec<u8>,
    /// Sum of the ranks that the pawns have advanced. A push leads to a slice of greater advance.
    pub(crate) advance: u32,
    pub(crate) symmetric: bool,
}

#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) material: Material,
    pub(crate) slots: Vec<Piece>,
    pub(crate) kings: &'static KingPairs,
    pub(crate) groups: Vec<Group>,
    pub(crate) first_pawn: usize,
    white_pawns: usize,
    /// The most advanced first, so that a push leads to an earlier slice.
    pub(crate) slices: Vec<Slice>,
    /// Slice of each pawn placement, and whether the board must be mirrored.
    slice_of: Vec<(u32, bool)>,
    pub(crate) placement_count: usize,
}

impl Index {
    pub(crate) fn new(material: Material) -> Index {
        let slots = material.slots();
        let first_pawn = slots
            .iter()
            .position(|p| p.role == Role::Pawn)
            .unwrap_or(slots.len());
        let mut groups: Vec<Group> = Vec::new();
        for (i, &piece) in slots[..first_pawn].iter().enumerate() {
            match groups.last_mut() {
                Some(group) if group.piece == piece => group.slots.end = i + 1,
                _ => groups.push(Group {
                    piece,
                    slots: i..i + 1,
                }),
            }
        }
        let white_pawns = material.pawns(Color::White);
        let (slices, slice_of) = slices(white_pawns, material.pawns(Color::Black));
        let placement_count = groups.iter().map(Group::size).product();
        let kings = KingPairs::get(material.has_pawns());
        Index {
            material,
            slots,
            kings,
            groups,
            first_pawn,
            white_pawns,
            slices,
            slice_of,
            placement_count,
        }
    }

    pub(crate) fn has_pawns(&self) -> bool {
        self.first_pawn < self.slots.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.slices.len() * self.slice_len()
    }

    pub(crate) fn slice_len(&self) -> usize {
        self.kings.pairs.len() * self.placement_count
    }

    /// The slice and the kings of a king pair; `pair` counts on through the slices.
    pub(crate) fn slice_and_kings(&self, pair: usize) -> (&Slice, (u8, u8)) {
        let pairs = &self.kings.pairs;
        (&self.slices[pair / pairs.len()], pairs[pair % pairs.len()])
    }

    pub(crate) fn row(&self, slice: &Slice, white_king: u8, pieces: &Squares) -> Row {
        let mut squares = *pieces;
        squares[self.first_pawn..self.slots.len()].copy_from_slice(&slice.pawns);
        Row {
            white_king,
            squares,
        }
    }

    /// The number of a position whose pieces stand on different squares; `None` if the kings are
    /// adjacent.
    #[inline]
    pub(crate) fn of(&self, white_king: u8, black_king: u8, squares: &Squares) -> Option<usize> {
        let pair = self.kings.pair(white_king, black_king);
        if !self.has_pawns() {
            if pair.number == KingPair::NONE {
                return None;
            }
            let rank = self.rank(squares, pair.transform);
            let rank = if pair.symmetric {
                rank.min(self.rank(squares, pair.transform ^ DIAGONAL))
            } else {
                rank
            };
            return Some(usize::from(pair.number) * self.placement_count + rank);
        }
        let (slice, mirror) = self.slice_of[pawn_key(
            &squares[self.first_pawn..self.slots.len()],
            self.white_pawns,
        )];
        let t = if mirror { MIRROR } else { 0 };
        let pair = if mirror {
            self.kings.pair(map(t, white_king), map(t, black_king))
        } else {
            pair
        };
        if pair.number == KingPair::NONE {
            return None;
        }
        let pair = slice as usize * self.kings.pairs.len() + usize::from(pair.number);
        Some(pair * self.placement_count + self.rank(squares, t))
    }

    #[inline]
    pub(crate) fn rank(&self, squares: &Squares, t: Transform) -> usize {
        let table = &MAP[usize::from(t)];
        let mut rank = 0;
        for group in &self.groups {
            let at = |i: usize| usize::from(table[usize::from(squares[i] & 63)]);
            let start = group.slots.start;
            rank = match group.slots.len() {
                1 => rank << 6 | at(start),
                n => rank * placement_count(n) + rank_of(n, |i| at(start + i)),
            };
        }
        rank
    }

    /// The squares of the pieces in the placement of this rank; those of pawns are zero.
    pub(crate) fn placement(&self, rank: usize) -> Squares {
        let (mut squares, mut rest) = ([0; MAX_SLOTS], rank);
        for group in self.groups.iter().rev() {
            let set = &sets(group.slots.len())[rest % group.size()];
            rest /= group.size();
            squares[group.slots.clone()].copy_from_slice(&set[..group.slots.len()]);
        }
        squares
    }

    /// The number of ways to distinguish the like pieces of one position.
    pub(crate) fn labelings(&self) -> u64 {
        let black_pawns = self.slots.len() - self.first_pawn - self.white_pawns;
        let groups = self.groups.iter().map(|group| group.slots.len());
        groups
            .chain([self.white_pawns, black_pawns])
            .map(|n| (1..=n as u64).product::<u64>())
            .product()
    }
}

/// A number for a placement of pawns that does not depend on the order within a color.
fn pawn_key(pawns: &[u8], whites: usize) -> usize {
    let mut sorted = [0; MAX_SLOTS];
    let sorted = &mut sorted[..pawns.len()];
    sorted.copy_from_slice(pawns);
    sorted[..whites].sort_unstable();
    sorted[whites..].sort_unstable();
    sorted.iter().fold(0, |key, &s| key << 6 | usize::from(s))
}

/// The placements of `whites` and `blacks` pawns up to the mirror, and the slice of each placement.
fn slices(whites: usize, blacks: usize) -> (Vec<Slice>, Vec<(u32, bool)>) {
    let n = whites + blacks;
    if n == 0 {
        return (
            vec![Slice {
                pawns: Vec::new(),
                advance: 0,
                symmetric: false,
            }],
            Vec::new(),
        );
    }
    let mut placements: Vec<Vec<u8>> = vec![Vec::new()];
    for i in 0..n {
        let first = if i < whites { 0 } else { whites };
        let mut next = Vec::new();
        for p in placements {
            // Pawns of one color are numbered upwards.
            let least = if p.len() > first {
                p[p.len() - 1] + 1
            } else {
                8
            };
            for square in least..56 {
                if !p.contains(&square) {
                    next.push([&p[..], &[square]].concat());
                }
            }
        }
        placements = next;
    }
    let key = |p: &[u8]| pawn_key(p, whites);
    let mirrored = |p: &[u8]| key(&p.iter().map(|&s| map(MIRROR, s)).collect::<Vec<_>>());
    let advance = |(i, s): (usize, &u8)| u32::from(if i < whites { s >> 3 } else { 7 - (s >> 3) });
    let mut slices: Vec<Slice> = placements
        .iter()
        .filter(|p| key(p) <= mirrored(p))
        .map(|p| Slice {
            advance: p.iter().enumerate().map(advance).sum(),
            symmetric: key(p) == mirrored(p),
            pawns: p.clone(),
        })
        .collect();
    slices.sort_by_key(|s| (u32::MAX - s.advance, key(&s.pawns)));
    let mut numbers: HashMap<usize, u32> = HashMap::new();
    for (number, slice) in slices.iter().enumerate() {
        numbers.insert(key(&slice.pawns), number as u32);
    }
    let mut slice_of = vec![(0, false); 1 << (6 * n)];
    for p in &placements {
        slice_of[key(p)] = match numbers.get(&key(p)) {
            Some(&slice) => (slice, false),
            None => (numbers[&mirrored(p)], true),
        };
    }
    (slices, slice_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(name: &str) -> Index {
        Index::new(name.parse().unwrap())
    }

    #[test]
    fn len_known_endings_as_published() {
        for (name, len) in [
            ("KQKR", 462 * 64 * 64),
            ("KBBKN", 462 * 2016 * 64),
            ("KPK", 24 * 3612),
            ("KRPKR", 24 * 3612 * 64 * 64),
            // 48 * 47 ordered placements in mirror pairs; two unlike pawns are never symmetric.
            ("KPKP", 48 * 47 / 2 * 3612),
            // Like pawns: 24 placements are symmetric.
            ("KPPK", (48 * 47 / 2 + 24) / 2 * 3612),
            ("KRNKNN", 462 * 64 * 64 * 2016),
            ("KNNNNK", 462 * 635_376),
        ] {
            assert_eq!(index(name).len(), len, "{name}");
        }
    }

    #[test]
    fn placement_every_group_size_in_rank_order() {
        for name in [
            "KQKR", "KBBK", "KRPK", "KBBBK", "KBBKN", "KNNNNK", "KBBKNN", "KRKNNN",
        ] {
            let index = index(name);
            for rank in
                (0..index.placement_count).step_by(if index.slots.len() > 3 { 97 } else { 1 })
            {
                assert_eq!(index.rank(&index.placement(rank), 0), rank, "{name}");
            }
        }
    }

    #[test]
    fn number_symmetric_positions_equal() {
        let kqkr = index("KQKR");
        for t in 0..8 {
            let at = |s| map(t, s);
            assert_eq!(
                kqkr.of(at(9), at(45), &[at(30), at(17), 0, 0]),
                kqkr.of(9, 45, &[30, 17, 0, 0])
            );
        }
        let kppk = index("KPPK");
        assert_eq!(
            kppk.of(2, 60, &[8, 34, 0, 0]),
            kppk.of(5, 59, &[37, 15, 0, 0])
        );
    }

    #[test]
    fn slice_after_push_is_earlier() {
        let index = index("KPKP");
        for (i, slice) in index.slices.iter().enumerate() {
            let (white, black) = (slice.pawns[0], slice.pawns[1]);
            if white < 48 && white + 8 != black {
                let pushed = index.of(0, 63, &[white + 8, black, 0, 0]).unwrap();
                assert!(pushed / index.slice_len() < i);
            }
        }
    }
}
