//! Browne's challenge: a game of a person against the tablebase under the fifty-move rule.
//!
//! In 1978 Walter Browne had the queen, and Belle, playing from its tablebase, the rook. He had fifty moves to win the
//! rook or to mate. Each of Belle's moves delayed that as long as possible.

use std::sync::Arc;

use play::{Game, GameEnd, san};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, Move, Position};
use thiserror::Error;

use crate::probe::prober::{MoveValue, ProbeError, Prober};
use crate::probe::tablebase::Tablebase;
use crate::score::Value;

/// A game between a person and the tablebase.
#[derive(Debug)]
pub struct TablebaseGame {
    game: Game,
    user: Color,
    tablebase: Arc<Tablebase>,
}

/// A move that was played, with its quality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move in algebraic notation.
    pub san: String,
    /// The position's value before the move, for the mover.
    pub before: Value,
    /// The move's value.
    pub after: Value,
    /// Whether no other move was better.
    pub optimal: bool,
}

/// A move was not played.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum GameError {
    #[error("'{0}' is not a legal move")]
    NotAMove(String),
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl TablebaseGame {
    /// A game from `game`'s current position, in which the person plays `user`.
    pub fn new(game: Game, user: Color, tablebase: Arc<Tablebase>) -> TablebaseGame {
        TablebaseGame {
            game,
            user,
            tablebase,
        }
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the person is to move.
    pub fn is_users_turn(&self) -> bool {
        self.game.position().turn() == self.user
    }

    /// Moves that the person has left before the fifty-move limit.
    pub fn moves_left(&self) -> u32 {
        let plies = 100_u32.saturating_sub(self.game.position().halfmoves());
        if self.is_users_turn() {
            plies.div_ceil(2)
        } else {
            plies / 2
        }
    }

    /// The end of the game by the rules of chess, if it is over.
    pub fn ending(&self) -> Option<GameEnd> {
        self.game.ending()
    }

    /// The value of the current position for the side to move.
    pub fn value(&self) -> Result<Value, ProbeError> {
        self.tablebase.probe(self.game.position())
    }

    /// All legal moves with their values, best first.
    pub fn moves(&self) -> Result<Vec<MoveValue>, ProbeError> {
        self.tablebase.moves(self.game.position())
    }

    /// Plays a move in algebraic (`Qd4+`) or coordinate (`a1d4`) notation.
    pub fn play(&mut self, text: &str) -> Result<PlayedMove, GameError> {
        let position = self.game.position();
        let san = text
            .parse::<SanPlus>()
            .ok()
            .and_then(|s| s.san.to_move(position).ok());
        let uci = || {
            text.parse::<UciMove>()
                .ok()
                .and_then(|u| u.to_move(position).ok())
        };
        let chess_move = san
            .or_else(uci)
            .ok_or_else(|| GameError::NotAMove(text.to_owned()))?;
        self.make(chess_move)
    }

    /// Plays the tablebase's best move, the first in coordinate notation among equals; `None` if the game is over.
    pub fn reply(&mut self) -> Result<Option<PlayedMove>, GameError> {
        let best = self.moves()?.into_iter().next();
        best.map(|m| self.make(m.chess_move)).transpose()
    }

    /// Takes back the person's last move and the reply to it; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let count = if self.is_users_turn() { 2 } else { 1 };
        let is_possible = self.game.moves().len() >= count;
        for _ in 0..if is_possible { count } else { 0 } {
            self.game.undo();
        }
        is_possible
    }

    fn make(&mut self, chess_move: Move) -> Result<PlayedMove, GameError> {
        let moves = self.moves()?;
        let value = |m: &MoveValue| m.value;
        let made = moves.iter().find(|m| m.chess_move == chess_move).map(value);
        let not_a_move =
            || GameError::NotAMove(chess_move.to_uci(CastlingMode::Standard).to_string());
        let after = made.ok_or_else(not_a_move)?;
        let san = san(self.game.position(), chess_move);
        let before = self.value()?;
        self.game.play(chess_move);
        Ok(PlayedMove {
            san,
            before,
            after,
            optimal: moves.first().map(value) == Some(after),
        })
    }
}
