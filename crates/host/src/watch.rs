//! The watch on a search: when it has to end.

use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};

use machine::State;
use play::{Control, Limits, Progress};
use roms::value::{MATE, MATE_ZONE};
use shakmaty::Move;

use crate::link::CHECK_INTERVAL;
use crate::options::{Pace, Settings};
use crate::root::RootScore;
use crate::time::Allotment;

/// The deepest iteration: the stack has 64 frames, and evasions and captures need theirs.
pub(crate) const MAX_DEPTH: u32 = 48;

/// When a search has to end.
pub(crate) struct Watch<'a> {
    pub(crate) started: Instant,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    pub(crate) allotment: Allotment,
    pub(crate) settings: Settings,
    /// When the move pondered on was seen to be played, on the wall and by the machine's clock: time counts from then.
    pub(crate) hit: Cell<Option<(Instant, u64)>>,
    /// The root move being searched.
    pub(crate) current: Cell<Option<CurrentMove>>,
}

/// A root move that is being searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurrentMove {
    pub(crate) depth: u32,
    pub(crate) chess: Move,
    /// From 1.
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl Watch<'_> {
    /// Notes the root move that is searched next, of index `index` among `of`.
    pub(crate) fn set_current(&self, depth: u32, chess: Move, index: usize, of: usize) {
        self.current.set(Some(CurrentMove { depth, chess, number: index + 1, of }));
    }

    fn publish_progress(&self, state: &State) {
        let Some(CurrentMove { depth, chess, number, of }) = self.current.get() else { return };
        self.control.set_progress(Progress {
            depth,
            current: chess,
            number: number as u32,
            of: of as u32,
            nodes: state.nodes,
            hash_full: state.memory.per_mille(),
        });
    }

    fn pondering(&self) -> bool {
        self.limits.ponder && !self.control.ponder_was_hit()
    }

    /// Whether limits other than a stop do not count now.
    pub(crate) fn unbounded(&self) -> bool {
        self.limits.infinite || self.pondering()
    }

    /// Time that counts: since the search began, or since the hit if it pondered; at authentic pace the machine's own,
    /// and where the simulation cannot keep up, the wall's.
    fn elapsed(&self, state: &State) -> Duration {
        let (since, cycles) = if self.limits.ponder {
            let hit = self.hit.get().unwrap_or_else(|| (Instant::now(), state.cycles));
            self.hit.set(Some(hit));
            hit
        } else {
            (self.started, 0)
        };
        match self.settings.pace {
            Pace::Full => since.elapsed(),
            Pace::Authentic => {
                let seconds = self.settings.generation.seconds(state.cycles - cycles);
                since.elapsed().max(Duration::from_secs_f64(seconds))
            }
        }
    }

    /// Cycles the machine may run until the next check; `None` ends the search.
    pub(crate) fn budget(&self, state: &State) -> Option<u64> {
        if self.control.stopped() {
            return None;
        }
        self.publish_progress(state);
        let mut cycles = CHECK_INTERVAL;
        if let Some(limit) = self.limits.nodes {
            // A node takes ten cycles at least, so the limit is overrun by a few nodes at most.
            let left = limit.saturating_sub(state.nodes);
            cycles = cycles.min(left.saturating_mul(10));
        }
        if let Some(hard) = self.allotment.hard
            && !self.unbounded()
        {
            let left = hard.saturating_sub(self.elapsed(state));
            if left.is_zero() {
                return None;
            }
            if self.settings.pace == Pace::Authentic {
                let rate = self.settings.generation.cycles_per_second();
                cycles = cycles.min((left.as_secs_f64() * rate) as u64 + 1);
            }
        }
        (cycles > 0).then_some(cycles)
    }

    /// The budget of the first value of all, without which there is no move to trust: on the wall it may take a moment
    /// longer than the limits say; a stop ends it too.
    pub(crate) fn first_budget(&self, state: &State) -> Option<u64> {
        const MOMENT: Duration = Duration::from_millis(20);
        const MORE_NODES: u64 = 10_000;
        if self.settings.pace == Pace::Authentic || self.control.stopped() {
            return self.budget(state);
        }
        if self.limits.nodes.is_some_and(|limit| state.nodes >= limit.saturating_add(MORE_NODES)) {
            return None;
        }
        let hard = self.allotment.hard.filter(|_| !self.unbounded());
        hard.is_none_or(|hard| self.elapsed(state) < hard + MOMENT).then_some(CHECK_INTERVAL)
    }

    /// Whether to begin another iteration after that of `depth`, which came to `root_score`.
    pub(crate) fn continue_deepening(&self, state: &State, depth: u32, root_score: RootScore) -> bool {
        if self.budget(state).is_none()
            || self.limits.depth.is_some_and(|limit| depth >= limit)
            || depth >= MAX_DEPTH
        {
            return false;
        }
        if self.unbounded() {
            return true;
        }
        if let RootScore::Exact(value) = root_score {
            let plies = i32::from(MATE - value.abs());
            let asked = self.limits.mate.is_some_and(|moves| value > 0 && plies <= 2 * moves as i32);
            // A mate found within the depth searched is the shortest there is.
            if value.abs() > MATE_ZONE && (asked || plies <= depth as i32) {
                return false;
            }
        }
        self.allotment.soft.is_none_or(|soft| self.elapsed(state) < soft)
    }

    /// `go infinite` and `go ponder` end by a stop or a hit alone, whatever else is done.
    pub(crate) fn wait(&self) {
        while self.unbounded() && !self.control.stopped() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
