//! Limits of one search: nodes, time and a stop.

use std::cell::Cell;
use std::time::Duration;

use play::{Control, Limits, MachineTime, Pace, Progress, TimeBudget, TimeManager};
use shakmaty::Color;

use crate::cost::{Counts, MoveGenerator};

/// Instructions between two looks at the clock: a hundredth of a second of the original's computer.
const CHECK_INTERVAL: u64 = 5_000;

/// The limits of one search.
pub(crate) struct Limiter<'a> {
    pub(crate) time: TimeManager<'a>,
    pace: Pace,
    generator: MoveGenerator,
    /// Instruction from which the clock is looked at again.
    next_check: Cell<u64>,
    is_stopped: Cell<bool>,
    current: Cell<Option<Progress>>,
}

impl<'a> Limiter<'a> {
    /// The limits of a search by the side `turn`. Decided: a move gets a share of the clock, which the program did not
    /// know.
    pub(crate) fn new(
        limits: &'a Limits,
        control: &'a Control,
        turn: Color,
        pace: Pace,
        generator: MoveGenerator,
    ) -> Limiter<'a> {
        let budget = TimeBudget::share(limits, turn, Duration::ZERO);
        let time = TimeManager::new(limits, control, budget);
        Limiter {
            time,
            pace,
            generator,
            next_check: Cell::new(0),
            is_stopped: Cell::new(false),
            current: Cell::new(None),
        }
    }

    /// Sets the root move searched next.
    pub(crate) fn set_current(&self, current: Progress) {
        self.current.set(Some(current));
    }

    /// Whether the search has to end after these operations.
    pub(crate) fn must_stop(&self, counts: Counts) -> bool {
        let limit = self.time.limits.nodes;
        let is_over = limit.is_some_and(|most| counts.nodes >= most && !self.time.is_unbounded());
        // Mate solver and heuristics work without visiting nodes.
        let instructions = counts.instructions(self.generator);
        if is_over || instructions >= self.next_check.get() {
            self.next_check.set(instructions + CHECK_INTERVAL);
            if let Some(current) = self.current.get() {
                self.time.control.set_progress(Progress {
                    nodes: counts.nodes,
                    ..current
                });
            }
            let left = self.time.hard_left(|| {
                let (wall, machine) = self.elapsed(counts);
                self.pace.counted(wall, machine)
            });
            let is_late = left.is_some_and(|left| left.is_zero());
            self.is_stopped
                .set(self.is_stopped.get() || is_over || is_late || self.time.control.stopped());
        }
        self.is_stopped.get()
    }

    /// Time that counts, on the wall and on the original's computer.
    pub(crate) fn elapsed(&self, counts: Counts) -> (Duration, Duration) {
        let (wall, nanoseconds) = self.time.elapsed_since(counts.nanoseconds(self.generator));
        (wall, Duration::from_nanos(nanoseconds))
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
