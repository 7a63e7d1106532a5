//! Tables to verify with: in memory or in their files.

use std::collections::HashMap;

use shakmaty::Color;

use crate::file::loaded::LoadedTable;
use crate::file::table::Table;
use crate::index::like_pieces::Squares;
use crate::index::material::Material;
use crate::score::Score;

/// A finished table to look values up in.
#[derive(Debug)]
pub(crate) enum Source {
    /// In memory, for speed.
    Loaded(LoadedTable),
    /// In its file, all of whose blocks were tested.
    Packed(Table),
}

pub(crate) type Sources = HashMap<Material, Source>;

impl Source {
    /// The score of a position whose pieces stand on different squares.
    #[inline]
    pub(crate) fn score(
        &self,
        turn: Color,
        white_king: u8,
        black_king: u8,
        squares: &Squares,
    ) -> Score {
        match self {
            Source::Loaded(table) => table.score(turn, white_king, black_king, squares),
            Source::Packed(table) => table.tested_score_of(turn, white_king, black_king, squares),
        }
    }

    /// The score of an index number.
    #[inline]
    pub(crate) fn at(&self, turn: Color, number: usize) -> Score {
        match self {
            Source::Loaded(table) => table.at(turn, number),
            Source::Packed(table) => table.tested_score(turn, number),
        }
    }
}
