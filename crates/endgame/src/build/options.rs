//! The options of a build, its progress and its errors.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::build::plan::MemoryPlan;
use crate::file::storage::FileError;
use crate::file::table::TableError;
use crate::index::material::Material;
use crate::metric::Metric;

/// The options of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Directory of the tables; created if necessary.
    pub dir: PathBuf,
    /// The metric of the distances.
    pub metric: Metric,
    /// Bytes of memory to use at most; larger arrays go to temporary files in `dir`.
    pub memory: u64,
    /// Interval at which an unfinished slice is saved: an interrupted build loses no more than this.
    pub save_every: Duration,
}

/// The progress of a build.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A table is begun; nothing is allocated yet.
    Table {
        /// The ending.
        material: Material,
        /// Memory and temporary files needed.
        plan: MemoryPlan,
        /// Upper bound of the positions to settle, both sides to move.
        positions: u64,
        /// Number of slices, one for each placement of the pawns.
        slices: usize,
    },
    /// One iteration over the current slice is done.
    Iteration {
        /// Finished slices and all slices.
        slices: (usize, usize),
        /// The side whose wins are being found.
        winner: shakmaty::Color,
        /// Plies reached.
        plies: usize,
        /// Positions found won or lost in this iteration.
        settled: u64,
    },
    /// One or more slices are done.
    Slices {
        /// Finished slices and all slices.
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

/// A build ended without its tables.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BuildError {
    #[error(transparent)]
    Io(#[from] FileError),
    /// An existing table is damaged; it is not overwritten.
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("another process is building {0} there")]
    Busy(Material),
    #[error("{0} has more than 256 different values for one side to move")]
    TooManyValues(Material),
}
