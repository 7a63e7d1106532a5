//! A whole table in memory, and how a move that leaves a slice finds the value of where it leads.

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

/// The values of one ending, one byte a position: a number in the palette of its side to move.
#[derive(Debug)]
pub(crate) struct LoadedTable {
    pub(crate) index: Index,
    /// For White and for Black to move.
    pub(crate) codes: [LargeArray<u8>; 2],
    pub(crate) palettes: [Vec<Score>; 2],
}

impl LoadedTable {
    /// A table without values yet.
    pub(crate) fn empty(index: Index, place: Storage<'_>) -> io::Result<LoadedTable> {
        let codes = [LargeArray::zeroed(index.len(), place)?, LargeArray::zeroed(index.len(), place)?];
        Ok(LoadedTable { index, codes, palettes: [Vec::new(), Vec::new()] })
    }

    /// Whether its values lie in memory.
    pub(crate) fn in_memory(&self) -> bool {
        self.codes.iter().any(LargeArray::in_memory)
    }

    /// The score of a position whose men stand on different squares.
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

    /// Gives every score in `present` (by [`Score::ordinal`]) a code, and returns the codes by ordinal; `None` if
    /// there are more than 256.
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
}

/// Whole tables by their material.
pub(crate) type LoadedTables = HashMap<Material, Arc<LoadedTable>>;

/// For each side to move, how many positions have each code.
pub(crate) fn count_codes(table: &LoadedTable) -> [Vec<u64>; 2] {
    let weights = Weights::new(&table.index);
    [0, 1].map(|turn| {
        let pairs = table.codes[turn].par_chunks_exact(table.index.pieces).enumerate();
        let counts = pairs.fold(
            || vec![0; 256],
            |mut counts, (pair, codes)| {
                weights.add(pair, codes, &mut counts);
                counts
            },
        );
        let mut total = counts.reduce(|| vec![0; 256], |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
        total.truncate(table.palettes[turn].len());
        total
    })
}
