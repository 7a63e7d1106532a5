//! The tables of one metric in one directory.

use std::cmp::Reverse;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use rustix::time::{ClockId, clock_gettime};
use shakmaty::{Chess, Position};
use shakmaty_syzygy::Wdl;

use crate::file::storage::FileError;
use crate::file::table::{Table, TableError};
use crate::index::material::Material;
use crate::index::position::{NormalizedPosition, random_position};
use crate::probe::position_score::position_score;
use crate::probe::prober::{ProbeError, Prober, with_fifty_move_rule};
use crate::score::{Metric, Score, Value};

/// The tables of one metric in one directory, open for reading by any number of threads.
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    tables: Vec<Table>,
    /// Where in `tables` an ending's table is.
    at: FxHashMap<Material, usize>,
}

impl Tablebase {
    /// Opens all tables of `metric` in `dir`. Fails if a table's header is damaged.
    pub fn open(dir: &Path, metric: Metric) -> Result<Tablebase, TableError> {
        let endings = Tablebase::list(dir, metric)?.into_iter();
        let tables: Vec<Table> = endings
            .map(|material| Table::open(dir, material, metric))
            .collect::<Result<_, _>>()?;
        Ok(Tablebase::of_tables(tables, metric))
    }

    /// These tables, fewest pieces first.
    pub(crate) fn of_tables(tables: Vec<Table>, metric: Metric) -> Tablebase {
        let at = tables
            .iter()
            .enumerate()
            .map(|(i, t)| (t.material(), i))
            .collect();
        Tablebase { metric, tables, at }
    }

    /// The endings with a table in `dir`, fewest pieces first.
    pub fn list(dir: &Path, metric: Metric) -> Result<Vec<Material>, TableError> {
        let at_dir = FileError::at(dir);
        let mut found = Vec::new();
        for entry in fs::read_dir(dir).map_err(&at_dir)? {
            let name = entry.map_err(&at_dir)?.file_name();
            // Other files in the directory are ignored.
            if let Some(name) = name.to_str()
                && let Some((name, extension)) = name.rsplit_once('.')
                && extension == metric.name()
            {
                found.extend(name.parse::<Material>());
            }
        }
        // Among equal counts, the stronger pieces first.
        found.sort_by_key(|m| (m.piece_count(), Reverse(*m)));
        Ok(found)
    }

    /// The tables, fewest pieces first.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table of one ending.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.at.get(&material).map(|&i| &self.tables[i])
    }

    fn score(&self, at: &NormalizedPosition) -> Result<Score, ProbeError> {
        let table = self
            .table(at.material)
            .ok_or(ProbeError::Missing(at.material))?;
        match table.index.of(at.white_king, at.black_king, &at.squares) {
            Some(number) => Ok(table.score(at.turn, number)?),
            None => Ok(Score::ILLEGAL),
        }
    }
}

impl Prober for Tablebase {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn max_pieces(&self) -> usize {
        match self.tables.last() {
            Some(table) => table.material().piece_count(),
            None => 2,
        }
    }

    /// In DTC a conversion forced on the loser counts no ply, so a distance may be one ply short.
    fn distance_error(&self) -> u32 {
        u32::from(self.metric == Metric::Dtc)
    }

    fn probe(&self, position: &Chess) -> Result<Value, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let score = position_score(&|at| self.score(at), self.metric, position)?;
        // No legal position is marked illegal in an undamaged table.
        // So this error stands for damage.
        score.value().ok_or(ProbeError::TooManyPieces)
    }

    /// The fifty-move rule is applied up to the next capture or pawn move only.
    fn wdl(&self, position: &Chess) -> Result<Wdl, ProbeError> {
        let counter = 0;
        let (wdl, _certain) = with_fifty_move_rule(self, position, self.probe(position)?, counter);
        Ok(wdl)
    }
}

/// A number of probes and the time they took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbeSpeed {
    pub positions: u64,
    /// CPU time of the probing thread, unaffected by other programs' load.
    pub elapsed: Duration,
}

impl ProbeSpeed {
    /// Positions per second.
    pub fn per_second(self) -> f64 {
        self.positions as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Probes `count` random positions of one ending, each once, on one thread. Before the clock
/// starts, the whole file is read and verified and the positions are drawn from `seed`.
pub fn probe_speed(
    tablebase: &Tablebase,
    ending: Material,
    count: usize,
    seed: u64,
) -> Result<ProbeSpeed, ProbeError> {
    tablebase
        .table(ending)
        .ok_or(ProbeError::Missing(ending))?
        .test()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let positions: Vec<Chess> = (0..count)
        .map(|_| random_position(ending, &mut rng))
        .collect();
    let start = thread_time();
    for position in &positions {
        black_box(tablebase.probe(position)?);
    }
    Ok(ProbeSpeed {
        positions: count as u64,
        elapsed: thread_time().saturating_sub(start),
    })
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
