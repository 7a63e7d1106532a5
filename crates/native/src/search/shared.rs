//! What all threads of one search share: table, limits, counters, the deepest finished iteration, and the one word that
//! ends it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use endgame::Tablebases;
use play::{Control, Limits};

use super::clock::Allotment;
use super::worker::RootMove;
use crate::table::Table;

/// A counter that shares its cache line with no other thread's.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    #[inline(always)]
    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// One search, as all its threads see it.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) endgames: &'a Tablebases,
    /// The most men on the board for which they are asked; 0 for never.
    pub(crate) endgame_men: u32,
    pub(crate) limits: &'a Limits,
    /// The first iteration is finished whatever the limit of nodes, if it can be: all its lines are wanted.
    pub(crate) whole: bool,
    /// Nodes and hits in endgame databases, a pair for each thread.
    pub(crate) counters: Vec<[Counter; 2]>,
    /// The search is over.
    pub(crate) over: AtomicBool,
    pub(crate) finished: Finished,
}

/// The deepest iteration that any thread has finished, from which all go on.
#[derive(Default)]
pub(crate) struct Finished {
    depth: AtomicI32,
    moves: Mutex<Vec<RootMove>>,
}

impl Finished {
    /// Its plies; 0 if there is none.
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// Hands in an iteration, unless one as deep has been.
    pub(crate) fn hand_in(&self, depth: i32, moves: &[RootMove]) {
        let mut kept = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            kept.clear();
            kept.extend_from_slice(moves);
            self.depth.store(depth, Relaxed);
        }
    }

    /// What the deepest came to: its plies, and the root moves.
    pub(crate) fn take_over(&self) -> (i32, Vec<RootMove>) {
        let kept = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        (self.depth(), kept.clone())
    }
}

impl Shared<'_> {
    /// Nodes of all threads, as of their last look at the clock.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|pair| pair[0].get()).sum()
    }

    /// Whether every thread is to end.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Hits in endgame databases of all threads.
    pub(crate) fn hits(&self) -> u64 {
        self.counters.iter().map(|pair| pair[1].get()).sum()
    }
}

/// The main thread's watch: it alone decides when the search ends.
pub(crate) struct Watch<'a> {
    pub(crate) started: Instant,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    pub(crate) allotment: Allotment,
    /// When the move pondered on was seen to be played: time counts from then.
    hit: Cell<Option<Instant>>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &'a Limits, control: &'a Control, allotment: Allotment) -> Watch<'a> {
        Watch { started: Instant::now(), limits, control, allotment, hit: Cell::new(None) }
    }

    /// Whether limits other than a stop do not count now.
    pub(crate) fn unbounded(&self) -> bool {
        self.limits.infinite || (self.limits.ponder && !self.control.ponder_was_hit())
    }

    /// Time that counts: since the search began, or since the hit if it pondered.
    pub(crate) fn elapsed(&self) -> Duration {
        if !self.limits.ponder {
            return self.started.elapsed();
        }
        let hit = self.hit.get().unwrap_or_else(Instant::now);
        self.hit.set(Some(hit));
        hit.elapsed()
    }

    /// Whether the search has to end now, in the middle of whatever it does.
    pub(crate) fn is_up(&self) -> bool {
        if self.control.stopped() {
            return true;
        }
        !self.unbounded() && self.allotment.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// `go infinite` and `go ponder` end by a stop or a hit alone, whatever else is done.
    pub(crate) fn wait(&self) {
        while self.unbounded() && !self.control.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
