//! Tables in memory: one code a position, or the packed blocks of the file.

use std::io;
use std::ops::Range;

use shakmaty::Color;

use crate::file::codes::{Code, Codes};
use crate::file::storage::Storage;
use crate::file::weights::Weights;
use crate::index::like_pieces::Squares;
use crate::index::numbering::Index;
use crate::ordinal::ORDINALS;
use crate::score::Score;

/// The values of one ending as codes: numbers in the palette of the side to move.
#[derive(Debug)]
pub(crate) struct LoadedTable {
    pub(crate) index: Index,
    /// For White and for Black to move.
    pub(crate) codes: [Codes; 2],
    pub(crate) palettes: [Vec<Score>; 2],
}

impl LoadedTable {
    /// A table of `index` with room for all codes, or for none.
    pub(crate) fn empty(index: Index, room: bool, storage: Storage<'_>) -> io::Result<LoadedTable> {
        let len = if room { index.len() } else { 0 };
        let codes = [
            Codes::zeroed(len, 1, storage)?,
            Codes::zeroed(len, 1, storage)?,
        ];
        Ok(LoadedTable {
            index,
            codes,
            palettes: [Vec::new(), Vec::new()],
        })
    }

    /// The score of a position whose pieces stand on different squares.
    #[inline]
    pub(crate) fn score(
        &self,
        turn: Color,
        white_king: u8,
        black_king: u8,
        squares: &Squares,
    ) -> Score {
        match self.index.of(white_king, black_king, squares) {
            Some(number) => self.at(turn, number),
            None => Score::ILLEGAL,
        }
    }

    #[inline]
    pub(crate) fn at(&self, turn: Color, number: usize) -> Score {
        let turn = turn.fold_wb(0, 1);
        self.palettes[turn][self.codes[turn].get(number)]
    }

    /// Gives every score in `present`, which is indexed by [`Score::ordinal`], a code.
    pub(crate) fn extend_palette(&mut self, turn: usize, present: &[bool; ORDINALS]) {
        let palette = &mut self.palettes[turn];
        for (ordinal, _) in present.iter().enumerate().filter(|(_, p)| **p) {
            let score = Score::from_ordinal(ordinal);
            if !palette.contains(&score) {
                palette.push(score);
            }
        }
    }

    /// For each side to move, the number of positions of `slices` with each code, weighted by
    /// [`Weights`].
    pub(crate) fn count_codes(&self, slices: Range<usize>) -> [Vec<u64>; 2] {
        [0, 1].map(|turn| match &self.codes[turn] {
            Codes::Narrow(codes) => self.count(turn, codes, &slices),
            Codes::Wide(codes) => self.count(turn, codes, &slices),
        })
    }

    fn count<C: Code>(&self, turn: usize, codes: &[C], slices: &Range<usize>) -> Vec<u64> {
        let (first, slice_len) = (
            slices.start * self.index.kings.pairs.len(),
            self.index.slice_len(),
        );
        let codes = &codes[slices.start * slice_len..slices.end * slice_len];
        Weights::new(&self.index).count(first, codes, self.palettes[turn].len())
    }
}
