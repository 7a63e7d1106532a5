//! State shared by all threads of a search.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use endgame::Tablebases;
use play::Limits;

use super::root_move::RootMove;
use crate::transposition_table::TranspositionTable;

/// A counter in a cache line of its own.
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

pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) tablebases: &'a Tablebases,
    /// Most pieces of a position that is probed; 0 for no probes.
    pub(crate) tablebase_pieces: u32,
    pub(crate) limits: &'a Limits,
    /// Whether iteration 1 is finished despite the node limit, so that every line has a value.
    pub(crate) finishes_first_iteration: bool,
    /// Nodes (index 0) and tablebase hits (index 1) of each thread.
    pub(crate) counters: Vec<[Counter; 2]>,
    pub(crate) stop: AtomicBool,
    pub(crate) deepest_iteration: DeepestIteration,
}

/// The deepest iteration finished by any thread.
#[derive(Default)]
pub(crate) struct DeepestIteration {
    depth: AtomicI32,
    moves: Mutex<Vec<RootMove>>,
}

impl DeepestIteration {
    /// Depth of the iteration; 0 before the first.
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// Stores an iteration if it is deeper than the one stored.
    pub(crate) fn publish(&self, depth: i32, moves: &[RootMove]) {
        let mut kept = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            kept.clear();
            kept.extend_from_slice(moves);
            self.depth.store(depth, Relaxed);
        }
    }

    pub(crate) fn get(&self) -> (i32, Vec<RootMove>) {
        let kept = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        (self.depth(), kept.clone())
    }
}

impl Shared<'_> {
    /// Nodes of all threads, as last published.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|pair| pair[0].get()).sum()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|pair| pair[1].get()).sum()
    }
}
