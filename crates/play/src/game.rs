//! A game, with its history and the rules that depend on it.

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Castles, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, FromSetup, Move,
    Position, PositionError, Role,
};
use thiserror::Error;

use crate::fen_problem::{position_problem, text_problem};
use crate::{EndCause, GameEnd, MAX_QUOTED, shortened, side_name};

/// A start position and the moves made from it, all legal.
#[derive(Clone, Debug)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    positions: Vec<Chess>,
    keys: Vec<u64>,
}

/// Reason for which a position could not be set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum GameError {
    #[error("'{fen}' is not a position in FEN: {reason}")]
    Fen { fen: String, reason: String },
    #[error(
        "'{fen}': castling right '{right}' is one of Chess960: expected KQkq with kings on e1 and \
         e8 and rooks in the corners"
    )]
    Castling { fen: String, right: char },
    #[error("'{fen}': {}: expected at most {MAX_PIECES} pieces, got {pieces}", side_name(*.color))]
    TooManyPieces {
        fen: String,
        color: Color,
        pieces: usize,
    },
    #[error("'{fen}' is not a legal position: {reason}")]
    Position { fen: String, reason: String },
}

/// Most pieces of a side. The position need not be reachable: ten pawns or nine queens beside pawns
/// are accepted.
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
        Game {
            positions: vec![start.clone()],
            start,
            moves: Vec::new(),
            keys: vec![key],
        }
    }

    /// A game from a position in FEN. En-passant squares without a pawn to capture and rights
    /// without king or rook are dropped, since chess programs write both. The counters may be
    /// missing. Fails if a castling right is one of Chess960, or if a side has more than
    /// [`MAX_PIECES`].
    pub fn from_fen(fen: &str) -> Result<Game, GameError> {
        Game::with_few_pieces(problem_from_fen(fen)?, fen)
    }

    /// A game from a position in FEN as [`Game::from_fen`], but also with castling rights of
    /// Chess960 (X-FEN or Shredder-FEN). Such a game is in shakmaty's castling mode of Chess960.
    pub fn from_any_fen(fen: &str) -> Result<Game, GameError> {
        let mode = match problem_from_fen(fen) {
            Err(GameError::Castling { .. }) => CastlingMode::Chess960,
            _ => CastlingMode::Standard,
        };
        Game::with_few_pieces(read_fen(fen, mode)?, fen)
    }

    /// This game in the castling mode of Chess960, with any castling rights: UCI then writes
    /// castling as king takes rook.
    #[must_use]
    pub fn into_chess960(self) -> Game {
        let setup = self.start.to_setup(EnPassantMode::PseudoLegal);
        let start = Chess::from_setup(setup, CastlingMode::Chess960);
        let Ok(start) = start.or_else(PositionError::ignore_too_much_material) else {
            return self;
        };
        let mut game = Game::from_position(start);
        for &chess_move in &self.moves {
            game.play(chess_move);
        }
        game
    }

    /// The current position as the start of a game: nothing can recur, and the fifty moves begin
    /// anew. This is how a position is judged whose history must not count.
    #[must_use]
    pub fn without_history(&self) -> Game {
        let position = self.position();
        let mode = position.castles().mode();
        let mut setup = position.to_setup(EnPassantMode::PseudoLegal);
        setup.halfmoves = 0;
        let fresh = Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material);
        match fresh {
            Ok(fresh) => Game::from_position(fresh),
            Err(_) => Game::from_position(position.clone()),
        }
    }

    /// A game from a position with at most [`MAX_PIECES`] of each side.
    fn with_few_pieces(position: Chess, fen: &str) -> Result<Game, GameError> {
        for color in Color::ALL {
            let pieces = position.board().by_color(color).count();
            if pieces > MAX_PIECES {
                return Err(GameError::TooManyPieces {
                    fen: shortened(fen.trim(), MAX_QUOTED),
                    color,
                    pieces,
                });
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
        (2..=reversible.min(last))
            .step_by(2)
            .filter(|back| self.keys[last - back] == self.keys[last])
            .count()
    }

    /// End of the game by the rules, if it has ended.
    pub fn ending(&self) -> Option<GameEnd> {
        let position = self.position();
        if position.is_checkmate() {
            Some(GameEnd::won(!position.turn(), EndCause::Checkmate))
        } else if position.is_stalemate() {
            Some(GameEnd::draw(EndCause::Stalemate))
        } else if position.is_insufficient_material() {
            Some(GameEnd::draw(EndCause::InsufficientMaterial))
        } else if self.repetitions() >= 2 {
            Some(GameEnd::draw(EndCause::Repetition))
        } else if position.halfmoves() >= 100 {
            Some(GameEnd::draw(EndCause::FiftyMoves))
        } else {
            None
        }
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Reads a position as [`Game::from_fen`] does, but with any number of pieces, as composed problems
/// need.
// shakmaty's error holds the position, so that the error can be ignored.
#[allow(clippy::result_large_err)]
pub fn problem_from_fen(text: &str) -> Result<Chess, GameError> {
    read_fen(text, CastlingMode::Standard)
}

#[allow(clippy::result_large_err)]
fn read_fen(text: &str, mode: CastlingMode) -> Result<Chess, GameError> {
    // shakmaty divides the words at spaces only.
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = &words.join(" ");
    let fen: Fen = text.parse().map_err(|_| GameError::Fen {
        fen: shortened(text, MAX_QUOTED),
        reason: text_problem(text),
    })?;
    check_rights(text, &fen, mode)?;
    fen.clone()
        .into_position(mode)
        .or_else(|e| e.ignore_invalid_ep_square())
        .or_else(|e| e.ignore_invalid_castling_rights())
        .or_else(|e| e.ignore_impossible_check())
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|_| GameError::Position {
            fen: shortened(text, MAX_QUOTED),
            reason: position_problem(&fen),
        })
}

/// Fails if a castling right is one of Chess960 in standard chess. Rights without a rook are
/// dropped in every spelling.
fn check_rights(text: &str, fen: &Fen, mode: CastlingMode) -> Result<(), GameError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (Some(&[board, turn]), Some(rights)) = (words.get(..2), words.get(2)) else {
        return Ok(());
    };
    let rights_in = |mode| match Castles::from_setup(fen.as_setup(), mode) {
        Ok(castles) | Err(castles) => castles.castling_rights(),
    };
    let (kept, kept_in_chess960) = (rights_in(mode), rights_in(CastlingMode::Chess960));
    for right in rights.chars().filter(|&right| right != '-') {
        let Ok(alone) = format!("{board} {turn} {right} -").parse::<Fen>() else {
            continue;
        };
        let rook = alone.as_setup().castling_rights;
        if rook.without(kept).intersects(kept_in_chess960) {
            return Err(GameError::Castling {
                fen: shortened(text, MAX_QUOTED),
                right,
            });
        }
    }
    Ok(())
}

/// Whether a position has a castling right that standard chess does not have.
pub fn is_chess960(position: &Chess) -> bool {
    for color in Color::ALL {
        let is_king_at_home = match position.board().king_of(color) {
            Some(king) => king.file() == File::E,
            None => false,
        };
        for (side, corner) in [
            (CastlingSide::KingSide, File::H),
            (CastlingSide::QueenSide, File::A),
        ] {
            if let Some(rook) = position.castles().rook(color, side)
                && !(is_king_at_home && rook.file() == corner)
            {
                return true;
            }
        }
    }
    false
}

/// UCI's way to write a move where no option decides it: castling as king takes rook if standard
/// chess has no such castling.
pub fn castling_mode(chess_move: Move) -> CastlingMode {
    CastlingMode::from_standard(match chess_move {
        Move::Castle { king, rook } => {
            king.file() == File::E && matches!(rook.file(), File::A | File::H)
        }
        _ => true,
    })
}

/// A game from the start position of Chess960 with this number, 0 to 959, in Scharnagl's order; 518
/// is that of standard chess.
pub fn chess960_start(number: u16) -> Game {
    let mut rank = [' '; 8];
    let mut put = |place: usize, piece: char| {
        let free = (0..8)
            .filter(|&file| rank[file] == ' ')
            .nth(place)
            .unwrap_or(0);
        rank[free] = piece;
    };
    let number = usize::from(number % 960);
    // The bishops' files counted among all free ones: light 1, 3, 5, 7, then dark 0, 2, 4, 6 with
    // that one taken.
    let (light, dark) = (2 * (number % 4) + 1, 2 * (number / 4 % 4));
    put(light, 'b');
    put(if dark > light { dark - 1 } else { dark }, 'b');
    put(number / 16 % 6, 'q');
    // The knights' places among the five free files.
    let (first, second) = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ][number / 96];
    put(first, 'n');
    // Counted without the first knight's file.
    put(second - 1, 'n');
    for piece in ['r', 'k', 'r'] {
        put(0, piece);
    }
    let black: String = rank.iter().collect();
    let fen = format!(
        "{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1",
        black.to_uppercase()
    );
    Game::from_any_fen(&fen).unwrap_or_default().into_chess960()
}

