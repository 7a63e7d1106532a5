//! Search limits of one engine in a match.

use std::fmt;
use std::time::Duration;

use play::TimeControl;

/// Search limits of one engine; those set apply together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// A clock for the game.
    pub control: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Plies of each search.
    pub depth: Option<u32>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
}

impl fmt::Display for EngineLimits {
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
