//! The wire by which a running search is told to stop, or that its pondered move was played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle on a running search. Clones share the same wire; any thread may pull it.
#[derive(Clone, Debug, Default)]
pub struct Control {
    lines: Arc<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
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
}
