//! The games of a session and their PGN file, which is written atomically and never loses other games.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use files::{
    MAX_TEXT, check_folder, create_log, is_stream, parent_folder, write_atomically, write_new,
};

#[derive(Debug)]
pub(crate) struct Archive {
    date: String,
    file: PgnFile,
    /// The games before the current one.
    earlier: String,
}

impl Archive {
    /// No games yet, played on this date and saved in this file.
    pub(crate) fn new(date: String, file: PgnFile) -> Archive {
        Archive {
            date,
            file,
            earlier: String::new(),
        }
    }

    pub(crate) fn date(&self) -> &str {
        &self.date
    }

    /// All games as PGN, with the current one at the end.
    pub(crate) fn games(&self, current: &str) -> String {
        format!("{}{current}", self.earlier)
    }

    pub(crate) fn store(&mut self, current: &str) {
        self.earlier += current;
    }

    /// Writes the games, from now on to `path` if given, and returns the file's name.
    pub(crate) fn save(&mut self, path: Option<&str>, games: &str) -> anyhow::Result<String> {
        match path {
            Some(path) => self
                .file
                .save_as(Path::new(path), games)
                .map(|()| path.to_owned()),
            None => self.file.save(games).map(|path| path.display().to_string()),
        }
    }
}

/// A PGN file; games that others add to it are kept.
#[derive(Debug)]
pub(crate) struct PgnFile {
    target: Target,
    /// Our games as last written; everything else in the file stays.
    written: String,
}

#[derive(Debug)]
enum Target {
    /// The first free name with this date in this folder, chosen at the first save.
    Dated(PathBuf, String),
    Named(PathBuf),
    /// A device or a pipe: each save adds what it does not have yet.
    Stream(PathBuf, File),
}

impl PgnFile {
    pub(crate) fn dated(folder: &Path, date: &str) -> PgnFile {
        PgnFile {
            target: Target::Dated(folder.to_owned(), date.to_owned()),
            written: String::new(),
        }
    }

    /// The user's file of all games, made with its folder at the first save.
    pub(crate) fn of_user(path: &Path) -> PgnFile {
        PgnFile {
            target: Target::Named(path.to_owned()),
            written: String::new(),
        }
    }

    /// This file, to which games are added.
    pub(crate) fn append(path: &Path) -> anyhow::Result<PgnFile> {
        let target = if is_stream(path) {
            Target::Stream(path.to_owned(), create_log(path)?)
        } else {
            check_folder(parent_folder(path))?;
            read(path)?;
            Target::Named(path.to_owned())
        };
        Ok(PgnFile {
            target,
            written: String::new(),
        })
    }

    /// Writes the games to `path`, which must be new or already ours, and keeps to it; on an error nothing changes.
    pub(crate) fn save_as(&mut self, path: &Path, games: &str) -> anyhow::Result<()> {
        let is_own = match &self.target {
            Target::Named(own) | Target::Stream(own, _) => own == path,
            Target::Dated(..) => false,
        };
        if is_own {
            return self.save(games).map(drop);
        }
        if is_stream(path) {
            let mut stream = PgnFile::append(path)?;
            stream.save(games)?;
            *self = stream;
            return Ok(());
        }
        let is_new = write_new(path, games)?;
        ensure!(
            is_new,
            "{} already exists: choose another name",
            path.display()
        );
        *self = PgnFile {
            target: Target::Named(path.to_owned()),
            written: games.to_owned(),
        };
        Ok(())
    }

    /// Writes the games and returns the file's name; games that others added meanwhile stay.
    pub(crate) fn save(&mut self, games: &str) -> anyhow::Result<PathBuf> {
        let path = match &mut self.target {
            Target::Named(path) => {
                let path = path.clone();
                let folder = parent_folder(&path);
                files::create_folder(folder)?;
                write_atomically(&path, &self.merge(&read(&path)?, games))?;
                path
            }
            Target::Dated(folder, date) => {
                let path = write_dated(folder, date, games)?;
                self.target = Target::Named(path.clone());
                path
            }
            Target::Stream(path, file) => {
                // A game that was taken back after it was saved is written anew.
                let added = games.strip_prefix(&*self.written).unwrap_or(games);
                file.write_all(added.as_bytes())
                    .with_context(|| format!("cannot write {}", path.display()))?;
                path.clone()
            }
        };
        self.written = games.to_owned();
        Ok(path)
    }

