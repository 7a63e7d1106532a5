//! The games of a session and their PGN file, which is written atomically and never loses other
//! games.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use files::{
    MAX_TEXT, change_alone, check_folder, check_output, create_log, create_log_at_once, is_stream,
    parent_folder, write_atomically, write_new,
};
use notation::Games;

use crate::reader::waiting_for_reader;

/// The first tag of each game in the user's own file.
pub(crate) const BEGIN: &str = "[Event ";

#[derive(Debug)]
pub(crate) struct Archive {
    date: String,
    file: PgnFile,
    /// The games before the current one.
    earlier: String,
    /// Other files that games were saved in.
    copies: Vec<PgnFile>,
}

impl Archive {
    /// No games yet, played on this date and saved in this file.
    pub(crate) fn new(date: String, file: PgnFile) -> Archive {
        Archive {
            date,
            file,
            earlier: String::new(),
            copies: Vec::new(),
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

    /// Writes the games to their file, and returns its name.
    pub(crate) fn save(&mut self, games: &str) -> anyhow::Result<String> {
        let path = self.file.save(games)?;
        Ok(path.display().to_string())
    }

    /// Adds the games to another file, and returns its name. Saved there again,
    /// they replace what was written before.
    pub(crate) fn save_copy(&mut self, path: &str, games: &str) -> anyhow::Result<String> {
        if self.file.is_at(Path::new(path)) {
            return self.save(games);
        }
        let known = self
            .copies
            .iter()
            .position(|copy| copy.is_at(Path::new(path)));
        let at = match known {
            Some(at) => at,
            None => {
                self.copies.push(PgnFile::append_at_once(Path::new(path))?);
                self.copies.len() - 1
            }
        };
        self.copies[at].save(games)?;
        Ok(path.to_owned())
    }

    /// Puts another text in the place of a game: an empty one if the game goes on and will be saved
    /// again. Returns whether the game was there.
    pub(crate) fn replace(&mut self, game: &str, other: &str) -> anyhow::Result<bool> {
        if game.is_empty() {
            return Ok(false);
        }
        let is_earlier = self.earlier.contains(game);
        if is_earlier {
            self.earlier = self.earlier.replacen(game, other, 1);
        }
        Ok(self.file.replace(game, other)? || is_earlier)
    }

    /// The file of the games, if it has a name yet.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.file.target {
            Target::Named(path) => Some(path),
            Target::Dated(..) | Target::Stream(..) => None,
        }
    }

