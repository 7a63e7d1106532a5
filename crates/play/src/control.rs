//! The wire between a running search and whoever waits for it: told to stop, or that its pondered move was played, and
//! asked where it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::Move;

/// A handle on a running search. Clones share the same wire; any thread may pull it.
#[derive(Clone, Debug, Default)]
pub struct Control {
    lines: Arc<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    progress: Mutex<Option<Progress>>,
}

/// Where a running search is: what a report does not say as long as nothing new is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Plies of the iteration.
    pub depth: u32,
    /// The root move that is being searched.
    pub current: Move,
    /// Its number among the root moves, from 1.
    pub number: u32,
    /// How many root moves there are.
    pub of: u32,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Thousandths of the transposition table in use.
    pub hash_full: u32,
}

impl Control {
    /// A fresh wire: not stopped, no ponder hit.
    pub fn new() -> Control {
        Control::default()
    }

    /// Asks the search to end with the best move it has.
    pub fn stop(&self) {
        self.lines.stop.store(true, Ordering::Release);
    }

    /// Whether the search was asked to end.
    pub fn stopped(&self) -> bool {
        self.lines.stop.load(Ordering::Acquire)
    }

    /// Says that the move pondered on was played: from now on the clock of [`crate::Limits`] counts.
    pub fn ponder_hit(&self) {
        self.lines.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether the move pondered on was played.
    pub fn ponder_was_hit(&self) -> bool {
        self.lines.ponder_hit.load(Ordering::Acquire)
    }

    /// Says where the search is; a player that never does is asked in vain.
    pub fn set_progress(&self, progress: Progress) {
        *self.lines.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    /// Where the search is, if it has said so.
    pub fn progress(&self) -> Option<Progress> {
        *self.lines.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
