//! What is known of a slice before its sets grow: the legal positions, the scores of moves that leave it, stalemates.

use rayon::prelude::*;
use shakmaty::Color;

use crate::build::leaving_moves::LeavingMoves;
use crate::build::solver::{Solver, each_bit};
use crate::build::unmove::Unmoves;
use crate::score::Score;

impl Solver<'_> {
    /// Finds the legal positions and the scores of the moves that leave the slice. `open` and `hope` hold the
    /// legal positions with White and with Black to move meanwhile.
    pub(crate) fn prepare(&mut self, outside: &LeavingMoves<'_>) {
        let (layout, slice) = (self.layout, self.slice);
        let (rows, least) = (layout.plane_rows, self.least());
        let [white, black] = &mut self.scores;
        let sets = (&mut self.placed, &mut self.open, &mut self.hope);
        // Rows one by one: planes are few, and rows cost unlike times.
        let rows_at_once = least.max(1) * if self.parallel { 64.min(rows) } else { rows };
        (sets.0.par_iter_mut(), sets.1.par_iter_mut(), sets.2.par_iter_mut())
            .into_par_iter()
            .zip(white.par_chunks_exact_mut(64).zip(black.par_chunks_exact_mut(64)))
            .enumerate()
            .with_min_len(rows_at_once)
            .for_each(|(i, ((placed, open, hope), (white, black)))| {
                let row = layout.row(slice, i / rows, i % rows);
                let legal = layout.legal(&row);
                (*placed, *open, *hope) = (legal.placed, legal.white, legal.black);
                for (scores, set) in [(&mut *white, legal.white), (&mut *black, legal.black)] {
                    for (bit, score) in scores.iter_mut().enumerate() {
                        *score = if set >> bit & 1 == 1 { Score::NONE } else { Score::ILLEGAL };
                    }
                }
                outside.collect(&row, &legal, Color::White, white);
                outside.collect(&row, &legal, Color::Black, black);
            });
        self.find_stalemates(Color::White);
        self.find_stalemates(Color::Black);
        for scores in &mut self.scores {
            // A loss at once does not delay anything: whether the position is lost depends on the other moves.
            scores.par_iter_mut().filter(|s| **s == Score::loss(0)).for_each(|s| *s = Score::NONE);
        }
    }

    fn find_stalemates(&mut self, turn: Color) {
        let sets = Unmoves { layout: self.layout, placed: &self.placed };
        let (rows, least) = (self.layout.plane_rows, self.least());
        let (open, hope) = (&self.open, &self.hope);
        let theirs = turn.fold_wb(hope, open);
        let scores = &mut self.scores[turn.fold_wb(0, 1)];
        let planes = self.scratch.par_chunks_exact_mut(rows).zip(scores.par_chunks_exact_mut(rows * 64));
        planes.enumerate().with_min_len(least).for_each(|(plane, (moves, scores))| {
            sets.unmoves(turn, theirs, plane, moves);
            for row in 0..rows {
                // Legal whoever is to move: nobody is in check.
                let quiet = open[plane * rows + row] & hope[plane * rows + row] & !moves[row];
                each_bit(quiet, |bit| {
                    let score = &mut scores[row * 64 + bit];
                    if *score == Score::NONE {
                        *score = Score::DRAW;
                    }
                });
            }
        });
    }

    /// Finds again where men may stand, for a slice whose scores were restored.
    pub(crate) fn place(&mut self) {
        let (layout, slice, rows) = (self.layout, self.slice, self.layout.plane_rows);
        self.placed.par_iter_mut().enumerate().for_each(|(i, placed)| {
            *placed = layout.legal(&layout.row(slice, i / rows, i % rows)).placed;
        });
    }
}
