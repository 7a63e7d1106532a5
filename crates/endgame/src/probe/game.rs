//! Browne's challenge: a person against the database, with the clock of fifty moves.
//!
//! In 1978 Walter Browne had the queen, and Belle, out of its database, the rook. He had fifty moves to win the rook
//! or mate; Belle's every move put that off as long as possible.

use std::sync::Arc;

use play::{Ending, Game};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, Move, Position};
use thiserror::Error;

use crate::probe::error::ProbeError;
use crate::probe::prober::{MoveValue, Prober};
use crate::probe::tablebase::Tablebase;
use crate::score::Value;

/// A game between a person and the database, which may have either side.
#[derive(Debug)]
pub struct TablebaseGame {
    game: Game,
    person: Color,
    tablebase: Arc<Tablebase>,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move in algebraic notation.
    pub san: String,
    /// The position's value before it, for the side that moved.
    pub before: Value,
    /// What the move made of that.
    pub after: Value,
    /// Whether no other move was better.
    pub optimal: bool,
}

/// Why a move was not made.
#[derive(Debug, Error)]
pub enum GameError {
    /// Not a legal move here, in algebraic or in coordinate notation.
    #[error("'{0}' is no legal move here")]
    NotAMove(String),
    /// The tables could not say what the move is worth.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl TablebaseGame {
    /// A game from `game`'s current position, in which the person has `person`.
    pub fn new(game: Game, person: Color, tablebase: Arc<Tablebase>) -> TablebaseGame {
        TablebaseGame { game, person, tablebase }
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether it is the person's turn.
    pub fn is_users_turn(&self) -> bool {
        self.game.position().turn() == self.person
    }

    /// Moves that the person still has before the fifty-move rule ends the game.
    pub fn moves_left(&self) -> u32 {
        let plies = 100_u32.saturating_sub(self.game.position().halfmoves());
        if self.is_users_turn() { plies.div_ceil(2) } else { plies / 2 }
    }

    /// How the game ended, if it has: by the rules of chess.
    pub fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    /// The value of the current position for the side to move.
    ///
    /// # Errors
    /// As [`Tablebase::probe`].
    pub fn value(&self) -> Result<Value, ProbeError> {
        self.tablebase.probe(self.game.position())
    }

    /// All legal moves with their values, best first.
    ///
    /// # Errors
    /// As [`Tablebase::probe`].
    pub fn moves(&self) -> Result<Vec<MoveValue>, ProbeError> {
        self.tablebase.moves(self.game.position())
    }

    /// Makes a move given in algebraic (`Qd4+`) or coordinate (`a1d4`) notation.
    ///
    /// # Errors
    /// [`GameError::NotAMove`] leaves the game as it was.
    pub fn play(&mut self, text: &str) -> Result<PlayedMove, GameError> {
        let position = self.game.position();
        let san = text.parse::<SanPlus>().ok().and_then(|s| s.san.to_move(position).ok());
        let uci = || text.parse::<UciMove>().ok().and_then(|u| u.to_move(position).ok());
        let chess_move = san.or_else(uci).ok_or_else(|| GameError::NotAMove(text.to_owned()))?;
        self.make(chess_move)
    }

    /// Makes the database's move: the best, and among equals the first in the order of coordinate notation.
    /// `None` if the game is over.
    ///
    /// # Errors
    /// As [`Tablebase::probe`].
    pub fn reply(&mut self) -> Result<Option<PlayedMove>, GameError> {
        let best = self.tablebase.moves(self.game.position())?.into_iter().next();
        best.map(|m| self.make(m.chess_move)).transpose()
    }

    fn make(&mut self, chess_move: Move) -> Result<PlayedMove, GameError> {
        let position = self.game.position();
        let moves = self.tablebase.moves(position)?;
        let made = moves.iter().find(|m| m.chess_move == chess_move);
        let (best, made) = match (moves.first(), made) {
            (Some(best), Some(made)) => (best.value, made.value),
            _ => {
                return Err(GameError::NotAMove(chess_move.to_uci(CastlingMode::Standard).to_string()));
            }
        };
        let san = SanPlus::from_move(position.clone(), chess_move).to_string();
        let before = self.tablebase.probe(position)?;
        self.game.play(chess_move);
        Ok(PlayedMove { san, before, after: made, optimal: made == best })
    }
}
