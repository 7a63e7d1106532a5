//! Games of files: those that the person names, and his own.

use std::fs;
use std::path::{Path, PathBuf};

use notation::{Games, ParsedGame};

use super::{Output, Session};
use crate::event::Event;
use crate::pgn_load::{Loaded, Purpose, Reading, load};
use crate::thread::start_thread;

/// Largest file that is read at once, in bytes. A larger one is read beside the session, which goes on.
const AT_ONCE: u64 = 256 << 10;

/// Most games in the list of one's own.
const LISTED: usize = 30;

impl Session {
    /// Plays on or looks at the game with this number in a file, or its last or first.
    pub(crate) fn open_game(&mut self, purpose: Purpose, path: &str, number: Option<usize>) {
        let number = match purpose {
            Purpose::Play => number,
            Purpose::Review => Some(number.unwrap_or(1)),
        };
        let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
        if size <= AT_ONCE {
            return self.take_game(purpose, load(Path::new(path), number));
        }
        self.readings += 1;
        let reading = Reading {
            number: self.readings,
            purpose,
        };
        let (file, events) = (PathBuf::from(path), self.events.clone());
        let read = move || {
            let loaded = load(&file, number);
            // Nobody waits for it if the session has ended.
            let _ = events.send(Event::Loaded(reading.number, loaded.map(Box::new)));
        };
        match start_thread(read) {
            Ok(()) => {
                self.reading = Some(reading);
                self.say(format!("reading {path}"));
            }
            Err(error) => self.say(format!("{error:#}")),
        }
    }

    /// Takes the game that was read beside the session, if it is still wanted.
    pub(crate) fn handle_loaded(&mut self, number: u64, loaded: anyhow::Result<Box<Loaded>>) {
        let Some(reading) = self.reading else {
            return;
        };
        if reading.number == number {
            self.reading = None;
            self.take_game(reading.purpose, loaded.map(|loaded| *loaded));
        }
    }

    fn take_game(&mut self, purpose: Purpose, loaded: anyhow::Result<Loaded>) {
        match (purpose, loaded) {
            (Purpose::Play, Ok(loaded)) => self.play_loaded(loaded),
            (Purpose::Review, Ok(loaded)) => self.review_loaded(loaded),
            (_, Err(error)) => self.say(format!("{error:#}")),
        }
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
        let game = games.swap_remove(number - 1);
        self.take_game(purpose, Ok(game.into()));
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
                "you have no games yet; `{command} FILE` takes one of a file"
            ));
        }
        let mut text = String::new();
        for (number, game) in (1..).zip(&games) {
            let tag = |name| game.tag(name).unwrap_or("?").replace(char::is_control, "");
            let moves = game.game.moves().len().div_ceil(2);
            let plural = if moves == 1 { "move" } else { "moves" };
            text += &format!(
                "{number:>3}  {}  {} - {}  {}  {moves} {plural}\n",
                tag("Date"),
                tag("White"),
                tag("Black"),
                game.outcome
            );
        }
        let what = match purpose {
            Purpose::Play => "goes on with",
            Purpose::Review => "looks at",
        };
        text += &format!(
            "\n`{command} 1` {what} the first of these, `{command} FILE` one of a file.\n"
        );
        self.output.push(Output::Page("your games", text));
    }

    /// At most this many of one's own games, the last one first: those saved, and those of this session.
    fn own_games(&self, most: usize) -> anyhow::Result<Vec<ParsedGame>> {
        let mut text = self.archive.last_games(most)?;
        // The game on the board is the last one when it is over.
        if self.played().outcome().is_some() {
            text += &self.played_pgn();
        }
        let mut games = Vec::new();
        for read in Games::new(text.as_bytes()).lenient() {
            // A game that cannot be read has no number.
            if let Ok(game) = read? {
                games.push(game);
            }
        }
        games.reverse();
        games.truncate(most);
        Ok(games)
    }
}