    /// The file's text with `games` in place of ours, or at the end if ours are not there.
    fn merge(&self, file: &str, games: &str) -> String {
        if !self.written.is_empty()
            && let Some((before, after)) = file.split_once(&self.written)
        {
            return [before, games, after].concat();
        }
        let gap = if file.is_empty() || file.ends_with("\n\n") {
            ""
        } else {
            "\n"
        };
        [file, gap, games].concat()
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    match files::read_text(path, MAX_TEXT) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        text => text.with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Writes to the first free name of `belle-DATE.pgn`, `belle-DATE-2.pgn`, ...
fn write_dated(folder: &Path, date: &str, games: &str) -> anyhow::Result<PathBuf> {
    for number in 1.. {
        let suffix = if number == 1 {
            String::new()
        } else {
            format!("-{number}")
        };
        let path = folder.join(format!("belle-{date}{suffix}.pgn"));
        if write_new(&path, games)? {
            return Ok(path.strip_prefix(".").map_or(path.clone(), Path::to_owned));
        }
    }
    unreachable!("some name is free")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn dated_file_never_overwrites() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = PgnFile::dated(folder.path(), "2026-01-02");
        let mut second = PgnFile::dated(folder.path(), "2026-01-02");
        let path = first.save("one").unwrap();
        assert_eq!(
            second.save("two").unwrap().file_name().unwrap(),
            "belle-2026-01-02-2.pgn"
        );
        first.save("one and more").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "one and more");
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    }

    #[test]
    fn named_file_keeps_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        PgnFile::append(&path).unwrap().save("one\n").unwrap();
        let mut file = PgnFile::append(&path).unwrap();
        file.save("two\n").unwrap();
        file.save("two and more\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\n\ntwo and more\n");
        let refusal = format!("{:#}", PgnFile::append(folder.path()).unwrap_err());
        assert!(
            refusal.ends_with("it is a folder, expected a file"),
            "{refusal}"
        );
        assert!(PgnFile::append(&folder.path().join("none/games.pgn")).is_err());
    }

    #[test]
    fn file_of_the_user_is_made_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/belle/games.pgn");
        let mut file = PgnFile::of_user(&path);
        assert!(!path.exists());
        assert_eq!(file.save("one\n").unwrap(), path);
        PgnFile::of_user(&path).save("two\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\n\ntwo\n");
    }

    #[test]
    fn named_file_shared_by_two_sessions_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, "before\n\n").unwrap();
        let mut first = PgnFile::append(&path).unwrap();
        let mut second = PgnFile::append(&path).unwrap();
        first.save("first\n\n").unwrap();
        second.save("second\n\n").unwrap();
        first.save("first, and more\n\n").unwrap();
        second.save("second, and more\n\n").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "before\n\nfirst, and more\n\nsecond, and more\n\n"
        );
        fs::remove_file(&path).unwrap();
        first.save("first, once more\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first, once more\n\n");
    }

    #[test]
    fn save_as_existing_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (taken, free) = (
            folder.path().join("taken.pgn"),
            folder.path().join("free.pgn"),
        );
        fs::write(&taken, "theirs").unwrap();
        let mut file = PgnFile::dated(folder.path(), "2026-01-02");
        assert!(
            file.save_as(&taken, "ours")
                .unwrap_err()
                .to_string()
                .contains("already exists")
        );
        file.save_as(&free, "ours").unwrap();
        file.save_as(&free, "ours again").unwrap();
        assert_eq!(file.save("at last").unwrap(), free);
        assert_eq!(fs::read_to_string(&taken).unwrap(), "theirs");
    }
}
