//! Games in PGN that are typed or pasted, in one line or several.

use notation::{Games, parse_move};
use shakmaty::{Chess, Position};

use super::Session;
use crate::pgn_load::Loaded;

/// Fewest moves in a row that are a game without tags and numbers.
const MOVES: usize = 3;

/// What ends a game in PGN.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Lines of a game so far.
#[derive(Debug, Default)]
pub(super) struct Pasted {
    text: String,
    /// Whether more lines are awaited before the game is looked at.
    is_open: bool,
}

/// Whether a text looks like a game in PGN.
pub(crate) fn is_game(text: &str) -> bool {
    begins_with_tag(text) || has_numbered_moves(text) || has_moves_alone(text)
}

/// Whether a text begins with a tag, such as `[Event "..."]`.
fn begins_with_tag(text: &str) -> bool {
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
fn has_numbered_moves(text: &str) -> bool {
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
fn ends_game(line: &str) -> bool {
    match line.split_whitespace().next_back() {
        Some(last) => RESULTS.contains(&last),
        None => false,
    }
}

impl Session {
    /// Takes a line of a game in PGN that comes line by line; false if it is none.
    pub(crate) fn take_pgn_line(&mut self, line: &str, is_command: bool) -> bool {
        let pasted = std::mem::take(&mut self.pasted);
        if !pasted.is_open {
            let continues =
                !pasted.text.is_empty() && has_numbered_moves(line) && !begins_anew(line);
            if continues {
                // The first line was looked at before the others came.
                self.look_at_text(&format!("{}\n{line}", pasted.text));
                return true;
            }
            let is_tag_alone = begins_with_tag(line) && line.ends_with(']');
            if is_tag_alone {
                self.pasted = Pasted {
                    text: line.to_owned(),
                    is_open: true,
                };
                self.say("a game in PGN: it is read up to its result, or to an empty line after its moves");
            }
            return is_tag_alone;
        }
        let has_moves = !pasted.text.ends_with(']');
        if is_command || line.is_empty() && has_moves {
            self.look_at_text(&pasted.text);
            // A command ends the game, and is executed then.
            return !is_command;
        }
        let text = format!("{}\n{line}", pasted.text);
        if ends_game(line) {
            self.look_at_text(&text);
            return true;
        }
        // The empty line between tags and moves is no move yet.
        let text = if line.is_empty() { pasted.text } else { text };
        self.pasted = Pasted {
            text,
            is_open: true,
        };
        true
    }

    /// Looks at a game whose text was typed or pasted.
    pub(crate) fn look_at_text(&mut self, text: &str) {
        let mut first = None;
        let mut count = 0;
        for read in Games::new(text.as_bytes()).lenient() {
            let Ok(read) = read else {
                break;
            };
            count += 1;
            first.get_or_insert(read);
        }
        match first {
            Some(Ok(game)) => self.review_loaded(Loaded::from(game)),
            Some(Err(malformed)) => {
                return self.say(format!("the game cannot be read: {}", malformed.reason));
            }
            None => return self.say("the text has no game in PGN"),
        }
        if count > 1 {
            self.say(format!(
                "it is the first of {count} games; in a file, `review FILE` lists them"
            ));
        }
        if !ends_game(text) {
            self.pasted = Pasted {
                text: text.to_owned(),
                is_open: false,
            };
        }
    }
}

/// Whether a line begins with the first move of a game.
fn begins_anew(line: &str) -> bool {
    let first = line.split_whitespace().next();
    first.and_then(number_of) == Some(1)
}

#[cfg(test)]
mod tests {
    use crate::command::execute;
    use crate::scripted::{Scenario, Script, scripted_session};

    #[test]
    fn game_in_lines_or_one_line_is_looked_at() {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
        for lines in [
            &[moves][..],
            &["1.e4 e5 2.Nf3 Nc6 3.Bb5 a6"],
            &["e4 e5 Nf3 Nc6 Bb5 a6 *"],
            &["[White \"A\"] [Black \"B\"] 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"],
            &[
                "[White \"A\"]",
                "[Black \"B\"]",
                "",
                "1. e4 e5 2. Nf3",
                "Nc6 3. Bb5 a6 *",
            ],
            &["[White \"A\"]", "", moves, ""],
            &["1. e4 e5 2. Nf3 Nc6", "3. Bb5 a6"],
        ] {
            let (mut session, _harness) = scripted_session(Scenario {
                scripts: vec![Script::Any; 8],
                ..Scenario::default()
            });
            for line in lines {
                execute(&mut session, line);
            }
            assert!(session.review().is_some(), "{lines:?}");
            execute(&mut session, "last");
            assert_eq!(session.state.game().moves().len(), 6, "{lines:?}");
            execute(&mut session, "exit");
            assert!(session.state.game().moves().is_empty());
        }
    }

    #[test]
    fn line_that_is_no_game_is_not_taken_for_one() {
        let (mut session, _harness) = scripted_session(Scenario::default());
        for line in [
            "e4 e5",
            "1.",
            "3. Bb5",
            "[Event]",
            "hello my friend",
            "[White \"A\"]",
        ] {
            execute(&mut session, line);
            assert!(session.review().is_none(), "{line}");
        }
        // A command ends the lines of a game that has no end.
        execute(&mut session, "quit");
        assert!(session.is_quitting());
        let (mut session, _harness) = scripted_session(Scenario::default());
        execute(&mut session, "1. e4");
        assert_eq!(session.state.game().moves().len(), 1);
    }
}