/// A piece's worth in pawns, as beginners count it; 0 for a king, who is never taken.
pub fn pawns(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
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
        assert_eq!(game.ending(), Some(GameEnd::draw(EndCause::Repetition)));
        game.undo();
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn from_fen_text_that_is_no_position_names_the_word() {
        let board = "4k3/8/8/8/8/8/8/4K3";
        for (text, reason) in [
            ("", "the text is empty"),
            ("nonsense", "expected 8 ranks with '/' between them, got 1"),
            (
                "8/8/8/8/4k3/8/4K3 w",
                "expected 8 ranks with '/' between them, got 7",
            ),
            (
                "4k3/8/8/8/8/8/8/8/4K3 w",
                "expected 8 ranks with '/' between them, got 9",
            ),
            (
                "4k3/8/8/8/8/8/4P4/4K3 w",
                "rank 2 ('4P4'): expected 8 squares, got 9",
            ),
            (
                "4k2/8/8/8/8/8/8/4K3 w",
                "rank 8 ('4k2'): expected 8 squares, got 7",
            ),
            (
                "4k3/8/8/3D4/8/8/8/4K3 w",
                "rank 5 ('3D4'): expected KQRBNP, kqrbnp and numbers of empty squares, got 'D'",
            ),
            (
                "4k3/9/8/8/8/8/8/4K3 w",
                "rank 7 ('9'): expected KQRBNP, kqrbnp and numbers of empty squares, got '9'",
            ),
            (
                &format!("{board} x - - 0 1"),
                "side to move: expected w for White or b for Black, got 'x'",
            ),
            (
                &format!("{board} W - -"),
                "side to move: expected w for White or b for Black, got 'W'",
            ),
            (
                &format!("{board} w KX -"),
                "castling rights: expected letters of KQkq, or - for none, got 'KX'",
            ),
            (
                &format!("{board} w - e9"),
                "en-passant square: expected a square such as e3, or - for none, got 'e9'",
            ),
            (
                &format!("{board} w - - zero 1"),
                "plies since a capture or a pawn's move: expected a number, got 'zero'",
            ),
            (
                &format!("{board} w - - 0 one"),
                "move number: expected a number, got 'one'",
            ),
            (
                &format!("{board} w - - 0 1 more"),
                "nothing more is expected after the move number, got 'more'",
            ),
        ] {
            let error = Game::from_fen(text).unwrap_err();
            assert!(
                error.to_string().ends_with(&format!("FEN: {reason}")),
                "{text}: {error}"
            );
        }
        assert!(Game::from_fen(&format!(" {board}\tb\u{a0}-  - ")).is_ok());
    }

    #[test]
    fn from_fen_illegal_position_is_explained_with_the_way_out() {
        for (text, reason) in [
            (
                "8/8/8/8/8/8/8/8 w",
                "the board is empty: each side needs a king",
            ),
            ("8/8/8/8/8/8/8/4K3 w", "Black has no king"),
            (
                "8/8/8/8/8/4P3/8/8 w",
                "White has no king; Black has no king",
            ),
            ("4k3/8/8/8/8/8/8/K3K3 w", "White has 2 kings"),
            (
                "4k2P/8/8/8/8/8/8/4K3 w",
                "a pawn stands on h8, where none can: expected ranks 2 to 7",
            ),
            (
                "4k3/8/8/8/8/8/8/p3K3 w",
                "a pawn stands on a1, where none can: expected ranks 2 to 7",
            ),
            (
                "4k3/8/8/8/8/8/8/4RK2 w",
                "Black's king on e8 is attacked by the rook on e1, and White is to move, who could \
                 take it; if it is Black's move, write b for the side to move",
            ),
            (
                "4k3/8/8/8/8/3n4/8/4K3 b",
                "White's king on e1 is attacked by the knight on d3, and Black is to move, who \
                 could take it; if it is White's move, write w for the side to move",
            ),
            (
                "4k3/4Q3/8/8/8/8/8/r3K3 w",
                "both kings are in check: Black's king on e8 is attacked by the queen on e7, and \
                 White is to move, who could take it",
            ),
            (
                "8/8/8/3k4/4K3/8/8/8 w",
                "the kings stand side by side, on e4 and d5",
            ),
        ] {
            let error = Game::from_fen(text).unwrap_err().to_string();
            assert!(
                error.ends_with(&format!("is not a legal position: {reason}")),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn ending_mate_names_the_winner() {
        let mut game = Game::new();
        play(&mut game, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(
            game.ending(),
            Some(GameEnd::won(Color::Black, EndCause::Checkmate))
        );
    }

    #[test]
    fn from_fen_chess960_right_is_an_error() {
        for (fen, right) in [
            (
                "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1",
                Some('K'),
            ),
            (
                "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1",
                Some('F'),
            ),
            (
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
                Some('H'),
            ),
            ("r3k2r/8/8/8/8/8/8/R3K1R1 w Gkq - 0 1", Some('G')),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", None),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", None),
            // Rights without king or rook, as some programs write them.
            ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", None),
        ] {
            let found = match Game::from_fen(fen) {
                Err(GameError::Castling { right, .. }) => Some(right),
                other => other.map(|_| None).unwrap(),
            };
            assert_eq!(found, right, "{fen}");
            let any = Game::from_any_fen(fen).unwrap();
            assert_eq!(
                any.start().castles().mode().is_chess960(),
                right.is_some(),
                "{fen}"
            );
            assert_eq!(is_chess960(any.start()), right.is_some(), "{fen}");
        }
    }

    #[test]
    fn rights_without_a_rook_are_dropped_in_every_spelling() {
        let rights = |fen: &str| {
            let any = Game::from_any_fen(fen).unwrap();
            assert_eq!(any.start(), Game::from_fen(fen).unwrap().start(), "{fen}");
            let rights = any.start().castles().castling_rights();
            (rights, any.start().castles().mode())
        };
        for (board, spellings, left) in [
            (
                "4k3/8/8/8/8/8/8/4K3",
                ["KQkq", "HAha", "HQhq", "HQkq", "Gb"],
                "-",
            ),
            (
                "r3k2r/8/8/8/8/8/8/4K2R",
                ["KQkq", "HAha", "HQkq", "Hkq", "HBkq"],
                "Kkq",
            ),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R",
                ["kq", "Gkq", "Bkq", "ha", "Gha"],
                "kq",
            ),
        ] {
            let expected = rights(&format!("{board} w {left} - 0 1"));
            for spelling in spellings {
                assert_eq!(
                    rights(&format!("{board} w {spelling} - 0 1")),
                    expected,
                    "{spelling}"
                );
            }
        }
    }

    #[test]
    fn into_chess960_keeps_moves_and_writes_castling_as_king_takes_rook() {
        let mut game = Game::new();
        play(&mut game, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1");
        let other = game.clone().into_chess960();
        assert_eq!(other.moves(), game.moves());
        let mode = other.position().castles().mode();
        assert_eq!(other.moves()[6].to_uci(mode).to_string(), "e1h1");
        assert!(!is_chess960(other.start()));
    }

    #[test]
    fn without_history_nothing_recurs_and_the_fifty_moves_begin_anew() {
        let mut game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 96 60").unwrap();
        play(&mut game, "h1h2 e8e7 h2h1 e7e8");
        assert_eq!(game.ending(), Some(GameEnd::draw(EndCause::FiftyMoves)));
        let alone = game.without_history();
        assert_eq!((alone.ending(), alone.repetitions()), (None, 0));
        assert_eq!(alone.position().halfmoves(), 0);
        assert_eq!(alone.position().fullmoves(), game.position().fullmoves());
        assert_eq!(alone.position().board(), game.position().board());
        // Rights, the en-passant square and the castling mode stay.
        let mut game = chess960_start(0);
        play(&mut game, "a2a4 h7h5 a4a5 b7b5");
        assert_eq!(game.without_history().position(), game.position());
        assert!(
            game.without_history()
                .position()
                .castles()
                .mode()
                .is_chess960()
        );
    }

    #[test]
    fn chess960_start_every_number_is_a_position_of_its_own() {
        let all: std::collections::BTreeSet<String> = (0..960)
            .map(|number| {
                let game = chess960_start(number);
                assert_eq!(
                    game.position().castles().castling_rights().count(),
                    4,
                    "{number}"
                );
                game.position().board().to_string()
            })
            .collect();
        assert_eq!(all.len(), 960);
        let rank = |number| chess960_start(number).position().board().to_string()[..8].to_owned();
        // Numbers of Scharnagl's table.
        assert_eq!(
            [0, 1, 518, 959].map(rank),
            ["bbqnnrkr", "bqnbnrkr", "rnbqkbnr", "rkrnnqbb"]
        );
    }

    #[test]
    fn from_fen_unreachable_material_is_accepted_up_to_sixteen_pieces() {
        assert!(Game::from_fen("4k3/pppppppp/8/8/8/PP6/PPPPPPPP/4K3 w - - 0 1").is_ok());
        assert!(Game::from_fen("QQQQk3/QQQQQ3/8/8/8/8/PPPP4/4K3 b - - 0 1").is_ok());
        let error = Game::from_fen("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("White: expected at most 16 pieces, got 17"),
            "{error}"
        );
    }
}
