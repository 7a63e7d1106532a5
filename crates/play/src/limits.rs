//! How long one search may last.

use std::time::Duration;

use shakmaty::{ByColor, Move};

/// The clocks of both sides, in a game with time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left to each side.
    pub remaining: ByColor<Duration>,
    /// Time added to each side's clock after each of its moves.
    pub increment: ByColor<Duration>,
    /// Moves to the next time control, or `None` for sudden death.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search: whichever is reached first ends it. With none set the search ends at the
/// player's own greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Time for this one move.
    pub move_time: Option<Duration>,
    /// The game's clocks, from which the player takes what it thinks right.
    pub clock: Option<Clock>,
    /// Search for a mate in this many moves, and end when one is found.
    pub mate: Option<u32>,
    /// Never end before [`crate::Control::stop`].
    pub infinite: bool,
    /// Pondering: do not end before [`crate::Control::stop`] or [`crate::Control::ponder_hit`]; after the
    /// hit the other limits count, from that moment.
    pub ponder: bool,
    /// Search only these root moves (all legal moves if empty).
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of a fixed time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}
