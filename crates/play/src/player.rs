//! The interface of a player.

use shakmaty::{Chess, Move, Position};
use thiserror::Error;

use crate::{Control, Game, Limits, OptionError, OptionSpec, Report, is_chess960};

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Expected reply, legal after `best`.
    pub ponder: Option<Move>,
}

/// One term of a player's evaluation, in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Name of the term.
    pub name: String,
    /// White's share, if the term has one.
    pub white: Option<i32>,
    /// Black's share, if the term has one.
    pub black: Option<i32>,
    /// Contribution to the evaluation, from White's point of view.
    pub total: i32,
}

/// Receiver of a search's reports.
pub type ReportSink<'a> = &'a mut (dyn FnMut(&Report) + 'a);
/// Number of leaves below each legal move.
pub type Perft = Vec<(Move, u64)>;
/// Greatest depth of a perft in plies, given by the size of Belle's stack.
pub const PERFT_PLIES: u32 = 61;

/// The work was stopped before its end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("stopped before its end")]
pub struct Stopped;

/// A chess player: `belle`, `native`, `atlas`, `tablebase`.
pub trait Player: Send {
    /// Name shown to opponents.
    fn name(&self) -> String;

    /// Options that a user can set; none by default.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option by name (case does not count). A refused value changes nothing.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// Whether positions with castling rights of Chess960 can be searched.
    fn plays_chess960(&self) -> bool {
        false
    }

    /// Why the player cannot search a position; `None` if it can. A position that is refused and
    /// searched all the same gets any legal move.
    fn refusal(&self, position: &Chess) -> Option<String> {
        castling_refusal(&self.name(), self.plays_chess960(), position)
    }

    /// Clears what was learned in the game before.
    fn new_game(&mut self) {}

    /// Why the last work could not be done, if it depends on what may go away, such as a board;
    /// told once. The player stays, and tries again when it is asked next.
    fn failure(&mut self) -> Option<String> {
        None
    }

    /// Searches the last position of `game` until a limit or `control` ends it, and returns a legal
    /// move. If there is one, calls `report` at least once with an exact score and a variation.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: ReportSink<'_>,
    ) -> Choice;

    /// A table of what decides the order of the moves in the last position of `game`, as text;
    /// `None` without one. If `control` stops it, moves are missing.
    fn explain(&mut self, _game: &Game, _control: &Control) -> Option<String> {
        None
    }

    /// Terms of the static evaluation, whose totals add up to its value; empty if there are none.
    fn evaluate(&mut self, _position: &Chess) -> Vec<Term> {
        Vec::new()
    }

    /// Counts the leaves of the game tree `depth` plies (1 to [`PERFT_PLIES`]) below `position`,
    /// with the player's own move generator if it has one. Fails if `control` stopped it.
    fn perft(&mut self, position: &Chess, depth: u32, control: &Control) -> Result<Perft, Stopped> {
        let below = |chess_move: &Move| {
            leaves(
                &after(position, *chess_move),
                depth.saturating_sub(1),
                control,
            )
        };
        position
            .legal_moves()
            .iter()
            .map(|chess_move| Ok((*chess_move, below(chess_move)?)))
            .collect()
    }
}

/// Sets an option of a player. If it is unknown, the message lists those there are.
pub fn set_option(player: &mut dyn Player, name: &str, value: &str) -> Result<(), String> {
    player.set_option(name, value).map_err(|error| match error {
        OptionError::Unknown(name) => {
            let known: Vec<&str> = player.options().iter().map(|spec| spec.name).collect();
            format!(
                "{} has no option '{name}'; it has: {}",
                player.name(),
                known.join(", ")
            )
        }
        error => error.to_string(),
    })
}

/// The refusal of a position by a player that does not play Chess960.
pub fn chess960_refusal(name: &str) -> String {
    format!(
        "{name} plays standard chess only, with castling from e1 and e8 and rooks in the corners; \
         native plays Chess960: --player native"
    )
}

/// The refusal of a position with castling rights of Chess960; `None` without them, or if the
/// player plays Chess960.
pub(crate) fn castling_refusal(
    name: &str,
    plays_chess960: bool,
    position: &Chess,
) -> Option<String> {
    if plays_chess960 || !is_chess960(position) {
        None
    } else {
        Some(chess960_refusal(name))
    }
}

/// Fails if the player refuses the position.
pub fn check_position(player: &dyn Player, position: &Chess) -> Result<(), String> {
    match player.refusal(position) {
        Some(reason) => Err(reason),
        None => Ok(()),
    }
}

fn leaves(position: &Chess, depth: u32, control: &Control) -> Result<u64, Stopped> {
    if control.stopped() {
        return Err(Stopped);
    }
    if depth == 0 {
        return Ok(1);
    }
    position
        .legal_moves()
        .iter()
        .map(|&one| leaves(&after(position, one), depth - 1, control))
        .sum()
}

fn after(position: &Chess, chess_move: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    next
}
