//! The construction of one table: slice by slice, then the file.

use std::collections::hash_map::Entry;
use std::io;
use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::checkpoint::{Checkpoint, FinishedPart, SliceLog};
use crate::build::division::Division;
use crate::build::fill::{PlaneCodes, ScoresPresent, SliceCodes};
use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::options::{BuildError, BuildOptions};
use crate::build::plan::{Plan, Progress};
use crate::build::solver::{Part, SolvedSlice, Solver, Stage};
use crate::file::codes::{Code, Codes, code_bytes};
use crate::file::loaded::LoadedTable;
use crate::file::storage::{FileError, LargeArray};
use crate::file::table::{Table, Tables};
use crate::file::weights::Weights;
use crate::file::writer::{self, Folders, Output, TableWriter, WrittenTable};
use crate::index::material::Material;
use crate::index::numbering::Index;
use crate::ranks::{Alone, Ranks};

const COLORS: [Color; 2] = [Color::White, Color::Black];

pub(crate) struct TableBuilder<'a> {
    options: &'a BuildOptions,
    ranks: &'a dyn Ranks,
    plan: Plan,
    layout: Layout,
    planes: PlaneCodes,
    division: Division,
    tables: &'a Tables,
    /// The codes of the finished slices; none without pawns, where they are written straight to the
    /// file.
    table: LoadedTable,
    /// None for a table that is built in memory.
    checkpoint: Option<Checkpoint>,
    /// Finished slices of each own part; none without pawns, and in memory.
    logs: Vec<SliceLog>,
    done: usize,
}

/// What follows from an ending and the options before anything is allocated.
struct Outline {
    index: Index,
    layout: Layout,
    division: Division,
    plan: Plan,
}

impl Outline {
    fn new(material: Material, options: &BuildOptions, ranks: &dyn Ranks) -> Outline {
        let index = Index::new(material);
        let layout = Layout::new(&index);
        let division = match Plan::is_small(&index) {
            true => Division::whole(&layout),
            false => Division::by_plane(&layout, ranks),
        };
        let plan = Plan::of_index(
            &index,
            options.metric,
            options.memory,
            division.planes_held(),
        );
        Outline {
            index,
            layout,
            division,
            plan,
        }
    }
}

impl<'a> TableBuilder<'a> {
    /// Begins a table in the folder of the options, or goes on with it. `tables` get those that it
    /// leads to.
    pub(crate) fn new(
        material: Material,
        options: &'a BuildOptions,
        ranks: &'a dyn Ranks,
        tables: &'a mut Tables,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<TableBuilder<'a>, BuildError> {
        let dir = &options.dir;
        let outline = Outline::new(material, options, ranks);
        outline.plan.check(options)?;
        progress(Progress::Table {
            plan: outline.plan.clone(),
            slices: outline.index.slices.len(),
        });
        let needed = material.successors();
        tables.retain(|m, _| needed.contains(m));
        for m in needed {
            if let Entry::Vacant(entry) = tables.entry(m) {
                let table = Table::open(dir, m, options.metric)?;
                table.test()?;
                table.release()?;
                entry.insert(table);
            }
        }
        let at_dir = FileError::at(dir);
        let mut builder = TableBuilder::of(outline, options, ranks, tables).map_err(&at_dir)?;
        let checkpoint =
            Checkpoint::open(dir, material, options.metric, ranks.rank() == 0).map_err(&at_dir)?;
        builder.checkpoint = Some(checkpoint.ok_or(BuildError::Busy(material))?);
        // No process writes before the first has the lock.
        ranks.sum(0);
        Ok(builder)
    }

    /// Begins a table in memory, given those that it leads to.
    pub(crate) fn in_memory(
        material: Material,
        options: &'a BuildOptions,
        tables: &'a Tables,
    ) -> Result<TableBuilder<'a>, BuildError> {
        let outline = Outline::new(material, options, &Alone);
        let builder = TableBuilder::of(outline, options, &Alone, tables);
        Ok(builder.map_err(FileError::at(&options.dir))?)
    }

