//! The construction of one table: slice by slice, then the file.

use std::collections::hash_map::Entry;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use crate::build::checkpoint::{Checkpoint, FinishedSlice};
use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::options::{BuildError, BuildOptions, MemoryPlan, Progress};
use crate::build::solver::{Solver, Stage};
use crate::file::loaded::{LoadedTable, LoadedTables};
use crate::file::storage::{FileError, LargeArray, Storage};
use crate::file::table::{self, Table};
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::score::{ORDINALS, Score};

pub(crate) struct TableBuilder<'a> {
    options: &'a BuildOptions,
    plan: MemoryPlan,
    layout: Layout,
    tables: &'a LoadedTables,
    table: LoadedTable,
    checkpoint: Checkpoint,
    /// For each placement of the pieces, its row in a plane.
    rows: Vec<u32>,
    done: usize,
    saved: Instant,
}

impl<'a> TableBuilder<'a> {
    pub(crate) fn new(
        material: Material,
        options: &'a BuildOptions,
        tables: &'a mut LoadedTables,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<TableBuilder<'a>, BuildError> {
        let dir = &options.dir;
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
        // A successor still in memory from its own build is loaded again if the plan puts it on disk.
        let storage = plan.successors(dir);
        tables.retain(|m, table| needed.contains(m) && (storage == Storage::Memory || !table.in_memory()));
        for m in needed {
            if let Entry::Vacant(entry) = tables.entry(m) {
                entry.insert(Arc::new(Table::open(dir, m, options.metric)?.load(storage)?));
            }
        }
        let rows = index.placements().iter().map(|squares| layout.row_number(squares) as u32).collect();
        let at_dir = FileError::at(dir);
        let table = LoadedTable::empty(index, plan.codes(dir)).map_err(&at_dir)?;
        let checkpoint = Checkpoint::open(dir, material, options.metric).map_err(&at_dir)?;
        let checkpoint = checkpoint.ok_or(BuildError::Busy(material))?;
        Ok(TableBuilder {
            options,
            plan,
            layout,
            tables,
            table,
            checkpoint,
            rows,
            done: 0,
            saved: Instant::now(),
        })
    }

    pub(crate) fn run(mut self, progress: &mut dyn FnMut(Progress)) -> Result<LoadedTable, BuildError> {
        let at_dir = FileError::at(&self.options.dir);
        self.replay().map_err(&at_dir)?;
        let slices = self.table.index.slices.len();
        while self.done < slices {
            // A push leads to a slice of greater advance: slices of equal advance are independent.
            let left = &self.table.index.slices[self.done..];
            let level = left.iter().take_while(|s| s.advance == left[0].advance).count();
            if self.plan.slices_at_once == 1 {
                self.solve_slice(progress)?;
            } else {
                self.solve_slices(level.min(self.plan.slices_at_once))?;
            }
            self.checkpoint.flush().map_err(&at_dir)?;
            progress(Progress::Slices { slices: (self.done, slices) });
        }
        table::write(&self.options.dir, self.options.metric, &self.table).map_err(&at_dir)?;
        self.checkpoint.remove().map_err(&at_dir)?;
        Ok(self.table)
    }

    fn replay(&mut self) -> io::Result<()> {
        let slice_len = self.table.index.slice_len();
        let (table, done) = (&mut self.table, &mut self.done);
        let slices = table.index.slices.len();
        self.checkpoint.replay(|record| {
            let fits = record.slice == *done && *done < slices;
            if !fits || record.codes.iter().any(|codes| codes.len() != slice_len) {
                return false;
            }
            let at = record.slice * slice_len;
            for (to, from) in table.codes.iter_mut().zip(&record.codes) {
                to[at..at + slice_len].copy_from_slice(from);
            }
            table.palettes = record.palettes;
            *done += 1;
            true
        })
    }

    fn leaving_moves(&self) -> LeavingMoves<'_> {
        LeavingMoves::new(&self.layout, self.options.metric, &self.table, self.tables)
            .expect("successors are loaded before a table is begun")
    }

