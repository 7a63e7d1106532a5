//! The memory, disk and time that a table's build needs, known before it starts.

use std::io;
use std::path::Path;
use std::time::Duration;

use rustix::fs::statvfs;

use crate::build::checkpoint::Checkpoint;
use crate::build::layout::SMALL_SLICE;
use crate::build::options::{BuildError, BuildOptions};
use crate::build::solver::{READ_SETS, SETS};
use crate::file::storage::{FileError, Storage};
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::score::Metric;

/// Small slices solved at a time, per thread.
const SLICES_A_THREAD: usize = 2;
/// Bytes needed besides the arrays: code, stacks, buffers.
const BASE: u64 = 48 << 20;
/// Bytes of the journals and of the file for 1,000 positions; measured on endings of five and six
/// pieces.
const JOURNAL_RATE: u64 = 450;
const FILE_RATE: u64 = 480;

/// The progress of a build. Slices, one for each placement of the pawns, are counted as finished
/// ones and all.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Progress {
    /// A table is begun; nothing is allocated yet.
    Table { plan: Plan, slices: usize },
    /// The wins of `winner` in up to `plies` plies are found; `settled` positions were won or lost
    /// in the last ply.
    Iteration {
        slices: (usize, usize),
        winner: shakmaty::Color,
        plies: usize,
        settled: u64,
    },
    /// One or more slices are done.
    Slices { slices: (usize, usize) },
    /// All values are known; the file is being written.
    Writing,
    /// The file is written, `elapsed` after [`Progress::Table`].
    Finished {
        material: Material,
        elapsed: Duration,
        bytes: u64,
    },
}

/// The needs of one table's build, and where its arrays go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The ending.
    pub material: Material,
    /// The metric of its distances.
    pub metric: Metric,
    /// Positions of both sides to move, illegal ones included.
    pub positions: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of temporary files, at most.
    pub temporary: u64,
    /// Bytes of the file, about.
    pub file: u64,
    spilled: u64,
    /// Whether the bit sets are on disk.
    pub(crate) sets_on_disk: bool,
    /// Whether the codes of the finished slices are on disk.
    pub(crate) codes_on_disk: bool,
    pub(crate) slices_at_once: usize,
    pub(crate) is_small: bool,
}

impl Plan {
    /// The plan for one ending within `memory` bytes, on this process's threads.
    pub fn new(material: Material, metric: Metric, memory: u64) -> Plan {
        let index = Index::new(material);
        let planes = index.kings.white_squares.len();
        Plan::of_index(&index, metric, memory, [planes, planes])
    }

    /// Whether slices are so small that they are solved side by side.
    pub(crate) fn is_small(index: &Index) -> bool {
        index.kings.white_squares.len() * index.placement_count <= SMALL_SLICE
    }

    /// The plan of a process that reads and owns these numbers of planes.
    pub(crate) fn of_index(
        index: &Index,
        metric: Metric,
        memory: u64,
        [read, own]: [usize; 2],
    ) -> Plan {
        let (threads, planes) = (
            rayon::current_num_threads(),
            index.kings.white_squares.len(),
        );
        let is_small = Plan::is_small(index);
        let wanted = if is_small {
            SLICES_A_THREAD * threads
        } else {
            1
        };
        let slices_at_once = wanted.clamp(1, index.slices.len());
        let has_pawns = index.has_pawns();
        // Losses are delayed by pawn moves and promotions, or by the metric.
        let delays = has_pawns || metric != Metric::Dtc;
        let plane = (slices_at_once * index.placement_count) as u64 * 8;
        let sets =
            plane * (READ_SETS * read + (SETS - READ_SETS - usize::from(!delays)) * own) as u64;
        let scratch = plane * 2 * threads.min(own) as u64;
        let codes = if has_pawns {
            2 * index.len() as u64 * own as u64 / planes as u64
        } else {
            0
        };
        let mut left = memory.saturating_sub(BASE + scratch);
        let mut fits = |bytes: u64| {
            let fits = bytes <= left;
            left -= if fits { bytes } else { 0 };
            fits
        };
        let (sets_fit, codes_fit) = (fits(sets), fits(codes));
        let positions = 2 * index.len() as u64;
        // The journals of one slice, and the log of the finished ones.
        let journals = if is_small {
            0
        } else {
            positions / index.slices.len() as u64 * JOURNAL_RATE / 1000
        };
        let log = if has_pawns {
            positions * FILE_RATE / 1000
        } else {
            0
        };
        let kept = |fits: bool, bytes: u64| if fits { (bytes, 0) } else { (0, bytes) };
        let ((sets, sets_spilled), (codes, codes_spilled)) =
            (kept(sets_fit, sets), kept(codes_fit, codes));
        Plan {
            material: index.material,
            metric,
            positions,
            memory: BASE + scratch + sets + codes,
            temporary: journals + log + sets_spilled + codes_spilled,
            file: positions * FILE_RATE / 1000,
            spilled: sets_spilled + codes_spilled,
            sets_on_disk: !sets_fit,
            codes_on_disk: !codes_fit,
            slices_at_once,
            is_small,
        }
    }

