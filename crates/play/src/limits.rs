//! Limits of one search.

use std::time::Duration;

use shakmaty::{ByColor, Move};

/// Clocks of both sides at the start of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left to each side.
    pub remaining: ByColor<Duration>,
    /// Time each side gets after each of its moves.
    pub increment: ByColor<Duration>,
    /// Moves until the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
}

/// Limits of one search, which ends at the first one reached. Without limits it ends at the
/// player's greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Time for this one move.
    pub move_time: Option<Duration>,
    /// Clocks of the game, from which the player takes its time.
    pub clock: Option<Clock>,
    /// Searches for a mate in this many moves and ends when one is found.
    pub mate: Option<u32>,
    /// Does not end before [`crate::Control::stop`].
    pub infinite: bool,
    /// Ponders: does not end before [`crate::Control::stop`] or [`crate::Control::ponder_hit`]. The
    /// other limits count from the hit on.
    pub ponder: bool,
    /// The answer advises a person: a player whose strength is limited gives it without that limit.
    pub full_strength: bool,
    /// Root moves to search; all legal moves if empty.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Whether the search is for a move of the game: no pondering, analysis, search for a mate or
    /// among chosen moves.
    pub fn is_for_a_move(&self) -> bool {
        !(self.infinite || self.ponder || self.mate.is_some()) && self.search_moves.is_empty()
    }

    /// Whether a root move is to be searched.
    pub fn allow(&self, chess_move: &Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(chess_move)
    }

    /// A limit on the depth in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// A limit on the number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A limit on the time.
    pub fn move_time(time: Duration) -> Limits {
        Limits {
            move_time: Some(time),
            ..Limits::default()
        }
    }
}
