//! Thompson's algorithm on one slice: sets of won and lost positions grow ply by ply from the mates.
//!
//! **Second-hand** (Thompson 1986): B0 = all mates; W(i+1) = parents of B(i) not yet in W; a parent of W(i+1) joins
//! B(i+1) if all its successors are in W. **Inferred**: parents are found for a whole set at once (`unmove`), and
//! the condition on all successors is computed as: no move leads to a position outside W. Unlike Thompson's files, the
//! result distinguishes the two sides' wins: the sets are grown once for each winner.
//!
//! No value is kept in memory: each ply's newly settled positions are appended to the journals (`journal`).

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::division::Division;
use crate::build::journal::{Encoder, Journal, Record, decode, prepared_key};
use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::ranks::Ranks;
use crate::build::unmove::{Set, Unmoves};
use crate::file::format::take_number;
use crate::file::storage::{LargeArray, Storage};
use crate::index::numbering::{Index, Slice};
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
        Stage { winner: Color::from_white(key >> 31 == 0), plies: (key & 0x7fff_ffff) as usize }
    }
}

/// The sets of a ply's record: positions lost and positions won.
pub(crate) const LOST: usize = 0;
pub(crate) const WON: usize = 1;

/// Sets of a whole slice held during the growth, one of them only if losses may be delayed.
pub(crate) const SETS: usize = 5;

/// The journals of a part of a slice.
#[derive(Debug)]
pub(crate) struct Part {
    /// The best moves that leave the slice, by side to move and score.
    pub(crate) prepared: Journal,
    /// The positions settled in each ply.
    pub(crate) plies: Journal,
}

impl Part {
    fn path(dir: &Path, part: usize, name: &str) -> PathBuf {
        dir.join(format!("part-{part:02}.{name}"))
    }

