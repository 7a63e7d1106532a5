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
    let lines = LINES.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let (code, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
        let mut position = Chess::default();
        for text in moves.split_whitespace().filter(|text| !text.ends_with('.')) {
            position.play_unchecked(parse_move(&position, text).ok()?);
        }
        Some((key(&position), Opening { code, name }))
    });
    lines.collect()
});

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The opening of a game: the name of its last position that has one.
pub fn opening(game: &Game) -> Option<Opening> {
    if *game.start() != Chess::default() {
        return None;
    }
    game.positions()
        .iter()
        .rev()
        .find_map(|position| OPENINGS.get(&key(position)).copied())
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
