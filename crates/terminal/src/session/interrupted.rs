//! The game on disk after each move, and what a session before left there.

use shakmaty::{ByColor, Position};

use super::question::{No, Question, RESUME};
use super::review::Annotated;
use super::{Journaled, Offered, Session};
use crate::game_state::{GameState, PERSON};
use crate::journal::{Interrupted, Setting};
use crate::pgn_load::load_text;

const NOTHING_LEFT: &str = "no game was left unfinished";

impl Session {
    /// Writes the games that are not saved yet, if there is anything new.
    pub(super) fn keep_on_disk(&mut self) {
        let game = self.played().game();
        let now = Journaled {
            earlier: self.archive.games("").len(),
            moves: game.moves().len(),
            last: game.moves().last().copied(),
            is_over: self.played().outcome().is_some(),
            is_set_up: self.played().is_set_up(),
            edits: match &self.review {
                Some(review) => review.tree.edits(),
                None => 0,
            },
            human: Some(self.played().human()),
            is_manual: self.played().is_manual(),
            strength: self.strength,
        };
        if self.journal.is_none() || now == self.journaled {
            return;
        }
        self.journaled = now;
        self.keep_own_game();
        let setting = if now.is_over {
            None
        } else {
            Some(self.setting())
        };
        let earlier = self.archive.games(&self.edited_game_of_a_file());
        let current = self.offered_pgn();
        if let Some(journal) = &self.journal {
            journal.write(&earlier, &current, setting.as_ref());
        }
    }

    /// The person's own game: the one that waits while another is looked at, or the one on the
    /// board.
    pub(super) fn played(&self) -> &GameState {
        match &self.review {
            Some(review) => &review.paused.state,
            None => &self.state,
        }
    }

    /// The person's own game, to be changed.
    pub(super) fn played_mut(&mut self) -> &mut GameState {
        match &mut self.review {
            Some(review) => &mut review.paused.state,
            None => &mut self.state,
        }
    }

    /// Keeps the game in progress for the next session, though it is saved as it stands; returns
    /// whether there is one. What a script leaves unfinished is not kept.
    pub(super) fn keep_for_next_session(&mut self) -> bool {
        let Some(journal) = &self.journal else {
            return false;
        };
        let state = self.played();
        let is_worth_keeping = state.is_worth_saving() || state.is_set_up();
        if !self.confirms || state.outcome().is_some() || !is_worth_keeping {
            journal.clear();
            return false;
        }
        let setting = Setting {
            is_saved: true,
            ..self.setting()
        };
        journal.write("", &self.offered_pgn(), Some(&setting));
        // One game is enough to be asked about. The one before is in the games' file.
        if let Some(left) = self.left_over.take_if(|left| left.is_saved()) {
            left.remove();
        }
        true
    }

    /// What the next session offers to go on with: the game, or a position that was set up, which
    /// is no game to be saved yet.
    fn offered_pgn(&self) -> String {
        let state = self.played();
        if state.is_set_up() {
            state.pgn(self.archive.date())
        } else {
            self.played_pgn()
        }
    }

