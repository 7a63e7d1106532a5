//! Builds tables, sub-endings before those that lead to them.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::checkpoint::Checkpoint;
use crate::format::table_path;
use crate::lookup::LoadedTables;
use crate::material::Material;
use crate::metric::Metric;
use crate::plan::MemoryPlan;
use crate::table::{Table, TableError};
use crate::work::Work;

/// What to build, where, and with how much.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Directory of the tables, made if it is not there.
    pub dir: PathBuf,
    /// What is counted.
    pub metric: Metric,
    /// Bytes of memory allowed; beyond that, arrays lie in temporary files in `dir`.
    pub memory: u64,
    /// How often an unfinished slice is saved, so that an interrupted build loses no more than this.
    pub save_every: Duration,
}

/// What a build tells while it runs.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A table is begun; before anything is allocated.
    Table {
        /// The ending.
        material: Material,
        /// What its build takes.
        plan: MemoryPlan,
        /// Positions to settle at most, both sides to move.
        positions: u64,
        /// Slices, the placements of the pawns, to be solved.
        slices: usize,
    },
    /// An iteration over the slice in work is done.
    Iteration {
        /// Slices done, of how many.
        slices: (usize, usize),
        /// Whose wins are grown.
        winner: shakmaty::Color,
        /// Plies the sets have reached.
        plies: usize,
        /// Positions won or lost in this iteration.
        settled: u64,
    },
    /// A group of slices is done.
    Slices {
        /// Slices done, of how many.
        slices: (usize, usize),
    },
    /// The file is written.
    Finished {
        /// The ending.
        material: Material,
        /// Time since [`Progress::Table`].
        elapsed: Duration,
        /// Bytes of the file.
        bytes: u64,
    },
}

/// Why a build ended without its tables.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file could not be written or read.
    #[error("{path}: {error}")]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A table that is already there is damaged; it is not overwritten.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Another process is at it.
    #[error("another process is building {0} there")]
    Busy(Material),
    /// More than 256 different values for one side to move, which the format cannot hold.
    #[error("{0} has more than 256 different values for one side to move")]
    TooManyValues(Material),
}

/// Builds the tables of `wanted` and of everything they lead to, except those already in the directory. Returns the
/// endings built, in order.
///
/// # Errors
/// [`BuildError`]; what was finished until then stays, and the same call goes on from there.
pub fn build(
    wanted: &[Material],
    options: &BuildOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Material>, BuildError> {
    let io = |error| BuildError::Io { path: options.dir.clone(), error };
    fs::create_dir_all(&options.dir).map_err(io)?;
    let mut order = Vec::new();
    for material in wanted.iter().flat_map(|m| m.with_all_successors()) {
        if !order.contains(&material) {
            order.push(material);
        }
    }
    let mut tables = LoadedTables::new();
    let mut built = Vec::new();
    for material in order {
        if table_path(&options.dir, material, options.metric).exists() {
            Table::open(&options.dir, material, options.metric)?;
            Checkpoint::clear(&options.dir, material, options.metric).map_err(io)?;
            continue;
        }
        let start = Instant::now();
        let work = Work::new(material, options, &mut tables, progress)?;
        let table = work.run(progress)?;
        let path = table_path(&options.dir, material, options.metric);
        let bytes = fs::metadata(&path).map_err(|error| BuildError::Io { path, error })?.len();
        progress(Progress::Finished { material, elapsed: start.elapsed(), bytes });
        tables.insert(material, Arc::new(table));
        built.push(material);
    }
    Ok(built)
}
