//! A game as read: tags, moves and everything between the moves.

use play::Game;
use shakmaty::san::SanPlus;
use shakmaty::{Color, Outcome};

use crate::source::FilePosition;

/// An element of a game's movetext. Moves are legal and spelled as the standard asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A move, of the game or of a variation; a null move (`--`) is [`shakmaty::san::San::Null`].
    #[allow(missing_docs, reason = "the names say it")]
    Move { number: u32, turn: Color, san: SanPlus },
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment in braces, with all its whitespace.
    Comment(String),
    /// A comment after a semicolon.
    LineComment(String),
    /// The text after a percent sign at the beginning of a line.
    Escape(String),
    /// Start of a variation, an alternative to the last move.
    VariationStart,
    /// End of a variation.
    VariationEnd,
    /// A result at the end of a variation.
    Outcome(Outcome),
}

/// A game that was read without error.
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// Its number in the file, from 1; malformed games count.
    pub number: u64,
    /// The line it begins on.
    pub line: u64,
    /// Names and values, in the file's order.
    pub tags: Vec<(String, String)>,
    /// The initial position and the moves, without variations.
    pub game: Game,
    /// Everything after the tags, except the result.
    pub elements: Vec<Element>,
    /// The result after the moves, or else that of the tag.
    pub outcome: Outcome,
    /// Offset of its first byte.
    pub begin: u64,
    /// Position after its last byte and the whitespace that follows.
    pub end: FilePosition,
}

impl ParsedGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }

    /// The player's name, or `?`.
    pub fn name(&self, color: Color) -> &str {
        self.tag(color.fold_wb("White", "Black")).unwrap_or("?")
    }
}

pub(crate) fn find_tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
