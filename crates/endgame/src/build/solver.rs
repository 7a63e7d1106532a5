//! Thompson's algorithm on one slice: sets of won and lost positions grow ply by ply from the
//! mates.
//!
//! **Second-hand** (F100): B0 = all mates; W(i+1) = parents of B(i) not yet in W; a parent of
//! W(i+1) joins B(i+1) if all its successors are in W. **Inferred** (F100): parents are found for a
//! whole set at once (`unmove`), and the condition on all successors is computed as: no move leads
//! to a position outside W. Unlike Thompson's files, the result distinguishes the two sides' wins:
//! the sets are grown once for each winner.
//!
//! No value is kept in memory: each ply's newly settled positions are appended to the journals
//! (`journal`).

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::division::{Area, Division, Task};
use crate::build::journal::{Encoder, Journal, Record, decode, prepared_key};
use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::unmove::{Set, Unmoves};
use crate::file::format::take_number;
use crate::file::storage::{LargeArray, Storage};
use crate::index::numbering::{Index, Slice};
use crate::ranks::Ranks;
use crate::score::Score;

/// The progress of a slice: the wins of `winner` in up to `plies` plies are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) winner: Color,
    pub(crate) plies: usize,
}

impl Stage {
    /// Key of the record of its ply. Its sets are [`LOST`] and [`WON`].
    fn key(self) -> u32 {
        self.winner.fold_wb(0, 1) << 31 | self.plies as u32
    }

    pub(crate) fn from_key(key: u32) -> Stage {
        Stage {
            winner: Color::from_white(key >> 31 == 0),
            plies: (key & 0x7fff_ffff) as usize,
        }
    }
}

/// The sets of a ply's record: positions lost and positions won.
pub(crate) const LOST: usize = 0;
pub(crate) const WON: usize = 1;

/// Sets of a whole slice held during the growth, one of them only if losses may be delayed.
pub(crate) const SETS: usize = 5;
/// Those that also hold planes of other processes.
pub(crate) const READ_SETS: usize = 3;

/// The journals of a part of a slice.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) area: Area,
    /// The best moves that leave the slice, by side to move and score.
    pub(crate) prepared: Journal,
    /// The positions settled in each ply.
    pub(crate) plies: Journal,
}

impl Part {
    fn path(dir: &Path, part: usize, name: &str) -> PathBuf {
        dir.join(format!("part-{part:03}.{name}"))
    }

    /// The finished journal of a part that another process has solved.
    pub(crate) fn of_another(
        dir: &Path,
        division: &Division,
        part: usize,
        slice: usize,
    ) -> io::Result<Part> {
        let plies = Journal::open_whole(&Part::path(dir, part, "plies"), slice)?;
        Ok(Part {
            area: division.parts[part].clone(),
            prepared: Journal::in_memory(),
            plies,
        })
    }

    /// Its first row among those of a task.
    fn first_row(&self, task: &Task) -> usize {
        self.area.rows.start - task.area.rows.start
    }
}

/// The journals of a solved slice: those of the own parts, in order.
#[derive(Debug)]
pub(crate) struct SolvedSlice {
    pub(crate) parts: Vec<Part>,
    /// Legal positions of the own parts, by side to move.
    pub(crate) legal: [u64; 2],
}

pub(crate) struct Solver<'a> {
    pub(crate) index: &'a Index,
    pub(crate) layout: &'a Layout,
    pub(crate) slice: &'a Slice,
    pub(crate) division: &'a Division,
    ranks: &'a dyn Ranks,
    /// Whether the journals outlive the process.
    saved: bool,
    /// The own parts, in order.
    pub(crate) parts: Vec<Part>,
    legal: [u64; 2],
    /// Winner to move and not yet won: the loser can still escape to these.
    pub(crate) unwon: Set,
    /// Loser to move, not yet lost, and not saved by a move outside the slice.
    unlost: Set,
    /// The part of `unlost` in which a move outside the slice loses later than the current ply.
    delayed: Set,
    /// Positions lost at the previous ply and at the current one.
    pub(crate) lost: [Set; 2],
    storage: Storage<'a>,
    /// Buffers for moves, each used by one thread at a time.
    buffers: Mutex<Vec<LargeArray<u64>>>,
}

