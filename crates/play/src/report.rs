//! Reports of a search in progress.

use std::time::Duration;

use shakmaty::Move;

use crate::Score;

/// Relation of the true value to a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// The value is the score.
    #[default]
    Exact,
    /// The value is the score or greater (fail high).
    Lower,
    /// The value is the score or less (fail low).
    Upper,
}

/// Time on the machine's own clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineTime {
    /// Machine cycles since the start of the search; instructions of a machine without a common
    /// clock.
    pub cycles: u64,
    /// Seconds that the machine takes for them.
    pub seconds: f64,
}

/// Best variation of an iteration, complete or failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Greatest ply reached.
    pub selective_depth: u32,
    /// Rank among several variations, from 1.
    pub multipv: u32,
    /// Score of the variation.
    pub score: Score,
    /// Relation of the value to the score.
    pub bound: Bound,
    /// Probabilities of win, draw and loss in thousandths, if the player has a model.
    pub wdl: Option<[u32; 3]>,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// Wall-clock time since the start of the search.
    pub time: Duration,
    /// Used part of the transposition table, in thousandths.
    pub hash_full: u32,
    /// Tablebase hits since the start of the search.
    pub table_hits: u64,
    /// Principal variation, legal from the root.
    pub pv: Vec<Move>,
    /// Time on the machine's own clock, for a player that has one.
    pub machine: Option<MachineTime>,
}

impl Report {
    /// A report on a variation that was not searched: score and counts are zero.
    pub fn unsearched(depth: u32, pv: Vec<Move>) -> Report {
        Report {
            depth,
            selective_depth: depth,
            multipv: 1,
            score: Score::Centipawns(0),
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            table_hits: 0,
            pv,
            machine: None,
        }
    }

    /// Whether the move comes from a book, so that score and counts say nothing.
    pub fn is_unsearched(&self) -> bool {
        self.nodes == 0 && self.table_hits == 0
    }

    /// Nodes per second of wall-clock time.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}
