//! The game on disk after each move, and what a killed session left there.

use std::fs;

use shakmaty::Position;
use tempfile::tempdir;

use super::{Journaled, Session};
use crate::journal::{Interrupted, Setting};
use crate::pgn_load::{Loaded, load};

impl Session {
    /// Writes the games that are not saved yet, if there is anything new.
    pub(super) fn keep_on_disk(&mut self) {
        let game = self.state.game();
        let now = Journaled {
            earlier: self.archive.games("").len(),
            moves: game.moves().len(),
            last: game.moves().last().copied(),
            is_over: self.state.outcome().is_some(),
            is_edited: self
                .review
                .as_ref()
                .is_some_and(|review| review.tree.is_edited()),
        };
        if self.journal.is_none() || now == self.journaled {
            return;
        }
        self.journaled = now;
        let in_progress = self.review.is_none() && !now.is_over;
        let setting = if in_progress {
            Some(self.setting())
        } else {
            None
        };
        let (earlier, current) = (self.archive.games(""), self.unsaved());
        if let Some(journal) = &self.journal {
            journal.write(&earlier, &current, setting.as_ref());
        }
    }

    fn setting(&self) -> Setting {
        let now = self.now();
        let left = |side| self.clock.left(side, now);
        let both = match (left(shakmaty::Color::White), left(shakmaty::Color::Black)) {
            (Some(white), Some(black)) => Some(shakmaty::ByColor { white, black }),
            _ => None,
        };
        Setting {
            human: self.state.human(),
            opponent: self.strength.map(|strength| strength.word()),
            left: both,
            level: self.level.to_string(),
        }
    }

    /// Says what a session before left behind; its games that were over are kept to be saved.
    pub(crate) fn offer_left_over(&mut self) {
        let Some(left) = &self.left_over else {
            return;
        };
        let moves = match &left.game {
            Some(game) => match read(game) {
                Ok(loaded) => Some(loaded.game.moves().len().div_ceil(2)),
                Err(_) => None,
            },
            None => None,
        };
        match moves {
            Some(moves) => {
                let plural = if moves == 1 { "move" } else { "moves" };
                self.say(format!(
                    "a game of {moves} {plural} was interrupted: `resume` goes on with it, `resume no` does not"
                ));
            }
            None => {
                self.take_over_left_games();
                self.say("the games of a session that was interrupted will be saved with yours");
            }
        }
    }

    /// Puts the games of a session that was interrupted with one's own, as they stand.
    fn take_over_left_games(&mut self) {
        let Some(left) = self.left_over.take() else {
            return;
        };
        self.archive.store(&left.earlier);
        if let Some(game) = &left.game {
            self.archive.store(&game.pgn);
        }
        self.keep_on_disk();
        left.remove();
    }

    /// Does not go on with the interrupted game, which is saved as it stands.
    pub(crate) fn decline_left_over(&mut self) {
        if self.left_over.is_none() {
            return self.say("no game was interrupted");
        }
        self.take_over_left_games();
        self.say("the interrupted game will be saved with yours, as it stands");
    }

    /// Goes on with the game of a session that was interrupted.
    pub(crate) fn resume(&mut self) {
        let Some(left) = self.left_over.take() else {
            return self.say("no game was interrupted");
        };
        let Some(Interrupted { setting, .. }) = &left.game else {
            return self.say("no game was interrupted");
        };
        let setting = setting.clone();
        let loaded = match left.game.as_ref().map(read) {
            Some(Ok(loaded)) => loaded,
            _ => return self.say("the interrupted game cannot be read"),
        };
        if let Some(Ok(strength)) = setting.opponent.as_ref().map(|word| word.parse()) {
            self.set_opponent(strength);
        }
        if let Ok(level) = setting.level.parse() {
            self.set_level(level);
        }
        let comments = loaded.comments();
        if !self.begin(loaded.game) {
            self.left_over = Some(left);
            return;
        }
        self.archive.store(&left.earlier);
        self.continue_from(comments);
        if let Some(left) = setting.left {
            self.clock.set_left(shakmaty::Color::White, left.white);
            self.clock.set_left(shakmaty::Color::Black, left.black);
        }
        self.keep_on_disk();
        left.remove();
        self.set_human(setting.human);
        let turn = self.state.game().position().turn();
        self.bottom = setting.human;
        self.say(format!(
            "the game goes on; {} to move",
            play::side_name(turn)
        ));
    }
}