impl<'a> Solver<'a> {
    /// A solver of one slice. `journals` is the directory of its journals, which are kept in memory
    /// without one.
    #[allow(clippy::too_many_arguments, reason = "a plain constructor")]
    pub(crate) fn new(
        index: &'a Index,
        layout: &'a Layout,
        slice: usize,
        division: &'a Division,
        ranks: &'a dyn Ranks,
        storage: Storage<'a>,
        journals: Option<&Path>,
    ) -> io::Result<Solver<'a>> {
        let open = |part: usize, name: &str| match journals {
            Some(dir) => Journal::open(&Part::path(dir, part, name), slice),
            None => Ok(Journal::in_memory()),
        };
        let parts = division.own_parts().map(|part| {
            let area = division.parts[part].clone();
            Ok(Part {
                area,
                prepared: open(part, "moves")?,
                plies: open(part, "plies")?,
            })
        });
        let parts = parts.collect::<io::Result<Vec<Part>>>()?;
        let none = || {
            layout
                .planes
                .iter()
                .map(|_| LargeArray::default())
                .collect::<Set>()
        };
        Ok(Solver {
            index,
            layout,
            slice: &index.slices[slice],
            division,
            ranks,
            saved: journals.is_some(),
            parts,
            legal: [0, 0],
            unwon: none(),
            unlost: none(),
            delayed: none(),
            lost: [none(), none()],
            storage,
            buffers: Mutex::default(),
        })
    }

    /// Solves the slice, from its journals if they hold a beginning. `go_on` is called after each
    /// ply with the number of positions settled and the bytes of the own journals; `None` if it
    /// returned `false`.
    pub(crate) fn run(
        mut self,
        leaving: &LeavingMoves<'_>,
        mut go_on: impl FnMut(Stage, u64, u64) -> bool,
    ) -> io::Result<Option<SolvedSlice>> {
        self.allocate()?;
        self.prepare(leaving)?;
        let last = self.resume()?;
        for winner in [Color::White, Color::Black] {
            let resumed = match last {
                Some(stage) if stage.winner == winner => Some(stage.plies),
                // White's wins are complete.
                Some(Stage {
                    winner: Color::Black,
                    ..
                }) => continue,
                _ => None,
            };
            if !self.grow(winner, resumed, &mut go_on)? {
                return Ok(None);
            }
        }
        Ok(Some(SolvedSlice {
            parts: self.parts,
            legal: self.legal,
        }))
    }

    fn allocate(&mut self) -> io::Result<()> {
        let (rows, storage) = (self.layout.plane_rows, self.storage);
        for plane in 0..self.layout.planes.len() {
            let room = || LargeArray::zeroed(rows, storage);
            if self.division.reads(self.division.rank, plane) {
                (self.unwon[plane], self.lost[0][plane], self.lost[1][plane]) =
                    (room()?, room()?, room()?);
            }
            if self.division.owns(plane) {
                self.unlost[plane] = room()?;
            }
        }
        Ok(())
    }

    /// Cuts the journals off after the last ply that all parts of all processes have whole, and
    /// returns it.
    fn resume(&mut self) -> io::Result<Option<Stage>> {
        let whole = self
            .parts
            .iter()
            .map(|part| part.plies.records.len())
            .min()
            .unwrap_or(usize::MAX);
        let whole = self.ranks.min(if self.saved { whole as u64 } else { 0 }) as usize;
        self.parts
            .iter_mut()
            .try_for_each(|part| part.plies.truncate(whole))?;
        let mut key = 0;
        if let Some(part) = self.parts.first()
            && let Some(last) = part.plies.records.last()
        {
            key = u64::from(last.key) + 1;
        }
        let key = greatest(self.ranks, key);
        Ok(key.checked_sub(1).map(|key| Stage::from_key(key as u32)))
    }

    fn grow(
        &mut self,
        winner: Color,
        resumed: Option<usize>,
        go_on: &mut impl FnMut(Stage, u64, u64) -> bool,
    ) -> io::Result<bool> {
        let losses = self.begin(winner, resumed)?;
        if let Some(plies) = resumed {
            self.share_again(winner, plies)?;
        }
        let mut last_due = 0;
        for part in &self.parts {
            for record in &part.prepared.records {
                let (turn, score) = prepared_key(record.key);
                let due = if turn == winner {
                    score.win_plies()
                } else {
                    score.loss_plies()
                };
                last_due = last_due.max(due.unwrap_or(0));
            }
        }
        let last = greatest(self.ranks, last_due as u64) as usize;
        let (mut won, mut lost) = (u64::from(resumed.is_some()), u64::from(resumed.is_some()));
        let first = match resumed {
            Some(plies) => plies + 1,
            None => 0,
        };
        for plies in first.. {
            let stage = Stage { winner, plies };
            let newly_lost = self.lose(stage, won > 0 || plies == 0, losses)?;
            let newly_won = self.win(stage, lost > 0)?;
            let news = newly_lost.par_iter().zip(&newly_won);
            self.parts
                .par_iter_mut()
                .zip(news)
                .try_for_each(|(part, (lost, won))| {
                    part.plies.append(
                        stage.key(),
                        [&lost.bytes, &won.bytes],
                        [lost.count, won.count],
                    )
                })?;
            let count = |sets: &[Encoder]| sets.iter().map(|set| set.count).sum();
            (won, lost) = (
                self.ranks.sum(count(&newly_won)),
                self.ranks.sum(count(&newly_lost)),
            );
            self.lost.swap(0, 1);
            let news = winner.fold_wb(newly_lost, newly_won);
            let news: Vec<Vec<u8>> = news.into_iter().map(|set| set.bytes).collect();
            self.share(winner, &news);
            if !go_on(stage, won + lost, self.journal_len()) {
                return Ok(false);
            }
            if won == 0 && lost == 0 && plies >= last {
                break;
            }
        }
        Ok(true)
    }

    fn journal_len(&self) -> u64 {
        self.parts
            .iter()
            .map(|part| part.prepared.len() + part.plies.len())
            .sum()
    }

    /// Initializes the sets from the legal positions and the journals. Returns whether losses may
    /// be delayed.
    fn begin(&mut self, winner: Color, resumed: Option<usize>) -> io::Result<bool> {
        let (index, layout, slice, division) = (self.index, self.layout, self.slice, self.division);
        let loser = !winner;
        let is_delayed = |record: &Record| {
            let (turn, score) = prepared_key(record.key);
            match (score.loss_plies(), resumed) {
                (Some(plies), Some(resumed)) => turn == loser && plies > resumed,
                (Some(_), None) => turn == loser,
                (None, _) => false,
            }
        };
        let losses = self
            .parts
            .iter()
            .any(|part| part.prepared.records.iter().any(is_delayed));
        if losses {
            for plane in (0..layout.planes.len()).filter(|plane| division.owns(*plane)) {
                if self.delayed[plane].is_empty() {
                    self.delayed[plane] = LargeArray::zeroed(layout.plane_rows, self.storage)?;
                }
                self.delayed[plane].fill(0);
            }
        }
        let legal = |plane: usize, row: usize| layout.legal(&layout.row(index, slice, plane, row));
        // The rows of other processes.
        for (plane, unwon) in self.unwon.iter_mut().enumerate() {
            let own = division.own_rows(plane);
            for rows in [0..own.start, own.end..unwon.len()] {
                let rows = unwon[rows.clone()].par_iter_mut().zip(rows);
                rows.for_each(|(unwon, row)| *unwon = legal(plane, row).of(winner));
            }
        }
        let (tasks, parts, [before, _]) = (&division.tasks, &self.parts, &mut self.lost);
        let sets = (
            split(&mut self.unwon, tasks),
            split(&mut self.unlost, tasks),
            split(&mut self.delayed, tasks),
            split(before, tasks),
            tasks,
        );
        let legal =
            sets.into_par_iter()
                .map(|(mut unwon, mut unlost, mut delayed, mut before, task)| {
                    let mut count = [0, 0];
                    for ((plane, unwon), unlost) in
                        task.area.planes.clone().zip(&mut unwon).zip(&mut unlost)
                    {
                        let rows = task
                            .area
                            .rows
                            .clone()
                            .zip(unwon.iter_mut())
                            .zip(unlost.iter_mut());
                        for ((row, unwon), unlost) in rows {
                            let legal = legal(plane, row);
                            (*unwon, *unlost) = (legal.of(winner), legal.of(loser));
                            count[0] += u64::from(legal.white.count_ones());
                            count[1] += u64::from(legal.black.count_ones());
                        }
                    }
                    before.iter_mut().for_each(|set| set.fill(0));
                    for part in &parts[task.own.clone()] {
                        let first = part.first_row(task);
                        let each =
                            |set: Cow<'_, [u8]>, found: &mut dyn FnMut(usize, usize, u64)| {
                                decode(&set, |number, bits| {
                                    let (plane, row) = part.area.offset(number);
                                    found(plane, first + row, bits);
                                });
                            };
                        let (prepared, plies) = (&part.prepared, &part.plies);
                        for record in &prepared.records {
                            let (turn, score) = prepared_key(record.key);
                            if turn == loser && score >= Score::DRAW {
                                each(prepared.read(record, 0)?, &mut |plane, row, bits| {
                                    unlost[plane][row] &= !bits
                                });
                            } else if is_delayed(record) {
                                each(prepared.read(record, 0)?, &mut |plane, row, bits| {
                                    delayed[plane][row] |= bits
                                });
                            }
                        }
                        for record in plies
                            .records
                            .iter()
                            .filter(|r| Stage::from_key(r.key).winner == winner)
                        {
                            let now = Some(Stage::from_key(record.key).plies) == resumed;
                            each(plies.read(record, LOST)?, &mut |plane, row, bits| {
                                unlost[plane][row] &= !bits;
                                if now {
                                    before[plane][row] = bits;
                                }
                            });
                            each(plies.read(record, WON)?, &mut |plane, row, bits| {
                                unwon[plane][row] &= !bits
                            });
                        }
                    }
                    Ok(count)
                });
        let add = |a: [u64; 2], b: [u64; 2]| Ok::<_, io::Error>([a[0] + b[0], a[1] + b[1]]);
        self.legal = legal.try_reduce(|| [0, 0], add)?;
        Ok(losses)
    }

    /// B(i): the positions all of whose moves are now known to lose, for each own part. Parts in
    /// which nothing can change are left out.
    fn lose(&mut self, stage: Stage, changed: bool, losses: bool) -> io::Result<Vec<Encoder>> {
        let Stage { winner, plies } = stage;
        let (tasks, parts, unwon) = (&self.division.tasks, &self.parts, &self.unwon);
        let unmoves = Unmoves {
            layout: self.layout,
            slice: self.slice,
        };
        let [_, after] = &mut self.lost;
        let sets = (
            split(after, tasks),
            split(&mut self.unlost, tasks),
            split(&mut self.delayed, tasks),
            tasks,
        );
        let found = sets
            .into_par_iter()
            .map(|(mut after, mut unlost, mut delayed, task)| {
                let mut released = false;
                let due =
                    |record: &&Record| prepared_key(record.key) == (!winner, Score::loss(plies));
                for part in &parts[task.own.clone()] {
                    let first = part.first_row(task);
                    for record in part.prepared.records.iter().filter(due) {
                        released = true;
                        decode(&part.prepared.read(record, 0)?, |number, bits| {
                            let (plane, row) = part.area.offset(number);
                            delayed[plane][first + row] &= !bits;
                        });
                    }
                }
                let mut lost: Vec<Encoder> = task.own.clone().map(|_| Encoder::default()).collect();
                if !changed && !released {
                    after.iter_mut().for_each(|set| set.fill(0));
                    return Ok(lost);
                }
                for (i, plane) in task.area.planes.clone().enumerate() {
                    let (after, unlost) = (&mut *after[i], &mut *unlost[i]);
                    unmoves.collect(!winner, unwon, plane, task.area.rows.clone(), after);
                    for (lost, part) in lost.iter_mut().zip(&parts[task.own.clone()]) {
                        let first = part.first_row(task);
                        for row in first..first + part.area.rows.len() {
                            let mut now = unlost[row] & !after[row];
                            if losses {
                                now &= !delayed[i][row];
                            }
                            after[row] = now;
                            unlost[row] &= !now;
                            lost.push(part.area.number(plane, task.area.rows.start + row), now);
                        }
                    }
                }
                Ok(lost)
            });
        Ok(found
            .collect::<io::Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// W(i) for each own part: the positions with a move to one lost at the previous ply. Those
    /// with a win outside the slice join when it is due.
    fn win(&mut self, stage: Stage, lost: bool) -> io::Result<Vec<Encoder>> {
        let Stage { winner, plies } = stage;
        let (tasks, parts, before) = (&self.division.tasks, &self.parts, &self.lost[0]);
        let buffers = &self.buffers;
        let longest = tasks
            .iter()
            .map(|task| task.area.planes.len() * task.area.rows.len())
            .max()
            .unwrap_or(0);
        let unmoves = Unmoves {
            layout: self.layout,
            slice: self.slice,
        };
        let sets = (split(&mut self.unwon, tasks), tasks);
        let found = sets.into_par_iter().map(|(mut unwon, task)| {
            let mut won: Vec<Encoder> = task.own.clone().map(|_| Encoder::default()).collect();
            let parts = &parts[task.own.clone()];
            let is_due = |record: &&Record| prepared_key(record.key) == (winner, Score::win(plies));
            let due = |part: &Part| part.prepared.records.iter().find(is_due).copied();
            if !lost && !parts.iter().any(|part| due(part).is_some()) {
                return Ok(won);
            }
            let rows = task.area.rows.len();
            let mut buffer = match lock(buffers).pop() {
                Some(buffer) => buffer,
                None => LargeArray::zeroed(longest, Storage::Memory)?,
            };
            let moves = &mut buffer[..task.area.planes.len() * rows];
            if !lost {
                moves.fill(0);
            } else {
                for (moves, plane) in moves.chunks_exact_mut(rows).zip(task.area.planes.clone()) {
                    unmoves.collect(winner, before, plane, task.area.rows.clone(), moves);
                }
            }
            for (won, part) in won.iter_mut().zip(parts) {
                let first = part.first_row(task);
                if let Some(record) = due(part) {
                    decode(&part.prepared.read(&record, 0)?, |number, bits| {
                        let (plane, row) = part.area.offset(number);
                        moves[plane * rows + first + row] |= bits;
                    });
                }
                for (i, plane) in task.area.planes.clone().enumerate() {
                    for row in first..first + part.area.rows.len() {
                        let now = moves[i * rows + row] & unwon[i][row];
                        unwon[i][row] &= !now;
                        won.push(part.area.number(plane, task.area.rows.start + row), now);
                    }
                }
            }
            lock(buffers).push(buffer);
            Ok(won)
        });
        Ok(found
            .collect::<io::Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// Sends the newly settled positions with Black to move of the own parts to the processes that
    /// read them, and applies theirs.
    fn share(&mut self, winner: Color, news: &[Vec<u8>]) {
        let size = self.ranks.size();
        if size == 1 {
            return;
        }
        let (own, division) = (self.division.rank, self.division);
        let message = |rank: usize| {
            let mut message = Vec::new();
            let read = |part: usize| {
                rank != own && division.reads(rank, division.parts[part].planes.start)
            };
            for (part, set) in division
                .own_parts()
                .zip(news)
                .filter(|(part, _)| read(*part))
            {
                message.extend((part as u32).to_le_bytes());
                message.extend((set.len() as u64).to_le_bytes());
                message.extend(set);
            }
            message
        };
        for message in self.ranks.exchange((0..size).map(message).collect()) {
            let mut rest = &message[..];
            while let (Some(part), Some(len)) =
                (take_number(&mut rest, 4), take_number(&mut rest, 8))
            {
                let (set, others) = rest.split_at(len as usize);
                rest = others;
                let Area { planes, rows } = &division.parts[part as usize];
                let target = winner.fold_wb(&mut self.lost[0], &mut self.unwon);
                let target = &mut target[planes.start][rows.clone()];
                if winner == Color::White {
                    target.fill(0);
                }
                decode(set, |row, bits| match winner {
                    Color::White => target[row] = bits,
                    Color::Black => target[row] &= !bits,
                });
            }
        }
    }

    /// Shares the plies before `plies` once more with processes that have just begun.
    fn share_again(&mut self, winner: Color, plies: usize) -> io::Result<()> {
        if self.ranks.size() == 1 {
            return Ok(());
        }
        for past in winner.fold_wb(plies, 0)..=plies {
            let key = Stage {
                winner,
                plies: past,
            }
            .key();
            let mut news = Vec::new();
            for part in &self.parts {
                let record = part.plies.records.iter().find(|record| record.key == key);
                news.push(match record {
                    Some(record) => part.plies.read(record, winner.fold_wb(0, 1))?.into_owned(),
                    None => Vec::new(),
                });
            }
            self.share(winner, &news);
        }
        Ok(())
    }
}

fn lock<T>(buffers: &Mutex<T>) -> MutexGuard<'_, T> {
    buffers.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows of each task, for each of its planes; no rows of planes that are not held.
fn split<'a>(set: &'a mut Set, tasks: &[Task]) -> Vec<Vec<&'a mut [u64]>> {
    let mut found: Vec<Vec<&mut [u64]>> = tasks.iter().map(|_| Vec::new()).collect();
    for (plane, rows) in set.iter_mut().enumerate() {
        let (held, mut rest, mut next) = (rows.len(), &mut rows[..], 0);
        for (task, found) in tasks.iter().zip(&mut found) {
            if task.area.planes.contains(&plane) {
                let Range { start, end } = task.area.rows;
                let (_, from) = rest.split_at_mut(start.min(held) - next);
                let (here, after) = from.split_at_mut(end.min(held) - start.min(held));
                found.push(here);
                (rest, next) = (after, end.min(held));
            }
        }
    }
    found
}

/// The greatest of all processes' numbers.
fn greatest(ranks: &dyn Ranks, n: u64) -> u64 {
    u64::MAX - ranks.min(u64::MAX - n)
}
