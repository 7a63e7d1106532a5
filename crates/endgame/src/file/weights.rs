//! How many positions each number of an index stands for.

use rayon::prelude::*;

use crate::file::codes::Code;
use crate::index::numbering::Index;
use crate::index::symmetry::{DIAGONAL, on_diagonal};

/// The weights of an index's numbers: the positions that each stands for, up to symmetry and with
/// like pieces told apart, as published statistics count them.
pub(crate) struct Weights<'a> {
    index: &'a Index,
    /// Ways to tell like pieces apart.
    labelings: u64,
}

impl<'a> Weights<'a> {
    pub(crate) fn new(index: &'a Index) -> Weights<'a> {
        Weights {
            index,
            labelings: index.labelings(),
        }
    }

    /// Counts positions by code, of which there are `code_count`. `codes` are those of whole king
    /// pairs, the first of which has the number `first_pair`.
    pub(crate) fn count<C: Code>(
        &self,
        first_pair: usize,
        codes: &[C],
        code_count: usize,
    ) -> Vec<u64> {
        let zeros = || vec![0; code_count];
        let codes_by_pair = codes
            .par_chunks_exact(self.index.placement_count)
            .enumerate();
        let counts = codes_by_pair.fold(zeros, |mut counts, (nth, codes_of_pair)| {
            self.add(first_pair + nth, codes_of_pair, &mut counts);
            counts
        });
        counts.reduce(zeros, sum)
    }

    /// Adds the positions of one king pair, given their codes, to the counts by code.
    pub(crate) fn add<C: Code>(&self, pair: usize, codes: &[C], counts: &mut [u64]) {
        let (slice, (white, black)) = self.index.slice_and_kings(pair);
        if slice.pawns.is_empty() && on_diagonal(white) && on_diagonal(black) {
            for (placement, code) in codes.iter().enumerate() {
                counts[code.number()] += self.diagonal_kings_weight(placement);
            }
            return;
        }
        // A pawn placement that is its own mirror image: mirroring a position only exchanges like
        // pawns, so that half of the labelings are the same up to symmetry.
        let weight = if slice.symmetric {
            self.labelings / 2
        } else {
            self.labelings
        };
        if codes.len() < counts.len() {
            for code in codes {
                counts[code.number()] += weight;
            }
            return;
        }
        // Many codes: they are counted first, and multiplied once for each value.
        let mut unweighted = vec![0u64; counts.len()];
        for code in codes {
            unweighted[code.number()] += 1;
        }
        for (count, positions) in counts.iter_mut().zip(unweighted) {
            *count += weight * positions;
        }
    }

    /// The weight of a placement of the other pieces if both kings are on the diagonal: the
    /// placement's reflection has a number too, and the lower of both counts.
    pub(crate) fn diagonal_kings_weight(&self, placement: usize) -> u64 {
        let squares = self.index.placement(placement);
        let reflected = self.index.rank(&squares, DIAGONAL);
        if reflected < placement {
            // Counted at its reflection.
            return 0;
        }
        let pieces = &squares[..self.index.slots.len()];
        let all_on_diagonal = pieces.iter().all(|&square| on_diagonal(square));
        if reflected > placement || all_on_diagonal {
            self.labelings
        } else {
            // Reflection only exchanges like pieces: the labelings are mirror images in pairs.
            self.labelings / 2
        }
    }
}

/// Adds the counts of two parts.
fn sum(mut counts: Vec<u64>, others: Vec<u64>) -> Vec<u64> {
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
    counts
}