    fn setting(&self) -> Setting {
        let now = self.now();
        let clock = match &self.review {
            Some(review) => &review.paused.clock,
            None => &self.clock,
        };
        let left = |side| clock.left(side, now);
        let both = match (left(shakmaty::Color::White), left(shakmaty::Color::Black)) {
            (Some(white), Some(black)) => Some(shakmaty::ByColor { white, black }),
            _ => None,
        };
        Setting {
            human: self.played().human(),
            is_manual: self.played().is_manual(),
            // A position without a move is not saved with the games.
            is_saved: self.played().is_set_up(),
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
        let loaded = match &left.game {
            Some(game) => load_text(&game.pgn).ok(),
            None => None,
        };
        let (Some(game), Some(loaded)) = (&left.game, loaded) else {
            self.take_over_left_games();
            self.say("the games of a session that was interrupted will be saved with yours");
            return;
        };
        let moves = loaded.game.moves().len().div_ceil(2);
        let human = game.setting.human;
        let name_of = |side| loaded.name(side).unwrap_or_else(|| "?".to_owned());
        let (machine, own) = (name_of(!human), name_of(human));
        let mut state = GameState::new(loaded.game, human, machine);
        if own != PERSON {
            state.set_human_name(own);
        }
        state.join_machine();
        self.offered = Some(Offered {
            state,
            level: game.setting.level.clone(),
            left: game.setting.left,
        });
        if moves == 0 {
            self.say(
                "the position that you set up is not played yet: go on with it? \
                 `yes` (`resume`) or `no`",
            );
            return self.ask_to_resume();
        }
        let plural = if moves == 1 { "move" } else { "moves" };
        let against = match &game.setting.opponent {
            Some(opponent) => format!(" against {opponent}"),
            None => String::new(),
        };
        self.say(format!(
            "your game of {moves} {plural}{against} is not over: go on with it? \
             `yes` (`resume`) or `no`"
        ));
        self.ask_to_resume();
    }

    fn ask_to_resume(&mut self) {
        self.asked = Some(Question {
            command: RESUME,
            asks: "go on with this game?".to_owned(),
            yes: RESUME.to_owned(),
            no: No::Line("resume no"),
        });
    }

    /// Puts the games of a session that was interrupted with one's own, as they stand.
    fn take_over_left_games(&mut self) {
        let Some(left) = self.left_over.take() else {
            return;
        };
        self.archive.store(&left.earlier);
        if let Some(game) = &left.game
            && !game.setting.is_saved
        {
            self.archive.store(&game.pgn);
        }
        self.keep_on_disk();
        left.remove();
    }

    /// Does not go on with the interrupted game, which is saved as it stands.
    pub(crate) fn decline_left_over(&mut self) {
        let Some(left) = &self.left_over else {
            return self.say(NOTHING_LEFT);
        };
        let loaded = match &left.game {
            Some(game) => load_text(&game.pgn).ok(),
            None => None,
        };
        let has_moves = match loaded {
            Some(loaded) => !loaded.game.moves().is_empty(),
            None => true,
        };
        let text = if !has_moves {
            "the position is not offered again"
        } else if left.is_saved() {
            "the game is not offered again; it is saved as it stands"
        } else {
            "the game is not offered again; it will be saved with yours, as it stands"
        };
        self.take_over_left_games();
        self.say(text);
        if self.is_new_user() {
            self.say(self.greeting());
        }
    }

    /// Goes on with the game of a session before.
    pub(crate) fn resume(&mut self) {
        let Some(left) = self.left_over.take() else {
            return self.say(NOTHING_LEFT);
        };
        let Some(Interrupted { setting, pgn }) = left.game.clone() else {
            return self.say(NOTHING_LEFT);
        };
        // The game has its opponent: whoever was not asked yet is asked at the next start.
        self.asks_strength = false;
        let Ok(loaded) = load_text(&pgn) else {
            return self.say("the unfinished game cannot be read");
        };
        if let Some(Ok(strength)) = setting.opponent.as_ref().map(|word| word.parse()) {
            self.set_opponent(strength);
        }
        if let Ok(level) = setting.level.parse() {
            self.set_level(level);
        }
        let name = loaded.name(setting.human);
        let comments = loaded.comments();
        let moves = loaded.game.moves().to_vec();
        if !self.begin(loaded.game) {
            self.left_over = Some(left);
            return;
        }
        self.archive.store(&left.earlier);
        self.continue_from(comments);
        if moves.is_empty() {
            self.state.mark_set_up();
        }
        if !loaded.tree.is_plain() {
            let tree = loaded.tree;
            self.annotated = Some(Annotated { moves, tree });
        }
        let clocks = match setting.left {
            Some(left) => left.map(Some),
            None => ByColor::default(),
        };
        self.go_on_with_clocks(clocks);
        self.set_human(setting.human);
        self.state.set_manual(setting.is_manual);
        self.keep_on_disk();
        // The game will be saved anew, with its further moves.
        if setting.is_saved
            && let Err(error) = self.archive.replace(&pgn, "")
        {
            self.say(format!("{error:#}"));
        }
        left.remove();
        if let Some(name) = name
            && name != PERSON
            && self.state.human_name().is_none()
        {
            self.state.set_human_name(name);
        }
        let turn = self.state.game().position().turn();
        self.bottom = setting.human;
        self.say(format!(
            "the game goes on; {} to move",
            play::side_name(turn)
        ));
    }
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
            ["your game of 2 moves is not over: go on with it? `yes` (`resume`) or `no`"]
        );
        execute(&mut next, "yes");
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
        assert_eq!(said(&mut next), ["no game was left unfinished"]);
        next.close(Ok(Ok(())), &mut Vec::new(), None).unwrap();
        // What was saved is not offered.
        let (mut last, _harness) = session(folder.path());
        last.offer_left_over();
        assert!(said(&mut last).is_empty());
    }

    #[test]
    fn question_for_a_game_left_over_stays_open() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, _harness) = session(folder.path());
        for line in ["manual on", "e4", "e5"] {
            execute(&mut killed, line);
            killed.advance();
        }
        drop(killed);
        let (mut next, _harness) = session(folder.path());
        next.offer_left_over();
        said(&mut next);
        for line in ["yed", "maybe", "hello?", "club", "", "board", "Qh9"] {
            execute(&mut next, line);
            assert!(next.shows_offered_game(), "{line}");
            let told = said(&mut next);
            let is_told = told
                .last()
                .is_some_and(|text| text.ends_with("`yes` or `no`"));
            assert!(is_told || line == "board", "{line}: {told:?}");
        }
        execute(&mut next, "yes");
        assert_eq!(next.state.game().moves().len(), 2);
    }

    #[test]
    fn game_that_is_loaded_has_its_clocks_as_one_that_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.pgn");
        let game = "[White \"Human\"]\n[Black \"Belle native 0.2.0, Elo 900\"]\n\
                    [Result \"*\"]\n[TimeControl \"600+5\"]\n\n\
                    1. e4 { [%clk 0:09:12.500] } e5 { [%clk 0:09:59] } 2. Nf3 { [%clk 0:08:00] } *\n";
        std::fs::write(&file, game).unwrap();
        let (mut session, _harness) = session(folder.path());
        execute(&mut session, &format!("load {}", file.display()));
        let now = session.now();
        let left = |side| session.clock.left(side, now).unwrap().as_secs();
        assert_eq!(left(shakmaty::Color::White), 480);
        assert_eq!(left(shakmaty::Color::Black), 599);
        assert_eq!(session.level.to_string(), "10:00+5");
    }

    #[test]
    fn lines_on_leaving_are_wrapped_at_words() {
        let folder = tempfile::tempdir().unwrap();
        let (mut first, _harness) = session(folder.path());
        first.confirms = true;
        for line in ["manual on", "e4"] {
            execute(&mut first, line);
            first.advance();
        }
        let mut output = Vec::new();
        first.close(Ok(Ok(())), &mut output, Some(40)).unwrap();
        let output = String::from_utf8(output).unwrap();
        let text = output.replace('\n', " ");
        assert!(
            text.ends_with("the next start offers to go on with it "),
            "{text}"
        );
        // A path may be longer.
        let is_short = |line: &&str| line.contains('/') || line.len() <= 40;
        assert!(output.lines().all(|line| is_short(&line)), "{output}");
    }

    #[test]
    fn damaged_game_is_named_and_not_offered() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, _harness) = session(folder.path());
        for line in ["manual on", "e4"] {
            execute(&mut killed, line);
            killed.advance();
        }
        drop(killed);
        let path = folder.path().join("unfinished-1.pgn");
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = text.replace("1. e4", "1. d4");
        assert_ne!(changed, text);
        std::fs::write(&path, &changed).unwrap();
        let (mut next, harness) = session(folder.path());
        next.offer_left_over();
        let said = said(&mut next);
        assert!(
            matches!(&said[..], [fault] if fault.contains("unfinished-1.pgn is damaged")),
            "{said:?}"
        );
        next.close(Ok(Ok(())), &mut Vec::new(), None).unwrap();
        assert_eq!(harness.saved(), "");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed);
    }

    #[test]
    fn side_of_an_interrupted_game_is_kept_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let (mut killed, _harness) = session(folder.path());
        for line in ["manual on", "e4", "e5", "side black", "manual on"] {
            execute(&mut killed, line);
            killed.advance();
        }
        drop(killed);
        for _ in 0..2 {
            // Killed again without a further move.
            let (mut next, _harness) = session(folder.path());
            next.offer_left_over();
            assert_eq!(next.shown_game().moves().len(), 2);
            assert_eq!(next.shown_bottom(), shakmaty::Color::Black);
            execute(&mut next, "yes");
            next.advance();
            assert_eq!(next.state.human(), shakmaty::Color::Black);
            assert!(next.state.is_manual());
        }
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
        next.close(Ok(Ok(())), &mut Vec::new(), None).unwrap();
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
        execute(&mut next, "no");
        execute(&mut next, "resume");
        assert_eq!(
            said(&mut next)[1..],
            [
                "the game is not offered again; it will be saved with yours, as it stands",
                "no game was left unfinished"
            ]
        );
        next.close(Ok(Ok(())), &mut Vec::new(), None).unwrap();
        assert!(harness.saved().contains("1... Nf6"), "{}", harness.saved());
        let (mut last, _harness) = session(folder.path());
        last.offer_left_over();
        assert!(said(&mut last).is_empty());
    }

    #[test]
    fn game_left_on_purpose_is_saved_and_offered_with_its_setting() {
        let folder = tempfile::tempdir().unwrap();
        let (mut first, harness) = session(folder.path());
        first.confirms = true;
        for line in ["manual on", "e4", "e5", "review", "first", "d4", "exit"] {
            execute(&mut first, line);
            first.advance();
        }
        let mut output = Vec::new();
        first.close(Ok(Ok(())), &mut output, None).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(
            output.ends_with("the game is not over: the next start offers to go on with it\n"),
            "{output}"
        );
        assert!(harness.saved().contains("1. e4 "), "{}", harness.saved());

        let (mut next, harness) = session(folder.path());
        next.confirms = true;
        next.offer_left_over();
        execute(&mut next, "resume");
        assert!(next.state.is_manual() && next.state.game().moves().len() == 2);
        // What was tried is kept, and the game goes on.
        execute(&mut next, "Nf3");
        next.advance();
        assert!(next.unsaved().contains("(1. d4)"), "{}", next.unsaved());
        // A game that is given up is over.
        execute(&mut next, "resign");
        execute(&mut next, "yes");
        let mut output = Vec::new();
        next.close(Ok(Ok(())), &mut output, None).unwrap();
        assert!(String::from_utf8(output).unwrap().lines().count() == 1);
        assert!(harness.saved().contains("2. Nf3"), "{}", harness.saved());
        let (mut last, _harness) = session(folder.path());
        last.offer_left_over();
        assert!(said(&mut last).is_empty());
        // Neither locks nor games stay behind.
        drop(last);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn script_leaves_no_game_to_go_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let (mut script, _harness) = session(folder.path());
        for line in ["manual on", "e4"] {
            execute(&mut script, line);
            script.advance();
        }
        script.close(Ok(Ok(())), &mut Vec::new(), None).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
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
                ["your game of 1 move is not over: go on with it? `yes` (`resume`) or `no`"]
            );
            execute(&mut next, "manual on");
            execute(&mut next, "c4");
            next.advance();
            next.close(Ok(Ok(())), &mut Vec::new(), None).unwrap();
        }
    }
}
