//! Games of files: those that the person names, and his own.

use std::fs;
use std::path::{Path, PathBuf};

use notation::{Games, ParsedGame};

use super::{Output, Session};
use crate::event::Event;
use crate::pgn_file::BEGIN;
use crate::pgn_load::{GameList, LISTED, Loaded, PgnContents, Purpose, Reading, Which, find, row};
use crate::thread::start_thread;

/// Largest file that is read at once, in bytes. A larger one is read beside the session, which goes
/// on.
const AT_ONCE: u64 = 256 << 10;

/// One's own game, and its text where it is kept if it can be told from the others.
struct OwnGame {
    game: ParsedGame,
    source: Option<String>,
}

impl Session {
    /// Plays on or looks at a game of a file, or lists its games.
    pub(crate) fn open_game(&mut self, purpose: Purpose, path: &str, which: Which) {
        let is_large = match fs::metadata(path) {
            Ok(metadata) => metadata.len() > AT_ONCE,
            Err(_) => false,
        };
        if !is_large {
            return self.take_found(purpose, find(Path::new(path), which));
        }
        self.readings += 1;
        let reading = Reading {
            number: self.readings,
            purpose,
        };
        let (file, events) = (PathBuf::from(path), self.events.clone());
        let read = move || {
            // Nobody waits for it if the session has ended.
            let _ = events.send(Event::Loaded(reading.number, find(&file, which)));
        };
        match start_thread(read) {
            Ok(()) => {
                self.reading = Some(reading);
                self.say(format!("reading {path}"));
            }
            Err(error) => self.say(format!("{error:#}")),
        }
    }

    /// Takes what was read beside the session, if it is still wanted.
    pub(crate) fn handle_loaded(&mut self, number: u64, found: anyhow::Result<PgnContents>) {
        let Some(reading) = self.reading else {
            return;
        };
        if reading.number == number {
            self.reading = None;
            self.take_found(reading.purpose, found);
        }
    }

    fn take_found(&mut self, purpose: Purpose, found: anyhow::Result<PgnContents>) {
        let needs_game = std::mem::take(&mut self.needs_game);
        match found {
            Err(error) if needs_game => self.failure = Some(error),
            Ok(PgnContents::Game(loaded)) => self.take_game(purpose, *loaded),
            Ok(PgnContents::List(list)) => self.show_games(purpose, &list),
            Err(error) => self.say(format!("{error:#}")),
        }
    }

    /// Why the session ends.
    pub(crate) fn take_failure(&mut self) -> Option<anyhow::Error> {
        self.failure.take()
    }

    fn take_game(&mut self, purpose: Purpose, loaded: Loaded) {
        match purpose {
            Purpose::Play => self.play_loaded(loaded),
            Purpose::Review => self.review_loaded(loaded),
        }
    }

    /// Lists the games of a file, and says how to choose one.
    fn show_games(&mut self, purpose: Purpose, list: &GameList) {
        let mut text = list.rows.clone();
        if list.count > list.listed {
            let more = list.count - list.listed;
            text += &format!("  ... and {more} more, up to {}\n", list.count);
        }
        let command = format!("{} {}", purpose.command(), list.path.display());
        text += &format!(
            "\nType the number of a game: it {} it, as `{command} 1` {} the first.\n",
            purpose.verb(),
            purpose.verb()
        );
        self.expect_value(command);
        self.output.push(Output::Page("games of the file", text));
    }

    /// Plays on or looks at one's own game with this number, counted from the last.
    pub(crate) fn open_own_game(&mut self, purpose: Purpose, number: usize) {
        let mut games = match self.own_games(number) {
            Ok(games) => games,
            Err(error) => return self.say(format!("{error:#}")),
        };
        if games.len() < number {
            return self.say(format!(
                "you have no game {number}: `{}` lists your games",
                purpose.command()
            ));
        }
        let OwnGame { game, source } = games.swap_remove(number - 1);
        if purpose == Purpose::Review && source.is_some() && source == self.own_game_over() {
            // It is the game on the board, which is kept with the session.
            self.put_back();
            return self.review_this_game();
        }
        let loaded = Loaded {
            source,
            ..Loaded::from(game)
        };
        self.take_game(purpose, loaded);
    }

    /// Lists one's own games, the last one first.
    pub(crate) fn list_own_games(&mut self, purpose: Purpose) {
        let games = match self.own_games(LISTED) {
            Ok(games) => games,
            Err(error) => return self.say(format!("{error:#}")),
        };
        let command = purpose.command();
        if games.is_empty() {
            return self.say(format!(
                "you have no saved games yet: a game is saved when you leave it, and listed here \
                 then; `{command} FILE` takes a game of a PGN file"
            ));
        }
        let mut text = String::new();
        for (index, own) in games.iter().enumerate() {
            text += &row(index + 1, &own.game);
        }
        text += match purpose {
            Purpose::Play => {
                "\nType the number of a game to go on with it, as `load 1` does with the first; \
                 `review 1` looks at it.\n"
            }
            Purpose::Review => {
                "\nType the number of a game to look at it, as `review 1` does at the first.\n"
            }
        };
        self.expect_value(command);
        text += &format!("`{command} FILE` takes a game of a PGN file.\n");
        if let Some(path) = self.archive.path() {
            text += &format!("Yours are kept in {}.\n", path.display());
        }
        self.output.push(Output::Page("your games", text));
    }

    /// At most this many of one's own games, the last one first: those saved, and those of this
    /// session.
    fn own_games(&self, most: usize) -> anyhow::Result<Vec<OwnGame>> {
        let mut text = self.archive.last_games(most)?;
        // The game on the board is the last one when it is over.
        if let Some(game) = self.own_game_over() {
            text += &game;
        }
        let mut games = Vec::new();
        for part in parts(&text) {
            let mut own = Vec::new();
            for read in Games::new(part.as_bytes()).lenient() {
                // A game that cannot be read has no number.
                if let Ok(game) = read? {
                    own.push(OwnGame { game, source: None });
                }
            }
            if let [only] = &mut own[..] {
                only.source = Some(part.trim_end().to_owned());
            }
            games.append(&mut own);
        }
        games.reverse();
        games.truncate(most);
        Ok(games)
    }

    /// The text of the person's game on the board, if it is over.
    fn own_game_over(&self) -> Option<String> {
        self.played().outcome()?;
        let text = self.played_pgn();
        let text = text.trim_end();
        if text.is_empty() {
            None
        } else {
            Some(text.to_owned())
        }
    }

    /// Puts what was found in one's own game of before in its place. A game whose place is gone
    /// becomes another one.
    pub(super) fn keep_own_game(&mut self) {
        let Some(review) = &mut self.review else {
            return;
        };
        let Some(source) = &review.source else {
            return;
        };
        let text = review.pgn();
        let text = text.trim_end();
        if (review.tree.edits() == 0 && !review.is_marked) || text == source {
            return;
        }
        match self.archive.replace(source, text) {
            Ok(true) => review.source = Some(text.to_owned()),
            Ok(false) => review.source = None,
            Err(error) => {
                review.source = None;
                self.say(format!("{error:#}"));
            }
        }
    }
}

/// The parts of a text that begin with a game's first tag.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, _) in text.match_indices(BEGIN) {
        if at > begin && text[..at].ends_with('\n') {
            parts.push(&text[begin..at]);
            begin = at;
        }
    }
    parts.push(&text[begin..]);
    parts
}
