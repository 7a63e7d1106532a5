//! Asks finished tables for the value of a position.

use std::fs;
use std::path::Path;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Position};
use shakmaty_syzygy::Wdl;

use crate::file::table::{Table, TableError};
use crate::index::material::Material;
use crate::index::position::NormalizedPosition;
use crate::metric::Metric;
use crate::probe::error::ProbeError;
use crate::probe::prober::{Prober, with_fifty_move_rule};
use crate::probe::values::{self, ScoreSource};
use crate::score::{Score, Value};

/// The tables of one metric in one directory, open for reading by any number of threads.
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    tables: Vec<Table>,
    numbers: FxHashMap<Material, usize>,
}

impl Tablebase {
    /// Opens all tables of `metric` in `dir`.
    ///
    /// # Errors
    /// [`TableError`] if the directory cannot be read, or any of its tables is damaged in its header.
    pub fn open(dir: &Path, metric: Metric) -> Result<Tablebase, TableError> {
        let mut tables = Vec::new();
        for material in Tablebase::list(dir, metric)? {
            tables.push(Table::open(dir, material, metric)?);
        }
        let numbers = tables.iter().enumerate().map(|(i, t)| (t.material(), i)).collect();
        Ok(Tablebase { metric, tables, numbers })
    }

    /// The endings whose tables lie in `dir`, fewest men first.
    ///
    /// # Errors
    /// [`TableError::Io`] if the directory cannot be read.
    pub fn list(dir: &Path, metric: Metric) -> Result<Vec<Material>, TableError> {
        let io = |error| TableError::Io { path: dir.to_owned(), error };
        let mut found = Vec::new();
        for entry in fs::read_dir(dir).map_err(io)? {
            let name = entry.map_err(io)?.file_name();
            if let Some((name, extension)) = name.to_str().and_then(|n| n.rsplit_once('.')) {
                // Other files may well be in the directory.
                if let (true, Ok(material)) = (extension == metric.name(), name.parse::<Material>()) {
                    found.push(material);
                }
            }
        }
        found.sort_by_key(|m| (m.piece_count(), std::cmp::Reverse(*m)));
        Ok(found)
    }

    /// What is counted.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The tables, fewest men first.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Most men of any table; 2 if there is none. A search asks only below that.
    pub fn max_pieces(&self) -> usize {
        self.tables.last().map_or(2, |t| t.material().piece_count())
    }

    /// The table of one ending.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.numbers.get(&material).map(|&i| &self.tables[i])
    }

    /// The value of a position for the side to move, without regard to the fifty-move rule.
    ///
    /// # Errors
    /// [`ProbeError`]; never a value out of a damaged block.
    pub fn probe(&self, position: &Chess) -> Result<Value, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let score = values::score(&mut { self }, self.metric, position)?;
        // The rules library lets no illegal position through, so an entry that says so is a damaged table.
        match score.value() {
            Some(value) => Ok(value),
            None => Err(ProbeError::TooManyPieces),
        }
    }
}

impl Prober for Tablebase {
    fn metric(&self) -> Metric {
        Tablebase::metric(self)
    }

    fn max_pieces(&self) -> usize {
        Tablebase::max_pieces(self)
    }

    /// A conversion that the loser is forced to is not counted in the distance to it.
    fn distance_error(&self) -> u32 {
        u32::from(self.metric == Metric::Dtc)
    }

    fn probe(&self, position: &Chess) -> Result<Value, ProbeError> {
        Tablebase::probe(self, position)
    }

    /// The fifty-move rule is seen where the very next capture or pawn move is too far away.
    fn wdl(&self, position: &Chess) -> Result<Wdl, ProbeError> {
        Ok(with_fifty_move_rule(self, position, Tablebase::probe(self, position)?, 0).0)
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
