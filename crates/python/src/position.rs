//! Games from Python: a position in FEN and moves in UCI's form.

use play::Game;
use pyo3::prelude::*;
use room::MAX_PLIES_OF_GAME;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move};

use crate::error::failure;

/// A position and the moves that led to it, as `belle._convert` writes them.
#[derive(FromPyObject)]
pub(crate) struct Position {
    /// FEN of the first position.
    #[pyo3(item)]
    fen: String,
    /// Moves in UCI's form.
    #[pyo3(item)]
    moves: Vec<String>,
    /// Castling is written as king takes rook.
    #[pyo3(item)]
    chess960: bool,
}

impl Position {
    /// The game.
    pub(crate) fn game(&self) -> PyResult<Game> {
        let mut game = Game::from_any_fen(&self.fen).map_err(failure)?;
        if self.chess960 {
            game = game.into_chess960();
        }
        if self.moves.len() > MAX_PLIES_OF_GAME {
            let got = self.moves.len();
            return Err(failure(format!(
                "moves: expected a game of at most {MAX_PLIES_OF_GAME} half-moves, got {got}"
            )));
        }
        for text in &self.moves {
            let found = notation::parse_move(game.position(), text).map_err(failure)?;
            game.play(found);
        }
        Ok(game)
    }

    /// How castling is written.
    pub(crate) fn castling(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.chess960)
    }
}

/// Moves in UCI's form.
pub(crate) fn uci(moves: &[Move], castling: CastlingMode) -> Vec<String> {
    let mut texts = Vec::new();
    for &chess_move in moves {
        texts.push(UciMove::from_move(chess_move, castling).to_string());
    }
    texts
}

/// A position in FEN.
pub(crate) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
