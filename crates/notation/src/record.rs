//! A game as it was found: tags, moves, and everything that stood between them.

use play::Game;
use shakmaty::san::SanPlus;
use shakmaty::{Color, Outcome};

use crate::Place;

/// One thing in a game's movetext. Moves are legal where they stand, and written as the standard asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A move, of the game or of a variation.
    Move {
        /// The move's number.
        number: u32,
        /// Who makes it.
        turn: Color,
        /// The move; a null move (`--`) in a variation is [`shakmaty::san::San::Null`].
        san: SanPlus,
    },
    /// A numeric annotation glyph.
    Nag(u8),
    /// What stood in braces, with all its blanks.
    Comment(String),
    /// What stood after a semicolon.
    Rest(String),
    /// What stood after a percent sign at the beginning of a line.
    Escape(String),
    /// A variation begins: instead of the last move.
    Open,
    /// A variation ends.
    Close,
    /// A result, of the game or at the end of a variation.
    Outcome(Outcome),
}

/// A game that could be read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number in the file, from 1; malformed games count.
    pub number: u64,
    /// The line it begins on.
    pub line: u64,
    /// Names and values in their order, as found.
    pub tags: Vec<(String, String)>,
    /// Where it began, and its moves without the variations.
    pub game: Game,
    /// Everything after the tags, but the result.
    pub elements: Vec<Element>,
    /// How it ended, as the moves' end says, or else the tag.
    pub outcome: Outcome,
    /// Where it begins.
    pub begin: u64,
    /// Where it ends.
    pub end: Place,
}

impl Record {
    /// The value of a tag, if it has that tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// The player's name, or `?`.
    pub fn name(&self, color: Color) -> &str {
        self.tag(color.fold_wb("White", "Black")).unwrap_or("?")
    }
}

pub(crate) fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
