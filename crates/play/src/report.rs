//! What a player says while it thinks.

use std::time::Duration;

use shakmaty::Move;

/// A value from the point of view of the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves (not plies): positive if the side to move mates, negative if it is mated;
    /// zero if it is mated already.
    Mate(i32),
}

/// What a [`Score`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// The value is this or greater (a fail-high).
    Lower,
    /// The value is this or less (a fail-low).
    Upper,
}

/// The time of a machine that has its own: Belle's clock of 1980.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineTime {
    /// Machine cycles since the search began.
    pub cycles: u64,
    /// The same in seconds of the machine.
    pub seconds: f64,
}

/// One line of thought: the best variation of a finished or failed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Plies of the iteration.
    pub depth: u32,
    /// Greatest ply reached in it.
    pub selective_depth: u32,
    /// Which of several variations this is, from 1.
    pub multipv: u32,
    /// Its value.
    pub score: Score,
    /// What the value is.
    pub bound: Bound,
    /// Win, draw and loss in thousandths, where the player models them.
    pub wdl: Option<[u32; 3]>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Wall-clock time since the search began.
    pub time: Duration,
    /// Thousandths of the transposition table in use.
    pub hash_full: u32,
    /// Endgame database hits since the search began.
    pub table_hits: u64,
    /// The variation, legal from the root.
    pub pv: Vec<Move>,
    /// The machine's own time, for a player that has one.
    pub machine: Option<MachineTime>,
}

impl Report {
    /// Nodes a second of wall-clock time.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}