    fn solve_slice(&mut self, progress: &mut dyn FnMut(Progress)) -> Result<(), BuildError> {
        let (slice, slices) = (self.done, self.table.index.slices.len());
        let at_dir = FileError::at(&self.options.dir);
        let storage = self.plan.solver(&self.options.dir);
        let mut saved = self.saved;
        let mut solver =
            Solver::new(&self.layout, &self.table.index.slices[slice], storage, true).map_err(&at_dir)?;
        let stage = self.checkpoint.restore(slice, &mut solver.scores);
        let mut done = |stage: Stage, scores: &[LargeArray<Score>; 2], settled| {
            let Stage { winner, plies } = stage;
            progress(Progress::Iteration { slices: (slice, slices), winner, plies, settled });
            if saved.elapsed() >= self.options.save_every {
                self.checkpoint.save(slice, stage, scores)?;
                saved = Instant::now();
            }
            Ok(())
        };
        solver.run(&self.leaving_moves(), stage, &mut done).map_err(&at_dir)?;
        let scores = solver.scores;
        self.saved = saved;
        self.finish(scores)
    }

    fn solve_slices(&mut self, count: usize) -> Result<(), BuildError> {
        let leaving = self.leaving_moves();
        let storage = self.plan.solver(&self.options.dir);
        let batch: io::Result<Vec<_>> = self.table.index.slices[self.done..self.done + count]
            .par_iter()
            .with_max_len(1)
            .map(|slice| {
                let mut solver = Solver::new(&self.layout, slice, storage, false)?;
                solver.run(&leaving, None, |_, _, _| Ok::<_, io::Error>(()))?;
                Ok(solver.scores)
            })
            .collect();
        let batch = batch.map_err(FileError::at(&self.options.dir))?;
        batch.into_iter().try_for_each(|scores| self.finish(scores))
    }

    /// Turns a slice's scores into codes, and logs them unless it is the only slice.
    fn finish(&mut self, scores: [LargeArray<Score>; 2]) -> Result<(), BuildError> {
        let index = &self.table.index;
        let (material, slice_len, slices) = (index.material, index.slice_len(), index.slices.len());
        let at = self.done * slice_len;
        for (turn, scores) in scores.iter().enumerate() {
            let codes = self.table.extend_palette(turn, &present(scores));
            let codes = codes.ok_or(BuildError::TooManyValues(material))?;
            let mut out = std::mem::take(&mut self.table.codes[turn]);
            self.encode(scores, codes, &mut out[at..at + slice_len]);
            self.table.codes[turn] = out;
        }
        if slices > 1 {
            let codes = self.table.codes.each_ref().map(|c| c[at..at + slice_len].to_vec());
            let done = FinishedSlice { slice: self.done, palettes: self.table.palettes.clone(), codes };
            self.checkpoint.log(&done).map_err(FileError::at(&self.options.dir))?;
        }
        self.done += 1;
        Ok(())
    }

    fn encode(&self, scores: &[Score], mut codes: [u8; ORDINALS], out: &mut [u8]) {
        codes[Score::NONE.ordinal()] = codes[Score::DRAW.ordinal()];
        let (placements, plane_len) = (self.rows.len(), self.layout.plane_rows * 64);
        let mut planes = Vec::new();
        let mut rest = out;
        for pairs in self.table.index.kings.pairs.chunk_by(|a, b| a.0 == b.0) {
            let (here, next) = rest.split_at_mut(pairs.len() * placements);
            planes.push((pairs, here));
            rest = next;
        }
        planes.into_par_iter().enumerate().for_each(|(plane, (pairs, out))| {
            let scores = &scores[plane * plane_len..][..plane_len];
            // A few rows at a time for all pairs, so that a row is read while it is in the cache.
            for (first, rows) in (0..).step_by(64).zip(self.rows.chunks(64)) {
                for ((_, black), out) in pairs.iter().zip(out.chunks_mut(placements)) {
                    for (row, code) in rows.iter().zip(&mut out[first..]) {
                        *code = codes[scores[*row as usize * 64 + usize::from(*black)].ordinal()];
                    }
                }
            }
        });
    }
}

/// The scores that occur, by ordinal; positions without a score are drawn.
fn present(scores: &[Score]) -> [bool; ORDINALS] {
    let none = || vec![false; ORDINALS];
    let found = scores.par_chunks(1 << 16).fold(none, |mut found, scores| {
        scores.iter().for_each(|s| found[s.ordinal()] = true);
        found
    });
    let found = found.reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a | b).collect());
    let mut present: [bool; ORDINALS] = found.try_into().expect("one flag for each ordinal");
    present[Score::DRAW.ordinal()] |= std::mem::take(&mut present[Score::NONE.ordinal()]);
    present
}
