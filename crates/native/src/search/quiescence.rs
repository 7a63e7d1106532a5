//! Quiescence search: captures and promotions, and all evasions when in check.

use std::marker::PhantomData;

use super::history;
use super::movepick::MovePicker;
use super::node::NodeType;
use super::params;
use super::value::{DECIDED, DRAW, INFINITY, MAX_PLY, mated};
use super::worker::Worker;
use crate::evaluation::Position;
use board::{Cpu, EXCHANGE, Kernel, Move};

struct QuiesceCall<'v, 'a, C: Cpu, N> {
    worker: &'v mut Worker<'a, C>,
    board: &'v Position<C>,
    window: (i32, i32),
    ply: usize,
    node_type: PhantomData<N>,
}

impl<C: Cpu, N: NodeType> Kernel for QuiesceCall<'_, '_, C, N> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.worker
            .quiesce_node::<N>(self.board, self.window, self.ply)
    }
}

impl<C: Cpu> Worker<'_, C> {
    /// Value of a position by quiescence search, steps Q1 to Q6.
    #[inline(always)]
    pub(crate) fn quiesce<N: NodeType>(
        &mut self,
        board: &Position<C>,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        board.cpu().vectorize(QuiesceCall {
            worker: self,
            board,
            window: (alpha, beta),
            ply,
            node_type: PhantomData::<N>,
        })
    }

    #[inline(always)]
    fn quiesce_node<N: NodeType>(
        &mut self,
        board: &Position<C>,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        if N::PV {
            self.pv_lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        // Q1. Limits and draws.
        if self.should_stop() || self.is_draw(board) {
            return DRAW;
        }
        let in_check = board.checkers().not_empty();
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluate(board) };
        }
        // Q2. Stand pat: the mover need not capture.
        let no_pruning = self.data.no_pruning();
        let mut best = -INFINITY;
        if !in_check {
            best = self.static_eval(board, (alpha, beta), ply);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let delta = best + params::delta_margin();
        let (before, none) = (self.previous_moves(ply), Move::NULL);
        let mut picker = if in_check {
            MovePicker::all(none, [none; 3])
        } else {
            MovePicker::noisy(none, 0)
        };
        let mut number = 0;
        // Q3. Next move: good captures and queen promotions; in check all evasions.
        while let Some(m) = picker.next(
            board,
            &self.data.history,
            &before,
            in_check && best > -DECIDED && !no_pruning,
        ) {
            number += 1;
            if best > -DECIDED && !no_pruning {
                // Q4. Delta pruning: captures that cannot raise alpha.
                if !in_check {
                    let gain = EXCHANGE[history::victim(board, m)];
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
            // Q5. Search the move.
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
                    if N::PV {
                        self.update_pv(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        // Q6. Mate.
        if in_check && number == 0 {
            return mated(ply);
        }
        best
    }
}
