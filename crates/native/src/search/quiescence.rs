//! Quiescence: captures and promotions until the position is quiet enough for its static evaluation; all evasions when
//! in check.

use std::marker::PhantomData;

use super::history;
use super::node::{Node, says};
use super::params;
use super::picker::Picker;
use super::value::{DECIDED, DRAW, INFINITY, MAX_PLY, from_table, mated, to_table};
use super::worker::Worker;
use crate::board::{Cpu, EXCHANGE, Move, Work};
use crate::evaluation::Position;
use crate::table::{Bound, Entry, NO_EVAL};

/// One call of [`Worker::quiesce`].
struct Visit<'v, 'a, C: Cpu, N> {
    worker: &'v mut Worker<'a, C>,
    board: &'v Position<C>,
    window: (i32, i32),
    ply: usize,
    node: PhantomData<N>,
}

impl<C: Cpu, N: Node> Work for Visit<'_, '_, C, N> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.worker.quiesce_node::<N>(self.board, self.window, self.ply)
    }
}

impl<C: Cpu> Worker<'_, C> {
    /// The value of a position when only captures and promotions are tried; steps Q1 to Q6.
    #[inline(always)]
    pub(crate) fn quiesce<N: Node>(&mut self, board: &Position<C>, alpha: i32, beta: i32, ply: usize) -> i32 {
        board.cpu().within(Visit { worker: self, board, window: (alpha, beta), ply, node: PhantomData::<N> })
    }

    #[inline(always)]
    fn quiesce_node<N: Node>(
        &mut self,
        board: &Position<C>,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        if N::PV {
            self.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        // Q1. Limits and draws.
        if self.is_over() || self.is_draw(board) {
            return DRAW;
        }
        let in_check = board.checkers().not_empty();
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluate(board) };
        }
        // Q2. Transposition table.
        let plain = self.memory.is_plain();
        let entry = self.shared.table.probe(board.key());
        let known = entry.map_or(0, |entry| from_table(entry.value, ply));
        let bound = if known >= beta { beta } else { alpha };
        if !N::PV
            && entry.is_some_and(|entry| says(entry.bound, known, bound) && (entry.depth == 0 || !plain))
        {
            return known;
        }
        // Q3. Stand pat: the mover need not capture.
        let mut raw = NO_EVAL;
        let mut best = -INFINITY;
        let mut delta = -INFINITY;
        if !in_check {
            raw = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(board),
            };
            let eval = self.corrected(board, raw, ply);
            best = match entry {
                Some(entry) if says(entry.bound, known, eval) && !plain => known,
                _ => eval,
            };
            if best >= beta {
                if entry.is_none() {
                    self.keep(board, ply, (best, Bound::Lower), raw, (Move::NULL, N::PV));
                }
                return best;
            }
            alpha = alpha.max(best);
            delta = best + params::delta_margin();
        }
        let hash = entry.map_or(Move::NULL, |entry| entry.best);
        let usable = !hash.is_null() && (in_check || hash.is_noisy()) && board.is_legal(hash);
        let hash = if usable { hash } else { Move::NULL };
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let before = self.before(ply);
        let start = alpha;
        let mut best_move = Move::NULL;
        let mut picker = if in_check { Picker::all(hash, [Move::NULL; 3]) } else { Picker::noisy(hash, 0) };
        let mut number = 0;
        while let Some(m) =
            picker.next(board, &self.memory.history, &before, in_check && best > -DECIDED && !plain)
        {
            number += 1;
            self.prefetch(board, m);
            if best > -DECIDED && !plain {
                // Q4. Captures that cannot bring the value to alpha.
                if !in_check {
                    let gain = EXCHANGE[history::victim(board, m) as usize];
                    if m.promoted().is_none() && delta + gain <= alpha && !board.gives_check(m) {
                        best = best.max(delta + gain);
                        continue;
                    }
                    if delta <= alpha && !board.see_ge(m, 1) {
                        best = best.max(delta);
                        continue;
                    }
                } else if picker.is_losing() {
                    break;
                }
            }
            // Q5. The move.
            let mut next = *board;
            self.make(&mut next, m, ply);
            let value = -self.quiesce::<N>(&next, -beta, -alpha, ply + 1);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = m;
                    if N::PV {
                        self.set_line(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        // Q6. Mate, or store.
        if in_check && number == 0 {
            return mated(ply);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if N::PV && best > start => Bound::Exact,
            _ => Bound::Upper,
        };
        self.keep(board, ply, (best, bound), raw, (best_move, was_pv));
        best
    }

    fn keep(
        &self,
        board: &Position<C>,
        ply: usize,
        (value, bound): (i32, Bound),
        eval: i32,
        (best, was_pv): (Move, bool),
    ) {
        let value = to_table(value, ply);
        self.shared.table.store(board.key(), Entry { best, value, eval, depth: 0, bound, was_pv });
    }
}
