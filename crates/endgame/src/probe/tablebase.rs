//! The tables of one metric in one directory.

use std::cmp::Reverse;
use std::fs;
use std::path::Path;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Position};
use shakmaty_syzygy::Wdl;

use crate::file::storage::FileError;
use crate::file::table::{Table, TableError};
use crate::index::material::Material;
use crate::index::position::NormalizedPosition;
use crate::metric::Metric;
use crate::probe::error::ProbeError;
use crate::probe::prober::{Prober, with_fifty_move_rule};
use crate::probe::values::{ScoreSource, position_score};
use crate::score::{Score, Value};

/// The tables of one metric in one directory, open for reading by any number of threads.
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    tables: Vec<Table>,
    numbers: FxHashMap<Material, usize>,
}

impl Tablebase {
    /// Opens all tables of `metric` in `dir`. Fails if a table's header is damaged.
    pub fn open(dir: &Path, metric: Metric) -> Result<Tablebase, TableError> {
        let endings = Tablebase::list(dir, metric)?.into_iter();
        let tables: Vec<Table> =
            endings.map(|material| Table::open(dir, material, metric)).collect::<Result<_, _>>()?;
        let numbers = tables.iter().enumerate().map(|(i, t)| (t.material(), i)).collect();
        Ok(Tablebase { metric, tables, numbers })
    }

    /// The endings with a table in `dir`, fewest pieces first.
    pub fn list(dir: &Path, metric: Metric) -> Result<Vec<Material>, TableError> {
        let at_dir = FileError::at(dir);
        let mut found = Vec::new();
        for entry in fs::read_dir(dir).map_err(&at_dir)? {
            let name = entry.map_err(&at_dir)?.file_name();
            // Other files in the directory are ignored.
            if let Some((name, extension)) = name.to_str().and_then(|n| n.rsplit_once('.'))
                && extension == metric.name()
            {
                found.extend(name.parse::<Material>());
            }
        }
        found.sort_by_key(|m| (m.piece_count(), Reverse(*m)));
        Ok(found)
    }

    /// The tables, fewest pieces first.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table of one ending.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.numbers.get(&material).map(|&i| &self.tables[i])
    }
}

impl Prober for Tablebase {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn max_pieces(&self) -> usize {
        self.tables.last().map_or(2, |t| t.material().piece_count())
    }

    /// A conversion that the loser is forced to make counts no ply.
    fn distance_error(&self) -> u32 {
        u32::from(self.metric == Metric::Dtc)
    }

    fn probe(&self, position: &Chess) -> Result<Value, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let score = position_score(&mut { self }, self.metric, position)?;
        // No legal position is marked illegal in an undamaged table.
        score.value().ok_or(ProbeError::TooManyPieces)
    }

    /// The fifty-move rule is applied up to the next capture or pawn move only.
    fn wdl(&self, position: &Chess) -> Result<Wdl, ProbeError> {
        Ok(with_fifty_move_rule(self, position, self.probe(position)?, 0).0)
    }
}

impl ScoreSource for &Tablebase {
    type Error = ProbeError;

    fn score(&mut self, at: &NormalizedPosition) -> Result<Score, ProbeError> {
        let table = self.table(at.material).ok_or(ProbeError::Missing(at.material))?;
        match table.index.of(at.white_king, at.black_king, &at.squares) {
            Some(number) => Ok(table.score(at.turn, number)?),
            None => Ok(Score::ILLEGAL),
        }
    }

    fn too_many_pieces(&self) -> ProbeError {
        ProbeError::TooManyPieces
    }
}
