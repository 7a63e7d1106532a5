//! The construction of one table: slice by slice, then the file.

use std::collections::hash_map::Entry;
use std::io;
use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::checkpoint::{Checkpoint, FinishedPart, SliceLog};
use crate::build::division::Division;
use crate::build::fill::{PlaneCodes, ScoresPresent, SliceCodes};
use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::options::{BuildError, BuildOptions};
use crate::build::plan::{Plan, Progress};
use crate::build::ranks::{Alone, Ranks};
use crate::build::solver::{Part, SolvedSlice, Solver, Stage};
use crate::file::codes::{Code, Codes, code_bytes};
use crate::file::loaded::LoadedTable;
use crate::file::source::{Source, Sources};
use crate::file::storage::{FileError, LargeArray, Storage};
use crate::file::table::Table;
use crate::file::weights::Weights;
use crate::file::writer::{self, TableWriter};
use crate::index::material::Material;
use crate::index::numbering::Index;

const COLORS: [Color; 2] = [Color::White, Color::Black];

pub(crate) struct TableBuilder<'a> {
    options: &'a BuildOptions,
    ranks: &'a dyn Ranks,
    plan: Plan,
    layout: Layout,
    planes: PlaneCodes,
    division: Division,
    tables: &'a Sources,
    /// The codes of the finished slices; none without pawns, where they are written straight to the file.
    table: LoadedTable,
    checkpoint: Checkpoint,
    /// Finished slices of each own part; none without pawns.
    logs: Vec<SliceLog>,
    done: usize,
}

