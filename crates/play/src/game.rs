//! A game, with its history and the rules that depend on it.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Position, PositionError};
use thiserror::Error;

/// A start position and the moves made from it, all legal.
#[derive(Clone, Debug)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    positions: Vec<Chess>,
    keys: Vec<u64>,
}

/// End of a game by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their texts say it")]
pub enum Ending {
    Checkmate { winner: Color },
    Stalemate,
    InsufficientMaterial,
    Repetition,
    FiftyMoves,
}

/// Reason for which a position could not be set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum GameError {
    #[error("'{fen}' is not a position in FEN: {reason}")]
    Fen { fen: String, reason: String },
    #[error("'{fen}' is not a legal position: {reason}")]
    Position { fen: String, reason: String },
}

impl Default for Game {
    fn default() -> Game {
        Game::from_position(Chess::default())
    }
}

impl Game {
    /// A game from the initial position.
    pub fn new() -> Game {
        Game::default()
    }

    /// A game from any legal position.
    pub fn from_position(start: Chess) -> Game {
        let key = key(&start);
        Game { positions: vec![start.clone()], start, moves: Vec::new(), keys: vec![key] }
    }

    /// A game from a position in FEN. En-passant squares without a pawn to capture and castling rights without king or
    /// rook are dropped, since chess programs write both. The counters may be missing.
    pub fn from_fen(fen: &str) -> Result<Game, GameError> {
        read_fen(fen, Err).map(Game::from_position)
    }

    /// Start position.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Current position.
    pub fn position(&self) -> &Chess {
        &self.positions[self.moves.len()]
    }

    /// Moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// All positions from the first to the current one, one more than the moves.
    pub fn positions(&self) -> &[Chess] {
        &self.positions
    }

    /// Makes a move, which must be legal.
    pub fn play(&mut self, chess_move: Move) {
        let mut next = self.position().clone();
        next.play_unchecked(chess_move);
        self.keys.push(key(&next));
        self.positions.push(next);
        self.moves.push(chess_move);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(last)
    }

    /// Number of earlier occurrences of the current position.
    pub fn repetitions(&self) -> usize {
        let last = self.keys.len() - 1;
        let reversible = self.position().halfmoves() as usize;
        (2..=reversible.min(last)).step_by(2).filter(|back| self.keys[last - back] == self.keys[last]).count()
    }

    /// End of the game by the rules, if it has ended.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if position.is_checkmate() {
            Some(Ending::Checkmate { winner: !position.turn() })
        } else if position.is_stalemate() {
            Some(Ending::Stalemate)
        } else if position.is_insufficient_material() {
            Some(Ending::InsufficientMaterial)
        } else if self.repetitions() >= 2 {
            Some(Ending::Repetition)
        } else {
            (position.halfmoves() >= 100).then_some(Ending::FiftyMoves)
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate { winner } => winner.fold_wb("White mates", "Black mates"),
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "draw: neither side can mate",
            Ending::Repetition => "draw: the position stands for the third time",
            Ending::FiftyMoves => "draw: fifty moves without capture or pawn move",
        })
    }
}

impl Ending {
    /// Result of the game.
    pub fn outcome(self) -> KnownOutcome {
        match self {
            Ending::Checkmate { winner } => KnownOutcome::Decisive { winner },
            _ => KnownOutcome::Draw,
        }
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Reads a position as [`Game::from_fen`] does, but with any number of pieces, as composed problems need.
pub fn problem_from_fen(fen: &str) -> Result<Chess, GameError> {
    read_fen(fen, PositionError::ignore_too_much_material)
}

// shakmaty's error holds the position, so that the error can be ignored.
#[allow(clippy::result_large_err)]
fn read_fen(
    text: &str,
    last: impl FnOnce(PositionError<Chess>) -> Result<Chess, PositionError<Chess>>,
) -> Result<Chess, GameError> {
    let fen = text.trim();
    let parsed: Result<Fen, _> = fen.parse();
    let parsed = parsed.map_err(|e| GameError::Fen { fen: fen.to_owned(), reason: e.to_string() })?;
    let position = parsed
        .into_position(CastlingMode::Standard)
        .or_else(|e| e.ignore_invalid_ep_square())
        .or_else(|e| e.ignore_invalid_castling_rights())
        .or_else(|e| e.ignore_impossible_check())
        .or_else(last);
    position.map_err(|e| GameError::Position { fen: fen.to_owned(), reason: e.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::uci::UciMove;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let uci: UciMove = text.parse().unwrap();
            game.play(uci.to_move(game.position()).unwrap());
        }
    }

    #[test]
    fn ending_third_occurrence_is_repetition() {
        let mut game = Game::new();
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!((game.repetitions(), game.ending()), (1, None));
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(game.ending(), Some(Ending::Repetition));
        game.undo();
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn from_fen_bad_text_names_the_reason() {
        let error = Game::from_fen("8/8/8/8/8/8/8/8 w - -").unwrap_err();
        assert!(error.to_string().contains("not a legal position"), "{error}");
        let error = Game::from_fen("nonsense").unwrap_err();
        assert!(error.to_string().contains("not a position in FEN"), "{error}");
    }

    #[test]
    fn ending_mate_names_the_winner() {
        let mut game = Game::new();
        play(&mut game, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(game.ending(), Some(Ending::Checkmate { winner: Color::Black }));
    }
}
