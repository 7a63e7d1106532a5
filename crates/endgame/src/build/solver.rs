//! Thompson's algorithm on one slice: the sets grow from the mates outwards, ply by ply, until nothing is added.
//!
//! **Documented** (Thompson 1986): B0 = all mates; W(i+1) = parents of B(i) not yet in W; a parent of W(i+1) joins
//! B(i+1) if all its successors are in W. Here (**inferred**) parents are taken for the whole set at once (`sweep`),
//! and "all successors in W" is asked the other way round: no move leads to a position that is not in W.
//! Unlike Thompson's files, the result tells the wins of either side apart: the sets are grown once for each winner.

use std::io;

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::layout::Layout;
use crate::build::leaving_moves::LeavingMoves;
use crate::build::schedule::Schedule;
use crate::build::unmove::Unmoves;
use crate::file::storage::{LargeArray, Storage};
use crate::index::numbering::Slice;
use crate::score::Score;

/// How far a slice is: everything up to `plies` is settled in the wins of `winner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) winner: Color,
    pub(crate) plies: usize,
}

/// Where a solver's arrays lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverStorage<'a> {
    pub(crate) sets: Storage<'a>,
    pub(crate) scores: Storage<'a>,
}

/// Number of bit sets a solver holds.
pub(crate) const SETS: usize = 7;