impl<'a> TableBuilder<'a> {
    pub(crate) fn new(
        material: Material,
        options: &'a BuildOptions,
        ranks: &'a dyn Ranks,
        tables: &'a mut Sources,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<TableBuilder<'a>, BuildError> {
        let dir = &options.dir;
        let index = Index::new(material);
        let plan = Plan::of_index(&index, options.metric, options.memory);
        plan.check_disk(options)?;
        progress(Progress::Table { plan: plan.clone(), slices: index.slices.len() });
        let layout = Layout::new(&index);
        let needed = material.successors();
        tables.retain(|m, source| needed.contains(m) && plan.agrees(*m, source));
        for m in needed {
            if let Entry::Vacant(entry) = tables.entry(m) {
                let table = Table::open(dir, m, options.metric)?;
                entry.insert(match plan.loaded.contains(&m) {
                    true => Source::Loaded(Arc::new(table.load(Storage::Memory)?)),
                    false => {
                        table.test()?;
                        Source::Packed(Arc::new(table))
                    }
                });
            }
        }
        let at_dir = FileError::at(dir);
        let has_pawns = index.has_pawns();
        let planes = PlaneCodes::new(&index);
        let table = LoadedTable::empty(index, has_pawns, plan.codes(dir)).map_err(&at_dir)?;
        let checkpoint =
            Checkpoint::open(dir, material, options.metric, ranks.rank() == 0).map_err(&at_dir)?;
        let checkpoint = checkpoint.ok_or(BuildError::Busy(material))?;
        // No process writes before the first has the lock.
        ranks.sum(0);
        let division =
            if plan.is_small { Division::whole(&layout) } else { Division::by_plane(&layout, ranks) };
        Ok(TableBuilder {
            options,
            ranks,
            plan,
            layout,
            planes,
            division,
            tables,
            table,
            checkpoint,
            logs: Vec::new(),
            done: 0,
        })
    }

    /// Builds the table. Returns it if it is in memory.
    pub(crate) fn run(
        mut self,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<LoadedTable>, BuildError> {
        let at_dir = FileError::at(&self.options.dir);
        if !self.table.index.has_pawns() {
            let solved = self.solve_slice(progress)?;
            progress(Progress::Writing);
            self.extend_palettes(&solved.present(self.ranks)).map_err(&at_dir)?;
            // The first process writes the file, from the journals of all.
            if self.ranks.rank() == 0 {
                let solved = self.with_all_parts(solved).map_err(&at_dir)?;
                self.write(&solved).map_err(&at_dir)?;
                self.checkpoint.remove().map_err(&at_dir)?;
            }
            return Ok(None);
        }
        self.replay().map_err(&at_dir)?;
        let slices = self.table.index.slices.len();
        while self.done < slices {
            // A push leads to a slice of greater advance: slices of equal advance are independent.
            let left = &self.table.index.slices[self.done..];
            let level = left.iter().take_while(|s| s.advance == left[0].advance).count();
            if self.plan.is_small {
                self.solve_slices(level.min(self.plan.slices_at_once)).map_err(&at_dir)?;
            } else {
                let solved = self.solve_slice(progress)?;
                let present = solved.present(self.ranks);
                self.finish(&solved, &present).map_err(&at_dir)?;
            }
            progress(Progress::Slices { slices: (self.done, slices) });
        }
        progress(Progress::Writing);
        writer::write(&self.options.dir, self.options.metric, &self.table).map_err(&at_dir)?;
        self.checkpoint.remove().map_err(&at_dir)?;
        Ok((!self.plan.codes_on_disk).then_some(self.table))
    }

    /// Adds the journals of the parts that other processes have solved.
    fn with_all_parts(&self, solved: SolvedSlice) -> io::Result<SolvedSlice> {
        let mut own = solved.parts.into_iter();
        let parts = self.division.owners.iter().enumerate().map(|(part, owner)| {
            let own = if *owner == self.division.rank { own.next() } else { None };
            own.map_or_else(|| Part::of_another(self.checkpoint.dir(), part, self.done), Ok)
        });
        Ok(SolvedSlice { parts: parts.collect::<io::Result<_>>()?, legal: solved.legal })
    }

    /// Reads the finished slices of an interrupted build.
    fn replay(&mut self) -> io::Result<()> {
        let slice_len = self.table.index.slice_len();
        let lens = self.planes.part_lens(&self.division);
        let storage = self.plan.codes(&self.options.dir);
        let (mut start, mut found, mut widened) = (0, Vec::new(), Ok(()));
        for (part, len) in lens.into_iter().enumerate() {
            let table = &mut self.table;
            let mut palettes = Vec::new();
            let log = self.checkpoint.slices(part, |record| {
                let bytes =
                    record.palettes.iter().map(|palette| code_bytes(palette.len())).max().unwrap_or(1);
                let fits = record.slice == palettes.len()
                    && record.slice < table.index.slices.len()
                    && record.codes.iter().all(|codes| codes.len() == len * bytes);
                if fits {
                    let at = record.slice * slice_len + start;
                    for (to, from) in table.codes.iter_mut().zip(&record.codes) {
                        if bytes > 1 && widened.is_ok() {
                            widened = to.widen(storage);
                        }
                        to.copy_from_bytes(at, from, bytes);
                    }
                    palettes.push(record.palettes);
                }
                fits
            })?;
            start += len;
            self.logs.push(log);
            found.push(palettes);
        }
        widened?;
        self.done = found.iter().map(Vec::len).min().unwrap_or(0);
        self.logs.iter_mut().try_for_each(|log| log.truncate(self.done))?;
        if let Some(last) = self.done.checked_sub(1) {
            self.table.palettes = found.swap_remove(0).swap_remove(last);
        }
        Ok(())
    }

    fn leaving_moves(&self) -> LeavingMoves<'_> {
        LeavingMoves::new(&self.layout, self.options.metric, &self.table, self.tables)
            .expect("successors are loaded before a table is begun")
    }

    fn solve_slice(&self, progress: &mut dyn FnMut(Progress)) -> Result<SolvedSlice, BuildError> {
        let (slice, slices) = (self.done, self.table.index.slices.len());
        let at_dir = FileError::at(&self.options.dir);
        let journals = (!self.plan.is_small).then(|| self.checkpoint.dir());
        let (index, storage) = (&self.table.index, self.plan.sets(&self.options.dir));
        let solver = Solver::new(index, &self.layout, slice, &self.division, self.ranks, storage, journals);
        let solver = solver.map_err(&at_dir)?;
        let left = self.options.disk.map_or(u64::MAX, |disk| disk.saturating_sub(self.plan.spilled()));
        let mut held = 0;
        let solved = solver.run(&self.leaving_moves(), |stage: Stage, settled, journals| {
            let Stage { winner, plies } = stage;
            progress(Progress::Iteration { slices: (slice, slices), winner, plies, settled });
            held = journals;
            journals <= left
        });
        solved.map_err(&at_dir)?.ok_or_else(|| self.plan.exceeded(self.options, held, left))
    }

    fn solve_slices(&mut self, count: usize) -> io::Result<()> {
        let leaving = self.leaving_moves();
        let storage = self.plan.sets(&self.options.dir);
        let (index, layout, division) = (&self.table.index, &self.layout, &self.division);
        let batch: io::Result<Vec<_>> = (self.done..self.done + count)
            .into_par_iter()
            .with_max_len(1)
            .map(|slice| {
                let solver = Solver::new(index, layout, slice, division, &Alone, storage, None)?;
                solver.run(&leaving, |_, _, _| true)
            })
            .collect();
        batch?.into_iter().flatten().try_for_each(|solved| {
            let present = solved.present(self.ranks);
            self.finish(&solved, &present)
        })
    }
}

/// The finished values, as codes.
impl TableBuilder<'_> {
    /// Gives the values of a solved slice their codes.
    fn extend_palettes(&mut self, present: &[ScoresPresent; 2]) -> io::Result<()> {
        present.iter().enumerate().for_each(|(turn, present)| self.table.extend_palette(turn, present));
        if self.table.code_bytes() > 1 {
            let storage = self.plan.codes(&self.options.dir);
            self.table.codes.iter_mut().try_for_each(|codes| codes.widen(storage))?;
        }
        Ok(())
    }

