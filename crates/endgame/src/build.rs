//! Builds tables: sub-endings first, then slice by slice, then the file.

use std::collections::hash_map::Entry;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use thiserror::Error;

use crate::census::census;
use crate::checkpoint::{Checkpoint, Done};
use crate::format::table_path;
use crate::index::{Index, Squares};
use crate::layout::Layout;
use crate::lookup::{Loaded, Tables};
use crate::material::Material;
use crate::metric::Metric;
use crate::outside::Outside;
use crate::plan::MemoryPlan;
use crate::score::{ORDINALS, Score};
use crate::solve::{Solver, Stage};
use crate::store::Store;
use crate::table::{self, Table, TableError};

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
    #[error("{path}: {source}")]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A table that is already there is damaged; it is not overwritten.
    #[error(transparent)]
    Table(#[from] TableError),
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
    let io = |source| BuildError::Io { path: options.dir.clone(), source };
    fs::create_dir_all(&options.dir).map_err(io)?;
    let mut order = Vec::new();
    for material in wanted.iter().flat_map(|m| m.with_all_successors()) {
        if !order.contains(&material) {
            order.push(material);
        }
    }
    let mut tables = Tables::new();
    let mut built = Vec::new();
    for material in order {
        if table_path(&options.dir, material, options.metric).exists() {
            Table::open(&options.dir, material, options.metric)?;
            continue;
        }
        let start = Instant::now();
        let work = Work::new(material, options, &mut tables, progress)?;
        let table = work.run(progress)?;
        let path = table_path(&options.dir, material, options.metric);
        let bytes = fs::metadata(&path).map_err(|source| BuildError::Io { path, source })?.len();
        progress(Progress::Finished { material, elapsed: start.elapsed(), bytes });
        tables.insert(material, Arc::new(table));
        built.push(material);
    }
    Ok(built)
}

/// One table under construction.
struct Work<'a> {
    options: &'a BuildOptions,
    plan: MemoryPlan,
    layout: Layout,
    tables: &'a Tables,
    table: Loaded,
    checkpoint: Checkpoint,
    /// For each placement of the pieces by number, its row in a plane.
    rows: Vec<u32>,
    done: usize,
    saved: Instant,
}

