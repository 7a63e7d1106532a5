//! Limits of a search by the machine: the shared time manager, and the clock of machine cycles on
//! top of it.

use std::time::Duration;

use host::{CHECK_INTERVAL, Counters, RootScore};
use play::{Control, Limiter, Limits, Pace, Progress, TimeBudget, TimeManager};
use shakmaty::{Color, Move};

use crate::options::Settings;

/// Moves left to plan for without a time control.
const MOVES_LEFT: u32 = 30;

pub(crate) struct SearchLimits<'a> {
    limiter: Limiter<'a>,
    pub(crate) settings: Settings,
}

/// Time allowed to the side to move, with `overhead` kept back from its clock.
fn time_budget(limits: &Limits, turn: Color, overhead: Duration) -> TimeBudget {
    let mut budget = TimeBudget::default();
    if let Some(clock) = &limits.clock {
        let remaining = clock.remaining[turn].saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 60);
        let share = remaining / moves + clock.increment[turn] * 3 / 4;
        // An iteration costs some five times the one before: begun after half the share, it would
        // not finish.
        budget.soft = Some((share / 2).min(remaining / 2));
        budget.hard = Some((share * 3).min(remaining / if moves == 1 { 1 } else { 3 }));
    }
    budget.at_most(limits.move_time)
}

impl<'a> SearchLimits<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        control: &'a Control,
        turn: Color,
        settings: Settings,
    ) -> Self {
        let budget = time_budget(limits, turn, settings.overhead);
        let time = TimeManager::new(limits, control, budget);
        let generation = settings.generation;
        SearchLimits {
            limiter: Limiter::new(time, settings.pace, move |cycles| {
                Duration::from_secs_f64(generation.seconds(cycles))
            }),
            settings,
        }
    }

    pub(crate) fn time(&self) -> &TimeManager<'a> {
        &self.limiter.time
    }

    /// Tells which root move is searched, the `index`th of `of`.
    pub(crate) fn set_current(&self, depth: u32, chess: Move, index: usize, root_moves: usize) {
        self.limiter.set_current(Progress {
            depth,
            current: chess,
            number: index as u32 + 1,
            root_moves: root_moves as u32,
            nodes: 0,
            hash_full: 0,
        });
    }

    pub(crate) fn budget(&self, counters: Counters) -> Option<u64> {
        if self.time().control.stopped() {
            return None;
        }
        self.limiter.publish(counters.nodes, counters.hash_full);
        let mut cycles = CHECK_INTERVAL;
        if let Some(limit) = self.time().limits.nodes {
            // A node takes ten cycles at least, so the limit is overrun by a few nodes at most.
            let left = limit.saturating_sub(counters.nodes);
            cycles = cycles.min(left.saturating_mul(10));
        }
        if let Some(left) = self.limiter.hard_left(counters.cycles) {
            if left.is_zero() {
                return None;
            }
            if self.settings.pace != Pace::Full {
                let rate = self.settings.generation.cycles_per_second();
                cycles = cycles.min((left.as_secs_f64() * rate) as u64 + 1);
            }
        }
        if cycles > 0 { Some(cycles) } else { None }
    }

    /// The budget of the first move at depth 1, which may exceed wall time and nodes a little; a
    /// stop ends it too.
    pub(crate) fn first_budget(&self, counters: Counters) -> Option<u64> {
        const MORE_TIME: Duration = Duration::from_millis(20);
        const MORE_NODES: u64 = 10_000;
        if self.settings.pace != Pace::Full || self.time().control.stopped() {
            return self.budget(counters);
        }
        if let Some(limit) = self.time().limits.nodes
            && counters.nodes >= limit.saturating_add(MORE_NODES)
        {
            return None;
        }
        if let Some(hard) = self.time().budget.hard
            && !self.time().is_unbounded()
            && self.limiter.elapsed(counters.cycles) >= hard + MORE_TIME
        {
            return None;
        }
        Some(CHECK_INTERVAL)
    }

    /// Whether time is left for another iteration after one that ended with `root_score`.
    ///
    /// The greatest depth and the shortest mate are known to [`host::Deepening`].
    pub(crate) fn continue_deepening(&self, counters: Counters, root_score: RootScore) -> bool {
        if self.budget(counters).is_none() {
            return false;
        }
        if self.time().is_unbounded() {
            return true;
        }
        if let Some(moves) = self.time().limits.mate
            && root_score.value() > 0
            && root_score.is_mate_within(moves.saturating_mul(2))
        {
            return false;
        }
        match self.time().budget.soft {
            Some(soft) => self.limiter.elapsed(counters.cycles) < soft,
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Clock;
    use shakmaty::ByColor;

    const OVERHEAD: Duration = Duration::from_millis(30);

    #[test]
    fn time_budget_any_clock_is_within_remaining_time() {
        for remaining in [0, 1, 30, 100, 1_000, 180_000].map(Duration::from_millis) {
            for increment in [0, 100, 10_000].map(Duration::from_millis) {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock {
                        remaining: ByColor::new_with(|_| remaining),
                        increment: ByColor::new_with(|_| increment),
                        moves_to_go,
                    };
                    let limits = Limits {
                        clock: Some(clock),
                        ..Limits::default()
                    };
                    let hard = time_budget(&limits, Color::White, OVERHEAD).hard.unwrap();
                    assert!(
                        hard <= remaining,
                        "{remaining:?}+{increment:?} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn time_budget_without_clock_is_move_time_alone() {
        assert_eq!(
            time_budget(&Limits::depth(3), Color::White, OVERHEAD),
            TimeBudget::default()
        );
        let time = Duration::from_millis(7);
        assert_eq!(
            time_budget(&Limits::move_time(time), Color::Black, OVERHEAD).hard,
            Some(time)
        );
    }
}
