//! One table under construction: slice by slice, then the file.

use std::collections::hash_map::Entry;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use crate::build::checkpoint::{Checkpoint, FinishedSlice};
use crate::build::encode::{encode, present};
use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::options::{BuildError, BuildOptions, Progress};
use crate::build::plan::MemoryPlan;
use crate::build::solver::{Solver, Stage};
use crate::file::loaded::{LoadedTable, LoadedTables, count_codes};
use crate::file::storage::LargeArray;
use crate::file::table::{self, Table};
use crate::index::material::Material;
use crate::index::numbering::{Index, Squares};
use crate::score::Score;

/// One table under construction.
pub(crate) struct TableBuilder<'a> {
    options: &'a BuildOptions,
    plan: MemoryPlan,
    layout: Layout,
    tables: &'a LoadedTables,
    table: LoadedTable,
    checkpoint: Checkpoint,
    /// For each placement of the pieces by number, its row in a plane.
    rows: Vec<u32>,
    done: usize,
    saved: Instant,
}

impl<'a> TableBuilder<'a> {
    /// Makes room for the table, and loads those it leads to.
    pub(crate) fn new(
        material: Material,
        options: &'a BuildOptions,
        tables: &'a mut LoadedTables,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<TableBuilder<'a>, BuildError> {
        let io = |error| BuildError::Io { path: options.dir.clone(), error };
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
        // One that lies in memory from its own build is read again to where the plan has it.
        let spilled = plan.successors_on_disk();
        tables.retain(|m, table| needed.contains(m) && !(spilled && table.in_memory()));
        for m in needed {
            if let Entry::Vacant(place) = tables.entry(m) {
                let table = Table::open(&options.dir, m, options.metric)?;
                place.insert(Arc::new(table.load(plan.successors_place(&options.dir))?));
            }
        }
        let rows = index.placements().iter().map(|s: &Squares| layout.row_number(s) as u32).collect();
        let table = LoadedTable::empty(index, plan.codes_place(&options.dir)).map_err(io)?;
        let checkpoint = Checkpoint::open(&options.dir, material, options.metric).map_err(io)?;
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

    fn io(&self, error: io::Error) -> BuildError {
        BuildError::Io { path: self.options.dir.clone(), error }
    }

    /// Builds the table from where an interrupted build left it, and writes its file.
    pub(crate) fn run(mut self, progress: &mut dyn FnMut(Progress)) -> Result<LoadedTable, BuildError> {
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
        let counts = count_codes(&self.table);
        table::write(&self.options.dir, self.options.metric, &self.table, counts).map_err(|e| self.io(e))?;
        let dir = self.options.dir.clone();
        self.checkpoint.remove().map_err(|error| BuildError::Io { path: dir, error })?;
        Ok(self.table)
    }

    /// Takes over the slices an interrupted build has finished.
    fn replay(&mut self) -> Result<(), BuildError> {
        let slice_len = self.table.index.slice_len();
        let (table, done) = (&mut self.table, &mut self.done);
        let slices = table.index.slices.len();
        let replayed = self.checkpoint.replay(|record| {
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
        });
        replayed.map_err(|e| self.io(e))
    }

    fn one_slice(&mut self, progress: &mut dyn FnMut(Progress)) -> Result<(), BuildError> {
        let (number, slices) = (self.done, self.table.index.slices.len());
        let io = |error| BuildError::Io { path: self.options.dir.clone(), error };
        let outside = LeavingMoves::new(&self.layout, self.options.metric, &self.table, self.tables)
            .expect("successors are loaded before a table is begun");
        let slice = &self.table.index.slices[number];
        let places = self.plan.places(&self.options.dir);
        let mut solver = Solver::new(&self.layout, slice, places, true).map_err(io)?;
        let stage = self.checkpoint.restore(number, &mut solver.scores);
        let (checkpoint, saved, every) = (&self.checkpoint, &mut self.saved, self.options.save_every);
        let mut done = |stage: Stage, scores: &[LargeArray<Score>; 2], settled| {
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
        let outside = LeavingMoves::new(&self.layout, self.options.metric, &self.table, self.tables)
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
    fn finish(&mut self, scores: [LargeArray<Score>; 2]) -> Result<(), BuildError> {
        let material = self.table.index.material;
        let slice_len = self.table.index.slice_len();
        let at = self.done * slice_len;
        for (turn, scores) in scores.iter().enumerate() {
            let codes = self.table.extend_palette(turn, &present(scores));
            let codes = codes.ok_or(BuildError::TooManyValues(material))?;
            let mut out = std::mem::take(&mut self.table.codes[turn]);
            encode(
                &self.layout,
                self.table.index.kings,
                &self.rows,
                scores,
                &codes,
                &mut out[at..at + slice_len],
            );
            self.table.codes[turn] = out;
        }
        if self.table.index.slices.len() > 1 {
            let codes = self.table.codes.each_ref().map(|c| c[at..at + slice_len].to_vec());
            let done = FinishedSlice { slice: self.done, palettes: self.table.palettes.clone(), codes };
            self.checkpoint.log(&done).map_err(|e| self.io(e))?;
        }
        self.done += 1;
        Ok(())
    }
}
