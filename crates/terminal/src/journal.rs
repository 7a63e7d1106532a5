//! The games that are not saved yet, on disk after each move: a kill or a power cut loses none.
//!
//! Each session has a slot in the data folder: a lock and a PGN file. A file whose lock is free belongs to a session that
//! did not end by itself; the next session offers to go on with its game.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use files::write_atomically;
use shakmaty::{ByColor, Color};

/// Most sessions at a time.
const SLOTS: usize = 100;

/// Begins the line of a journal that stands before the game in progress. PGN reserves such lines for programs.
const MARK: &str = "% belle: ";

/// A session's slot.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    /// Locked as long as the session lives.
    _lock: File,
}

/// What a session that was killed left behind.
#[derive(Debug)]
pub(crate) struct LeftOver {
    path: PathBuf,
    _lock: File,
    /// Games that were over, as PGN.
    pub(crate) earlier: String,
    /// The game in progress, if there was one.
    pub(crate) game: Option<Interrupted>,
}

/// A game in progress.
#[derive(Debug)]
pub(crate) struct Interrupted {
    pub(crate) pgn: String,
    pub(crate) setting: Setting,
}

/// What PGN does not say about a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) human: Color,
    /// The opponent as a person names it; none for the player of the command line.
    pub(crate) opponent: Option<String>,
    /// Time left, with a clock.
    pub(crate) left: Option<ByColor<Duration>>,
    pub(crate) level: String,
}

/// What the folder has for a new session.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// None if the folder cannot be used or is full.
    pub(crate) own: Option<Journal>,
    pub(crate) left_over: Option<LeftOver>,
}

/// Takes a slot of the folder, and what a killed session left there. Two sessions never take the same.
pub(crate) fn open(folder: &Path) -> Slots {
    let mut slots = Slots::default();
    if fs::create_dir_all(folder).is_err() {
        return slots;
    }
    for number in 1..=SLOTS {
        let path = folder.join(format!("unfinished-{number}.pgn"));
        if slots.own.is_some() && !path.exists() {
            continue;
        }
        let Ok(lock) = File::create(path.with_extension("lock")) else {
            break;
        };
        if lock.try_lock().is_err() {
            continue;
        }
        match fs::read_to_string(&path) {
            Ok(text) if slots.left_over.is_none() => {
                slots.left_over = Some(read(&text, path, lock));
            }
            Ok(_) => {}
            Err(_) if slots.own.is_none() => {
                slots.own = Some(Journal { path, _lock: lock });
            }
            Err(_) => {}
        }
    }
    slots
}

fn read(text: &str, path: PathBuf, lock: File) -> LeftOver {
    let marked = text
        .split_once(MARK)
        .and_then(|(earlier, rest)| Some((earlier, rest.split_once('\n')?)));
    let interrupted = marked.and_then(|(earlier, (setting, pgn))| {
        let setting = Setting::read(setting)?;
        let pgn = pgn.to_owned();
        Some((earlier, Interrupted { pgn, setting }))
    });
    let (earlier, game) = match interrupted {
        Some((earlier, game)) => (earlier, Some(game)),
        None => (text, None),
    };
    LeftOver {
        path,
        _lock: lock,
        earlier: earlier.to_owned(),
        game,
    }
}

impl Journal {
    /// Writes the games that are over and the one in progress; nothing if there are none.
    pub(crate) fn write(&self, earlier: &str, game: &str, setting: Option<&Setting>) {
        let text = match setting {
            Some(setting) if !game.is_empty() => {
                format!("{earlier}{MARK}{}\n{game}", setting.line())
            }
            _ => format!("{earlier}{game}"),
        };
        // The game goes on if the disk is full; it is still saved at the end, or shown.
        if text.is_empty() {
            self.clear();
        } else {
            let _ = write_atomically(&self.path, &text);
        }
    }

    /// Removes what is saved elsewhere.
    pub(crate) fn clear(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl LeftOver {
    /// Removes the file: its games are in another one.
    pub(crate) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Setting {
    fn line(&self) -> String {
        let human = self.human.fold_wb("white", "black");
        let opponent = match &self.opponent {
            Some(opponent) => format!(" opponent={opponent}"),
            None => String::new(),
        };
        let left = match &self.left {
            Some(left) => format!(
                " left={},{}",
                left.white.as_secs_f64(),
                left.black.as_secs_f64()
            ),
            None => String::new(),
        };
        format!("human={human}{opponent}{left} level={}", self.level)
    }

    fn read(line: &str) -> Option<Setting> {
        let (words, level) = line.split_once(" level=")?;
        let mut setting = Setting {
            human: Color::White,
            opponent: None,
            left: None,
            level: level.trim().to_owned(),
        };
        for word in words.split_whitespace() {
            match word.split_once('=')? {
                ("human", side) => setting.human = Color::from_white(side == "white"),
                ("opponent", name) => setting.opponent = Some(name.to_owned()),
                ("left", both) => {
                    let (white, black) = both.split_once(',')?;
                    setting.left = Some(ByColor {
                        white: seconds(white)?,
                        black: seconds(black)?,
                    });
                }
                _ => return None,
            }
        }
        Some(setting)
    }
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> Setting {
        Setting {
            human: Color::Black,
            opponent: Some("800".to_owned()),
            left: Some(ByColor {
                white: Duration::from_millis(170_200),
                black: Duration::from_secs(150),
            }),
            level: "depth 6".to_owned(),
        }
    }

    #[test]
    fn setting_is_read_back() {
        let plain = Setting {
            opponent: None,
            left: None,
            ..setting()
        };
        for setting in [setting(), plain] {
            assert_eq!(Setting::read(&setting.line()), Some(setting));
        }
        for line in [
            "",
            "human=white",
            "human level=5 s",
            "left=1 level=5 s",
            "left=-1,nan level=5 s",
        ] {
            assert_eq!(Setting::read(line), None, "{line}");
        }
    }

    #[test]
    fn killed_session_leaves_its_games_to_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path());
        let second = open(folder.path());
        assert!(first.left_over.is_none() && second.left_over.is_none());
        let [first, second] = [first, second].map(|slots| slots.own.unwrap());
        first.write("1. e4 1-0\n\n", "1. d4 *\n\n", Some(&setting()));
        second.write("", "1. c4 1-0\n\n", None);
        // Sessions that live keep their games.
        assert!(open(folder.path()).left_over.is_none());
        drop(first);
        let slots = open(folder.path());
        let left = slots.left_over.unwrap();
        assert_eq!(left.earlier, "1. e4 1-0\n\n");
        let game = left.game.as_ref().unwrap();
        assert_eq!(
            (game.pgn.as_str(), &game.setting),
            ("1. d4 *\n\n", &setting())
        );
        // Nobody else is offered the same game meanwhile.
        assert!(open(folder.path()).left_over.is_none());
        left.remove();
        drop(slots.own);
        drop(second);
        let slots = open(folder.path());
        let left = slots.left_over.unwrap();
        assert!(left.game.is_none() && left.earlier == "1. c4 1-0\n\n");
    }

    #[test]
    fn folder_that_cannot_be_used_leaves_no_journal() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let slots = open(&file);
        assert!(slots.own.is_none() && slots.left_over.is_none());
    }
}
