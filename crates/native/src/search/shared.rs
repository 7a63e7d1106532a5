//! What all threads of one search share: table, limits, counters, the deepest finished iteration, and the one word that
//! ends it.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use endgame::Tablebases;
use play::Limits;

use super::worker::RootMove;
use crate::transposition_table::TranspositionTable;

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
    pub(crate) table: &'a TranspositionTable,
    pub(crate) endgames: &'a Tablebases,
    /// The most men on the board for which they are asked; 0 for never.
    pub(crate) endgame_men: u32,
    pub(crate) limits: &'a Limits,
    /// The first iteration is finished whatever the limit of nodes, if it can be: all its lines are wanted.
    pub(crate) all_lines: bool,
    /// Nodes and hits in endgame databases, a pair for each thread.
    pub(crate) counters: Vec<[Counter; 2]>,
    /// The search is over.
    pub(crate) over: AtomicBool,
    pub(crate) deepest_iteration: DeepestIteration,
}

/// The deepest iteration that any thread has finished, from which all go on.
#[derive(Default)]
pub(crate) struct DeepestIteration {
    depth: AtomicI32,
    moves: Mutex<Vec<RootMove>>,
}

impl DeepestIteration {
    /// Its plies; 0 if there is none.
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// Hands in an iteration, unless one as deep has been.
    pub(crate) fn publish(&self, depth: i32, moves: &[RootMove]) {
        let mut kept = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            kept.clear();
            kept.extend_from_slice(moves);
            self.depth.store(depth, Relaxed);
        }
    }

    /// What the deepest came to: its plies, and the root moves.
    pub(crate) fn get(&self) -> (i32, Vec<RootMove>) {
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
    pub(crate) fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|pair| pair[1].get()).sum()
    }
}
