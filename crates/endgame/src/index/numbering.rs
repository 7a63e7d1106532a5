//! Numbers the positions of one ending: pawns, kings, then the other pieces, like men merged.
//!
//! `index = (slice * kings + pair) * pieces + rank of the pieces`. A *slice* is one placement of the pawns up to
//! the left-right mirror; without pawns there is one slice. Within a group of like men the squares a < b < c have
//! the rank C(a,1) + C(b,2) + C(c,3), so that exchanged twins have one number.

use std::collections::HashMap;

use shakmaty::{Color, Piece, Role};

use crate::index::kings::{KingPair, KingPairs};
use crate::index::material::{MAX_PIECES, Material};
use crate::index::symmetry::{DIAGONAL, MAP, MIRROR, Transform, map};

/// Men besides the kings, at most.
pub(crate) const MAX_SLOTS: usize = MAX_PIECES - 2;

/// Squares of the men besides the kings, in the order of [`Material::slots`].
pub(crate) type Squares = [u8; MAX_SLOTS];

/// The men of one row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) white_king: u8,
    pub(crate) squares: Squares,
}

/// One placement of the pawns.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// Squares of the pawns, in slot order, each colour's ascending.
    pub(crate) pawns: Vec<u8>,
    /// Ranks the pawns have advanced, in sum. A push leads to a slice of greater advance.
    pub(crate) advance: u32,
    /// The mirror image is the same placement.
    pub(crate) symmetric: bool,
}

/// The numbering of one ending's positions.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) material: Material,
    pub(crate) slots: Vec<Piece>,
    pub(crate) kings: &'static KingPairs,
    /// Ranges of slots with like pieces, pawns excluded.
    groups: Vec<(usize, usize)>,
    /// Slots from here on are pawns.
    pub(crate) first_pawn: usize,
    white_pawns: usize,
    /// Most advanced placements first, so that a push leads to an earlier slice.
    pub(crate) slices: Vec<Slice>,
    /// Slice of each placement, and whether the board must be mirrored.
    slice_of: Vec<(u32, bool)>,
    /// Placements of the pieces: the size of one pair of kings.
    pub(crate) pieces: usize,
}

impl Index {
    pub(crate) fn new(material: Material) -> Index {
        let slots = material.slots();
        let first_pawn = slots.iter().position(|m| m.role == Role::Pawn).unwrap_or(slots.len());
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (i, man) in slots[..first_pawn].iter().enumerate() {
            match groups.last_mut() {
                Some((start, end)) if slots[*start] == *man => *end = i + 1,
                _ => groups.push((i, i + 1)),
            }
        }
        let white_pawns = material.pawns(Color::White);
        let (slices, slice_of) = slices(white_pawns, material.pawns(Color::Black));
        let pieces = groups.iter().map(|(start, end)| group_size(end - start)).product();
        let kings = KingPairs::get(material.has_pawns());
        Index { material, slots, kings, groups, first_pawn, white_pawns, slices, slice_of, pieces }
    }

    /// Numbers in use, for one side to move.
    pub(crate) fn len(&self) -> usize {
        self.slices.len() * self.slice_len()
    }

    /// Numbers of one slice.
    pub(crate) fn slice_len(&self) -> usize {
        self.kings.pairs.len() * self.pieces
    }

    /// The number of a position whose men stand on different squares; `None` if the kings touch.
    #[inline]
    pub(crate) fn of(&self, white_king: u8, black_king: u8, squares: &Squares) -> Option<usize> {
        let pair = self.kings.pair(white_king, black_king);
        if self.first_pawn == self.slots.len() {
            if pair.number == KingPair::NONE {
                return None;
            }
            let rank = self.rank(squares, pair.transform);
            let rank = if pair.twin { rank.min(self.rank(squares, pair.transform ^ DIAGONAL)) } else { rank };
            return Some(usize::from(pair.number) * self.pieces + rank);
        }
        let (slice, mirror) =
            self.slice_of[pawn_key(&squares[self.first_pawn..self.slots.len()], self.white_pawns)];
        let t = if mirror { MIRROR } else { 0 };
        let pair = if mirror { self.kings.pair(map(t, white_king), map(t, black_king)) } else { pair };
        if pair.number == KingPair::NONE {
            return None;
        }
        let pair = slice as usize * self.kings.pairs.len() + usize::from(pair.number);
        Some(pair * self.pieces + self.rank(squares, t))
    }

    /// The number of the pieces' placement among all, after transform `t`.
    #[inline]
    pub(crate) fn rank(&self, squares: &Squares, t: Transform) -> usize {
        let table = &MAP[usize::from(t)];
        let mut rank = 0;
        for &(start, end) in &self.groups {
            let at = |i: usize| usize::from(table[usize::from(squares[i] & 63)]);
            rank = match end - start {
                1 => rank << 6 | at(start),
                2 => rank * group_size(2) + rank_two(at(start), at(start + 1)),
                _ => rank * group_size(3) + rank_three(at(start), at(start + 1), at(start + 2)),
            };
        }
        rank
    }

    /// The placements of the pieces in the order of their numbers, pawns left out.
    pub(crate) fn placements(&self) -> Vec<Squares> {
        let mut found = vec![[0; MAX_SLOTS]];
        for &(start, end) in &self.groups {
            let sets = sets(end - start);
            found = found
                .iter()
                .flat_map(|squares| {
                    sets.iter().map(move |set| {
                        let mut squares = *squares;
                        squares[start..end].copy_from_slice(&set[..end - start]);
                        squares
                    })
                })
                .collect();
        }
        found
    }