impl<'a> Work<'a> {
    fn new(
        material: Material,
        options: &'a BuildOptions,
        tables: &'a mut Tables,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Work<'a>, BuildError> {
        let io = |source| BuildError::Io { path: options.dir.clone(), source };
        let index = Index::new(material);
        let layout = Layout::new(&index);
        let needed = material.successors();
        let successors = needed.iter().map(|m| Index::new(*m).len() as u64 * 2).sum();
        let plan = MemoryPlan::new(&index, &layout, successors, options.memory);
        progress(Progress::Table {
            material,
            plan: plan.clone(),
            positions: index.len() as u64 * 2,
            slices: index.slices.len(),
        });
        tables.retain(|m, _| needed.contains(m));
        for m in needed {
            if let Entry::Vacant(place) = tables.entry(m) {
                let table = Table::open(&options.dir, m, options.metric)?;
                place.insert(Arc::new(table.load(plan.successors_place(&options.dir))?));
            }
        }
        let rows = index.placements().iter().map(|s: &Squares| layout.row_number(s) as u32).collect();
        let table = Loaded::empty(index, plan.codes_place(&options.dir)).map_err(io)?;
        let checkpoint = Checkpoint::open(&options.dir, material, options.metric).map_err(io)?;
        Ok(Work { options, plan, layout, tables, table, checkpoint, rows, done: 0, saved: Instant::now() })
    }

    fn io(&self, source: io::Error) -> BuildError {
        BuildError::Io { path: self.options.dir.clone(), source }
    }

    fn run(mut self, progress: &mut dyn FnMut(Progress)) -> Result<Loaded, BuildError> {
        self.replay()?;
        let slices = self.table.index.slices.len();
        while self.done < slices {
            // A push leads to a slice of greater advance: slices of one advance do not need each other.
            let advance = self.table.index.slices[self.done].advance;
            let level =
                self.table.index.slices[self.done..].iter().take_while(|s| s.advance == advance).count();
            let count = level.min(self.plan.slices_at_once);
            if self.plan.slices_at_once == 1 {
                self.one_slice(progress)?;
            } else {
                self.many_slices(count)?;
            }
            self.checkpoint.flush().map_err(|e| self.io(e))?;
            progress(Progress::Slices { slices: (self.done, slices) });
        }
        let counts = census(&self.table);
        table::write(&self.options.dir, self.options.metric, &self.table, counts).map_err(|e| self.io(e))?;
        let dir = self.options.dir.clone();
        self.checkpoint.remove().map_err(|source| BuildError::Io { path: dir, source })?;
        Ok(self.table)
    }

    /// Takes over the slices an interrupted build has finished.
    fn replay(&mut self) -> Result<(), BuildError> {
        let slice_len = self.table.index.slice_len();
        let (table, done) = (&mut self.table, &mut self.done);
        let replayed = self.checkpoint.replay(|record| {
            let at = record.slice * slice_len;
            for (to, from) in table.codes.iter_mut().zip(&record.codes) {
                to[at..at + slice_len].copy_from_slice(from);
            }
            table.palettes = record.palettes;
            *done = record.slice + 1;
        });
        replayed.map_err(|e| self.io(e))
    }

    fn one_slice(&mut self, progress: &mut dyn FnMut(Progress)) -> Result<(), BuildError> {
        let (number, slices) = (self.done, self.table.index.slices.len());
        let io = |source| BuildError::Io { path: self.options.dir.clone(), source };
        let outside = Outside::new(&self.layout, self.options.metric, &self.table, self.tables)
            .expect("successors are loaded before a table is begun");
        let slice = &self.table.index.slices[number];
        let places = self.plan.places(&self.options.dir);
        let mut solver = Solver::new(&self.layout, slice, places, true).map_err(io)?;
        let stage = self.checkpoint.restore(number, &mut solver.scores);
        let (checkpoint, saved, every) = (&self.checkpoint, &mut self.saved, self.options.save_every);
        let mut done = |stage: Stage, scores: &[Store<Score>; 2], settled| {
            progress(Progress::Iteration {
                slices: (number, slices),
                winner: stage.winner,
                plies: stage.plies,
                settled,
            });
            if saved.elapsed() >= every {
                checkpoint.save(number, stage, scores)?;
                *saved = Instant::now();
            }
            Ok(())
        };
        solver.run(&outside, stage, &mut done).map_err(io)?;
        let scores = solver.scores;
        self.finish(scores)
    }

    fn many_slices(&mut self, count: usize) -> Result<(), BuildError> {
        let outside = Outside::new(&self.layout, self.options.metric, &self.table, self.tables)
            .expect("successors are loaded before a table is begun");
        let places = self.plan.places(&self.options.dir);
        let batch: Result<Vec<_>, io::Error> = self.table.index.slices[self.done..self.done + count]
            .par_iter()
            .with_max_len(1)
            .map(|slice| {
                let mut solver = Solver::new(&self.layout, slice, places, false)?;
                solver.run(&outside, None, |_, _, _| Ok::<_, io::Error>(()))?;
                Ok(solver.scores)
            })
            .collect();
        for scores in batch.map_err(|e| self.io(e))? {
            self.finish(scores)?;
        }
        Ok(())
    }

    /// Turns a slice's scores into codes, and logs them if there are more slices to come.
    fn finish(&mut self, scores: [Store<Score>; 2]) -> Result<(), BuildError> {
        let material = self.table.index.material;
        let slice_len = self.table.index.slice_len();
        let at = self.done * slice_len;
        for (turn, scores) in scores.iter().enumerate() {
            let present = self.present(scores);
            let codes =
                self.table.extend_palette(turn, &present).ok_or(BuildError::TooManyValues(material))?;
            let mut out = std::mem::take(&mut self.table.codes[turn]);
            self.encode(scores, &codes, &mut out[at..at + slice_len]);
            self.table.codes[turn] = out;
        }
        if self.table.index.slices.len() > 1 {
            let codes = self.table.codes.each_ref().map(|c| c[at..at + slice_len].to_vec());
            let done = Done { slice: self.done, palettes: self.table.palettes.clone(), codes };
            self.checkpoint.log(&done).map_err(|e| self.io(e))?;
        }
        self.done += 1;
        Ok(())
    }

    /// Which scores occur; positions without one are drawn.
    fn present(&self, scores: &[Score]) -> [bool; ORDINALS] {
        let none = || vec![false; ORDINALS];
        let chunks = scores.par_chunks(1 << 16);
        let found = chunks.fold(none, |mut found, scores| {
            scores.iter().for_each(|s| found[s.ordinal()] = true);
            found
        });
        let found = found.reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a | b).collect());
        let mut present: [bool; ORDINALS] = found.try_into().expect("one flag for each ordinal");
        present[Score::DRAW.ordinal()] |= std::mem::take(&mut present[Score::NONE.ordinal()]);
        present
    }

    /// Writes the codes of a slice in the order of the index.
    fn encode(&self, scores: &[Score], codes: &[u8; ORDINALS], out: &mut [u8]) {
        let kings = self.table.index.kings;
        let mut codes = *codes;
        codes[Score::NONE.ordinal()] = codes[Score::DRAW.ordinal()];
        let mut planes = Vec::new();
        let mut rest = out;
        for pairs in kings.pairs.chunk_by(|a, b| a.0 == b.0) {
            let (here, next) = rest.split_at_mut(pairs.len() * self.rows.len());
            planes.push((pairs, here));
            rest = next;
        }
        planes.into_par_iter().enumerate().for_each(|(plane, (pairs, out))| {
            let scores = &scores[plane * self.layout.plane_rows * 64..][..self.layout.plane_rows * 64];
            // Some rows at a time for all pairs, so that a row is read while it is near.
            for (first, rows) in (0..).step_by(64).zip(self.rows.chunks(64)) {
                for ((_, black), out) in pairs.iter().zip(out.chunks_mut(self.rows.len())) {
                    for (row, code) in rows.iter().zip(&mut out[first..]) {
                        *code = codes[scores[*row as usize * 64 + usize::from(*black)].ordinal()];
                    }
                }
            }
        });
    }
}
