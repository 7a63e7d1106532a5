//! The number of positions each index number represents: up to symmetry, with like pieces distinguished.
//!
//! The published statistics count this way, so totals can be compared with them.

use crate::index::numbering::{Index, Squares};
use crate::index::symmetry::{DIAGONAL, on_diagonal};

pub(crate) struct Weights<'a> {
    index: &'a Index,
    /// Placements of the pieces; empty with pawns, where they are not needed.
    placements: Vec<Squares>,
    labelings: u64,
}

impl<'a> Weights<'a> {
    pub(crate) fn new(index: &'a Index) -> Weights<'a> {
        let placements = if index.has_pawns() { Vec::new() } else { index.placements() };
        Weights { index, placements, labelings: index.labelings() }
    }

    /// Adds the positions of one pair of kings to the counts of their codes; `pair` counts on through the slices.
    pub(crate) fn add(&self, pair: usize, codes: &[u8], counts: &mut [u64]) {
        let (slice, (white, black)) = self.index.slice_and_kings(pair);
        if slice.pawns.is_empty() && on_diagonal(white) && on_diagonal(black) {
            for (rank, code) in codes.iter().enumerate() {
                counts[usize::from(*code)] += self.on_diagonal(rank);
            }
            return;
        }
        // A symmetric pawn placement holds every position twice, with the pawns' labels exchanged.
        let weight = if slice.symmetric { self.labelings / 2 } else { self.labelings };
        let mut plain = [0u64; 256];
        codes.iter().for_each(|code| plain[usize::from(*code)] += 1);
        counts.iter_mut().zip(plain).for_each(|(count, n)| *count += weight * n);
    }

    /// The weight of a placement if both kings are on the diagonal, so that its reflection has a number too.
    pub(crate) fn on_diagonal(&self, rank: usize) -> u64 {
        let squares = &self.placements[rank];
        match self.index.rank(squares, DIAGONAL) {
            reflected if reflected < rank => 0,
            reflected if reflected > rank => self.labelings,
            _ if squares[..self.index.slots.len()].iter().all(|&s| on_diagonal(s)) => self.labelings,
            // Reflection only exchanges like pieces: the labelings are mirror images in pairs.
            _ => self.labelings / 2,
        }
    }
}
