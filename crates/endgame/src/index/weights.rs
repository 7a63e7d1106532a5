//! Counts a table's positions: one of each set of mirror images, with like men told apart.
//!
//! This is how the published statistics count, so that totals can be held against them.

use crate::index::numbering::{Index, Squares};
use crate::index::symmetry::{DIAGONAL, on_diagonal};

/// How many positions each number of an index stands for.
pub(crate) struct Weights<'a> {
    index: &'a Index,
    /// Placements of the pieces, if the kings can both be on the diagonal.
    placements: Vec<Squares>,
    labelings: u64,
}

impl<'a> Weights<'a> {
    pub(crate) fn new(index: &'a Index) -> Weights<'a> {
        let pawnless = index.first_pawn == index.slots.len();
        let placements = if pawnless { index.placements() } else { Vec::new() };
        Weights { index, placements, labelings: index.labelings() }
    }

    /// Adds the positions of one pair of kings to the counts of their codes; `pair` counts on through the slices.
    pub(crate) fn add(&self, pair: usize, codes: &[u8], counts: &mut [u64]) {
        let pairs = &self.index.kings.pairs;
        let (white, black) = pairs[pair % pairs.len()];
        let slice = &self.index.slices[pair / pairs.len()];
        if slice.pawns.is_empty() && on_diagonal(white) && on_diagonal(black) {
            for (rank, code) in codes.iter().enumerate() {
                counts[usize::from(*code)] += self.on_diagonal(rank);
            }
            return;
        }
        // A placement of pawns that is its own image holds every position twice, labels of the pawns exchanged.
        let weight = if slice.symmetric { self.labelings / 2 } else { self.labelings };
        let mut plain = [0u64; 256];
        codes.iter().for_each(|code| plain[usize::from(*code)] += 1);
        counts.iter_mut().zip(plain).for_each(|(count, n)| *count += weight * n);
    }

    /// Positions a placement stands for if both kings are on the diagonal, so that its reflection is in the table too.
    pub(crate) fn on_diagonal(&self, rank: usize) -> u64 {
        let squares = &self.placements[rank];
        match self.index.rank(squares, DIAGONAL) {
            twin if twin < rank => 0,
            twin if twin > rank => self.labelings,
            _ if squares[..self.index.slots.len()].iter().all(|&s| on_diagonal(s)) => self.labelings,
            // Reflection only exchanges like men: the labelings are images of each other in pairs.
            _ => self.labelings / 2,
        }
    }
}
