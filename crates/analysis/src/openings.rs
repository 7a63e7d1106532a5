//! Names of openings, found by position.

use std::collections::HashMap;
use std::sync::LazyLock;

use notation::parse_move;
use play::Game;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

/// ECO code, name and moves of each opening.
const LINES: &str = include_str!("../../../suites/openings.tsv");

/// An opening of the Encyclopaedia of Chess Openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// ECO code.
    pub code: &'static str,
    /// Name.
    pub name: &'static str,
}

/// The openings by their last positions.
static OPENINGS: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    let mut openings = HashMap::new();
    for line in LINES.lines().skip(1) {
        if let Some((position, opening)) = parse_line(line) {
            openings.insert(key(&position), opening);
        }
    }
    openings
});

/// An opening and its last position.
fn parse_line(line: &'static str) -> Option<(Chess, Opening)> {
    let mut fields = line.split('\t');
    let (code, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut position = Chess::default();
    for word in moves.split_whitespace() {
        let is_number = word.ends_with('.');
        if !is_number {
            position.play_unchecked(parse_move(&position, word).ok()?);
        }
    }
    Some((position, Opening { code, name }))
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The opening of a game: the name of its last position that has one.
pub fn opening(game: &Game) -> Option<Opening> {
    if *game.start() != Chess::default() {
        return None;
    }
    for position in game.positions().iter().rev() {
        if let Some(opening) = OPENINGS.get(&key(position)) {
            return Some(*opening);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(moves: &str) -> Option<(&'static str, &'static str)> {
        let mut game = Game::new();
        for text in moves.split_whitespace() {
            game.play(parse_move(game.position(), text).unwrap());
        }
        opening(&game).map(|opening| (opening.code, opening.name))
    }

    #[test]
    fn opening_is_that_of_the_last_named_position() {
        assert!(OPENINGS.len() > 3_000);
        assert_eq!(named(""), None);
        assert_eq!(named("e4 e5 Nf3 Nc6 Bb5"), Some(("C60", "Ruy Lopez")));
        // A transposition, and moves beyond the names.
        assert_eq!(
            named("Nf3 Nc6 e4 e5 Bb5 h6 a3 a6"),
            named("e4 e5 Nf3 Nc6 Bb5 h6")
        );
    }
}
