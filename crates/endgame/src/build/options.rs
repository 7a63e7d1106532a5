//! The options of a build, and its errors.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

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

/// A number of bytes, printed in binary units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes(pub(crate) u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
        match units.into_iter().find(|(shift, _)| self.0 >> shift > 0) {
            Some((shift, unit)) => write!(f, "{:.2} {unit}", self.0 as f64 / (1u64 << shift) as f64),
            None => write!(f, "{} B", self.0),
        }
    }
}