    /// The finished journals of a part that another process has solved.
    pub(crate) fn of_another(dir: &Path, part: usize, slice: usize) -> io::Result<Part> {
        let plies = Journal::open(&Part::path(dir, part, "plies"), slice)?;
        Ok(Part { prepared: Journal::in_memory(), plies })
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
    /// One for each part; `None` for those of other processes.
    pub(crate) parts: Vec<Option<Part>>,
    legal: [u64; 2],
    /// Winner to move and not yet won: the loser can still escape to these.
    pub(crate) unwon: Set,
    /// Loser to move, not yet lost, and not saved by a move outside the slice.
    unlost: Set,
    /// The part of `unlost` in which a move outside the slice loses later than the current ply.
    delayed: Set,
    /// Positions lost at the previous ply and at the current one.
    pub(crate) lost: [Set; 2],
    /// Whether the rows of each plane of `lost` are to be read as empty.
    empty: [Vec<bool>; 2],
    storage: Storage<'a>,
}

impl<'a> Solver<'a> {
    /// A solver of one slice. `journals` is the directory of its journals, which are kept in memory without one.
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
        let mut parts = Vec::new();
        for (part, &owner) in division.owners.iter().enumerate() {
            let own = owner == division.rank;
            let journals =
                || Ok::<_, io::Error>(Part { prepared: open(part, "moves")?, plies: open(part, "plies")? });
            parts.push(own.then(journals).transpose()?);
        }
        let none = || layout.planes.iter().map(|_| LargeArray::default()).collect::<Set>();
        let empty = || vec![true; layout.planes.len()];
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
            empty: [empty(), empty()],
            storage,
        })
    }

    /// Solves the slice, from its journals if they hold a beginning. `go_on` is called after each ply with the number
    /// of positions settled and the bytes of the own journals; `None` if it returned `false`.
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
                Some(Stage { winner: Color::Black, .. }) => continue,
                _ => None,
            };
            if !self.grow(winner, resumed, &mut go_on)? {
                return Ok(None);
            }
        }
        Ok(Some(SolvedSlice { parts: self.parts.into_iter().flatten().collect(), legal: self.legal }))
    }

    fn allocate(&mut self) -> io::Result<()> {
        let (rows, storage) = (self.layout.plane_rows, self.storage);
        for plane in 0..self.layout.planes.len() {
            let room = || LargeArray::zeroed(rows, storage);
            if self.division.reads(self.division.rank, plane) {
                (self.unwon[plane], self.lost[0][plane], self.lost[1][plane]) = (room()?, room()?, room()?);
            }
            if self.division.owns(plane) {
                self.unlost[plane] = room()?;
            }
        }
        Ok(())
    }

    /// Cuts the journals off after the last ply that all parts of all processes have whole, and returns it.
    fn resume(&mut self) -> io::Result<Option<Stage>> {
        let parts = self.parts.iter().flatten();
        let whole = parts.map(|part| part.plies.records.len()).min().unwrap_or(usize::MAX);
        let whole = self.ranks.min(if self.saved { whole as u64 } else { 0 }) as usize;
        for part in self.parts.iter_mut().flatten() {
            part.plies.truncate(whole)?;
        }
        let records = self.parts.iter().flatten().next().map(|part| &part.plies.records);
        let key = records.and_then(|records| records.last()).map_or(0, |last| u64::from(last.key) + 1);
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
        let scheduled = self.parts.iter().flatten().flat_map(|part| &part.prepared.records);
        let due = scheduled.filter_map(|record| {
            let (turn, score) = prepared_key(record.key);
            if turn == winner { score.win_plies() } else { score.loss_plies() }
        });
        let last = greatest(self.ranks, due.max().unwrap_or(0) as u64) as usize;
        let (mut won, mut lost) = (u64::from(resumed.is_some()), u64::from(resumed.is_some()));
        for plies in resumed.map_or(0, |p| p + 1).. {
            let stage = Stage { winner, plies };
            let newly_lost = self.lose(stage, won > 0 || plies == 0, losses)?;
            let newly_won = self.win(stage, lost > 0)?;
            let parts: Vec<&mut Part> = self.parts.iter_mut().flatten().collect();
            parts.into_par_iter().zip(newly_lost.par_iter().zip(&newly_won)).try_for_each(
                |(part, (lost, won))| {
                    part.plies.append(stage.key(), [&lost.bytes, &won.bytes], [lost.count, won.count])
                },
            )?;
            let count = |sets: &[Encoder]| sets.iter().map(|set| set.count).sum();
            (won, lost) = (self.ranks.sum(count(&newly_won)), self.ranks.sum(count(&newly_lost)));
            self.lost.swap(0, 1);
            self.empty.swap(0, 1);
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
        self.parts.iter().flatten().map(|part| part.prepared.len() + part.plies.len()).sum()
    }

    /// Initializes the sets from the legal positions and the journals. Returns whether losses may be delayed.
    fn begin(&mut self, winner: Color, resumed: Option<usize>) -> io::Result<bool> {
        let (layout, division, own) = (self.layout, self.division, &self.parts);
        let loser = !winner;
        let is_delayed = |record: &Record| {
            let (turn, score) = prepared_key(record.key);
            turn == loser && score.loss_plies().is_some_and(|p| resumed.is_none_or(|r| p > r))
        };
        let losses = own.iter().flatten().flat_map(|part| &part.prepared.records).any(is_delayed);
        if losses {
            for plane in (0..layout.planes.len()).filter(|plane| division.owns(*plane)) {
                if self.delayed[plane].is_empty() {
                    self.delayed[plane] = LargeArray::zeroed(layout.plane_rows, self.storage)?;
                }
                self.delayed[plane].fill(0);
            }
        }
        self.empty.iter_mut().for_each(|empty| empty.fill(true));
        let (index, slice, rows, planes_per_part) =
            (self.index, self.slice, layout.plane_rows, division.planes_per_part);
        let [before, _] = &mut self.lost;
        let [empty, _] = &mut self.empty;
        let sets = (
            self.unwon.par_chunks_mut(planes_per_part),
            self.unlost.par_chunks_mut(planes_per_part),
            self.delayed.par_chunks_mut(planes_per_part),
            before.par_chunks_mut(planes_per_part),
            empty.par_chunks_mut(planes_per_part),
            own,
        );
        let sets = sets.into_par_iter().enumerate();
        let legal = sets.map(|(at, (unwon, unlost, delayed, before, empty, part))| {
            let mut count = [0, 0];
            let first = at * planes_per_part;
            for (i, (unwon, unlost)) in unwon.iter_mut().zip(&mut *unlost).enumerate() {
                for row in 0..unwon.len() {
                    let legal = layout.legal(&layout.row(index, slice, first + i, row));
                    unwon[row] = legal.of(winner);
                    if part.is_some() {
                        unlost[row] = legal.of(loser);
                        count[0] += u64::from(legal.white.count_ones());
                        count[1] += u64::from(legal.black.count_ones());
                    }
                }
            }
            let Some(part) = part else { return Ok(count) };
            let each = |set: Cow<'_, [u8]>, found: &mut dyn FnMut(usize, usize, u64)| {
                decode(&set, |row, bits| found(row / rows, row % rows, bits));
            };
            for record in &part.prepared.records {
                let (turn, score) = prepared_key(record.key);
                if turn == loser && score >= Score::DRAW {
                    each(part.prepared.read(record, 0)?, &mut |plane, row, bits| unlost[plane][row] &= !bits);
                } else if is_delayed(record) {
                    each(part.prepared.read(record, 0)?, &mut |plane, row, bits| delayed[plane][row] |= bits);
                }
            }
            for record in part.plies.records.iter().filter(|r| Stage::from_key(r.key).winner == winner) {
                let now = Some(Stage::from_key(record.key).plies) == resumed;
                if now {
                    empty.fill(false);
                    before.iter_mut().for_each(|set| set.fill(0));
                }
                each(part.plies.read(record, LOST)?, &mut |plane, row, bits| {
                    unlost[plane][row] &= !bits;
                    if now {
                        before[plane][row] = bits;
                    }
                });
                each(part.plies.read(record, WON)?, &mut |plane, row, bits| unwon[plane][row] &= !bits);
            }
            Ok(count)
        });
        let add = |a: [u64; 2], b: [u64; 2]| Ok::<_, io::Error>([a[0] + b[0], a[1] + b[1]]);
        self.legal = legal.try_reduce(|| [0, 0], add)?;
        Ok(losses)
    }

    /// B(i): the positions all of whose moves are now known to lose, for each own part. Parts in which nothing can
    /// change are left out.
    fn lose(&mut self, stage: Stage, changed: bool, losses: bool) -> io::Result<Vec<Encoder>> {
        let Stage { winner, plies } = stage;
        let (layout, division, own) = (self.layout, self.division, &self.parts);
        let unmoves = Unmoves { layout, slice: self.slice };
        let (rows, planes_per_part, unwon) = (layout.plane_rows, division.planes_per_part, &self.unwon);
        let [_, after] = &mut self.lost;
        let [_, empty] = &mut self.empty;
        let sets = (
            after.par_chunks_mut(planes_per_part),
            self.unlost.par_chunks_mut(planes_per_part),
            self.delayed.par_chunks_mut(planes_per_part),
            empty.par_chunks_mut(planes_per_part),
            own,
        );
        let sets = sets.into_par_iter().enumerate();
        let found = sets.filter_map(|(at, (after, unlost, delayed, empty, part))| {
            let part = part.as_ref()?;
            let mut released = false;
            let due = |record: &&Record| prepared_key(record.key) == (!winner, Score::loss(plies));
            for record in part.prepared.records.iter().filter(due) {
                released = true;
                let set = match part.prepared.read(record, 0) {
                    Ok(set) => set,
                    Err(error) => return Some(Err(error)),
                };
                decode(&set, |row, bits| delayed[row / rows][row % rows] &= !bits);
            }
            let mut lost = Encoder::default();
            empty.fill(!(changed || released));
            if changed || released {
                for (i, (after, unlost)) in after.iter_mut().zip(unlost).enumerate() {
                    unmoves.collect(!winner, unwon, at * planes_per_part + i, after);
                    for (row, (after, unlost)) in after.iter_mut().zip(unlost.iter_mut()).enumerate() {
                        let mut now = *unlost & !*after;
                        if losses {
                            now &= !delayed[i][row];
                        }
                        *after = now;
                        *unlost &= !now;
                        lost.push(i * rows + row, now);
                    }
                }
            }
            Some(Ok(lost))
        });
        found.collect()
    }

    /// W(i) for each own part: the positions with a move to one lost at the previous ply. Those with a win outside the
    /// slice join when it is due.
    fn win(&mut self, stage: Stage, lost: bool) -> io::Result<Vec<Encoder>> {
        let Stage { winner, plies } = stage;
        let (layout, division, own) = (self.layout, self.division, &self.parts);
        let unmoves = Unmoves { layout, slice: self.slice };
        let (rows, planes_per_part) = (layout.plane_rows, division.planes_per_part);
        if lost {
            let planes = self.lost[0].par_iter_mut().zip(&mut self.empty[0]).filter(|(_, empty)| **empty);
            planes.for_each(|(set, empty)| {
                set.fill(0);
                *empty = false;
            });
        }
        let before = &self.lost[0];
        let sets = self.unwon.par_chunks_mut(planes_per_part).zip(own).enumerate();
        let found = sets.filter_map(|(at, (unwon, part))| {
            let part = part.as_ref()?;
            let mut won = Encoder::default();
            let due = |record: &&Record| prepared_key(record.key) == (winner, Score::win(plies));
            let due = part.prepared.records.iter().find(due);
            let due = match due.map(|record| part.prepared.read(record, 0)).transpose() {
                Ok(due) => due,
                Err(error) => return Some(Err(error)),
            };
            if !lost && due.is_none() {
                return Some(Ok(won));
            }
            let mut moves = vec![0; planes_per_part * rows];
            if lost {
                let planes = moves.chunks_exact_mut(rows).enumerate();
                planes
                    .for_each(|(i, moves)| unmoves.collect(winner, before, at * planes_per_part + i, moves));
            }
            decode(&due.unwrap_or_default(), |row, bits| moves[row] |= bits);
            for (i, unwon) in unwon.iter_mut().enumerate() {
                for (row, unwon) in unwon.iter_mut().enumerate() {
                    let now = moves[i * rows + row] & *unwon;
                    *unwon &= !now;
                    won.push(i * rows + row, now);
                }
            }
            Some(Ok(won))
        });
        found.collect()
    }

    /// Sends the newly settled positions with Black to move of the own parts to the processes that read them, and
    /// applies theirs.
    fn share(&mut self, winner: Color, news: &[Vec<u8>]) {
        let size = self.ranks.size();
        if size == 1 {
            return;
        }
        let (own, division, layout) = (self.division.rank, self.division, self.layout);
        let message = |rank: usize| {
            let mut message = Vec::new();
            for (part, set) in
                division.own_parts().zip(news).filter(|(part, _)| rank != own && division.reads(rank, *part))
            {
                message.extend((part as u32).to_le_bytes());
                message.extend((set.len() as u64).to_le_bytes());
                message.extend(set);
            }
            message
        };
        for message in self.ranks.exchange((0..size).map(message).collect()) {
            let mut rest = &message[..];
            while let (Some(part), Some(len)) = (take_number(&mut rest, 4), take_number(&mut rest, 8)) {
                let (set, others) = rest.split_at(len as usize);
                rest = others;
                let plane = part as usize;
                let target = winner.fold_wb(&mut self.lost[0][plane], &mut self.unwon[plane]);
                if winner == Color::White {
                    target.fill(0);
                    self.empty[0][plane] = false;
                }
                debug_assert_eq!(target.len(), layout.plane_rows);
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
            let key = Stage { winner, plies: past }.key();
            let mut news = Vec::new();
            for part in self.parts.iter().flatten() {
                let record = part.plies.records.iter().find(|record| record.key == key);
                let set = record.map(|record| part.plies.read(record, winner.fold_wb(0, 1))).transpose()?;
                news.push(set.map_or(Vec::new(), Cow::into_owned));
            }
            self.share(winner, &news);
        }
        Ok(())
    }
}

/// The greatest of all processes' numbers.
fn greatest(ranks: &dyn Ranks, n: u64) -> u64 {
    u64::MAX - ranks.min(u64::MAX - n)
}
