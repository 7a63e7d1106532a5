//! A game, with its history and the rules that depend on it.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Position, PositionError,
};
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
    #[error(
        "'{fen}': castling right '{right}' cannot be read: expected KQkq with kings on e1 and e8 and rooks in the corners; \
         Chess960 is not supported yet"
    )]
    Castling { fen: String, right: char },
    #[error("'{fen}': {}: expected at most {MAX_PIECES} pieces, got {pieces}", .color.fold_wb("White", "Black"))]
    TooManyPieces { fen: String, color: Color, pieces: usize },
    #[error("'{fen}' is not a legal position: {reason}")]
    Position { fen: String, reason: String },
}

/// Most pieces of a side. The position need not be reachable: ten pawns or nine queens beside pawns are accepted.
pub const MAX_PIECES: usize = 16;

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

    /// A game from a position in FEN. En-passant squares without a pawn to capture and rights `KQkq` without king or rook
    /// are dropped, since chess programs write both. The counters may be missing. Fails if a castling right is one of
    /// Chess960, or if a side has more than [`MAX_PIECES`].
    pub fn from_fen(fen: &str) -> Result<Game, GameError> {
        let position = problem_from_fen(fen)?;
        for color in Color::ALL {
            let pieces = position.board().by_color(color).count();
            if pieces > MAX_PIECES {
                return Err(GameError::TooManyPieces { fen: fen.trim().to_owned(), color, pieces });
            }
        }
        Ok(Game::from_position(position))
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

    /// The positions that could still recur, the current one last.
    pub fn recurring(&self) -> &[Chess] {
        let reversible = (self.position().halfmoves() as usize).min(self.moves.len());
        &self.positions[self.moves.len() - reversible..]
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
// shakmaty's error holds the position, so that the error can be ignored.
#[allow(clippy::result_large_err)]
pub fn problem_from_fen(text: &str) -> Result<Chess, GameError> {
    let text = text.trim();
    let fen: Fen =
        text.parse().map_err(|e| GameError::Fen { fen: text.to_owned(), reason: format!("{e}") })?;
    if let Some(right) = unreadable_right(text, &fen) {
        return Err(GameError::Castling { fen: text.to_owned(), right });
    }
    fen.into_position(CastlingMode::Standard)
        .or_else(|e| e.ignore_invalid_ep_square())
        .or_else(|e| e.ignore_invalid_castling_rights())
        .or_else(|e| e.ignore_impossible_check())
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|e| GameError::Position { fen: text.to_owned(), reason: format!("{e}") })
}

/// A castling right that standard chess does not have, but Chess960 has, or that names a file without a rook.
fn unreadable_right(text: &str, fen: &Fen) -> Option<char> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (&[board, turn], rights) = (words.get(..2)?, words.get(2)?) else { return None };
    let of = |mode| match Castles::from_setup(fen.as_setup(), mode) {
        Ok(castles) | Err(castles) => castles.castling_rights(),
    };
    let (standard, free) = (of(CastlingMode::Standard), of(CastlingMode::Chess960));
    rights.chars().filter(|&right| right != '-').find(|right| {
        let one: Option<Fen> = format!("{board} {turn} {right} -").parse().ok();
        let rook = one.map_or(Bitboard::EMPTY, |one| one.as_setup().castling_rights);
        let is_file = !"KQkq".contains(*right);
        rook.without(standard).intersects(if is_file { Bitboard::FULL } else { free })
    })
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

    #[test]
    fn from_fen_chess960_right_is_an_error() {
        for (fen, right) in [
            ("1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1", Some('K')),
            ("1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1", Some('F')),
            ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", Some('H')),
            ("r3k2r/8/8/8/8/8/8/R3K1R1 w Gkq - 0 1", Some('G')),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", None),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", None),
            // Rights without king or rook, as some programs write them.
            ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", None),
        ] {
            let error = Game::from_fen(fen).err();
            let found = error.as_ref().and_then(|error| match error {
                GameError::Castling { right, .. } => Some(*right),
                _ => None,
            });
            assert_eq!(found, right, "{fen}: {error:?}");
            assert!(error.is_none_or(|error| error.to_string().contains("Chess960 is not supported yet")));
        }
    }

    #[test]
    fn from_fen_unreachable_material_is_accepted_up_to_sixteen_pieces() {
        assert!(Game::from_fen("4k3/pppppppp/8/8/8/PP6/PPPPPPPP/4K3 w - - 0 1").is_ok());
        assert!(Game::from_fen("QQQQk3/QQQQQ3/8/8/8/8/PPPP4/4K3 b - - 0 1").is_ok());
        let error = Game::from_fen("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap_err();
        assert!(error.to_string().ends_with("White: expected at most 16 pieces, got 17"), "{error}");
    }
}
