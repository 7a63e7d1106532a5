//! Time: how long a move may take.

use std::time::Duration;

use play::Limits;
use shakmaty::Color;

/// Moves left to plan for without a time control.
const MOVES_LEFT: u32 = 30;

/// When to begin no new iteration, and when to stop in the middle of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allotment {
    /// No new iteration after this.
    pub(crate) soft: Option<Duration>,
    /// Not a moment longer than this.
    pub(crate) hard: Option<Duration>,
}

/// Time allowed to the side to move, with `overhead` kept back from its clock.
pub(crate) fn allot(limits: &Limits, turn: Color, overhead: Duration) -> Allotment {
    let mut allotment = Allotment::default();
    if let Some(clock) = &limits.clock {
        let remaining = clock.remaining[turn].saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 60);
        let share = remaining / moves + clock.increment[turn] * 3 / 4;
        // An iteration costs some five times the one before, so that one begun after half the share is not finished.
        allotment.soft = Some((share / 2).min(remaining / 2));
        allotment.hard = Some((share * 3).min(remaining / if moves == 1 { 1 } else { 3 }));
    }
    if let Some(time) = limits.move_time {
        allotment.hard = Some(allotment.hard.map_or(time, |hard| hard.min(time)));
    }
    allotment
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Clock;
    use shakmaty::ByColor;

    const DEFAULT_OVERHEAD: Duration = Duration::from_millis(30);

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Allotment {
        let clock = Clock {
            remaining: ByColor::new_with(|_| Duration::from_millis(remaining)),
            increment: ByColor::new_with(|_| Duration::from_millis(increment)),
            moves_to_go,
        };
        allot(&Limits { clock: Some(clock), ..Limits::default() }, Color::White, DEFAULT_OVERHEAD)
    }

    #[test]
    fn never_more_than_there_is() {
        for remaining in [0, 1, 30, 100, 1_000, 180_000] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let hard = clock(remaining, increment, moves).hard.unwrap();
                    assert!(hard <= Duration::from_millis(remaining), "{remaining}+{increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn no_limit_without_a_clock() {
        assert_eq!(allot(&Limits::depth(3), Color::White, DEFAULT_OVERHEAD), Allotment::default());
        let time = Duration::from_millis(7);
        assert_eq!(allot(&Limits::move_time(time), Color::Black, DEFAULT_OVERHEAD).hard, Some(time));
    }
}
