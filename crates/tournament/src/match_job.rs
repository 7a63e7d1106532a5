//! The job of a match, and the PGN file that shows its games.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error};
use files::{Header, Job, Settings, Shard, create_log, is_stream, write_atomically_with};
use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};

use crate::record::MatchGame;
use crate::scoreboard::Scoreboard;

/// Kind of the job.
pub const MATCH: &str = "match";

/// A game as the record of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PlayedGame {
    white: String,
    black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: String,
    termination: String,
    pgn: String,
}

/// A match in progress.
#[derive(Debug)]
pub struct MatchJob {
    job: Job,
    /// Where games are shown as they end.
    pgn: Shown,
    date: String,
}

/// Where the games of a match are shown to those who watch.
#[derive(Debug)]
enum Shown {
    /// Those of a shard are not.
    Nowhere,
    File(PathBuf),
    /// A device or a pipe, which gets each game once, in the order of their ends.
    Stream(PathBuf, File),
}

/// The header of a match's job. Both games of an opening stay in one shard.
pub fn match_header(settings: Settings, games: usize, shard: Option<Shard>) -> Header {
    Header {
        shard,
        group: 2,
        ..Header::new(MATCH, settings, Some(games))
    }
}

impl MatchJob {
    /// The job of a match whose games are shown in a PGN file, if it is not one shard of many.
    /// Games that are done already are written to the file. Fails if it cannot be written.
    pub fn new(job: Job, pgn: &Path, date: String) -> anyhow::Result<MatchJob> {
        let shown = if job.header().shard.is_some() {
            Shown::Nowhere
        } else if is_stream(pgn) {
            Shown::Stream(pgn.to_owned(), create_log(pgn)?)
        } else {
            // A match that fails to start leaves no file.
            if !job.is_empty() {
                write_games(&job, pgn)?;
            }
            Shown::File(pgn.to_owned())
        };
        Ok(MatchJob {
            job,
            pgn: shown,
            date,
        })
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Adds the games that are done to a scoreboard.
    pub fn add_done(&self, board: &mut Scoreboard) -> anyhow::Result<()> {
        for record in self.job.records::<PlayedGame>() {
            let (number, game) = record?;
            game.add_to(board, number)?;
        }
        Ok(())
    }

    /// Adds a game and waits until it is on the disk. Fails if a file cannot be written.
    pub fn add(&mut self, game: &MatchGame) -> anyhow::Result<()> {
        let end = &game.record.end;
        let played = PlayedGame {
            white: game.names.white.clone(),
            black: game.names.black.clone(),
            result: end.outcome.to_string(),
            termination: end.termination().to_string(),
            pgn: game.pgn(&self.date),
        };
        self.job.add(game.number, &played)?;
        let cannot_write = |path: &Path| format!("cannot write {}", path.display());
        match &mut self.pgn {
            Shown::Nowhere => Ok(()),
            Shown::File(path) => {
                let mut file = OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(&*path)
                    .with_context(|| cannot_write(path))?;
                let written = file.write_all(played.pgn.as_bytes());
                written.with_context(|| cannot_write(path))
            }
            Shown::Stream(path, stream) => {
                let written = stream.write_all(played.pgn.as_bytes());
                written.with_context(|| cannot_write(path))
            }
        }
    }

    /// Ends a run: puts the games in order. Fails if a file cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        let job = self.job.finish(None)?;
        match self.pgn {
            Shown::File(path) if !job.is_empty() => write_games(&job, &path),
            _ => Ok(()),
        }
    }
}

impl PlayedGame {
    fn names(&self) -> ByColor<String> {
        ByColor {
            white: self.white.clone(),
            black: self.black.clone(),
        }
    }

    fn add_to(&self, board: &mut Scoreboard, number: usize) -> anyhow::Result<()> {
        let outcome = self.result.parse();
        let outcome = outcome.ok().context("expected the result of a game")?;
        let termination = self.termination.parse().map_err(Error::msg)?;
        board.add(number, &self.names(), outcome, termination)
    }
}

/// Writes the games of a job to a PGN file.
fn write_games(job: &Job, path: &Path) -> anyhow::Result<()> {
    write_atomically_with(path, |out| {
        for record in job.records::<PlayedGame>() {
            out.write_all(record?.1.pgn.as_bytes())?;
        }
        Ok(())
    })
}

/// Writes the games of a merged match, and returns their results.
pub fn write_match(job: &Job, pgn: &Path) -> anyhow::Result<Scoreboard> {
    let mut names: Vec<String> = Vec::new();
    for record in job.records::<PlayedGame>() {
        let both = record?.1.names();
        for color in Color::ALL {
            let name = both.get(color);
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    let mut board = Scoreboard::new(names);
    for record in job.records::<PlayedGame>() {
        let (number, game) = record?;
        game.add_to(&mut board, number)?;
    }
    write_games(job, pgn)?;
    Ok(board)
}
