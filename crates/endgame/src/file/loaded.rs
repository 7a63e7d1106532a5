//! A whole table in memory, one byte a position.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Color;

use crate::file::storage::{LargeArray, Storage};
use crate::index::material::Material;
use crate::index::numbering::{Index, Squares};
use crate::index::symmetry::{DIAGONAL, on_diagonal};
use crate::score::{ORDINALS, Score};

/// The values of one ending as codes: numbers in the palette of the side to move.
#[derive(Debug)]
pub(crate) struct LoadedTable {
    pub(crate) index: Index,
    /// For White and for Black to move.
    pub(crate) codes: [LargeArray<u8>; 2],
    pub(crate) palettes: [Vec<Score>; 2],
}

pub(crate) type LoadedTables = HashMap<Material, Arc<LoadedTable>>;

impl LoadedTable {
    pub(crate) fn empty(index: Index, storage: Storage<'_>) -> io::Result<LoadedTable> {
        let codes = [LargeArray::zeroed(index.len(), storage)?, LargeArray::zeroed(index.len(), storage)?];
        Ok(LoadedTable { index, codes, palettes: [Vec::new(), Vec::new()] })
    }

    pub(crate) fn in_memory(&self) -> bool {
        self.codes.iter().any(LargeArray::in_memory)
    }

    /// The score of a position whose pieces stand on different squares.
    #[inline]
    pub(crate) fn score(&self, turn: Color, white_king: u8, black_king: u8, squares: &Squares) -> Score {
        match self.index.of(white_king, black_king, squares) {
            Some(number) => {
                let turn = turn.fold_wb(0, 1);
                self.palettes[turn][usize::from(self.codes[turn][number])]
            }
            None => Score::ILLEGAL,
        }
    }

    /// Gives every score in `present` a code. Both `present` and the returned codes are indexed by
    /// [`Score::ordinal`]; `None` means more than 256 codes.
    pub(crate) fn extend_palette(
        &mut self,
        turn: usize,
        present: &[bool; ORDINALS],
    ) -> Option<[u8; ORDINALS]> {
        let palette = &mut self.palettes[turn];
        for (ordinal, _) in present.iter().enumerate().filter(|(_, p)| **p) {
            let score = Score::from_ordinal(ordinal);
            if !palette.contains(&score) {
                palette.push(score);
            }
        }
        let mut codes = [0; ORDINALS];
        for (code, score) in palette.iter().enumerate() {
            codes[score.ordinal()] = u8::try_from(code).ok()?;
        }
        Some(codes)
    }

    /// For each side to move, the number of positions with each code, weighted by [`Weights`].
    pub(crate) fn count_codes(&self) -> [Vec<u64>; 2] {
        let weights = Weights::new(&self.index);
        let none = || vec![0; 256];
        [0, 1].map(|turn| {
            let pairs = self.codes[turn].par_chunks_exact(self.index.placement_count).enumerate();
            let counts = pairs.fold(none, |mut counts, (pair, codes)| {
                weights.add(pair, codes, &mut counts);
                counts
            });
            let mut total = counts.reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
            total.truncate(self.palettes[turn].len());
            total
        })
    }
}

/// The number of positions each index number represents: up to symmetry, with like pieces distinguished, as published
/// statistics count them.
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
