//! Limits of one search: nodes, time and a stop.

use std::cell::Cell;
use std::time::Duration;

use play::{Control, Limiter, Limits, MachineTime, Pace, TimeBudget, TimeManager};
use shakmaty::Color;

use crate::cost::{Counts, MoveGenerator};

/// Instructions between two looks at the clock: a hundredth of a second of the original's computer.
const CHECK_INTERVAL: u64 = 5_000;

/// The limits of one search.
pub(crate) struct SearchLimits<'a> {
    /// The clock that counts; work is in nanoseconds of the original's computer.
    pub(crate) limiter: Limiter<'a>,
    generator: MoveGenerator,
    /// Instruction from which the clock is looked at again.
    next_check: Cell<u64>,
    is_stopped: Cell<bool>,
}

impl<'a> SearchLimits<'a> {
    /// The limits of a search by the side `turn`. Against the record (F110): a move gets a share of
    /// the clock, which the program did not know.
    pub(crate) fn new(
        limits: &'a Limits,
        control: &'a Control,
        turn: Color,
        pace: Pace,
        generator: MoveGenerator,
    ) -> SearchLimits<'a> {
        let budget = TimeBudget::share(limits, turn, Duration::ZERO);
        let time = TimeManager::new(limits, control, budget);
        SearchLimits {
            limiter: Limiter::new(time, pace, Duration::from_nanos),
            generator,
            next_check: Cell::new(0),
            is_stopped: Cell::new(false),
        }
    }

    /// Whether the search has to end after these operations.
    pub(crate) fn must_stop(&self, counts: Counts) -> bool {
        let time = &self.limiter.time;
        let is_over = match time.limits.nodes {
            Some(most) => counts.nodes >= most && !time.is_unbounded(),
            None => false,
        };
        // Mate solver and heuristics work without visiting nodes.
        let instructions = counts.instructions(self.generator);
        if is_over || instructions >= self.next_check.get() {
            self.next_check.set(instructions + CHECK_INTERVAL);
            self.limiter.publish(counts.nodes, 0);
            let nanoseconds = counts.nanoseconds(self.generator);
            if is_over || self.limiter.must_stop(nanoseconds) {
                self.is_stopped.set(true);
            }
        }
        self.is_stopped.get()
    }

    /// Time of the original's computer for the search so far.
    pub(crate) fn machine_elapsed(&self, counts: Counts) -> Duration {
        let nanoseconds = counts.nanoseconds(self.generator);
        self.limiter.machine_elapsed(nanoseconds)
    }

    /// Work of the original's computer since the search began.
    pub(crate) fn machine_time(&self, counts: Counts) -> MachineTime {
        let seconds = Duration::from_nanos(counts.nanoseconds(self.generator)).as_secs_f64();
        MachineTime {
            cycles: counts.instructions(self.generator),
            seconds,
        }
    }
}
