//! Chess as text: the project's only reader and writer of PGN, EPD and SAN.
//!
//! FEN, SAN and the rules are [`shakmaty`]'s. PGN is read here and not with the crate `pgn-reader`, which skips text that
//! it cannot parse and drops comments after a semicolon. [`Games`] keeps every element and reports errors with their line.

mod epd;
mod lexer;
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
pub use writer::{MoveCommands, MoveValue, Pgn, PgnWriter, eval_command};
