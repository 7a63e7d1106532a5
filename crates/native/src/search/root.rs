//! Root search: iterative deepening, aspiration windows, MultiPV, and the decision to go on.

use super::node::{Root, is_decisive};
use super::params;
use super::root_move::RootMove;
use super::time::{Observations, soft_limit_factor};
use super::value::{DECIDED, INFINITY, MATE, MATE_ZONE, MAX_PLY};
use super::worker::Worker;
use board::{Cpu, Move};
use play::TimeManager;

pub(crate) const DEEPEST: i32 = MAX_PLY as i32 - 4;

/// Result of a root search.
pub(crate) enum IterationResult<'a> {
    /// A variation (by MultiPV index) with an exact value.
    Exact(&'a RootMove, usize),
    /// A value outside the window: a lower bound (`true`) or an upper bound.
    Outside(&'a RootMove, usize, i32, bool),
}

impl<C: Cpu> Worker<'_, C> {
    /// Iterative deepening until a limit ends it; finds `variations` lines and reports each to
    /// `report`. The best moves come first in [`Worker::moves`]. Threads share the deepest finished
    /// iteration: one that is still at that depth or an earlier one adopts its root moves and
    /// continues from there.
    pub(crate) fn deepen(
        &mut self,
        variations: usize,
        report: &mut dyn FnMut(&Self, i32, IterationResult<'_>),
    ) {
        let variations = variations.min(self.moves.len());
        self.shares_iterations = variations == 1 && self.shared.counters.len() > 1;
        let mut stability = BestMoveStability::default();
        let deepest = self
            .shared
            .limits
            .depth
            .map_or(DEEPEST, |limit| limit.clamp(1, DEEPEST as u32) as i32);
        // Every other helper advances by two plies, so that its table entries are there when the
        // others need them.
        let step = 1 + (self.number % 2) as i32;
        let mut depth = 0;
        while depth < deepest {
            depth = deepest.min(depth + step);
            self.iterate(depth, variations, report);
            if self.stopped {
                if self.shared.is_stopped() {
                    break;
                }
                // Another thread finished this iteration first: adopt it.
                self.stopped = false;
                (depth, self.moves) = self.shared.deepest_iteration.get();
            } else if self.shares_iterations {
                self.shared.deepest_iteration.publish(depth, &self.moves);
            }
            for (variation, root) in self.moves[..variations].iter().enumerate() {
                report(self, depth, IterationResult::Exact(root, variation));
            }
            stability.note(&self.moves[0]);
            if let Some(time) = self.time
                && !self.continues_deepening(time, depth, &stability)
            {
                break;
            }
        }
        self.count();
    }

    fn iterate(
        &mut self,
        depth: i32,
        variations: usize,
        report: &mut dyn FnMut(&Self, i32, IterationResult<'_>),
    ) {
        self.curr_move.depth = depth;
        self.check_limits_soon();
        // A move that the iteration does not reach has no value in it.
        for root in &mut self.moves {
            root.before = root.value;
            root.value = -INFINITY;
        }
        for variation in 0..variations {
            self.variation = variation;
            self.deepest = 0;
            self.aspire(depth, report);
            if self.stopped {
                return;
            }
        }
        self.moves[..variations].sort_by_key(|root| -root.value);
    }

    /// Aspiration search of one variation: a narrow window, widened while the value falls outside.
    fn aspire(&mut self, depth: i32, report: &mut dyn FnMut(&Self, i32, IterationResult<'_>)) {
        let at = self.variation;
        let mut window = Window::about(self.moves[at].before, depth);
        let mut less = 0;
        loop {
            let (root, Window { alpha, beta, .. }) = (self.root, window);
            let value = self.search::<Root>(&root, alpha, beta, (depth - less).max(1), 0, false);
            // Stable, so that the other moves keep their order.
            self.moves[at..].sort_by_key(|root| -root.value);
            if self.stopped {
                return;
            }
            let above = value >= beta;
            if !above && value > alpha {
                return;
            }
            less = if above { (less + 1).min(3) } else { 0 };
            window.widen(value);
            report(
                self,
                depth,
                IterationResult::Outside(&self.moves[at], at, value, above),
            );
        }
    }

    fn continues_deepening(
        &self,
        time: &TimeManager<'_>,
        depth: i32,
        stability: &BestMoveStability,
    ) -> bool {
        if time.must_stop() {
            return false;
        }
        if time.is_unbounded() {
            return true;
        }
        let limits = time.limits;
        let value = self.moves[0].value;
        let plies = MATE - value.abs();
        let asked = limits
            .mate
            .is_some_and(|moves| value > 0 && plies <= 2 * moves as i32);
        // A mate much shorter than the depth searched is the shortest.
        if value.abs() >= MATE_ZONE && (asked || (limits.mate.is_none() && 2 * plies + 8 <= depth))
        {
            return false;
        }
        let Some(soft) = time.budget.soft else {
            return true;
        };
        if self.moves.len() == 1 && depth >= 4 {
            return false;
        }
        let nodes: u64 = self.moves.iter().map(|root| root.nodes).sum();
        let best_move_effort = self.moves[0].nodes as f64 / nodes.max(1) as f64;
        let value_fall = stability
            .before
            .map_or(0, |before| before - value)
            .clamp(-DECIDED, DECIDED);
        let observed = Observations {
            iterations: stability.iterations,
            value_fall,
            best_move_effort,
        };
        time.elapsed() < soft.mul_f64(soft_limit_factor(observed))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    alpha: i32,
    beta: i32,
    margin: i32,
}

impl Window {
    fn about(before: i32, depth: i32) -> Window {
        let margin = params::aspiration() + before * before / 16_000;
        let narrow = depth >= 4 && !is_decisive(before);
        let reach = |side: i32| {
            if narrow {
                before + side * margin
            } else {
                side * INFINITY
            }
        };
        Window {
            alpha: reach(-1),
            beta: reach(1),
            margin,
        }
    }

    /// Widens the side on which a value fell outside; on a fail low also lowers beta to the middle.
    fn widen(&mut self, value: i32) {
        let next = self.margin + self.margin / 2 + 4;
        let step = if next > 600 || is_decisive(value) {
            INFINITY
        } else {
            self.margin
        };
        self.margin = next;
        if value >= self.beta {
            self.beta = (value + step).min(INFINITY);
        } else {
            self.beta = (self.alpha + self.beta) / 2;
            self.alpha = (value - step).max(-INFINITY);
        }
    }
}

#[derive(Default)]
struct BestMoveStability {
    best: Move,
    iterations: u32,
    last: Option<i32>,
    before: Option<i32>,
}

impl BestMoveStability {
    fn note(&mut self, best: &RootMove) {
        self.iterations = if self.best == best.first {
            self.iterations + 1
        } else {
            0
        };
        self.best = best.first;
        // Compared with a running mean.
        self.before = self.last;
        self.last = Some(self.last.map_or(best.value, |last| (last + best.value) / 2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widen_opens_the_side_of_the_value() {
        for sign in [1, -1] {
            let mut window = Window::about(0, 12);
            let mut times = 0;
            loop {
                let before = window;
                let (near, far) = if sign > 0 {
                    (window.beta, window.alpha)
                } else {
                    (window.alpha, window.beta)
                };
                window.widen(near + sign * 7);
                let (opened, kept) = if sign > 0 {
                    (window.beta, window.alpha)
                } else {
                    (window.alpha, window.beta)
                };
                assert!(
                    sign * opened > sign * (near + sign * 7),
                    "{before:?} {window:?}"
                );
                assert_eq!(kept, if sign > 0 { far } else { (near + far) / 2 });
                times += 1;
                if opened.abs() == INFINITY {
                    break;
                }
            }
            assert!((4..12).contains(&times), "{times}");
        }
        let mut window = Window::about(50, 12);
        window.widen(-DECIDED);
        assert_eq!(window.alpha, -INFINITY);
        assert_eq!(
            (Window::about(50, 3).alpha, Window::about(DECIDED, 9).beta),
            (-INFINITY, INFINITY)
        );
    }
}
