//! Whatever answers a position with a move, and all that can go wrong with it.

use std::time::Duration;

use shakmaty::Move;
use thiserror::Error;

use play::{Control, Game, Limits, Score};

/// An engine in a match: a player in this process or a program outside.
pub trait Contestant: Send {
    /// Forgets the game before; returns when it is ready.
    ///
    /// # Errors
    /// It failed.
    fn new_game(&mut self, abort: &Control) -> Result<(), Fault>;

    /// Chooses a move; after `patience` it is made to stop, and after `abort` too.
    ///
    /// # Errors
    /// It failed, and may not be asked again.
    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        patience: Duration,
        abort: &Control,
    ) -> Result<Answer, Fault>;
}

/// A contestant's move.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move, which need not be legal; or what it said that is none. Time is judged before.
    pub best: Result<Move, String>,
    /// Time that counts on its clock.
    pub time: Duration,
    /// Its last word on the position.
    pub thought: Option<Thought>,
    /// It did not move until it was told to stop.
    pub late: bool,
}

/// What a contestant thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Plies.
    pub depth: u32,
    /// From its own side.
    pub score: Score,
    /// Nodes.
    pub nodes: u64,
}

/// What went wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be started, or set up.
    #[error("does not start: {0}")]
    Start(String),
    /// It ended, or panicked.
    #[error("crashed: {0}")]
    Crash(String),
    /// It did not answer, not even to stop.
    #[error("hangs")]
    Hang,
    /// It answered with something that is not a legal move.
    #[error("played an illegal move: {0}")]
    Illegal(String),
    /// It says what the protocol does not allow, or refuses what it does.
    #[error("breaks the protocol: {0}")]
    Protocol(String),
    /// It gives the game up: a loss, but no failure.
    #[error("resigns")]
    Resigned,
    /// The match was stopped from outside: nobody's fault.
    #[error("was interrupted")]
    Aborted,
}