    fn of(
        outline: Outline,
        options: &'a BuildOptions,
        ranks: &'a dyn Ranks,
        tables: &'a Tables,
    ) -> io::Result<TableBuilder<'a>> {
        let Outline {
            index,
            layout,
            division,
            plan,
        } = outline;
        let planes = PlaneCodes::new(&index);
        let has_pawns = index.has_pawns();
        let table = LoadedTable::empty(index, has_pawns, plan.codes(&options.dir))?;
        Ok(TableBuilder {
            options,
            ranks,
            plan,
            layout,
            planes,
            division,
            tables,
            table,
            checkpoint: None,
            logs: Vec::new(),
            done: 0,
        })
    }

    /// Builds the table.
    pub(crate) fn run(
        mut self,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<WrittenTable, BuildError> {
        let at_dir = FileError::at(&self.options.dir);
        if !self.table.index.has_pawns() {
            let solved = self.solve_slice(progress)?;
            progress(Progress::Writing);
            self.extend_palettes(&solved.present(self.ranks))
                .map_err(&at_dir)?;
            let written = match code_bytes(&self.table.palettes) {
                1 => self.write_codes::<u8>(solved).map_err(&at_dir)?,
                _ => self.write_codes::<u16>(solved).map_err(&at_dir)?,
            };
            remove(self.checkpoint, self.ranks).map_err(&at_dir)?;
            return Ok(written);
        }
        self.replay().map_err(&at_dir)?;
        let slices = self.table.index.slices.len();
        while self.done < slices {
            // A push leads to a slice of greater advance: slices of equal advance are independent.
            let left = &self.table.index.slices[self.done..];
            let level = left.partition_point(|slice| slice.advance == left[0].advance);
            if self.plan.is_small {
                self.solve_slices(level.min(self.plan.slices_at_once))
                    .map_err(&at_dir)?;
            } else {
                let solved = self.solve_slice(progress)?;
                let present = solved.present(self.ranks);
                self.finish(&solved, &present).map_err(&at_dir)?;
                // The slices to come seldom need the same pages.
                self.tables.values().try_for_each(Table::release)?;
            }
            progress(Progress::Slices {
                slices: (self.done, slices),
            });
        }
        progress(Progress::Writing);
        let own = self.ranks.share(slices);
        self.load_parts_of_others(&own).map_err(&at_dir)?;
        let written = writer::write(self.output(), &self.table, own).map_err(&at_dir)?;
        remove(self.checkpoint, self.ranks).map_err(&at_dir)?;
        Ok(written)
    }

    /// Reads the codes of `slices` from the logs of the other processes.
    fn load_parts_of_others(&mut self, slices: &Range<usize>) -> io::Result<()> {
        let Some(checkpoint) = &self.checkpoint else {
            return Ok(());
        };
        if self.ranks.size() == 1 {
            return Ok(());
        }
        self.logs.iter().try_for_each(SliceLog::sync)?;
        // All logs are on the disk.
        self.ranks.sum(0);
        let (planes, slice_len) = (&self.planes, self.table.index.slice_len());
        for (part, area) in self.division.parts.iter().enumerate() {
            if self.division.owners[part] != self.division.rank {
                checkpoint.slices_of_another(part, slices.clone(), |record| {
                    record.copy_to(
                        &mut self.table.codes,
                        record.slice * slice_len,
                        planes.ranges(area),
                    );
                })?;
            }
        }
        Ok(())
    }

    /// Reads the finished slices of an interrupted build.
    fn replay(&mut self) -> io::Result<()> {
        let Some(checkpoint) = &self.checkpoint else {
            return Ok(());
        };
        let slice_len = self.table.index.slice_len();
        let storage = self.plan.codes(&self.options.dir);
        let (mut found, mut widened) = (Vec::new(), Ok(()));
        for part in self.division.own_parts() {
            let (table, planes, area) = (&mut self.table, &self.planes, &self.division.parts[part]);
            let len: usize = planes.ranges(area).map(|range| range.len()).sum();
            let mut palettes = Vec::new();
            let log = checkpoint.slices(part, |record| {
                let bytes = code_bytes(&record.palettes);
                let fits = record.slice == palettes.len()
                    && record.slice < table.index.slices.len()
                    && record.codes.iter().all(|codes| codes.len() == len * bytes);
                if fits {
                    if bytes > 1 && widened.is_ok() {
                        widened = table
                            .codes
                            .iter_mut()
                            .try_for_each(|codes| codes.widen(storage));
                    }
                    record.copy_to(
                        &mut table.codes,
                        record.slice * slice_len,
                        planes.ranges(area),
                    );
                    palettes.push(record.palettes);
                }
                fits
            })?;
            self.logs.push(log);
            found.push(palettes);
        }
        widened?;
        let done = found.iter().map(Vec::len).min().unwrap_or(usize::MAX);
        self.done = self.ranks.min(done as u64) as usize;
        self.logs
            .iter_mut()
            .try_for_each(|log| log.truncate(self.done))?;
        if let Some(last) = self.done.checked_sub(1)
            && let Some(palettes) = found.first_mut()
        {
            self.table.palettes = palettes.swap_remove(last);
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
        let journals = match &self.checkpoint {
            Some(checkpoint) if !self.plan.is_small => Some(checkpoint.dir()),
            _ => None,
        };
        let (index, storage) = (&self.table.index, self.plan.sets(&self.options.dir));
        let solver = Solver::new(
            index,
            &self.layout,
            slice,
            &self.division,
            self.ranks,
            storage,
            journals,
        );
        let solver = solver.map_err(&at_dir)?;
        let left = match self.options.disk {
            Some(disk) => disk.saturating_sub(self.plan.spilled()),
            None => u64::MAX,
        };
        let mut held = 0;
        let solved = solver.run(&self.leaving_moves(), |stage: Stage, settled, journals| {
            let Stage { winner, plies } = stage;
            progress(Progress::Iteration {
                slices: (slice, slices),
                winner,
                plies,
                settled,
            });
            held = journals;
            journals <= left
        });
        let solved = solved
            .map_err(&at_dir)?
            .ok_or_else(|| self.plan.exceeded(self.options, held, left))?;
        if self.ranks.size() > 1 {
            solved
                .parts
                .iter()
                .try_for_each(|part| part.plies.sync())
                .map_err(&at_dir)?;
        }
        Ok(solved)
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
        present
            .iter()
            .enumerate()
            .for_each(|(turn, present)| self.table.extend_palette(turn, present));
        if code_bytes(&self.table.palettes) > 1 {
            let storage = self.plan.codes(&self.options.dir);
            self.table
                .codes
                .iter_mut()
                .try_for_each(|codes| codes.widen(storage))?;
        }
        Ok(())
    }

    /// Turns the journals of a solved slice into codes, and logs them.
    fn finish(&mut self, solved: &SolvedSlice, present: &[ScoresPresent; 2]) -> io::Result<()> {
        self.extend_palettes(present)?;
        let mut codes = std::mem::replace(&mut self.table.codes, Codes::none());
        let filled = COLORS
            .into_iter()
            .zip(&mut codes)
            .try_for_each(|(turn, codes)| match codes {
                Codes::Narrow(codes) => self.fill(solved, turn, codes),
                Codes::Wide(codes) => self.fill(solved, turn, codes),
            });
        self.table.codes = codes;
        filled?;
        let (planes, table, slice) = (&self.planes, &self.table, self.done);
        let start = slice * table.index.slice_len();
        // In memory there are no logs, and nothing is appended.
        solved
            .parts
            .par_iter()
            .zip(&mut self.logs)
            .try_for_each(|(part, log)| {
                let codes = table.codes.each_ref().map(|codes| {
                    let ranges = planes.ranges(&part.area);
                    ranges
                        .flat_map(|range| codes.bytes(start + range.start, range.len()))
                        .copied()
                        .collect()
                });
                log.append(
                    &FinishedPart {
                        slice,
                        palettes: table.palettes.clone(),
                        codes,
                    }
                    .to_bytes(),
                )
            })?;
        self.done += 1;
        Ok(())
    }

    fn output(&self) -> Output<'_> {
        let folders = self.checkpoint.as_ref().map(|checkpoint| Folders {
            tables: &self.options.dir,
            work: checkpoint.dir(),
        });
        Output {
            metric: self.options.metric,
            folders,
            ranks: self.ranks,
        }
    }

    fn slice_codes(&self) -> SliceCodes<'_> {
        let index = &self.table.index;
        SliceCodes {
            index,
            layout: &self.layout,
            slice: &index.slices[self.done],
            planes: &self.planes,
        }
    }

    /// Fills the codes of the own parts of the current slice.
    fn fill<C: Code>(&self, solved: &SolvedSlice, turn: Color, codes: &mut [C]) -> io::Result<()> {
        let (source, slice_len) = (self.slice_codes(), self.table.index.slice_len());
        let palette = &self.table.palettes[turn.fold_wb(0, 1)];
        let mut rest = &mut codes[self.done * slice_len..][..slice_len];
        let (mut units, mut next) = (Vec::new(), 0);
        for parts in solved.parts.chunk_by(|a, b| a.area.planes == b.area.planes) {
            let planes = &parts[0].area.planes;
            let (start, end) = (
                self.planes.start(planes.start),
                self.planes.start(planes.end),
            );
            let (here, after) = rest.split_at_mut(start - next).1.split_at_mut(end - start);
            units.push((parts, here));
            (rest, next) = (after, end);
        }
        let units = units.into_par_iter();
        units
            .map(|(parts, out)| source.fill_all(parts, turn, palette, out))
            .collect()
    }

    /// Writes the file of an ending without pawns, a few planes at a time, from the journals of all
    /// processes.
    fn write_codes<C: Code>(&self, solved: SolvedSlice) -> io::Result<WrittenTable> {
        let (index, palettes) = (&self.table.index, &self.table.palettes);
        let mut writer =
            TableWriter::<C>::new(self.output(), index.material, index.len(), palettes)?;
        let units = self.units(solved)?;
        let (source, weights) = (self.slice_codes(), Weights::new(index));
        let planes = &self.planes;
        let len = |range: &Range<usize>| planes.start(range.end) - planes.start(range.start);
        let largest = units
            .iter()
            .map(|parts| len(&parts[0].area.planes))
            .max()
            .unwrap_or(0)
            * C::BYTES;
        let (at_once, storage) = self.plan.buffers(self.options, largest as u64);
        let mut counts = palettes.each_ref().map(|palette| vec![0; palette.len()]);
        let start = match units.first() {
            Some(parts) => planes.start(parts[0].area.planes.start),
            None => index.len(),
        };
        for (turn, side) in COLORS.into_iter().enumerate() {
            writer.begin_side(side, start);
            for batch in units.chunks(at_once) {
                let filled = batch.par_iter().map(|parts| {
                    let mut out: LargeArray<C> =
                        LargeArray::zeroed(len(&parts[0].area.planes), storage)?;
                    source.fill_all(parts, side, &palettes[turn], &mut out)?;
                    Ok((planes.first_pair(parts[0].area.planes.start), out))
                });
                for (first, codes) in filled.collect::<io::Result<Vec<_>>>()? {
                    let found = weights.count(first, &codes, palettes[turn].len());
                    counts[turn]
                        .iter_mut()
                        .zip(found)
                        .for_each(|(sum, count)| *sum += count);
                    writer.push(&codes)?;
                }
            }
            writer.end_side()?;
        }
        writer.finish(&counts)
    }

    /// The parts of the planes that this process writes, plane by plane.
    fn units(&self, solved: SolvedSlice) -> io::Result<Vec<Vec<Part>>> {
        let (units, division) = (self.division.units(), &self.division);
        let mut own: Vec<Option<Part>> = division.parts.iter().map(|_| None).collect();
        division
            .own_parts()
            .zip(solved.parts)
            .for_each(|(number, part)| own[number] = Some(part));
        let mut part = |number: usize| match (own[number].take(), &self.checkpoint) {
            (Some(part), _) => Ok(part),
            (None, Some(checkpoint)) => {
                Part::of_another(checkpoint.dir(), division, number, self.done)
            }
            (None, None) => unreachable!("in memory all parts are of this process"),
        };
        let mut unit = |parts: &Range<usize>| {
            parts
                .clone()
                .map(&mut part)
                .collect::<io::Result<Vec<Part>>>()
        };
        units[self.ranks.share(units.len())]
            .iter()
            .map(&mut unit)
            .collect()
    }
}

/// Removes the directory of the journals, which no process needs any more.
fn remove(checkpoint: Option<Checkpoint>, ranks: &dyn Ranks) -> io::Result<()> {
    ranks.sum(0);
    match checkpoint {
        Some(checkpoint) if ranks.rank() == 0 => checkpoint.remove(),
        _ => Ok(()),
    }
}