/// The state of one slice while it is solved.
pub(crate) struct Solver<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) slice: &'a Slice,
    pub(crate) parallel: bool,
    /// By side to move: score of each bit of each row.
    pub(crate) scores: [LargeArray<Score>; 2],
    /// [`crate::build::layout::Legal::placed`].
    pub(crate) placed: LargeArray<u64>,
    /// Winner to move, legal, not yet won: what the loser may still escape to.
    pub(crate) open: LargeArray<u64>,
    /// Loser to move, not yet lost, and no move outside the slice saves it.
    pub(crate) hope: LargeArray<u64>,
    /// Part of `hope` whose moves outside the slice lose later than the present ply.
    held: LargeArray<u64>,
    /// Lost at the ply before, and at this one.
    lost: [LargeArray<u64>; 2],
    /// Un-moves of one step.
    pub(crate) scratch: LargeArray<u64>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        layout: &'a Layout,
        slice: &'a Slice,
        places: SolverStorage<'_>,
        parallel: bool,
    ) -> io::Result<Solver<'a>> {
        let set = || LargeArray::zeroed(layout.rows(), places.sets);
        let scores = || LargeArray::zeroed(layout.rows() * 64, places.scores);
        Ok(Solver {
            layout,
            slice,
            parallel,
            scores: [scores()?, scores()?],
            placed: set()?,
            open: set()?,
            hope: set()?,
            held: set()?,
            lost: [set()?, set()?],
            scratch: set()?,
        })
    }

    /// Solves the slice, from the beginning or from a stage restored with its scores. `done` is called after each
    /// ply; its error ends the work.
    pub(crate) fn run<E>(
        &mut self,
        outside: &LeavingMoves<'_>,
        from: Option<Stage>,
        mut done: impl FnMut(Stage, &[LargeArray<Score>; 2], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        match from {
            None => self.prepare(outside),
            Some(_) => self.place(),
        }
        for winner in [Color::White, Color::Black] {
            let resumed = match from {
                Some(stage) if stage.winner == winner => Some(stage.plies),
                // Black's wins come second.
                Some(Stage { winner: Color::Black, .. }) => continue,
                _ => None,
            };
            self.grow(winner, resumed, &mut done)?;
        }
        Ok(())
    }

    /// Grows the sets of one winner's wins.
    fn grow<E>(
        &mut self,
        winner: Color,
        resumed: Option<usize>,
        done: &mut impl FnMut(Stage, &[LargeArray<Score>; 2], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (wins, losses) = self.begin(winner, resumed);
        let any = |events: &[Schedule], plies| events.iter().any(|e| e.any(plies));
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

    /// Unmoves the sets from the scores, and finds what will come due.
    fn begin(&mut self, winner: Color, resumed: Option<usize>) -> (Vec<Schedule>, Vec<Schedule>) {
        let (rows, least) = (self.layout.plane_rows, self.least());
        let settled = |plies: Option<usize>| plies.is_some_and(|p| resumed.is_some_and(|r| p <= r));
        let [white, black] = &self.scores;
        let (winners, losers) = winner.fold_wb((white, black), (black, white));
        let sets = (
            self.open.par_chunks_exact_mut(rows),
            self.hope.par_chunks_exact_mut(rows),
            self.held.par_chunks_exact_mut(rows),
            self.lost[0].par_chunks_exact_mut(rows),
        );
        let planes = sets.into_par_iter().enumerate().with_min_len(least);
        planes
            .map(|(plane, (open, hope, held, lost))| {
                let (mut wins, mut losses) = (Schedule::new(rows), Schedule::new(rows));
                for row in 0..rows {
                    let at = (plane * rows + row) * 64;
                    (open[row], hope[row], held[row], lost[row]) = (0, 0, 0, 0);
                    for bit in 0..64 {
                        let (score, one) = (winners[at + bit], 1 << bit);
                        let plies = score.win_plies();
                        if score != Score::ILLEGAL && !settled(plies) {
                            open[row] |= one;
                            plies.into_iter().for_each(|p| wins.note(row, p));
                        }
                        let score = losers[at + bit];
                        let plies = score.loss_plies();
                        if settled(plies) {
                            lost[row] |= if plies == resumed { one } else { 0 };
                        } else if score == Score::NONE || plies.is_some() {
                            hope[row] |= one;
                            if let Some(p) = plies {
                                held[row] |= one;
                                losses.note(row, p);
                            }
                        }
                    }
                }
                (wins, losses)
            })
            .unzip()
    }

    /// Lets go positions whose last losing move outside the slice is now as long as the ply.
    fn release(&mut self, winner: Color, plies: usize, losses: &[Schedule]) {
        let rows = self.layout.plane_rows;
        let least = self.least();
        let scores = &mut self.scores[winner.fold_wb(1, 0)];
        let planes =
            self.held.par_chunks_exact_mut(rows).zip(scores.par_chunks_exact_mut(rows * 64)).zip(losses);
        planes.with_min_len(least).for_each(|((held, scores), losses)| {
            let mut due = Vec::new();
            losses.due(plies, Score::loss(plies), scores, |row, set| due.push((row, set & held[row])));
            for (row, set) in due {
                held[row] &= !set;
                each_bit(set, |bit| scores[row * 64 + bit] = Score::NONE);
            }
        });
    }

    /// B(i): the positions all of whose moves are now known to lose. Returns how many.
    fn lose(&mut self, winner: Color, plies: usize) -> u64 {
        let sets = Unmoves { layout: self.layout, placed: &self.placed };
        let (rows, least) = (self.layout.plane_rows, self.least());
        let (open, held) = (&self.open, &self.held);
        let scores = &mut self.scores[winner.fold_wb(1, 0)];
        let planes = (
            self.lost[1].par_chunks_exact_mut(rows),
            self.hope.par_chunks_exact_mut(rows),
            scores.par_chunks_exact_mut(rows * 64),
        );
        let planes = planes.into_par_iter().enumerate().with_min_len(least);
        planes
            .map(|(plane, (lost, hope, scores))| {
                let mut count = 0;
                sets.unmoves(!winner, open, plane, lost);
                for (row, lost) in lost.iter_mut().enumerate() {
                    *lost = hope[row] & !held[plane * rows + row] & !*lost;
                    hope[row] &= !*lost;
                    count += u64::from(lost.count_ones());
                    each_bit(*lost, |bit| scores[row * 64 + bit] = Score::loss(plies));
                }
                count
            })
            .sum()
    }

    /// W(i): the positions with a move to one lost at the ply before, or with a win outside the slice that is now
    /// due. Returns how many.
    fn win(&mut self, winner: Color, plies: usize, wins: &[Schedule]) -> u64 {
        let sets = Unmoves { layout: self.layout, placed: &self.placed };
        let (rows, least) = (self.layout.plane_rows, self.least());
        let before = &self.lost[0];
        let scores = &mut self.scores[winner.fold_wb(0, 1)];
        let planes = (
            self.scratch.par_chunks_exact_mut(rows),
            self.open.par_chunks_exact_mut(rows),
            scores.par_chunks_exact_mut(rows * 64),
            wins,
        );
        let planes = planes.into_par_iter().enumerate().with_min_len(least);
        planes
            .map(|(plane, (won, open, scores, wins))| {
                let mut count = 0;
                sets.unmoves(winner, before, plane, won);
                wins.due(plies, Score::win(plies), scores, |row, set| won[row] |= set);
                for (row, won) in won.iter().enumerate() {
                    let won = won & open[row];
                    open[row] &= !won;
                    count += u64::from(won.count_ones());
                    each_bit(won, |bit| scores[row * 64 + bit] = Score::win(plies));
                }
                count
            })
            .sum()
    }

    /// Planes one thread treats at least: all of them if slices, not planes, are solved side by side.
    pub(crate) fn least(&self) -> usize {
        if self.parallel { 1 } else { self.layout.planes.len() }
    }
}

/// Calls `found` with the number of each bit of `set`.
#[inline(always)]
pub(crate) fn each_bit(mut set: u64, mut found: impl FnMut(usize)) {
    while set != 0 {
        found(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