    /// In how many ways like men can be told apart in one merged position.
    pub(crate) fn labelings(&self) -> u64 {
        let blacks = self.slots.len() - self.first_pawn - self.white_pawns;
        let groups = self.groups.iter().map(|(start, end)| end - start).chain([self.white_pawns, blacks]);
        groups.map(|n| (1..=n as u64).product::<u64>()).product()
    }
}

/// Unmoves of `n` of the 64 squares.
fn group_size(n: usize) -> usize {
    [1, 64, 64 * 63 / 2, 64 * 63 * 62 / 6][n]
}

fn rank_two(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * high.wrapping_sub(1) / 2 + low
}

fn rank_three(a: usize, b: usize, c: usize) -> usize {
    let mut s = [a, b, c];
    s.sort_unstable();
    s[2] * s[2].wrapping_sub(1) * s[2].wrapping_sub(2) / 6 + rank_two(s[0], s[1])
}

/// All sets of `n` squares, ascending within a set, in the order of their ranks.
fn sets(n: usize) -> Vec<Squares> {
    let mut found = Vec::new();
    match n {
        1 => found.extend((0..64).map(|a| [a, 0, 0])),
        2 => (0..64).for_each(|b| found.extend((0..b).map(|a| [a, b, 0]))),
        _ => (0..64).for_each(|c| (0..c).for_each(|b| found.extend((0..b).map(|a| [a, b, c])))),
    }
    found
}

/// A number for a placement of pawns that does not depend on the order within a colour.
fn pawn_key(pawns: &[u8], whites: usize) -> usize {
    let mut sorted = [0; MAX_SLOTS];
    let sorted = &mut sorted[..pawns.len()];
    sorted.copy_from_slice(pawns);
    sorted[..whites].sort_unstable();
    sorted[whites..].sort_unstable();
    sorted.iter().fold(0, |key, &s| key << 6 | usize::from(s))
}

/// The placements of so many white and black pawns up to the mirror, and the slice of each.
fn slices(whites: usize, blacks: usize) -> (Vec<Slice>, Vec<(u32, bool)>) {
    let n = whites + blacks;
    if n == 0 {
        return (vec![Slice { pawns: Vec::new(), advance: 0, symmetric: false }], Vec::new());
    }
    let mut placements: Vec<Vec<u8>> = vec![Vec::new()];
    for i in 0..n {
        let first = if i < whites { 0 } else { whites };
        placements = placements
            .into_iter()
            .flat_map(|p| {
                let least = p.get(first..).and_then(|own| own.last()).map_or(8, |s| s + 1);
                let free: Vec<u8> = (least.max(8)..56).filter(|s| !p.contains(s)).collect();
                free.into_iter().map(move |s| [&p[..], &[s]].concat())
            })
            .collect();
    }
    let mirrored = |p: &[u8]| pawn_key(&p.iter().map(|&s| map(MIRROR, s)).collect::<Vec<_>>(), whites);
    let mut slices: Vec<Slice> = placements
        .iter()
        .filter(|p| pawn_key(p, whites) <= mirrored(p))
        .map(|p| Slice {
            advance: p
                .iter()
                .enumerate()
                .map(|(i, s)| u32::from(if i < whites { s >> 3 } else { 7 - (s >> 3) }))
                .sum(),
            symmetric: pawn_key(p, whites) == mirrored(p),
            pawns: p.clone(),
        })
        .collect();
    slices.sort_by_key(|s| (u32::MAX - s.advance, pawn_key(&s.pawns, whites)));
    let numbers: HashMap<usize, u32> =
        slices.iter().enumerate().map(|(i, s)| (pawn_key(&s.pawns, whites), i as u32)).collect();
    let mut slice_of = vec![(0, false); 1 << (6 * n)];
    for p in &placements {
        let key = pawn_key(p, whites);
        slice_of[key] = match numbers.get(&key) {
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
    fn sizes_are_as_published() {
        assert_eq!(index("KQKR").len(), 462 * 64 * 64);
        assert_eq!(index("KBBKN").len(), 462 * 2016 * 64);
        assert_eq!(index("KPK").len(), 24 * 3612);
        assert_eq!(index("KRPKR").len(), 24 * 3612 * 64 * 64);
        // 48 * 47 ordered placements in pairs of mirror images; two unlike pawns are never their own image.
        assert_eq!(index("KPKP").slices.len(), 48 * 47 / 2);
        // Like pawns: 24 placements are their own image.
        assert_eq!(index("KPPK").slices.len(), (48 * 47 / 2 + 24) / 2);
    }

    #[test]
    fn placements_come_in_the_order_of_their_numbers() {
        for name in ["KQKR", "KBBK", "KRPK", "KBBBK", "KBBKN"] {
            let index = index(name);
            for (i, squares) in index.placements().iter().enumerate() {
                assert_eq!(index.rank(squares, 0), i, "{name}");
            }
        }
    }

    #[test]
    fn images_of_a_position_have_one_number() {
        let index = index("KQKR");
        for t in 0..8 {
            let at = |s| map(t, s);
            let twin = index.of(at(9), at(45), &[at(30), at(17), 0]);
            assert_eq!(twin, index.of(9, 45, &[30, 17, 0]));
        }
        let index = self::index("KPPK");
        assert_eq!(index.of(2, 60, &[8, 34, 0]), index.of(5, 59, &[37, 15, 0]));
    }

    #[test]
    fn a_push_leads_to_an_earlier_slice() {
        let index = index("KPKP");
        for (i, slice) in index.slices.iter().enumerate() {
            let (white, black) = (slice.pawns[0], slice.pawns[1]);
            if white < 48 && white + 8 != black {
                let pushed = index.of(0, 63, &[white + 8, black, 0]).unwrap();
                assert!(pushed / index.slice_len() < i);
            }
        }
    }
}
