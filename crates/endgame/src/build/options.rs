//! The options of a build, its progress and its errors.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::build::plan::MemoryPlan;
use crate::file::table::TableError;
use crate::index::material::Material;
use crate::metric::Metric;

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
