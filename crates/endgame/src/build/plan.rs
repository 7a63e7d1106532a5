//! The memory a table's build needs, and which arrays go to disk if that is more than allowed.

use std::path::Path;

use crate::build::layout::Layout;
use crate::build::solver::{SETS, SolverStorage};
use crate::file::storage::Storage;
use crate::index::numbering::Index;
use crate::score::Score;

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
    /// Kinds that go to temporary files.
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