    /// The text with the last games of the file and of this session: this many, or all if there are
    /// fewer; more if a game lacks its first tag.
    pub(crate) fn last_games(&self, count: usize) -> anyhow::Result<String> {
        let text = self.file.with_games(&self.earlier)?;
        let begins = text.rmatch_indices(BEGIN).map(|(at, _)| at);
        let is_at_line = |&at: &usize| at == 0 || text[..at].ends_with('\n');
        let begin = begins.filter(is_at_line).nth(count.saturating_sub(1));
        Ok(text[begin.unwrap_or(0)..].to_owned())
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

    /// This file, to which games are added. A named pipe is waited for until somebody reads it.
    pub(crate) fn append(path: &Path) -> anyhow::Result<PgnFile> {
        PgnFile::append_by(path, |path| {
            waiting_for_reader(path, "no game was begun", || create_log(path))
        })
    }

    /// As [`PgnFile::append`] in the midst of a session, which a pipe without a reader may not stop.
    fn append_at_once(path: &Path) -> anyhow::Result<PgnFile> {
        PgnFile::append_by(path, create_log_at_once)
    }

    fn append_by(
        path: &Path,
        open: impl FnOnce(&Path) -> anyhow::Result<File>,
    ) -> anyhow::Result<PgnFile> {
        let target = if is_stream(path) {
            Target::Stream(path.to_owned(), open(path)?)
        } else {
            check_folder(parent_folder(path))?;
            ensure!(
                is_pgn(&read(path)?),
                "{} holds no games in PGN: choose another name",
                path.display()
            );
            // A game that is over is no time to find that out.
            check_output(path)?;
            Target::Named(path.to_owned())
        };
        Ok(PgnFile {
            target,
            written: String::new(),
        })
    }

    /// Checks that games can be saved in it.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        match &self.target {
            Target::Named(path) => {
                files::create_folder(parent_folder(path))?;
                read(path)?;
                check_output(path)
            }
            Target::Dated(folder, date) => check_output(&dated_path(folder, date, 1)),
            Target::Stream(..) => Ok(()),
        }
    }

    /// Whether it is this file.
    fn is_at(&self, path: &Path) -> bool {
        match &self.target {
            // One file can be named in several ways. A pipe is not opened to find out.
            Target::Named(own) => {
                own == path
                    || (!is_stream(path) && same_file::is_same_file(own, path).unwrap_or(false))
            }
            Target::Stream(own, _) => own == path,
            Target::Dated(..) => false,
        }
    }

    fn replace(&mut self, game: &str, other: &str) -> anyhow::Result<bool> {
        let Target::Named(path) = &self.target else {
            return Ok(false);
        };
        let _alone = change_alone(path)?;
        let text = read(path)?;
        if !text.contains(game) {
            return Ok(false);
        }
        write_atomically(path, &text.replacen(game, other, 1))?;
        self.written = self.written.replacen(game, other, 1);
        Ok(true)
    }

    /// The file's text with these games in the place of ours.
    fn with_games(&self, games: &str) -> anyhow::Result<String> {
        match &self.target {
            Target::Named(path) => Ok(self.merge(&read(path)?, games)),
            Target::Dated(..) | Target::Stream(..) => Ok(games.to_owned()),
        }
    }

    /// Writes the games and returns the file's name; games that others added meanwhile stay.
    pub(crate) fn save(&mut self, games: &str) -> anyhow::Result<PathBuf> {
        let path = match &mut self.target {
            Target::Named(path) => {
                let path = path.clone();
                let folder = parent_folder(&path);
                files::create_folder(folder)?;
                let _alone = change_alone(&path)?;
                write_atomically(&path, &self.merge(&read(&path)?, games))?;
                path
            }
            Target::Dated(folder, date) => {
                let path = write_dated(folder, date, games)?;
                self.target = Target::Named(path.clone());
                path
            }
            Target::Stream(path, file) => {
                // If a saved game was changed, all are written again.
                let added = games.strip_prefix(&*self.written).unwrap_or(games);
                let write = || file.write_all(added.as_bytes());
                waiting_for_reader(path, "the games are not all written to it", write)
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

/// Whether a text is games in PGN, or empty.
fn is_pgn(text: &str) -> bool {
    match Games::new(text.as_bytes()).lenient().next() {
        None | Some(Ok(Ok(_))) => true,
        Some(Ok(Err(malformed))) => !malformed.is_empty,
        Some(Err(_)) => false,
    }
}

/// Writes to the first free name of `belle-DATE.pgn`, `belle-DATE-2.pgn`, ...
fn write_dated(folder: &Path, date: &str, games: &str) -> anyhow::Result<PathBuf> {
    for number in 1.. {
        let path = dated_path(folder, date, number);
        if write_new(&path, games)? {
            let shown = path.strip_prefix(".").unwrap_or(&path);
            return Ok(shown.to_owned());
        }
    }
    unreachable!("some name is free")
}

fn dated_path(folder: &Path, date: &str, number: u32) -> PathBuf {
    let suffix = if number == 1 {
        String::new()
    } else {
        format!("-{number}")
    };
    folder.join(format!("belle-{date}{suffix}.pgn"))
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
    fn file_named_in_another_way_is_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut file = PgnFile::append(&path).unwrap();
        file.save("1. e4 *\n").unwrap();
        std::os::unix::fs::symlink("games.pgn", folder.path().join("link.pgn")).unwrap();
        for name in ["games.pgn", "./games.pgn", "link.pgn"] {
            assert!(file.is_at(&folder.path().join(name)), "{name}");
        }
        for name in ["other.pgn", "missing/games.pgn"] {
            assert!(!file.is_at(&folder.path().join(name)), "{name}");
        }
    }

    #[test]
    fn games_saved_at_once_are_all_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::thread::scope(|scope| {
            for player in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let mut file = PgnFile::of_user(path);
                    for moves in ["1. e4", "1. e4 e5", "1. e4 e5 2. Nf3"] {
                        let game = format!("[White \"{player}\"]\n\n{moves} *\n\n");
                        file.save(&game).unwrap();
                    }
                });
            }
        });
        let games = fs::read_to_string(&path).unwrap();
        for player in 0..8 {
            let game = format!("[White \"{player}\"]\n\n1. e4 e5 2. Nf3 *\n\n");
            assert_eq!(games.matches(&game).count(), 1, "{games}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn named_file_keeps_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        PgnFile::append(&path).unwrap().save("1. e4 *\n").unwrap();
        let mut file = PgnFile::append(&path).unwrap();
        file.save("1. d4 *\n").unwrap();
        file.save("1. d4 d5 *\n").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "1. e4 *\n\n1. d4 d5 *\n"
        );
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
        fs::write(&path, "1. c4 *\n\n").unwrap();
        let mut first = PgnFile::append(&path).unwrap();
        let mut second = PgnFile::append(&path).unwrap();
        first.save("1. e4 *\n\n").unwrap();
        second.save("1. d4 *\n\n").unwrap();
        first.save("1. e4 e5 *\n\n").unwrap();
        second.save("1. d4 d5 *\n\n").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "1. c4 *\n\n1. e4 e5 *\n\n1. d4 d5 *\n\n"
        );
        fs::remove_file(&path).unwrap();
        first.save("1. e4 e6 *\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. e4 e6 *\n\n");
    }

    #[test]
    fn copy_is_added_to_another_file_and_later_games_stay_with_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let text = |name: &str| fs::read_to_string(path(name)).unwrap();
        fs::write(path("theirs.pgn"), "1. c4 *\n\n").unwrap();
        fs::write(path("letter.txt"), "Dear reader, this is no game.\n").unwrap();
        let file = PgnFile::of_user(&path("games.pgn"));
        let mut archive = Archive::new("2026.01.02".to_owned(), file);
        let theirs = path("theirs.pgn").display().to_string();
        archive.save_copy(&theirs, "1. e4 *\n\n").unwrap();
        archive.save_copy(&theirs, "1. e4 e5 *\n\n").unwrap();
        assert_eq!(text("theirs.pgn"), "1. c4 *\n\n1. e4 e5 *\n\n");
        let letter = path("letter.txt").display().to_string();
        let refusal = archive.save_copy(&letter, "1. e4 *\n\n").unwrap_err();
        assert!(refusal.to_string().ends_with("choose another name"));
        assert!(PgnFile::append(&path("letter.txt")).is_err());
        assert!(text("letter.txt").starts_with("Dear"));
        let pipe = path("pipe").display().to_string();
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        // Nobody reads it, and the session goes on.
        let refusal = archive.save_copy(&pipe, "1. e4 *\n\n").unwrap_err();
        assert!(format!("{refusal:#}").ends_with("nobody reads this named pipe"));
        archive.save("1. e4 e5 *\n\n1. d4 *\n\n").unwrap();
        assert_eq!(text("games.pgn"), "1. e4 e5 *\n\n1. d4 *\n\n");
        assert_eq!(text("theirs.pgn"), "1. c4 *\n\n1. e4 e5 *\n\n");
    }

    #[test]
    fn game_that_goes_on_takes_the_place_of_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, "1. c4 *\n\n1. e4 *\n\n1. d4 *\n\n").unwrap();
        let mut archive = Archive::new(String::new(), PgnFile::of_user(&path));
        assert!(archive.replace("1. e4 *\n\n", "").unwrap());
        assert!(!archive.replace("1. e4 *\n\n", "").unwrap());
        archive.save("1. e4 e5 *\n\n").unwrap();
        archive.save("1. e4 e5 2. Nf3 *\n\n").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "1. c4 *\n\n1. d4 *\n\n1. e4 e5 2. Nf3 *\n\n"
        );
    }

    #[test]
    fn last_games_are_those_of_the_file_and_of_the_session() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let game = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 *\n\n");
        fs::write(&path, ["a", "b", "c"].map(game).concat()).unwrap();
        let mut archive = Archive::new(String::new(), PgnFile::of_user(&path));
        archive.store(&game("d"));
        assert_eq!(
            archive.last_games(2).unwrap(),
            ["c", "d"].map(game).concat()
        );
        assert_eq!(
            archive.last_games(9).unwrap(),
            ["a", "b", "c", "d"].map(game).concat()
        );
        archive.save(&game("d")).unwrap();
        assert_eq!(archive.last_games(1).unwrap(), game("d"));
    }
}
