//! How much memory building a table takes, and what goes to disk if that is more than allowed.

use std::path::Path;

use crate::build::layout::Layout;
use crate::build::solver::{SETS, SolverStorage};
use crate::file::storage::Storage;
use crate::index::numbering::Index;
use crate::score::Score;

/// Slices of at most so many rows are solved side by side, larger ones one after another by all threads.
const SMALL_SLICE: usize = 64 * 64;
/// Small slices in work at a time, per thread.
const SLICES_A_THREAD: usize = 2;
/// What a build takes besides its tables: code, stacks, buffers.
const BASE: u64 = 48 << 20;

/// Bytes that one table's build takes, by kind, and where each kind lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryPlan {
    /// Bit sets of the slices in work.
    pub sets: u64,
    /// Scores of the slices in work.
    pub scores: u64,
    /// The finished values, one byte a position.
    pub codes: u64,
    /// The tables that captures and promotions lead to.
    pub successors: u64,
    /// Kinds that go to temporary files: sets, scores, successors, codes.
    pub on_disk: [bool; 4],
    pub(crate) slices_at_once: usize,
}

impl MemoryPlan {
    /// The plan for one table, given the bytes of its successors and the bytes allowed.
    pub(crate) fn new(index: &Index, layout: &Layout, successors: u64, allowed: u64) -> MemoryPlan {
        let small = layout.rows() <= SMALL_SLICE;
        let wanted = if small { SLICES_A_THREAD * rayon::current_num_threads() } else { 1 };
        let slices_at_once = wanted.clamp(1, index.slices.len());
        let rows = (layout.rows() * slices_at_once) as u64;
        let sets = rows * 8 * SETS as u64;
        let scores = rows * 64 * 2 * size_of::<Score>() as u64;
        let codes = index.len() as u64 * 2;
        let mut left = allowed.saturating_sub(BASE);
        let on_disk = [sets, scores, successors, codes].map(|bytes| {
            let fits = bytes <= left;
            left -= if fits { bytes } else { 0 };
            !fits
        });
        MemoryPlan { sets, scores, codes, successors, on_disk, slices_at_once }
    }

    /// Bytes kept in memory.
    pub fn in_memory(&self) -> u64 {
        BASE + self.kinds().filter(|(_, disk)| !disk).map(|(bytes, _)| bytes).sum::<u64>()
    }

    /// Bytes in temporary files.
    pub fn spilled(&self) -> u64 {
        self.kinds().filter(|(_, disk)| *disk).map(|(bytes, _)| bytes).sum()
    }

    fn kinds(&self) -> impl Iterator<Item = (u64, bool)> {
        [self.sets, self.scores, self.successors, self.codes].into_iter().zip(self.on_disk)
    }

    pub(crate) fn places<'a>(&self, dir: &'a Path) -> SolverStorage<'a> {
        SolverStorage { sets: self.place(0, dir), scores: self.place(1, dir) }
    }

    pub(crate) fn successors_place<'a>(&self, dir: &'a Path) -> Storage<'a> {
        self.place(2, dir)
    }

    /// Whether the tables that moves lead to lie in temporary files.
    pub(crate) fn successors_on_disk(&self) -> bool {
        self.on_disk[2]
    }

    pub(crate) fn codes_place<'a>(&self, dir: &'a Path) -> Storage<'a> {
        self.place(3, dir)
    }

    fn place<'a>(&self, kind: usize, dir: &'a Path) -> Storage<'a> {
        if self.on_disk[kind] { Storage::Disk(dir) } else { Storage::Memory }
    }
}
