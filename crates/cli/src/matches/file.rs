//! The file of a match's games: each is added whole as it ends, and a match that was cut off goes on from it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::Path;

use anyhow::{Context, bail};
use tournament::{Kept, Record, completed};

use files::check_regular;

/// An open file, which is ours alone as long as it is open, or none if nobody wants one.
#[derive(Debug)]
pub(crate) struct GamesFile {
    file: Option<File>,
    event: String,
    date: String,
    key: String,
}

impl GamesFile {
    /// A match that leaves no file.
    pub(crate) fn none() -> GamesFile {
        GamesFile { file: None, event: String::new(), date: String::new(), key: String::new() }
    }

    /// Opens a file, which must be new or empty; or, to `resume`, the file of this match, whose whole games are returned
    /// and whose last half game, if there is any, is cut off.
    ///
    /// # Errors
    /// The file is another's, is being written by somebody else, or cannot be read or written.
    pub(crate) fn open(
        path: &Path,
        resume: bool,
        event: &str,
        date: String,
        key: String,
    ) -> anyhow::Result<(GamesFile, Vec<Kept>)> {
        let shown = path.display();
        if path.exists() {
            check_regular(path)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).with_context(|| format!("cannot write {shown}"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("somebody else is writing {shown}"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {shown}"));
            }
            Ok(()) => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {shown}"))?;
        if !resume && !text.is_empty() {
            bail!("{shown} is there already: choose another name, or go on with its match by --resume");
        }
        let (kept, end) = completed(&text);
        if kept.iter().any(|game| game.key != key) {
            bail!("{shown} has games of another match: other engines, openings, limits, rules or seed");
        }
        let begins = format!("[Event \"{event}\"]\n");
        let rest = &text[end..];
        let half = rest.starts_with(&begins) && rest[1..].find("\n[Event ").is_none();
        if !(half || begins.starts_with(rest)) {
            bail!("{shown} has something in it that is not of this match");
        }
        file.set_len(end as u64).with_context(|| format!("cannot write {shown}"))?;
        Ok((GamesFile { file: Some(file), event: event.to_owned(), date, key }, kept))
    }

    /// Adds a game: it is on the disk when this returns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            let text = record.pgn(&self.event, &self.date, &self.key);
            let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
            written.context("cannot write the file of games")?;
        }
        Ok(())
    }
}
