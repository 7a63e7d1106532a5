//! Thompson's algorithm on one slice: sets of won and lost positions grow ply by ply from the mates.
//!
//! **Documented** (Thompson 1986): B0 = all mates; W(i+1) = parents of B(i) not yet in W; a parent of W(i+1) joins
//! B(i+1) if all its successors are in W. **Inferred**: parents are found for a whole set at once (`unmove`), and
//! the condition on all successors is computed as: no move leads to a position outside W. Unlike Thompson's files, the
//! result distinguishes the two sides' wins: the sets are grown once for each winner.

use std::io;

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::unmove::Unmoves;
use crate::file::storage::{LargeArray, Storage};
use crate::index::numbering::Slice;
use crate::score::{MAX_PLIES, Score};

/// The progress of a slice: the wins of `winner` in up to `plies` plies are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) winner: Color,
    pub(crate) plies: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverStorage<'a> {
    pub(crate) sets: Storage<'a>,
    pub(crate) scores: Storage<'a>,
}

pub(crate) const SETS: usize = 7;

pub(crate) struct Solver<'a> {
    layout: &'a Layout,
    slice: &'a Slice,
    parallel: bool,
    /// By side to move: the score of each bit of each row.
    pub(crate) scores: [LargeArray<Score>; 2],
    /// [`crate::build::layout::Legal::placed`].
    placed: LargeArray<u64>,
    /// Winner to move and not yet won: the loser can still escape to these.
    unwon: LargeArray<u64>,
    /// Loser to move, not yet lost, and not saved by a move outside the slice.
    unlost: LargeArray<u64>,
    /// The part of `unlost` in which a move outside the slice loses later than the current ply.
    delayed: LargeArray<u64>,
    /// Positions lost at the previous ply and at the current one.
    lost: [LargeArray<u64>; 2],
    scratch: LargeArray<u64>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        layout: &'a Layout,
        slice: &'a Slice,
        storage: SolverStorage<'_>,
        parallel: bool,
    ) -> io::Result<Solver<'a>> {
        let set = || LargeArray::zeroed(layout.row_count(), storage.sets);
        let scores = || LargeArray::zeroed(layout.row_count() * 64, storage.scores);
        Ok(Solver {
            layout,
            slice,
            parallel,
            scores: [scores()?, scores()?],
            placed: set()?,
            unwon: set()?,
            unlost: set()?,
            delayed: set()?,
            lost: [set()?, set()?],
            scratch: set()?,
        })
    }

    /// Solves the slice from the beginning, or from a stage restored with its scores. `done` is called after each
    /// ply; its error ends the work.
    pub(crate) fn run<E>(
        &mut self,
        leaving: &LeavingMoves<'_>,
        from: Option<Stage>,
        mut done: impl FnMut(Stage, &[LargeArray<Score>; 2], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        match from {
            None => self.prepare(leaving),
            Some(_) => self.find_placed(),
        }
        for winner in [Color::White, Color::Black] {
            let resumed = match from {
                Some(stage) if stage.winner == winner => Some(stage.plies),
                // White's wins are complete.
                Some(Stage { winner: Color::Black, .. }) => continue,
                _ => None,
            };
            self.grow(winner, resumed, &mut done)?;
        }
        Ok(())
    }

    /// Finds the legal positions, the scores of the moves that leave the slice, and the stalemates. Meanwhile `unwon`
    /// and `unlost` hold the legal positions with White and with Black to move.
    fn prepare(&mut self, leaving: &LeavingMoves<'_>) {
        let (layout, slice) = (self.layout, self.slice);
        let (rows, planes_at_once) = (layout.plane_rows, self.planes_at_once());
        let [white, black] = &mut self.scores;
        let sets = (&mut self.placed, &mut self.unwon, &mut self.unlost);
        // Row by row: there are few planes, and the time for a row varies.
        let rows_at_once = planes_at_once.max(1) * if self.parallel { 64.min(rows) } else { rows };
        (sets.0.par_iter_mut(), sets.1.par_iter_mut(), sets.2.par_iter_mut())
            .into_par_iter()
            .zip(white.par_chunks_exact_mut(64).zip(black.par_chunks_exact_mut(64)))
            .enumerate()
            .with_min_len(rows_at_once)
            .for_each(|(i, ((placed, white_legal, black_legal), (white, black)))| {
                let row = layout.row(slice, i / rows, i % rows);
                let legal = layout.legal(&row);
                (*placed, *white_legal, *black_legal) = (legal.placed, legal.white, legal.black);
                for (scores, set) in [(&mut *white, legal.white), (&mut *black, legal.black)] {
                    for (bit, score) in scores.iter_mut().enumerate() {
                        *score = if set >> bit & 1 == 1 { Score::NONE } else { Score::ILLEGAL };
                    }
                }
                leaving.collect(&row, &legal, Color::White, white);
                leaving.collect(&row, &legal, Color::Black, black);
            });
        self.find_stalemates(Color::White);
        self.find_stalemates(Color::Black);
        for scores in &mut self.scores {
            // An immediate loss delays nothing: whether the position is lost depends on the other moves.
            scores.par_iter_mut().filter(|s| **s == Score::loss(0)).for_each(|s| *s = Score::NONE);
        }
    }

    fn find_stalemates(&mut self, turn: Color) {
        let unmoves = Unmoves { layout: self.layout, placed: &self.placed };
        let (rows, planes_at_once) = (self.layout.plane_rows, self.planes_at_once());
        let (white_legal, black_legal) = (&self.unwon, &self.unlost);
        let theirs = turn.fold_wb(black_legal, white_legal);
        let scores = &mut self.scores[turn.fold_wb(0, 1)];
        let planes = self.scratch.par_chunks_exact_mut(rows).zip(scores.par_chunks_exact_mut(rows * 64));
        planes.enumerate().with_min_len(planes_at_once).for_each(|(plane, (moves, scores))| {
            unmoves.collect(turn, theirs, plane, moves);
            for row in 0..rows {
                // Legal for both sides to move: neither king is in check.
                let at = plane * rows + row;
                let quiet = white_legal[at] & black_legal[at] & !moves[row];
                each_bit(quiet, |bit| {
                    let score = &mut scores[row * 64 + bit];
                    if *score == Score::NONE {
                        *score = Score::DRAW;
                    }
                });
            }
        });
    }

    fn find_placed(&mut self) {
        let (layout, slice, rows) = (self.layout, self.slice, self.layout.plane_rows);
        self.placed.par_iter_mut().enumerate().for_each(|(i, placed)| {
            *placed = layout.legal(&layout.row(slice, i / rows, i % rows)).placed;
        });
    }

    fn grow<E>(
        &mut self,
        winner: Color,
        resumed: Option<usize>,
        done: &mut impl FnMut(Stage, &[LargeArray<Score>; 2], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (wins, losses) = self.begin(winner, resumed);
        let any = |schedules: &[Schedule], plies| schedules.iter().any(|s| s.any(plies));
        let last = wins.iter().chain(&losses).map(Schedule::last).max().unwrap_or(0);
        let (mut won, mut lost) = (u64::from(resumed.is_some()), u64::from(resumed.is_some()));
        for plies in resumed.map_or(0, |p| p + 1).. {
            let released = any(&losses, plies);
            if released {
                self.release(winner, plies, &losses);
            }
            let newly_lost = if plies == 0 || won > 0 || released { self.lose(winner, plies) } else { 0 };
            let newly_won = if lost > 0 || any(&wins, plies) { self.win(winner, plies, &wins) } else { 0 };
            (won, lost) = (newly_won, newly_lost);
            self.lost.swap(0, 1);
            if lost == 0 {
                self.lost[0].fill(0);
            }
            done(Stage { winner, plies }, &self.scores, won + lost)?;
            if won == 0 && lost == 0 && plies >= last {
                break;
            }
        }
        Ok(())
    }

    /// Initializes the sets from the scores, and schedules the known wins and losses outside the slice.
    fn begin(&mut self, winner: Color, resumed: Option<usize>) -> (Vec<Schedule>, Vec<Schedule>) {
        let (rows, planes_at_once) = (self.layout.plane_rows, self.planes_at_once());
        let settled = |plies: Option<usize>| plies.is_some_and(|p| resumed.is_some_and(|r| p <= r));
        let [white, black] = &self.scores;
        let (winners, losers) = winner.fold_wb((white, black), (black, white));
        let sets = (
            self.unwon.par_chunks_exact_mut(rows),
            self.unlost.par_chunks_exact_mut(rows),
            self.delayed.par_chunks_exact_mut(rows),
            self.lost[0].par_chunks_exact_mut(rows),
        );
        let planes = sets.into_par_iter().enumerate().with_min_len(planes_at_once);
        planes
            .map(|(plane, (unwon, unlost, delayed, lost))| {
                let (mut wins, mut losses) = (Schedule::new(rows), Schedule::new(rows));
                for row in 0..rows {
                    let at = (plane * rows + row) * 64;
                    (unwon[row], unlost[row], delayed[row], lost[row]) = (0, 0, 0, 0);
                    for bit in 0..64 {
                        let (score, one) = (winners[at + bit], 1 << bit);
                        let plies = score.win_plies();
                        if score != Score::ILLEGAL && !settled(plies) {
                            unwon[row] |= one;
                            plies.into_iter().for_each(|p| wins.add(row, p));
                        }
                        let score = losers[at + bit];
                        let plies = score.loss_plies();
                        if settled(plies) {
                            lost[row] |= if plies == resumed { one } else { 0 };
                        } else if score == Score::NONE || plies.is_some() {
                            unlost[row] |= one;
                            if let Some(p) = plies {
                                delayed[row] |= one;
                                losses.add(row, p);
                            }
                        }
                    }
                }
                (wins, losses)
            })
            .unzip()
    }

    /// Releases the delayed positions whose last losing move outside the slice is due at this ply.
    fn release(&mut self, winner: Color, plies: usize, losses: &[Schedule]) {
        let (rows, planes_at_once) = (self.layout.plane_rows, self.planes_at_once());
        let scores = &mut self.scores[winner.fold_wb(1, 0)];
        let planes =
            self.delayed.par_chunks_exact_mut(rows).zip(scores.par_chunks_exact_mut(rows * 64)).zip(losses);
        planes.with_min_len(planes_at_once).for_each(|((delayed, scores), losses)| {
            let mut due = Vec::new();
            losses.due(plies, Score::loss(plies), scores, |row, set| due.push((row, set & delayed[row])));
            for (row, set) in due {
                delayed[row] &= !set;
                each_bit(set, |bit| scores[row * 64 + bit] = Score::NONE);
            }
        });
    }

    /// B(i): settles the positions all of whose moves are now known to lose, and returns their number.
    fn lose(&mut self, winner: Color, plies: usize) -> u64 {
        let unmoves = Unmoves { layout: self.layout, placed: &self.placed };
        let (rows, planes_at_once) = (self.layout.plane_rows, self.planes_at_once());
        let (unwon, delayed) = (&self.unwon, &self.delayed);
        let scores = &mut self.scores[winner.fold_wb(1, 0)];
        let planes = (
            self.lost[1].par_chunks_exact_mut(rows),
            self.unlost.par_chunks_exact_mut(rows),
            scores.par_chunks_exact_mut(rows * 64),
        );
        let planes = planes.into_par_iter().enumerate().with_min_len(planes_at_once);
        planes
            .map(|(plane, (lost, unlost, scores))| {
                let mut count = 0;
                unmoves.collect(!winner, unwon, plane, lost);
                for (row, lost) in lost.iter_mut().enumerate() {
                    *lost = unlost[row] & !delayed[plane * rows + row] & !*lost;
                    unlost[row] &= !*lost;
                    count += u64::from(lost.count_ones());
                    each_bit(*lost, |bit| scores[row * 64 + bit] = Score::loss(plies));
                }
                count
            })
            .sum()
    }

    /// W(i): settles the positions with a move to one lost at the previous ply, or with a win outside the slice that
    /// is due now, and returns their number.
    fn win(&mut self, winner: Color, plies: usize, wins: &[Schedule]) -> u64 {
        let unmoves = Unmoves { layout: self.layout, placed: &self.placed };
        let (rows, planes_at_once) = (self.layout.plane_rows, self.planes_at_once());
        let before = &self.lost[0];
        let scores = &mut self.scores[winner.fold_wb(0, 1)];
        let planes = (
            self.scratch.par_chunks_exact_mut(rows),
            self.unwon.par_chunks_exact_mut(rows),
            scores.par_chunks_exact_mut(rows * 64),
            wins,
        );
        let planes = planes.into_par_iter().enumerate().with_min_len(planes_at_once);
        planes
            .map(|(plane, (won, unwon, scores, wins))| {
                let mut count = 0;
                unmoves.collect(winner, before, plane, won);
                wins.due(plies, Score::win(plies), scores, |row, set| won[row] |= set);
                for (row, won) in won.iter().enumerate() {
                    let won = won & unwon[row];
                    unwon[row] &= !won;
                    count += u64::from(won.count_ones());
                    each_bit(won, |bit| scores[row * 64 + bit] = Score::win(plies));
                }
                count
            })
            .sum()
    }

    /// Fewest planes that one thread takes: all of them if slices, not planes, are solved in parallel.
    fn planes_at_once(&self) -> usize {
        if self.parallel { 1 } else { self.layout.planes.len() }
    }
}

#[inline(always)]
fn each_bit(mut set: u64, mut found: impl FnMut(usize)) {
    while set != 0 {
        found(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

const BLOCK: usize = 64;
const WORDS: usize = MAX_PLIES / 64 + 1;

/// For each block of one plane, the set of distances in plies that occur in it.
#[derive(Clone, Debug, Default)]
struct Schedule {
    blocks: Vec<[u64; WORDS]>,
}

impl Schedule {
    fn new(rows: usize) -> Schedule {
        Schedule { blocks: vec![[0; WORDS]; rows.div_ceil(BLOCK)] }
    }

    fn add(&mut self, row: usize, plies: usize) {
        self.blocks[row / BLOCK][plies / 64] |= 1 << (plies % 64);
    }

    fn any(&self, plies: usize) -> bool {
        self.blocks.iter().any(|b| has(b, plies))
    }

    fn last(&self) -> usize {
        (0..=MAX_PLIES).rev().find(|&plies| self.any(plies)).unwrap_or(0)
    }

    /// Calls `found` with each row that holds `score`, whose distance is `plies`, and the set of its positions.
    fn due(&self, plies: usize, score: Score, scores: &[Score], mut found: impl FnMut(usize, u64)) {
        for (block, _) in self.blocks.iter().enumerate().filter(|(_, b)| has(b, plies)) {
            let rows = scores[block * BLOCK * 64..].chunks_exact(64).take(BLOCK);
            for (i, row) in rows.enumerate() {
                let set = row.iter().enumerate().fold(0, |set, (bit, s)| set | u64::from(*s == score) << bit);
                if set != 0 {
                    found(block * BLOCK + i, set);
                }
            }
        }
    }
}

fn has(block: &[u64; WORDS], plies: usize) -> bool {
    plies <= MAX_PLIES && block[plies / 64] >> (plies % 64) & 1 == 1
}