/// The interrupted game, read as any game is.
fn read(game: &Interrupted) -> anyhow::Result<Loaded> {
    let folder = tempdir()?;
    let path = folder.path().join("game.pgn");
    fs::write(&path, &game.pgn)?;
    load(&path, None)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::command::execute;
    use crate::scripted::{Scenario, Script, scripted_session};
    use crate::session::{Output, Session};

    fn session(folder: &Path) -> (Session, crate::scripted::Harness) {
        scripted_session(Scenario {
            level: "3+2",
            scripts: vec![Script::Any; 4],
            journal: Some(folder.to_owned()),
            ..Scenario::default()
        })
    }

    fn said(session: &mut Session) -> Vec<String> {
        let mut said = Vec::new();
        for output in session.take_output() {
            if let Output::Message(text) = output {
                said.push(text);
            }
        }
        said
    }

    #[test]
    fn interrupted_game_is_offered_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, harness) = session(folder.path());
        for line in ["manual on", "e4", "e5", "Nf3"] {
            execute(&mut killed, line);
            killed.advance();
        }
        harness.pass(10.0);
        execute(&mut killed, "Nc6");
        killed.advance();
        // Dropped without an end, as by a kill.
        drop(killed);

        let (mut next, _harness) = session(folder.path());
        next.offer_left_over();
        assert_eq!(
            said(&mut next),
            ["a game of 2 moves was interrupted: `resume` goes on with it, `resume no` does not"]
        );
        execute(&mut next, "resume");
        assert_eq!(next.state.game().moves().len(), 4);
        let left = next.clock.left(shakmaty::Color::Black, next.now()).unwrap();
        assert_eq!(
            left.as_secs(),
            184,
            "two increments; the clock stands while one plays both sides"
        );
        let saved = next.unsaved();
        assert!(saved.contains("[%clk 0:03:04.000] } 2... Nc6"), "{saved}");
        said(&mut next);
        execute(&mut next, "resume");
        assert_eq!(said(&mut next), ["no game was interrupted"]);
        next.close(Ok(Ok(())), &mut Vec::new()).unwrap();
        // What was saved is not offered.
        let (mut last, _harness) = session(folder.path());
        last.offer_left_over();
        assert!(said(&mut last).is_empty());
    }

    #[test]
    fn game_that_was_over_is_saved_by_the_next_session() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, _harness) = session(folder.path());
        for line in ["manual on", "f3", "e5", "g4", "Qh4"] {
            execute(&mut killed, line);
            killed.advance();
        }
        drop(killed);
        let (mut next, harness) = session(folder.path());
        next.offer_left_over();
        assert_eq!(
            said(&mut next),
            ["the games of a session that was interrupted will be saved with yours"]
        );
        next.close(Ok(Ok(())), &mut Vec::new()).unwrap();
        assert!(harness.saved().contains("Qh4# "), "{}", harness.saved());
    }

    #[test]
    fn interrupted_game_that_is_declined_is_saved_and_not_offered_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, _harness) = session(folder.path());
        for line in ["manual on", "d4", "Nf6"] {
            execute(&mut killed, line);
            killed.advance();
        }
        drop(killed);
        let (mut next, harness) = session(folder.path());
        next.offer_left_over();
        execute(&mut next, "resume no");
        execute(&mut next, "resume");
        assert_eq!(
            said(&mut next)[1..],
            [
                "the interrupted game will be saved with yours, as it stands",
                "no game was interrupted"
            ]
        );
        next.close(Ok(Ok(())), &mut Vec::new()).unwrap();
        assert!(harness.saved().contains("1... Nf6"), "{}", harness.saved());
        let (mut last, _harness) = session(folder.path());
        last.offer_left_over();
        assert!(said(&mut last).is_empty());
    }

    #[test]
    fn interrupted_game_stays_until_it_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, _harness) = session(folder.path());
        for line in ["manual on", "d4"] {
            execute(&mut killed, line);
            killed.advance();
        }
        drop(killed);
        for _ in 0..2 {
            let (mut next, _harness) = session(folder.path());
            next.offer_left_over();
            assert_eq!(
                said(&mut next),
                [
                    "a game of 1 move was interrupted: `resume` goes on with it, `resume no` does not"
                ]
            );
            execute(&mut next, "manual on");
            execute(&mut next, "c4");
            next.advance();
            next.close(Ok(Ok(())), &mut Vec::new()).unwrap();
        }
    }
}
