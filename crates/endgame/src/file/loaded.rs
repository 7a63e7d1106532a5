//! A whole table in memory, one byte a position.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Color;

use crate::file::storage::{LargeArray, Storage};
use crate::index::material::Material;
use crate::index::numbering::{Index, Squares};
use crate::index::weights::Weights;
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
