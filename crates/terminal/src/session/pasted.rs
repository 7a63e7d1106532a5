//! Games in PGN that are typed or pasted, in one line or several.

use notation::Games;

use super::Session;
use crate::pasted::{Pasted, begins_anew, begins_with_tag, ends_game, has_numbered_moves};
use crate::pgn_load::Loaded;

impl Session {
    /// Whether further lines of a game in PGN are awaited.
    pub(crate) fn is_pasting(&self) -> bool {
        self.pasted.is_open
    }

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
