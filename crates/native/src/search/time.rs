//! Time management: the budget of a move, and its scaling by what the search finds.

use std::time::Duration;

use play::{Limits, TimeBudget};
use shakmaty::Color;

/// Expected number of remaining moves without a time control.
const MOVES_LEFT: u32 = 28;
/// Largest share of the clock one move may take, in percent.
const MAX_SHARE: u32 = 40;
/// Hard limit as a multiple of the soft one.
const HARD_FACTOR: u32 = 4;
/// Share of the increment added to a move's time, in percent.
const INCREMENT_SHARE: u32 = 75;
/// Largest part of a fixed time per move kept for communication.
const OVERHEAD_DIVISOR: u32 = 4;

/// Factor after a change of the best move, and how much each iteration without a change takes from
/// it.
const CHANGED_FACTOR: f64 = 1.25;
const STABLE_STEP: f64 = 0.08;
/// Iterations after which the factor does not shrink further.
const STABLE_ITERATIONS: u32 = 8;
/// Centipawns of fall that double the limit, and the range of this factor.
const FALL_SCALE: f64 = 120.0;
const FALL_RANGE: (f64, f64) = (0.8, 1.6);
/// Factor without effort on the best move, what full effort takes from it, and its range.
const EFFORT_BASE: f64 = 1.75;
const EFFORT_WEIGHT: f64 = 1.15;
const EFFORT_RANGE: (f64, f64) = (0.5, 1.6);

/// Time budget of the side to move, less `overhead` for communication.
pub(crate) fn time_budget(limits: &Limits, turn: Color, overhead: Duration) -> TimeBudget {
    let mut budget = TimeBudget::default();
    if let Some(clock) = &limits.clock {
        let remaining = clock.remaining[turn].saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let longest = if moves == 1 {
            remaining
        } else {
            remaining * MAX_SHARE / 100
        };
        let share = (remaining / moves + clock.increment[turn] * INCREMENT_SHARE / 100)
            .saturating_sub(overhead / moves);
        budget.soft = Some(share.min(longest));
        budget.hard = Some((share * HARD_FACTOR).min(longest));
    }
    budget.at_most(
        limits
            .move_time
            .map(|time| time.saturating_sub(overhead.min(time / OVERHEAD_DIVISOR))),
    )
}

/// Observations of the last iterations that shorten or lengthen a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observations {
    /// Iterations since the best move changed.
    pub(crate) iterations: u32,
    /// Fall of the value against earlier iterations, in centipawns.
    pub(crate) value_fall: i32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub(crate) best_move_effort: f64,
}

/// Factor of the soft limit: smaller for a stable best move, larger for a falling value.
pub(crate) fn soft_limit_factor(observed: Observations) -> f64 {
    let iterations = observed.iterations.min(STABLE_ITERATIONS);
    let stable = CHANGED_FACTOR - STABLE_STEP * f64::from(iterations);
    let falling = 1.0 + f64::from(observed.value_fall) / FALL_SCALE;
    let effort = EFFORT_BASE - EFFORT_WEIGHT * observed.best_move_effort;
    stable
        * falling.clamp(FALL_RANGE.0, FALL_RANGE.1)
        * effort.clamp(EFFORT_RANGE.0, EFFORT_RANGE.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Clock;
    use shakmaty::ByColor;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = Clock {
            remaining: ByColor::new_with(|_| Duration::from_millis(remaining)),
            increment: ByColor::new_with(|_| Duration::from_millis(increment)),
            moves_to_go,
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        time_budget(&limits, Color::White, Duration::from_millis(20))
    }

    #[test]
    fn time_budget_any_clock_stays_within_it() {
        for remaining in [0, 1, 30, 100, 1_000, 180_000] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let TimeBudget { soft, hard } = clock(remaining, increment, moves);
                    let left = Duration::from_millis(remaining.saturating_sub(20));
                    assert!(
                        soft <= hard && hard.unwrap() <= left,
                        "{remaining}+{increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn time_budget_without_clock_is_empty() {
        assert_eq!(
            time_budget(&Limits::depth(3), Color::White, Duration::from_millis(20)),
            TimeBudget::default()
        );
        let time = Duration::from_millis(1);
        let hard = time_budget(
            &Limits::move_time(time),
            Color::Black,
            Duration::from_millis(20),
        )
        .hard
        .unwrap();
        assert!(hard <= time && hard > Duration::ZERO);
    }

    #[test]
    fn soft_limit_factor_stable_move_is_smaller() {
        let settled = soft_limit_factor(Observations {
            iterations: 10,
            value_fall: 0,
            best_move_effort: 0.95,
        });
        let open = soft_limit_factor(Observations {
            iterations: 0,
            value_fall: 60,
            best_move_effort: 0.3,
        });
        assert!(settled < 0.5 && open > 1.5, "{settled} {open}");
    }
}
