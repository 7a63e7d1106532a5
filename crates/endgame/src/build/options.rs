//! The options of a build, its progress, its errors, and the memory it needs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::build::layout::Layout;
use crate::build::solver::{SETS, SolverStorage};
use crate::file::storage::{FileError, Storage};
use crate::file::table::TableError;
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::score::{Metric, Score};

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

impl BuildOptions {
    /// Options for a build in `dir` with two gigabytes of memory, saved every minute.
    pub fn new(dir: &Path, metric: Metric) -> BuildOptions {
        BuildOptions { dir: dir.to_owned(), metric, memory: 2 << 30, save_every: Duration::from_secs(60) }
    }
}

/// The progress of a build. Slices, one for each placement of the pawns, are counted as finished ones and all.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Progress {
    /// A table is begun; nothing is allocated yet. `positions` is an upper bound, both sides to move.
    Table { material: Material, plan: MemoryPlan, positions: u64, slices: usize },
    /// The wins of `winner` in up to `plies` plies are found; `settled` positions were won or lost in the last ply.
    Iteration { slices: (usize, usize), winner: shakmaty::Color, plies: usize, settled: u64 },
    /// One or more slices are done.
    Slices { slices: (usize, usize) },
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
    #[error("{0} has more than 256 different values for one side to move")]
    TooManyValues(Material),
}

/// Slices of at most this many rows are solved side by side, larger ones one after another by all threads.
const SMALL_SLICE: usize = 64 * 64;
/// Small slices solved at a time, per thread.
const SLICES_A_THREAD: usize = 2;
/// Bytes needed besides the arrays: code, stacks, buffers.
const BASE: u64 = 48 << 20;

/// The bytes that one table's build needs by kind, and which kinds go to disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryPlan {
    /// Bytes of the bit sets and scores of the slices being solved, the successors' tables, and the finished codes.
    bytes: [u64; 4],
    on_disk: [bool; 4],
    pub(crate) slices_at_once: usize,
}

impl MemoryPlan {
    pub(crate) fn new(index: &Index, layout: &Layout, successors: u64, allowed: u64) -> MemoryPlan {
        let small = layout.row_count() <= SMALL_SLICE;
        let wanted = if small { SLICES_A_THREAD * rayon::current_num_threads() } else { 1 };
        let slices_at_once = wanted.clamp(1, index.slices.len());
        let rows = (layout.row_count() * slices_at_once) as u64;
        let sets = rows * 8 * SETS as u64;
        let scores = rows * 64 * 2 * size_of::<Score>() as u64;
        let bytes = [sets, scores, successors, index.len() as u64 * 2];
        let mut left = allowed.saturating_sub(BASE);
        let on_disk = bytes.map(|bytes| {
            let fits = bytes <= left;
            left -= if fits { bytes } else { 0 };
            !fits
        });
        MemoryPlan { bytes, on_disk, slices_at_once }
    }

    /// Bytes kept in memory.
    pub fn in_memory(&self) -> u64 {
        BASE + self.bytes.iter().sum::<u64>() - self.spilled()
    }

    /// Bytes in temporary files.
    pub fn spilled(&self) -> u64 {
        self.bytes.iter().zip(self.on_disk).filter(|(_, disk)| *disk).map(|(bytes, _)| bytes).sum()
    }

    pub(crate) fn solver<'a>(&self, dir: &'a Path) -> SolverStorage<'a> {
        SolverStorage { sets: self.storage(0, dir), scores: self.storage(1, dir) }
    }

    pub(crate) fn successors<'a>(&self, dir: &'a Path) -> Storage<'a> {
        self.storage(2, dir)
    }

    pub(crate) fn codes<'a>(&self, dir: &'a Path) -> Storage<'a> {
        self.storage(3, dir)
    }

    fn storage<'a>(&self, kind: usize, dir: &'a Path) -> Storage<'a> {
        if self.on_disk[kind] { Storage::Disk(dir) } else { Storage::Memory }
    }
}
