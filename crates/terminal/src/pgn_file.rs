//! The file that a session's games are kept in: written whole or not at all, and never over another's games.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use files::{check_regular, folder, write_temporary};

/// Where the games go.
#[derive(Debug)]
pub(crate) struct PgnFile {
    place: Place,
    /// Our games as they were last written: all else in the file is another's, and stays.
    written: String,
}

#[derive(Debug)]
enum Place {
    /// None yet: a free name with this date, in this folder, when there is something to write.
    Dated(PathBuf, String),
    /// This file, whoever else may write there.
    Named(PathBuf),
}

impl PgnFile {
    /// A new file in `folder`, named for `date`.
    pub(crate) fn dated(folder: &Path, date: &str) -> PgnFile {
        PgnFile { place: Place::Dated(folder.to_owned(), date.to_owned()), written: String::new() }
    }

    /// This file; games that are in it stay there.
    ///
    /// # Errors
    /// The file cannot be read or is no regular one, or its folder is not there.
    pub(crate) fn append(path: &Path) -> anyhow::Result<PgnFile> {
        read(path)?;
        if !folder(path).is_dir() {
            bail!("there is no folder {}", folder(path).display());
        }
        Ok(PgnFile { place: Place::Named(path.to_owned()), written: String::new() })
    }

    /// From now on this file, which must be new or already ours; then writes.
    ///
    /// # Errors
    /// It is another's, or cannot be written; the place stays as it was.
    pub(crate) fn save_as(&mut self, path: &Path, games: &str) -> anyhow::Result<()> {
        if matches!(&self.place, Place::Named(own) if own == path) {
            return self.save(games).map(drop);
        }
        write_temporary(folder(path), games)?.persist_noclobber(path).map_err(|error| {
            match error.error.kind() {
                io::ErrorKind::AlreadyExists => {
                    anyhow::anyhow!("{} is there already; choose another name", path.display())
                }
                _ => anyhow::Error::new(error.error).context(format!("cannot write {}", path.display())),
            }
        })?;
        *self = PgnFile { place: Place::Named(path.to_owned()), written: games.to_owned() };
        Ok(())
    }

    /// Writes the games, and says where; what others have written there since stays.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub(crate) fn save(&mut self, games: &str) -> anyhow::Result<PathBuf> {
        let path = match &self.place {
            Place::Named(path) => {
                let text = self.among(&read(path)?, games);
                let temporary = write_temporary(folder(path), &text)?;
                temporary.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
                path.clone()
            }
            Place::Dated(folder, date) => write_free(folder, date, games)?,
        };
        self.place = Place::Named(path.clone());
        self.written = games.to_owned();
        Ok(path)
    }

    /// What the file holds, with these games in place of ours, or after all others if ours are not there.
    fn among(&self, file: &str, games: &str) -> String {
        if !self.written.is_empty()
            && let Some((before, after)) = file.split_once(&self.written)
        {
            return [before, games, after].concat();
        }
        let gap = if file.is_empty() || file.ends_with("\n\n") { "" } else { "\n" };
        [file, gap, games].concat()
    }
}

/// The whole file; nothing if there is none.
fn read(path: &Path) -> anyhow::Result<String> {
    if !path.exists() {
        return Ok(String::new());
    }
    check_regular(path)?;
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not text", path.display()))
}

/// Writes under the first name that is free: `belle-DATE.pgn`, `belle-DATE-2.pgn`, ...
fn write_free(folder: &Path, date: &str, games: &str) -> anyhow::Result<PathBuf> {
    let mut temporary = write_temporary(folder, games)?;
    for number in 1.. {
        let name =
            if number == 1 { format!("belle-{date}.pgn") } else { format!("belle-{date}-{number}.pgn") };
        let path = folder.join(name);
        match temporary.persist_noclobber(&path) {
            Ok(_) => return Ok(path.strip_prefix(".").map_or(path.clone(), Path::to_owned)),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => temporary = error.file,
            Err(error) => {
                return Err(error.error).with_context(|| format!("cannot write {}", path.display()));
            }
        }
    }
    unreachable!("some name is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dated_files_never_overwrite() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = PgnFile::dated(folder.path(), "2026-01-02");
        let mut second = PgnFile::dated(folder.path(), "2026-01-02");
        let path = first.save("one").unwrap();
        assert_eq!(second.save("two").unwrap().file_name().unwrap(), "belle-2026-01-02-2.pgn");
        first.save("one and more").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "one and more");
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    }

    #[test]
    fn a_file_given_keeps_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        PgnFile::append(&path).unwrap().save("one\n").unwrap();
        let mut file = PgnFile::append(&path).unwrap();
        file.save("two\n").unwrap();
        file.save("two and more\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\n\ntwo and more\n");
        let refusal = PgnFile::append(folder.path()).unwrap_err().to_string();
        assert!(refusal.ends_with("is no regular file"), "{refusal}");
        assert!(PgnFile::append(&folder.path().join("none/games.pgn")).is_err());
    }

    #[test]
    fn two_sessions_in_one_file_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, "before\n\n").unwrap();
        let mut first = PgnFile::append(&path).unwrap();
        let mut second = PgnFile::append(&path).unwrap();
        first.save("first\n\n").unwrap();
        second.save("second\n\n").unwrap();
        first.save("first, and more\n\n").unwrap();
        second.save("second, and more\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before\n\nfirst, and more\n\nsecond, and more\n\n");
        fs::remove_file(&path).unwrap();
        first.save("first, once more\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first, once more\n\n");
    }

    #[test]
    fn saving_under_a_taken_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (taken, free) = (folder.path().join("taken.pgn"), folder.path().join("free.pgn"));
        fs::write(&taken, "theirs").unwrap();
        let mut file = PgnFile::dated(folder.path(), "2026-01-02");
        assert!(file.save_as(&taken, "ours").unwrap_err().to_string().contains("is there already"));
        file.save_as(&free, "ours").unwrap();
        file.save_as(&free, "ours again").unwrap();
        assert_eq!(file.save("at last").unwrap(), free);
        assert_eq!(fs::read_to_string(&taken).unwrap(), "theirs");
    }
}
