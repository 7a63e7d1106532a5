//! The socket: what a protocol, a terminal or a match needs of a player.

use shakmaty::{Chess, Move};
use thiserror::Error;

use crate::{Control, Game, Limits, OptionError, OptionSpec, Report};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move to play, or `None` if the position has no legal move.
    pub best: Option<Move>,
    /// The reply it expects, legal after `best`.
    pub ponder: Option<Move>,
}

/// One term of a player's evaluation, in hundredths of a pawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What the term measures.
    pub name: String,
    /// White's share, where the term has one.
    pub white: Option<i32>,
    /// Black's share, where the term has one.
    pub black: Option<i32>,
    /// What it adds to the total, from White's point of view.
    pub total: i32,
}

/// Leaves below each legal move, counted by the player's own move generator.
pub type Perft = Vec<(Move, u64)>;

/// The deepest perft, in plies: Belle's stack ends there.
pub const PERFT_PLIES: u32 = 61;

/// The work was stopped before it was done.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("stopped before it was done")]
pub struct Stopped;

/// A mind that plays chess.
pub trait Player: Send {
    /// Name, as shown to opponents.
    fn name(&self) -> String;

    /// What a user may set.
    fn options(&self) -> Vec<OptionSpec>;

    /// Sets an option by name (case does not count).
    ///
    /// # Errors
    /// Unknown names and values out of range are refused, and nothing changes.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// Forgets what was learnt in the game before.
    fn new_game(&mut self);

    /// Thinks about the position at the end of `game` until a limit or `control` ends it. Calls `report`
    /// at least once with an exact score and a variation if there is a legal move. The move chosen is legal.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice;

    /// Every term of the static evaluation of a position; the totals add up to its value.
    fn evaluate(&mut self, position: &Chess) -> Vec<Term>;

    /// Counts the leaves of the game tree `depth` plies (1 to [`PERFT_PLIES`]) below `position`, move by move.
    ///
    /// # Errors
    /// [`Stopped`] if `control` ended it.
    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped>;
}
