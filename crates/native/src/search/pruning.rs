//! Pruning of nodes and moves, and extensions: steps 9 to 12, 15 and 16 of docs/search-native.md.

use super::history;
use super::movepick::MovePicker;
use super::node::{Node, NodeType, Null, is_decisive};
use super::params;
use super::value::{DECIDED, DRAW, MAX_PLY};
use super::worker::Worker;
use crate::evaluation::Position;
use crate::transposition_table::Bound;
use board::{Cpu, Kind, Move};

pub(super) struct Candidate {
    pub(super) m: Move,
    pub(super) number: usize,
    pub(super) quiet: bool,
    pub(super) losing: bool,
    pub(super) checks: bool,
    pub(super) history_score: i32,
}

pub(super) enum Extension {
    /// Change of depth in plies.
    Plies(i32),
    /// Multi-cut: the node fails high.
    Cut(i32),
}

impl<C: Cpu> Worker<'_, C> {
    /// Steps 9 to 12, pruning of the whole node.
    #[inline(always)]
    pub(super) fn prune_node(
        &mut self,
        board: &Position<C>,
        node: &Node,
        alpha: i32,
    ) -> Option<i32> {
        let Node {
            depth,
            refined_eval,
            ply,
            ..
        } = *node;
        // 9. Razoring: so far below alpha that only captures can help.
        if depth <= params::razor_max_depth()
            && refined_eval + params::razor_base() + params::razor_margin() * depth * depth <= alpha
        {
            let value = self.quiesce::<Null>(board, alpha, alpha + 1, ply);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // 10. Reverse futility pruning, by the refined evaluation.
        if depth <= params::reverse_max_depth()
            && !node.was_pv
            && refined_eval >= reverse_futility_beta(node)
            && !is_decisive(refined_eval)
            && node.beta > -DECIDED
        {
            return Some((refined_eval + node.beta) / 2);
        }
        // 11. Null move pruning, 12. ProbCut.
        self.null_move(board, node)
            .or_else(|| self.probcut(board, node))
    }

    /// Step 11, null move pruning: if passing holds beta, some move will.
    /// Verified at high depth and without rooks and queens, where zugzwang is likely.
    fn null_move(&mut self, board: &Position<C>, node: &Node) -> Option<i32> {
        let Node {
            depth,
            beta,
            refined_eval,
            ply,
            ..
        } = *node;
        let tried = depth >= params::null_min_depth()
            && ply >= self.no_null_before
            && refined_eval >= beta
            && node.eval + params::null_margin_by_depth() * depth >= beta + params::null_margin()
            && !self.earlier(ply, 1).current_move.is_null()
            && beta > -DECIDED
            && allows_null_move(board);
        if !tried {
            return None;
        }
        let reduction = params::null_base()
            + depth / params::null_depth_divisor()
            + ((refined_eval - beta) / params::null_value_divisor()).min(params::null_value_max());
        let value = self.search_null_move(board, node, depth - reduction);
        if self.stopped || value < beta {
            return self.stopped.then_some(DRAW);
        }
        let value = if is_decisive(value) { beta } else { value };
        let only_minors = (board.rooks_and_queens() & board.color(board.turn())).is_empty();
        let verify = depth
            >= if only_minors {
                params::null_verify_min_depth() / 2
            } else {
                params::null_verify_min_depth()
            };
        if self.no_null_before > 0 || !verify {
            return Some(value);
        }
        self.no_null_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.search::<Null>(board, beta - 1, beta, depth - reduction, ply, false);
        self.no_null_before = 0;
        (self.stopped || verified >= beta).then_some(value)
    }

    /// Value after passing, searched to `depth` with a null window.
    fn search_null_move(&mut self, board: &Position<C>, node: &Node, depth: i32) -> i32 {
        let next = board.make_null();
        self.shared.table.prefetch(next.key());
        self.set_current_move(node.ply, history::PIECE_TO, Move::NULL);
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        self.keys.push(next.key());
        self.nodes += 1;
        let value = -self.search::<Null>(
            &next,
            -node.beta,
            1 - node.beta,
            depth,
            node.ply + 1,
            !node.cut_node,
        );
        self.keys.pop();
        self.barrier = barrier;
        value
    }

    /// Step 12, ProbCut: a capture far above beta at a reduced depth will reach beta at the full
    /// one.
    fn probcut(&mut self, board: &Position<C>, node: &Node) -> Option<i32> {
        let Node {
            depth, beta, ply, ..
        } = *node;
        let probcut_beta = beta + params::probcut_margin()
            - params::probcut_improving() * i32::from(node.improving);
        if depth < params::probcut_min_depth() || is_decisive(beta) {
            return None;
        }
        if node
            .entry
            .is_some_and(|entry| entry.depth >= depth - 3 && node.tt_value < probcut_beta)
        {
            return None;
        }
        let tt_move =
            if node.tt_move.is_noisy() && board.see_ge(node.tt_move, probcut_beta - node.eval) {
                node.tt_move
            } else {
                Move::NULL
            };
        let mut picker = MovePicker::noisy(tt_move, probcut_beta - node.eval);
        let before = self.previous_moves(ply);
        while let Some(m) = picker.next(board, &self.data.history, &before, true) {
            self.prefetch(board, m);
            let mut next = *board;
            self.make(&mut next, m, ply);
            let mut value = -self.quiesce::<Null>(&next, -probcut_beta, 1 - probcut_beta, ply + 1);
            if value >= probcut_beta {
                value = -self.search::<Null>(
                    &next,
                    -probcut_beta,
                    1 - probcut_beta,
                    depth - 4,
                    ply + 1,
                    !node.cut_node,
                );
            }
            self.unmake();
            if self.stopped {
                return Some(DRAW);
            }
            if value >= probcut_beta {
                let shallower = Node {
                    depth: depth - 3,
                    ..*node
                };
                self.store(board, &shallower, value, Bound::Lower, m);
                return Some(if is_decisive(value) {
                    value
                } else {
                    value - (probcut_beta - beta)
                });
            }
        }
        None
    }

    /// Step 15, move pruning: history pruning, futility pruning, static exchange pruning.
    #[inline(always)]
    pub(super) fn prune_move(
        &self,
        board: &Position<C>,
        node: &Node,
        candidate: &Candidate,
        alpha: i32,
        skip_quiets: &mut bool,
    ) -> bool {
        let Candidate {
            m,
            number,
            quiet,
            checks,
            history_score,
            ..
        } = *candidate;
        let reduction = self.data.reductions.get(!quiet, node.depth, number);
        let depth = node.depth;
        if !quiet {
            return depth <= params::noisy_see_max_depth()
                && candidate.losing
                && !board.see_ge(m, -params::noisy_loss() * depth);
        }
        let reduced =
            (depth - reduction / 1024 + history_score / params::reduction_history()).max(1);
        if depth <= params::history_max_depth() && history_score < -params::history_floor() * depth
        {
            return true;
        }
        if !node.in_check
            && !checks
            && reduced <= params::futility_max_depth()
            && node.eval + params::futility_base() + params::futility_margin() * reduced <= alpha
        {
            *skip_quiets = true;
            return true;
        }
        reduced <= params::quiet_see_max_depth()
            && !board.see_ge(m, -params::quiet_loss() * reduced * reduced)
    }

    /// Step 16, extensions: singular table moves, and checks that do not lose material.
    #[inline(always)]
    pub(super) fn extension<N: NodeType>(
        &mut self,
        board: &Position<C>,
        node: &Node,
        candidate: &Candidate,
    ) -> Extension {
        if self.data.no_pruning() {
            return Extension::Plies(0);
        }
        let singular = candidate.m == node.tt_move
            && node.excluded.is_null()
            && node.depth >= params::singular_min_depth()
            && !is_decisive(node.tt_value)
            && node.at_least(node.depth - 3)
            && node.ply < MAX_PLY * 3 / 4;
        if singular {
            return self.singular::<N>(board, node);
        }
        let check = candidate.checks
            && node.depth <= params::check_extension_max_depth()
            && !candidate.losing
            && board.see_ge(candidate.m, 0);
        Extension::Plies(i32::from(check && node.ply < MAX_PLY / 2))
    }

    /// Singular extension, multi-cut and negative extension, by a search without the table move.
    fn singular<N: NodeType>(&mut self, board: &Position<C>, node: &Node) -> Extension {
        let ply = node.ply;
        let singular_beta = node.tt_value - node.depth;
        self.frame(ply).excluded = node.tt_move;
        let value = self.search::<Null>(
            board,
            singular_beta - 1,
            singular_beta,
            (node.depth - 1) / 2,
            ply,
            node.cut_node,
        );
        self.frame(ply).excluded = Move::NULL;
        if self.stopped {
            return Extension::Cut(DRAW);
        }
        if value < singular_beta {
            let twice = !N::PV
                && value < singular_beta - params::double_margin()
                && self.frame(ply).double_extensions < params::double_limit();
            if twice {
                self.frame(ply).double_extensions += 1;
            }
            return Extension::Plies(1 + i32::from(twice));
        }
        if singular_beta >= node.beta && !N::PV && !self.is_thorough() {
            return Extension::Cut(singular_beta);
        }
        Extension::Plies(if node.tt_value >= node.beta {
            -2
        } else if node.cut_node {
            -1
        } else {
            0
        })
    }
}

/// Bound of reverse futility pruning (steps 6 and 10).
#[inline(always)]
pub(super) fn reverse_futility_beta(node: &Node) -> i32 {
    node.beta + params::reverse_margin() * (node.depth - i32::from(node.improving))
}

/// Whether the mover has more than pawns and one minor piece; otherwise zugzwang is likely.
#[inline(always)]
fn allows_null_move<C: Cpu>(board: &Position<C>) -> bool {
    let own = board.color(board.turn());
    let minor = (board.kind(Kind::Knight) | board.kind(Kind::Bishop)) & own;
    minor.more_than_one() || (board.rooks_and_queens() & own).not_empty()
}
