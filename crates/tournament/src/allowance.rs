//! The limits of an engine's searches in a match.

use std::fmt;
use std::time::Duration;

use play::TimeControl;

/// The limits of an engine's searches: those that are set count together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// A clock for the game.
    pub control: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Plies of each search.
    pub depth: Option<u32>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.map(|control| control.to_string()),
            self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        write!(f, "{}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