    /// Turns the journals of a solved slice into codes, and logs them.
    fn finish(&mut self, solved: &SolvedSlice, present: &[ScoresPresent; 2]) -> io::Result<()> {
        self.extend_palettes(present)?;
        let mut codes = std::mem::replace(&mut self.table.codes, Codes::none());
        let filled = COLORS.into_iter().zip(&mut codes).try_for_each(|(turn, codes)| match codes {
            Codes::Narrow(codes) => self.fill(solved, turn, codes),
            Codes::Wide(codes) => self.fill(solved, turn, codes),
        });
        self.table.codes = codes;
        filled?;
        let (lens, table, slice) = (self.planes.part_lens(&self.division), &self.table, self.done);
        let starts = lens.iter().scan(slice * table.index.slice_len(), |next, len| {
            *next += len;
            Some(*next - len)
        });
        let parts: Vec<_> = starts.zip(&lens).zip(&mut self.logs).collect();
        parts.into_par_iter().try_for_each(|((start, len), log)| {
            let codes = table.codes.each_ref().map(|codes| codes.bytes(start, *len).to_vec());
            log.append(&FinishedPart { slice, palettes: table.palettes.clone(), codes }.to_bytes())
        })?;
        self.done += 1;
        Ok(())
    }

    fn slice_codes(&self) -> SliceCodes<'_> {
        let (index, planes_per_part) = (&self.table.index, self.division.planes_per_part);
        let slice = &index.slices[self.done];
        SliceCodes { index, layout: &self.layout, slice, planes: &self.planes, planes_per_part }
    }

    /// Fills the codes of the current slice.
    fn fill<C: Code>(&self, solved: &SolvedSlice, turn: Color, codes: &mut [C]) -> io::Result<()> {
        let (source, index) = (self.slice_codes(), &self.table.index);
        let palette = &self.table.palettes[turn.fold_wb(0, 1)];
        let mut rest = &mut codes[self.done * index.slice_len()..][..index.slice_len()];
        let mut parts = Vec::new();
        for len in self.planes.part_lens(&self.division) {
            let (here, next) = rest.split_at_mut(len);
            parts.push(here);
            rest = next;
        }
        let parts = parts.into_par_iter().zip(&solved.parts).enumerate();
        parts.map(|(at, (out, part))| source.fill(at, part, turn, palette, out)).collect()
    }

    /// Writes the file of an ending without pawns, a few planes at a time.
    fn write(&self, solved: &SolvedSlice) -> io::Result<()> {
        match self.table.code_bytes() {
            1 => self.write_codes::<u8>(solved),
            _ => self.write_codes::<u16>(solved),
        }
    }

    fn write_codes<C: Code>(&self, solved: &SolvedSlice) -> io::Result<()> {
        let (dir, metric, index) = (&self.options.dir, self.options.metric, &self.table.index);
        let palettes = &self.table.palettes;
        let mut writer = TableWriter::<C>::new(dir, index.material, metric, index.len(), palettes)?;
        let (source, weights) = (self.slice_codes(), Weights::new(index));
        let lens = self.planes.part_lens(&self.division);
        let largest = lens.iter().max().copied().unwrap_or(0) * C::BYTES;
        let (at_once, storage) = self.plan.buffers(self.options, largest as u64);
        let mut counts = palettes.each_ref().map(|palette| vec![0; palette.len()]);
        for (turn, side) in COLORS.into_iter().enumerate() {
            let parts: Vec<_> = solved.parts.iter().zip(&lens).enumerate().collect();
            for batch in parts.chunks(at_once) {
                let filled = batch.par_iter().map(|&(at, (part, len))| {
                    let mut out: LargeArray<C> = LargeArray::zeroed(*len, storage)?;
                    source.fill(at, part, side, &palettes[turn], &mut out)?;
                    Ok((at, out))
                });
                for (at, codes) in filled.collect::<io::Result<Vec<_>>>()? {
                    let first = self.planes.first_pair(at * self.division.planes_per_part);
                    let pairs = codes.par_chunks_exact(index.placement_count).enumerate();
                    let none = || vec![0; palettes[turn].len()];
                    let found = pairs.fold(none, |mut counts, (pair, codes)| {
                        weights.add(first + pair, codes, &mut counts);
                        counts
                    });
                    let found = found.reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
                    counts[turn].iter_mut().zip(found).for_each(|(sum, count)| *sum += count);
                    writer.push(&codes)?;
                }
            }
            writer.end_side()?;
        }
        writer.finish(&counts)
    }
}
