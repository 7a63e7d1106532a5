//! Limits of a search by a player that re-tells a computer of the past, whose time may count in
//! place of the wall's.

use std::cell::Cell;
use std::time::Duration;

use crate::{Pace, Progress, TimeManager};

/// Decides when a search ends by the time that counts, and publishes its progress.
///
/// Work is counted in the player's own unit (cycles, nodes, nanoseconds); its cost model says how
/// long the original took for it.
pub struct Limiter<'a> {
    /// The wall clock, with the limits and the handle of the search.
    pub time: TimeManager<'a>,
    pace: Pace,
    cost: Box<dyn Fn(u64) -> Duration + 'a>,
    current: Cell<Option<Progress>>,
}

impl<'a> Limiter<'a> {
    /// Limits that count at a pace. `cost` is the original's time for so much work.
    pub fn new(
        time: TimeManager<'a>,
        pace: Pace,
        cost: impl Fn(u64) -> Duration + 'a,
    ) -> Limiter<'a> {
        Limiter {
            time,
            pace,
            cost: Box::new(cost),
            current: Cell::new(None),
        }
    }

    /// Sets what the search works on, for [`Limiter::publish`].
    pub fn set_current(&self, current: Progress) {
        self.current.set(Some(current));
    }

    /// Publishes the progress of the search, if a root move is searched.
    pub fn publish(&self, nodes: u64, hash_full: u32) {
        if let Some(current) = self.current.get() {
            self.time.control.set_progress(Progress {
                nodes,
                hash_full,
                ..current
            });
        }
    }

    /// Time that counts after so much work since the search began.
    pub fn elapsed(&self, work: u64) -> Duration {
        let elapsed = self.time.elapsed_since(work);
        self.pace
            .counted(elapsed.time, (self.cost)(elapsed.counter))
    }

    /// The original's time for the work since the search, or the ponder hit, began.
    pub fn machine_elapsed(&self, work: u64) -> Duration {
        let elapsed = self.time.elapsed_since(work);
        (self.cost)(elapsed.counter)
    }

    /// Time left to the hard limit; `None` if no hard limit counts now.
    pub fn hard_left(&self, work: u64) -> Option<Duration> {
        self.time.hard_left(|| self.elapsed(work))
    }

    /// Whether the search has to end now, by a stop or by the clock that counts.
    pub fn must_stop(&self, work: u64) -> bool {
        if self.time.control.stopped() {
            return true;
        }
        match self.hard_left(work) {
            Some(left) => left.is_zero(),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Limits, TimeBudget};

    fn seconds(work: u64) -> Duration {
        Duration::from_secs(work)
    }

    #[test]
    fn must_stop_counts_the_time_of_the_pace() {
        let (limits, control) = (Limits::default(), Control::new());
        let limiter = |pace| {
            let budget = TimeBudget::default().at_most(Some(Duration::from_secs(3600)));
            Limiter::new(TimeManager::new(&limits, &control, budget), pace, seconds)
        };
        for pace in [Pace::Authentic, Pace::Machine] {
            assert!(!limiter(pace).must_stop(3599), "{pace:?}");
            assert!(limiter(pace).must_stop(3600), "{pace:?}");
        }
        assert!(!limiter(Pace::Full).must_stop(3600));
        let left = limiter(Pace::Machine).hard_left(3590);
        assert_eq!(left, Some(Duration::from_secs(10)));
        control.stop();
        assert!(limiter(Pace::Full).must_stop(0));
    }

    #[test]
    fn must_stop_pondering_counts_work_from_the_hit() {
        let limits = Limits {
            ponder: true,
            ..Limits::default()
        };
        let control = Control::new();
        let budget = TimeBudget::default().at_most(Some(Duration::from_secs(10)));
        let time = TimeManager::new(&limits, &control, budget);
        let limiter = Limiter::new(time, Pace::Machine, seconds);
        assert!(!limiter.must_stop(1000));
        control.ponder_hit();
        assert!(!limiter.must_stop(1000), "the hit is noticed here");
        assert!(!limiter.must_stop(1009));
        assert!(limiter.must_stop(1010));
        assert_eq!(limiter.machine_elapsed(1010), Duration::from_secs(10));
    }

    #[test]
    fn publish_needs_a_root_move() {
        let (limits, control) = (Limits::default(), Control::new());
        let time = TimeManager::new(&limits, &control, TimeBudget::default());
        let limiter = Limiter::new(time, Pace::Full, seconds);
        limiter.publish(7, 0);
        assert_eq!(control.progress(), None);
    }
}
