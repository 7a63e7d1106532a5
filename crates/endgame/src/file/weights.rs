//! The number of positions that each index number represents.

use rayon::prelude::*;

use crate::file::codes::Code;
use crate::index::numbering::Index;
use crate::index::symmetry::{DIAGONAL, on_diagonal};

/// The number of positions each index number represents: up to symmetry, with like pieces
/// distinguished, as published statistics count them.
pub(crate) struct Weights<'a> {
    index: &'a Index,
    labelings: u64,
}

impl<'a> Weights<'a> {
    pub(crate) fn new(index: &'a Index) -> Weights<'a> {
        Weights {
            index,
            labelings: index.labelings(),
        }
    }

    /// The number of positions with each of `values` codes, given the codes of whole king pairs
    /// from number `first`.
    pub(crate) fn count<C: Code>(&self, first: usize, codes: &[C], values: usize) -> Vec<u64> {
        let none = || vec![0; values];
        let pairs = codes
            .par_chunks_exact(self.index.placement_count)
            .enumerate();
        let counts = pairs.fold(none, |mut counts, (pair, codes)| {
            self.add(first + pair, codes, &mut counts);
            counts
        });
        counts.reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect())
    }

    /// Adds the positions of one king pair, given their codes, to the counts by code.
    pub(crate) fn add<C: Code>(&self, pair: usize, codes: &[C], counts: &mut [u64]) {
        let (slice, (white, black)) = self.index.slice_and_kings(pair);
        if slice.pawns.is_empty() && on_diagonal(white) && on_diagonal(black) {
            for (rank, code) in codes.iter().enumerate() {
                counts[code.number()] += self.on_diagonal(rank);
            }
            return;
        }
        // A symmetric pawn placement holds every position twice, with the pawns' labels exchanged.
        let weight = if slice.symmetric {
            self.labelings / 2
        } else {
            self.labelings
        };
        if codes.len() < counts.len() {
            codes
                .iter()
                .for_each(|code| counts[code.number()] += weight);
            return;
        }
        let mut plain = vec![0u64; counts.len()];
        codes.iter().for_each(|code| plain[code.number()] += 1);
        for (count, n) in counts.iter_mut().zip(plain) {
            *count += weight * n;
        }
    }

    /// The weight of a placement if both kings are on the diagonal, so that its reflection has a
    /// number too.
    pub(crate) fn on_diagonal(&self, rank: usize) -> u64 {
        let squares = self.index.placement(rank);
        match self.index.rank(&squares, DIAGONAL) {
            reflected if reflected < rank => 0,
            reflected if reflected > rank => self.labelings,
            _ if squares[..self.index.slots.len()]
                .iter()
                .all(|&s| on_diagonal(s)) =>
            {
                self.labelings
            }
            // Reflection only exchanges like pieces: the labelings are mirror images in pairs.
            _ => self.labelings / 2,
        }
    }
}
