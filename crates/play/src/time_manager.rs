//! Time limits of a running search, for every player.

use std::cell::Cell;
use std::thread;
use std::time::Duration;

use shakmaty::Color;

use crate::{Control, Instant, Limits};

/// Time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new iteration is begun after this; a player may scale it.
    pub soft: Option<Duration>,
    /// The search ends here, even within an iteration.
    pub hard: Option<Duration>,
}

impl TimeBudget {
    /// A share of the clock, for players that do not deepen by time. The time left is divided
    /// by the moves to the control, 30 at most, and three quarters of the increment are added.
    /// `overhead`, or a fifth of the time left if that is more, is kept back.
    pub fn share(limits: &Limits, turn: Color, overhead: Duration) -> TimeBudget {
        const MOVES_LEFT: u32 = 30;
        let time = limits.clock.as_ref().map(|clock| {
            let left = clock.remaining[turn];
            let share = left / clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
            let most = left.saturating_sub(overhead).min(left * 4 / 5);
            (share + clock.increment[turn] * 3 / 4).min(most)
        });
        TimeBudget {
            soft: None,
            hard: time,
        }
        .at_most(limits.move_time)
    }

    /// The budget with its hard limit lowered to `time`, if there is one.
    pub fn at_most(self, time: Option<Duration>) -> TimeBudget {
        let hard = match (self.hard, time) {
            (Some(hard), Some(time)) => Some(hard.min(time)),
            (hard, time) => hard.or(time),
        };
        TimeBudget { hard, ..self }
    }
}

/// Decides when a search ends: by its time budget, a stop, or a ponder hit. A player creates one at
/// the start of each search and asks [`TimeManager::must_stop`] every few hundred nodes. Limits on
/// nodes, depth and mates are the player's own; they count only while [`TimeManager::is_unbounded`]
/// is false. [`TimeManager::wait`] holds the choice back as long as `infinite` and `ponder`
/// require.
pub struct TimeManager<'a> {
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The handle through which it is stopped.
    pub control: &'a Control,
    /// The time it may take.
    pub budget: TimeBudget,
    started: Instant,
    hit: Cell<Option<PonderHit>>,
}

/// When a ponder hit was noticed.
#[derive(Clone, Copy, Debug)]
struct PonderHit {
    at: Instant,
    /// The player's own counter then.
    counter: u64,
}

/// Time that counts against a budget.
#[derive(Clone, Copy, Debug)]
pub struct ElapsedTime {
    /// By the wall's clock.
    pub time: Duration,
    /// By the player's own counter.
    pub counter: u64,
}

impl<'a> TimeManager<'a> {
    /// A manager whose time starts now.
    pub fn new(limits: &'a Limits, control: &'a Control, budget: TimeBudget) -> TimeManager<'a> {
        TimeManager {
            limits,
            control,
            budget,
            started: Instant::now(),
            hit: Cell::new(None),
        }
    }

    /// Time since the search began, pondering included: the time of reports.
    pub fn since_start(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether only a stop (or a ponder hit) can end the search now.
    pub fn is_unbounded(&self) -> bool {
        self.limits.infinite || (self.limits.ponder && !self.control.ponder_was_hit())
    }

    /// Time that counts against the budget: since the start, or since the ponder hit was noticed.
    pub fn elapsed(&self) -> Duration {
        self.elapsed_since(0).time
    }

    /// As [`TimeManager::elapsed`], also by the player's own `counter`, which starts at 0.
    pub fn elapsed_since(&self, counter: u64) -> ElapsedTime {
        if !self.limits.ponder {
            return ElapsedTime {
                time: self.started.elapsed(),
                counter,
            };
        }
        let hit = match self.hit.get() {
            Some(hit) => hit,
            None => PonderHit {
                at: Instant::now(),
                counter,
            },
        };
        self.hit.set(Some(hit));
        ElapsedTime {
            time: hit.at.elapsed(),
            counter: counter.saturating_sub(hit.counter),
        }
    }

    /// The hard limit less `elapsed`; `None` if no hard limit counts now.
    pub fn hard_left(&self, elapsed: impl FnOnce() -> Duration) -> Option<Duration> {
        if self.is_unbounded() {
            return None;
        }
        let hard = self.budget.hard?;
        Some(hard.saturating_sub(elapsed()))
    }

    /// Whether the search has to end now.
    pub fn must_stop(&self) -> bool {
        self.control.stopped() || self.hard_left(|| self.elapsed()) == Some(Duration::ZERO)
    }

    /// Blocks while the choice must be held back: until a stop, or until a ponder hit.
    pub fn wait(&self) {
        while self.is_unbounded() && !self.control.stopped() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn must_stop_budget_spent_ends_the_search() {
        let (limits, control) = (Limits::default(), Control::new());
        let hard = |hard| TimeBudget::default().at_most(Some(hard));
        assert!(!TimeManager::new(&limits, &control, TimeBudget::default()).must_stop());
        assert!(!TimeManager::new(&limits, &control, hard(HOUR)).must_stop());
        assert!(
            TimeManager::new(&limits, &control, hard(HOUR).at_most(Some(Duration::ZERO)))
                .must_stop()
        );
        control.stop();
        assert!(TimeManager::new(&limits, &control, hard(HOUR)).must_stop());
    }

    #[test]
    fn elapsed_pondering_counts_from_the_hit() {
        let (limits, control) = (
            Limits {
                ponder: true,
                ..Limits::default()
            },
            Control::new(),
        );
        let budget = TimeBudget::default().at_most(Some(Duration::ZERO));
        let manager = TimeManager::new(&limits, &control, budget);
        assert!(manager.is_unbounded() && !manager.must_stop());
        control.ponder_hit();
        assert_eq!(manager.elapsed_since(1000).counter, 0);
        assert_eq!(manager.elapsed_since(1500).counter, 500);
        assert!(manager.must_stop());
        manager.wait();
    }

    #[test]
    fn is_unbounded_infinite_ignores_the_budget() {
        let (limits, control) = (
            Limits {
                infinite: true,
                ..Limits::default()
            },
            Control::new(),
        );
        let budget = TimeBudget::default().at_most(Some(Duration::ZERO));
        assert!(!TimeManager::new(&limits, &control, budget).must_stop());
    }
}
