//! The options of a build, its progress, and its errors.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::build::plan::{Bytes, Plan};
use crate::file::storage::FileError;
use crate::file::table::TableError;
use crate::index::material::Material;
use crate::score::Metric;

/// The options of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Directory of the tables; created if necessary.
    pub dir: PathBuf,
    /// The metric of the distances.
    pub metric: Metric,
    /// Bytes of memory to use at most; larger arrays go to temporary files in `dir`.
    pub memory: u64,
    /// Bytes of disk to use at most for one table and its temporary files; `None` for what is free.
    pub disk: Option<u64>,
}

impl BuildOptions {
    /// Options for a build in `dir` with two gigabytes of memory and all of the disk.
    pub fn new(dir: &Path, metric: Metric) -> BuildOptions {
        BuildOptions { dir: dir.to_owned(), metric, memory: 2 << 30, disk: None }
    }
}

/// The progress of a build. Slices, one for each placement of the pawns, are counted as finished ones and all.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Progress {
    /// A table is begun; nothing is allocated yet.
    Table { plan: Plan, slices: usize },
    /// The wins of `winner` in up to `plies` plies are found; `settled` positions were won or lost in the last ply.
    Iteration { slices: (usize, usize), winner: shakmaty::Color, plies: usize, settled: u64 },
    /// One or more slices are done.
    Slices { slices: (usize, usize) },
    /// All values are known; the file is being written.
    Writing,
    /// The file is written, `elapsed` after [`Progress::Table`].
    Finished { material: Material, elapsed: Duration, bytes: u64 },
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
    #[error("{material} needs {} of disk in {dir}: {} are {kind}", Bytes(*needed), Bytes(*available))]
    Disk { material: Material, dir: PathBuf, needed: u64, available: u64, kind: &'static str },
}
