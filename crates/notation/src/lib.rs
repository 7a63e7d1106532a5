//! Chess as text: the project's only reader and writer of PGN, EPD and SAN.
//!
//! FEN, SAN and the rules are [`shakmaty`]'s.

mod epd;
mod fingerprint;
mod lexer;
mod pgn;
mod reader;
mod record;
mod san;
mod source;

pub use epd::{Epd, EpdError};
pub use fingerprint::Fingerprint;
pub use pgn::{Annotated, Pgn};
pub use reader::{Games, LONGEST, Malformed, Read};
pub use record::{Element, Record};
pub use san::{MoveError, parse_move, san_line};
pub use source::Place;
