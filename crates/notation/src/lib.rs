//! Chess as text: games in PGN, positions in EPD and moves as people write them, read and written.
//!
//! ```
//! let pgn = "[White \"Legal\"]\n\n1. e4 e5 2. Nf3 d6 {solid} 3. Bc4 Bg4 1-0";
//! let games = notation::parse_games(pgn.as_bytes())?;
//! let parsed = games[0].as_ref().expect("a game without errors");
//! assert_eq!(parsed.tag("White"), Some("Legal"));
//! assert_eq!(parsed.game.moves().len(), 6);
//!
//! // Moves are read as people write them, and written as the standard has it.
//! let position = parsed.game.position();
//! let knight = notation::parse_move(position, "Nb1-c3").expect("a legal move");
//! assert_eq!(notation::san_line(position, &[knight]), "4. Nc3");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! It is the project's only reader and writer of these formats. FEN, SAN and the rules are
//! [`shakmaty`]'s. PGN is read here and not with the crate `pgn-reader`, which skips text that it
//! cannot parse and drops comments after a semicolon. [`Games`] keeps every element and reports
//! errors with their line.

mod epd;
mod lexer;
mod outcome_words;
mod reader;
mod san;
mod source;
mod writer;

pub use epd::{Epd, EpdError, EpdLine, MAX_OTHER_LINES, Operation, epd_lines, epd_text_lines};
pub use reader::{
    Element, Games, MAX_GAME_BYTES, MalformedGame, ParsedGame, Remark, find_tag, is_chess960_name,
    parse_games,
};
pub use san::{MoveError, parse_move, san_line};
pub use source::{FilePosition, Fingerprint, Fingerprinted};
pub use writer::{MoveCommands, Pgn, PgnWriter, SearchValue, eval_command};
