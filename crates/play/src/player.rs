//! The socket: what a protocol, a terminal or a match needs of a player.

use shakmaty::{Chess, Move, Position};
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

    /// What a user may set: nothing, unless the player says otherwise.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option by name (case does not count).
    ///
    /// # Errors
    /// Unknown names and values out of range are refused, and nothing changes.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// Forgets what was learnt in the game before, if anything is.
    fn new_game(&mut self) {}

    /// Thinks about the position at the end of `game` until a limit or `control` ends it. Calls `report`
    /// at least once with an exact score and a variation if there is a legal move. The move chosen is legal.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Choice;

    /// Every term of the static evaluation of a position; the totals add up to its value. None, if it has no such terms.
    fn evaluate(&mut self, _position: &Chess) -> Vec<Term> {
        Vec::new()
    }

    /// Counts the leaves of the game tree `depth` plies (1 to [`PERFT_PLIES`]) below `position`, move by move; by the rules,
    /// for a player without a move generator of its own.
    ///
    /// # Errors
    /// [`Stopped`] if `control` ended it.
    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped> {
        let below =
            |chess_move: &Move| leaves(&after(position, *chess_move), depth.saturating_sub(1), control);
        position.legal_moves().iter().map(|chess_move| Ok((*chess_move, below(chess_move)?))).collect()
    }
}

/// Sets an option of a player.
///
/// # Errors
/// The value is not allowed, or the option is unknown: the message lists those there are.
pub fn set_option(player: &mut dyn Player, name: &str, value: &str) -> Result<(), String> {
    player.set_option(name, value).map_err(|error| match error {
        OptionError::Unknown(name) => {
            let known: Vec<&str> = player.options().iter().map(|spec| spec.name).collect();
            format!("{} has no option '{name}'; it has: {}", player.name(), known.join(", "))
        }
        error => error.to_string(),
    })
}

fn leaves(position: &Chess, depth: u32, control: &Control) -> Result<u64, Stopped> {
    if control.stopped() {
        return Err(Stopped);
    }
    if depth == 0 {
        return Ok(1);
    }
    position.legal_moves().iter().map(|&one| leaves(&after(position, one), depth - 1, control)).sum()
}

fn after(position: &Chess, chess_move: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    next
}
