//! Texts that may be games in PGN, in one line or several.

use notation::parse_move;
use shakmaty::{Chess, Position};

/// Fewest moves in a row that are a game without tags and numbers.
const MOVES: usize = 3;

/// What ends a game in PGN.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Lines of a game so far.
#[derive(Debug, Default)]
pub(crate) struct Pasted {
    pub(crate) text: String,
    /// Whether more lines are awaited before the game is looked at.
    pub(crate) is_open: bool,
}

/// Whether a text looks like a game in PGN.
pub(crate) fn is_game(text: &str) -> bool {
    begins_with_tag(text) || has_numbered_moves(text) || has_moves_alone(text)
}

/// Whether a text begins with a tag, such as `[Event "..."]`.
pub(crate) fn begins_with_tag(text: &str) -> bool {
    let Some(tag) = text.trim_start().strip_prefix('[') else {
        return false;
    };
    let Some((name, value)) = tag.split_once(char::is_whitespace) else {
        return false;
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name && value.trim_start().starts_with('"')
}

/// Whether a text begins with the number of a move and has two words more than numbers.
pub(crate) fn has_numbered_moves(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let Some(number) = text.split_whitespace().next() else {
        return false;
    };
    if number_of(number).is_none() {
        return false;
    }
    let mut moves = 0;
    for word in text.split_whitespace() {
        if !word.trim_start_matches(is_number).is_empty() {
            moves += 1;
        }
    }
    moves >= 2
}

/// The number that a word begins with, before a period.
fn number_of(word: &str) -> Option<u32> {
    let (number, _) = word.split_once('.')?;
    number.parse().ok()
}

/// Whether a text begins with several moves of a game, without numbers.
fn has_moves_alone(text: &str) -> bool {
    let mut position = Chess::default();
    let mut moves = 0;
    for word in text.split_whitespace().take(MOVES) {
        let Ok(chess_move) = parse_move(&position, word) else {
            return false;
        };
        position.play_unchecked(chess_move);
        moves += 1;
    }
    moves == MOVES
}

/// Whether a line ends with the result of a game.
pub(crate) fn ends_game(line: &str) -> bool {
    match line.split_whitespace().next_back() {
        Some(last) => RESULTS.contains(&last),
        None => false,
    }
}

/// Whether a line begins with the first move of a game.
pub(crate) fn begins_anew(line: &str) -> bool {
    let first = line.split_whitespace().next();
    first.and_then(number_of) == Some(1)
}
