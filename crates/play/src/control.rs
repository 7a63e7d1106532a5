//! Signals between a running search and the program that started it: stop, ponder hit and progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shakmaty::Move;

use crate::Instant;

/// Handle on a running search, for any thread. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// In an `Arc` of its own, so that a handler of the system's signals can hold and set it.
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    ponder_hit: AtomicBool,
    progress: Mutex<Option<Progress>>,
}

impl Shared {
    /// A thread that panicked while it held the lock has left a whole value.
    fn lock_progress(&self) -> MutexGuard<'_, Option<Progress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Progress of a running search between two reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Root move that is being searched.
    pub current: Move,
    /// Number of that move, from 1.
    pub number: u32,
    /// Number of root moves.
    pub root_moves: u32,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// Used part of the transposition table, in thousandths.
    pub hash_full: u32,
}

impl Control {
    /// A handle on a new search: not stopped, no ponder hit.
    pub fn new() -> Control {
        Control::default()
    }

    /// A handle on a new search, which also ends when this flag is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Control {
        let shared = Shared {
            stop,
            ..Shared::default()
        };
        Control {
            shared: Arc::new(shared),
        }
    }

    /// A handle on a new search, which also ends at this moment. Limits of time may count another
    /// clock than the wall's ([`crate::Pace`]); this is always the wall's.
    pub fn stopped_at(deadline: Instant) -> Control {
        let shared = Shared {
            deadline: Some(deadline),
            ..Shared::default()
        };
        Control {
            shared: Arc::new(shared),
        }
    }

    /// Asks the search to end with its best move so far.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Release);
    }

    /// Whether the search was asked to end.
    pub fn stopped(&self) -> bool {
        let is_late = match self.shared.deadline {
            Some(deadline) => Instant::now() >= deadline,
            None => false,
        };
        self.shared.stop.load(Ordering::Acquire) || is_late
    }

    /// Signals that the expected move was played: from now on [`crate::Limits`] count.
    pub fn ponder_hit(&self) {
        self.shared.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether the expected move was played.
    pub fn ponder_was_hit(&self) -> bool {
        self.shared.ponder_hit.load(Ordering::Acquire)
    }

    /// Publishes the progress of the search. Players need not do so.
    pub fn set_progress(&self, progress: Progress) {
        *self.shared.lock_progress() = Some(progress);
    }

    /// Progress last published, if any.
    pub fn progress(&self) -> Option<Progress> {
        *self.shared.lock_progress()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn stopped_at_the_deadline_or_before_it_when_asked() {
        let now = Instant::now();
        assert!(Control::stopped_at(now).stopped());
        let later = Control::stopped_at(now + Duration::from_secs(3600));
        assert!(!later.stopped());
        later.stop();
        assert!(later.stopped());
    }
}