    pub(crate) fn sets<'a>(&self, dir: &'a Path) -> Storage<'a> {
        if self.sets_on_disk {
            Storage::Disk(dir)
        } else {
            Storage::Memory
        }
    }

    pub(crate) fn codes<'a>(&self, dir: &'a Path) -> Storage<'a> {
        if self.codes_on_disk {
            Storage::Disk(dir)
        } else {
            Storage::Memory
        }
    }

    /// Parts of `bytes` each that are filled with codes at a time, and where.
    pub(crate) fn buffers<'a>(
        &self,
        options: &'a BuildOptions,
        bytes: u64,
    ) -> (usize, Storage<'a>) {
        let fit = options.memory.saturating_sub(BASE) / bytes.max(1);
        let at_once = rayon::current_num_threads().min(fit as usize).max(1);
        (
            at_once,
            if fit == 0 {
                Storage::Disk(&options.dir)
            } else {
                Storage::Memory
            },
        )
    }

    /// Bytes of the arrays that are on disk.
    pub(crate) fn spilled(&self) -> u64 {
        self.spilled
    }

    /// The error of a build whose journals have outgrown what it may use of the disk.
    pub(crate) fn exceeded(
        &self,
        options: &BuildOptions,
        needed: u64,
        available: u64,
    ) -> BuildError {
        let (material, dir) = (self.material, options.dir.clone());
        BuildError::Disk {
            material,
            dir,
            needed,
            available,
            kind: "allowed",
        }
    }

    /// Refuses a build for which memory or disk, or the part of them that it may use, does not
    /// suffice.
    pub(crate) fn check(&self, options: &BuildOptions) -> Result<(), BuildError> {
        if self.memory > options.memory {
            let (material, needed) = (self.material, self.memory);
            return Err(BuildError::Memory {
                material,
                needed,
                allowed: options.memory,
            });
        }
        let needed = self.temporary + self.file;
        let at_dir = FileError::at(&options.dir);
        let free =
            free_bytes(&options.dir).map_err(&at_dir)? + self.held(options).map_err(&at_dir)?;
        let (available, kind) = match options.disk {
            Some(limit) if limit < free => (limit, "allowed"),
            _ => (free, "free"),
        };
        if needed <= available {
            return Ok(());
        }
        Err(BuildError::Disk {
            material: self.material,
            dir: options.dir.clone(),
            needed,
            available,
            kind,
        })
    }

    /// Bytes that an interrupted build has on the disk, which count as free for the next.
    fn held(&self, options: &BuildOptions) -> io::Result<u64> {
        Checkpoint::bytes(&options.dir, self.material, self.metric)
    }
}

/// Refuses tables, at least two, for whose files the disk does not suffice.
pub(crate) fn check_all(materials: &[Material], options: &BuildOptions) -> Result<(), BuildError> {
    let at_dir = FileError::at(&options.dir);
    let (mut files, mut temporary) = (0, 0);
    let mut available = free_bytes(&options.dir).map_err(&at_dir)?;
    for &material in materials {
        let plan = Plan::new(material, options.metric, options.memory);
        (files, temporary) = (files + plan.file, temporary.max(plan.temporary));
        available += plan.held(options).map_err(&at_dir)?;
    }
    let needed = files + temporary;
    if needed <= available || materials.len() < 2 {
        return Ok(());
    }
    Err(BuildError::Tables {
        count: materials.len(),
        dir: options.dir.clone(),
        needed,
        available,
    })
}

fn free_bytes(dir: &Path) -> io::Result<u64> {
    let system = statvfs(dir)?;
    Ok(system.f_bavail * system.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::options::Bytes;

    #[test]
    fn plan_less_memory_more_disk() {
        let krpkr: Material = "KRPKR".parse().unwrap();
        let [much, little] =
            [4 << 30, 100 << 20].map(|memory| Plan::new(krpkr, Metric::Dtc, memory));
        assert!(much.memory > little.memory && much.temporary < little.temporary);
        assert!(little.memory <= 100 << 20);
    }

    #[test]
    fn bytes_binary_units() {
        assert_eq!(
            [999, 2048, 5 << 29].map(|n| Bytes(n).to_string()),
            ["999 B", "2.00 KiB", "2.50 GiB"]
        );
    }
}
