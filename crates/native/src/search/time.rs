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

/// Time budget of the side to move, less `overhead` for communication.
pub(crate) fn time_budget(limits: &Limits, turn: Color, overhead: Duration) -> TimeBudget {
    let mut budget = TimeBudget::default();
    if let Some(clock) = &limits.clock {
        let remaining = clock.remaining[turn].saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let greatest = if moves == 1 { remaining } else { remaining * MAX_SHARE / 100 };
        let share = (remaining / moves + clock.increment[turn] * 3 / 4).saturating_sub(overhead / moves);
        budget.soft = Some(share.min(greatest));
        budget.hard = Some((share * HARD_FACTOR).min(greatest));
    }
    budget.at_most(limits.move_time.map(|time| time.saturating_sub(overhead.min(time / 4))))
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    /// Iterations since the best move changed.
    pub(crate) stable: u32,
    /// Fall of the value against earlier iterations, in centipawns.
    pub(crate) fallen: i32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub(crate) effort: f64,
}

/// Factor of the soft limit: smaller for a stable best move, larger for a falling value.
pub(crate) fn stretch(signs: Signs) -> f64 {
    let stable = 1.25 - 0.08 * f64::from(signs.stable.min(8));
    let fallen = (1.0 + f64::from(signs.fallen) / 120.0).clamp(0.8, 1.6);
    let effort = (1.75 - 1.15 * signs.effort).clamp(0.5, 1.6);
    stable * fallen * effort
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
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        time_budget(&limits, Color::White, Duration::from_millis(20))
    }

    #[test]
    fn time_budget_any_clock_stays_within_it() {
        for remaining in [0, 1, 30, 100, 1_000, 180_000] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let TimeBudget { soft, hard } = clock(remaining, increment, moves);
                    let left = Duration::from_millis(remaining.saturating_sub(20));
                    assert!(soft <= hard && hard.unwrap() <= left, "{remaining}+{increment} {moves:?}");
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
        let hard =
            time_budget(&Limits::move_time(time), Color::Black, Duration::from_millis(20)).hard.unwrap();
        assert!(hard <= time && hard > Duration::ZERO);
    }

    #[test]
    fn stretch_stable_move_is_shorter() {
        let settled = stretch(Signs { stable: 10, fallen: 0, effort: 0.95 });
        let open = stretch(Signs { stable: 0, fallen: 60, effort: 0.3 });
        assert!(settled < 0.5 && open > 1.5, "{settled} {open}");
    }
}
