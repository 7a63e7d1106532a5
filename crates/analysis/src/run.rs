//! An analysis from the first game to the last: judged, written and recorded.

use std::fmt::{self, Display, Formatter};
use std::io;

use anyhow::{Context, ensure};
use files::{InputEnd, Job};
use notation::{FilePosition, Games, MalformedGame, ParsedGame, Remark};
use play::Control;
use serde::Deserialize;
use shakmaty::Color;

use crate::entry::Entry;
use crate::judged_game::JudgedGame;
use crate::pool::{Evaluated, Pool, PoolResult};
use crate::selection::Selection;

/// An analysis in progress.
#[derive(Debug)]
pub struct Analysis {
    /// The input's name, for messages.
    pub input_name: String,
    /// The games that are done.
    pub job: Job,
    /// The tag `Annotator`.
    pub annotator: String,
    /// The games to analyze; the others are not written.
    pub selection: Selection,
    /// The last game read, of all games of the input.
    pub end: InputEnd,
}

/// The part of an entry that is read to recognize its game.
#[derive(Deserialize)]
struct Place {
    input: FilePosition,
}

/// A message about a game that could not be read whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The line of the error.
    pub line: u64,
    /// The game's number.
    pub game: u64,
    /// `White - Black`, if known.
    pub players: Option<String>,
    /// The error and what follows from it.
    pub text: String,
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}", self.line, self.game)?;
        self.players
            .iter()
            .try_for_each(|players| write!(f, " ({players})"))?;
        write!(f, ": {}", self.text)
    }
}

impl Analysis {
    /// Judges game after game and calls `notify` for those that could not be read whole. Returns
    /// false if it was stopped. Fails if the input cannot be read, an output cannot be written, or
    /// a player crashed.
    pub fn run<R: io::Read>(
        &mut self,
        mut games: Games<R>,
        mut pool: Pool,
        control: &Control,
        notify: &dyn Fn(&Notice),
    ) -> anyhow::Result<bool> {
        let mut more = true;
        while !control.stopped() {
            while more && pool.has_room() {
                let game = games.next().transpose();
                match game.with_context(|| format!("cannot read {}", self.input_name))? {
                    Some(game) => {
                        let (number, position) = match &game {
                            Ok(game) => (game.number, game.end),
                            Err(malformed) => (malformed.number, malformed.end),
                        };
                        self.end = InputEnd {
                            tasks: number as usize,
                            fingerprint: position.fingerprint.0,
                        };
                        if self.job.has(task(number)) {
                            self.check_unchanged(number, position)?;
                        } else if self.selection.has(&game) {
                            pool.put(game);
                        }
                        more = !self.selection.ends_at(number);
                    }
                    None => more = false,
                }
            }
            match pool.take()? {
                None => return Ok(true),
                Some(PoolResult::Malformed(malformed)) => {
                    let MalformedGame {
                        number,
                        line,
                        ref players,
                        ref reason,
                        ..
                    } = malformed;
                    let (players, text) = (players.clone(), format!("{reason}; skipped"));
                    notify(&Notice {
                        line,
                        game: number,
                        players,
                        text,
                    });
                    self.job.add(task(number), &Entry::malformed(malformed))?;
                }
                Some(PoolResult::Evaluated(game, Some(evaluated))) => {
                    for Remark { line, reason } in &game.remarks {
                        notify(&Notice {
                            line: *line,
                            game: game.number,
                            players: players(&game),
                            text: reason.clone(),
                        });
                    }
                    self.add(*game, evaluated)?;
                }
                Some(PoolResult::Evaluated(_, None)) => break,
            }
        }
        Ok(false)
    }

    /// Fails if a game that is done was another when it was judged.
    fn check_unchanged(&self, number: u64, position: FilePosition) -> anyhow::Result<()> {
        let Place { input } = self.job.record(task(number))?;
        ensure!(
            input == position,
            "the input has changed since this analysis was begun: game {number} differs"
        );
        Ok(())
    }

    fn add(&mut self, game: ParsedGame, evaluated: Evaluated) -> anyhow::Result<()> {
        let number = game.number;
        let mut judged = JudgedGame::new(game, evaluated.evaluations);
        judged.alternatives = evaluated.alternatives;
        let entry = Entry::judged(&judged, &self.annotator)?;
        self.job.add(task(number), &entry)
    }
}

/// The task of a game; games count from 1.
fn task(number: u64) -> usize {
    (number - 1) as usize
}

/// `White - Black`, unless both are unknown.
fn players(game: &ParsedGame) -> Option<String> {
    let [white, black] = [Color::White, Color::Black].map(|color| game.name(color));
    if (white, black) == ("?", "?") {
        return None;
    }
    Some(format!("{white} - {black}"))
}
