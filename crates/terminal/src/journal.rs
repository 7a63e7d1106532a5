//! The games that are not saved yet, on disk after each move: a kill or a power cut loses none.
//!
//! Each session has a slot in the data folder: a lock and a PGN file. A file whose lock is free
//! belongs to a session that has ended with a game in progress, whatever ended it; the next session
//! offers to go on with that game.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use files::write_atomically;
use shakmaty::{ByColor, Color};

/// Most sessions at a time.
const SLOTS: usize = 100;

/// Most bytes of a journal that is read. It has the games of one session.
const MAX_JOURNAL: u64 = 64 << 20;

/// Begins the line of a journal that stands before the game in progress. PGN reserves such lines
/// for programs.
const MARK: &str = "% belle: ";

/// Begins the last line of a journal, which has the checksum of all lines before it.
const CHECKSUM: &str = "% belle crc32: ";

/// A session's slot.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    _lock: SlotLock,
}

/// The lock of a slot, held as long as the session lives, and removed at its end.
#[derive(Debug)]
struct SlotLock {
    path: PathBuf,
    _file: File,
}

/// What a session before left behind.
#[derive(Debug)]
pub(crate) struct LeftOver {
    path: PathBuf,
    _lock: SlotLock,
    /// Games that were over, as PGN.
    pub(crate) earlier: String,
    /// The game in progress, if there was one.
    pub(crate) game: Option<Interrupted>,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Interrupted {
    pub(crate) pgn: String,
    pub(crate) setting: Setting,
}

/// What PGN does not say about a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) human: Color,
    /// Whether the person plays both sides.
    pub(crate) is_manual: bool,
    /// Whether the games' file has the game as it stands, so that it is replaced there when it goes
    /// on.
    pub(crate) is_saved: bool,
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
    /// What is wrong with files that are left where they are.
    pub(crate) faults: Vec<String>,
}

/// Takes a slot of the folder, and the latest of what sessions before left there. Two sessions
/// never take the same.
pub(crate) fn open(folder: &Path) -> Slots {
    let mut slots = Slots::default();
    if fs::create_dir_all(folder).is_err() {
        return slots;
    }
    let mut latest = None;
    for number in 1..=SLOTS {
        let path = folder.join(format!("unfinished-{number}.pgn"));
        // Also a link that leads nowhere takes the name.
        let is_free = || fs::symlink_metadata(&path).is_err();
        if slots.own.is_some() && is_free() {
            continue;
        }
        let Some(lock) = SlotLock::take(&path.with_extension("lock")) else {
            continue;
        };
        if is_free() {
            slots.own = Some(Journal { path, _lock: lock });
            continue;
        }
        let Ok(changed) = time_of_change(&path) else {
            continue;
        };
        if let Some(known) = latest
            && changed < known
        {
            continue;
        }
        let shown = path.display();
        let text = match files::read_text(&path, MAX_JOURNAL) {
            Ok(text) => text,
            Err(error) => {
                let fault = format!("cannot read {shown}, where games may be: {error}");
                slots.faults.push(fault);
                continue;
            }
        };
        let Some(games) = unsealed(&text) else {
            slots.faults.push(format!(
                "{shown} is damaged (its checksum is wrong), so its games are not taken over: look \
                 at them with `belle review {shown}`, and remove it"
            ));
            continue;
        };
        latest = Some(changed);
        slots.left_over = Some(LeftOver::read(games, path, lock));
    }
    slots
}

/// A text with its checksum.
fn sealed(text: &str) -> String {
    let checksum = crc32fast::hash(text.as_bytes());
    format!("{text}{CHECKSUM}{checksum:08x}\n")
}

/// The text before the checksum, if that is right.
fn unsealed(text: &str) -> Option<&str> {
    let (before, _) = text.rsplit_once(CHECKSUM)?;
    if sealed(before) == text {
        Some(before)
    } else {
        None
    }
}

fn time_of_change(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path)?.modified()
}

impl SlotLock {
    /// Takes a lock that nobody holds.
    fn take(path: &Path) -> Option<SlotLock> {
        loop {
            let file = files::open_own(path).ok()?;
            file.try_lock().ok()?;
            // Whoever held the lock may have removed its file in the meantime: such a lock keeps
            // nobody out.
            let is_current = match same_file::Handle::from_path(path) {
                Ok(current) => {
                    current == same_file::Handle::from_file(file.try_clone().ok()?).ok()?
                }
                Err(error) if error.kind() == ErrorKind::NotFound => false,
                // Such as out of descriptors: that does not pass by trying again.
                Err(_) => return None,
            };
            if is_current {
                return Some(SlotLock {
                    path: path.to_owned(),
                    _file: file,
                });
            }
        }
    }
}

impl Drop for SlotLock {
    fn drop(&mut self) {
        // While it is still locked, so that no other session's lock is removed.
        let _ = fs::remove_file(&self.path);
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
            let _ = write_atomically(&self.path, &sealed(&text));
        }
    }

    /// Removes what is saved elsewhere.
    pub(crate) fn clear(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl LeftOver {
    fn read(text: &str, path: PathBuf, lock: SlotLock) -> LeftOver {
        let mut left = LeftOver {
            path,
            _lock: lock,
            earlier: text.to_owned(),
            game: None,
        };
        // A mark that cannot be read is left in the text: its game is one of those before.
        if let Some((earlier, interrupted)) = text.split_once(MARK)
            && let Some(game) = Interrupted::read(interrupted)
        {
            left.earlier = earlier.to_owned();
            left.game = Some(game);
        }
        left
    }

    /// Whether the games' file has all of it.
    pub(crate) fn is_saved(&self) -> bool {
        match &self.game {
            Some(game) => game.setting.is_saved && self.earlier.is_empty(),
            None => false,
        }
    }

    /// Removes the file: its games are in another one.
    pub(crate) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Interrupted {
    /// Reads what follows the mark: a line with the setting, then the game.
    fn read(text: &str) -> Option<Interrupted> {
        let (setting, pgn) = text.split_once('\n')?;
        Some(Interrupted {
            pgn: pgn.to_owned(),
            setting: Setting::read(setting)?,
        })
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
        let manual = if self.is_manual { " manual=on" } else { "" };
        let saved = if self.is_saved { " saved=yes" } else { "" };
        format!(
            "human={human}{manual}{saved}{opponent}{left} level={}",
            self.level
        )
    }

    fn read(line: &str) -> Option<Setting> {
        let (words, level) = line.split_once(" level=")?;
        let mut setting = Setting {
            human: Color::White,
            is_manual: false,
            is_saved: false,
            opponent: None,
            left: None,
            level: level.trim().to_owned(),
        };
        for word in words.split_whitespace() {
            match word.split_once('=')? {
                ("human", side) => setting.human = Color::from_white(side == "white"),
                ("manual", on) => setting.is_manual = on == "on",
                ("saved", yes) => setting.is_saved = yes == "yes",
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
            is_manual: true,
            is_saved: true,
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
            is_manual: false,
            is_saved: false,
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
    fn slots_whose_names_are_taken_by_other_things_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let pipe = |name: &str| {
            let made = std::process::Command::new("mkfifo").arg(at(name)).status();
            assert!(made.unwrap().success());
        };
        // Nobody reads or writes at the other end of these pipes.
        pipe("unfinished-1.lock");
        pipe("unfinished-2.pgn");
        std::os::unix::fs::symlink("unfinished-1.lock", at("unfinished-3.lock")).unwrap();
        fs::write(at("mine"), "mine").unwrap();
        std::os::unix::fs::symlink("mine", at("unfinished-4.lock")).unwrap();
        std::os::unix::fs::symlink("missing", at("unfinished-5.pgn")).unwrap();
        fs::create_dir(at("unfinished-6.lock")).unwrap();
        let slots = open(folder.path());
        assert!(slots.left_over.is_none());
        let own = slots.own.unwrap();
        own.write("1. e4 *\n\n", "", None);
        assert_eq!(own.path, at("unfinished-7.pgn"));
        assert_eq!(fs::read(at("mine")).unwrap(), b"mine");
        assert!(!at("missing").exists());
    }

    #[test]
    fn latest_game_is_left_and_locks_do_not_stay() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<String> = entries
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        let [first, second] = [open(folder.path()), open(folder.path())];
        let [first, second] = [first, second].map(|slots| slots.own.unwrap());
        second.write("", "1. c4 *\n\n", Some(&setting()));
        first.write("", "1. d4 *\n\n", Some(&setting()));
        let hour = Duration::from_secs(3600);
        let file = File::options().append(true).open(&second.path).unwrap();
        file.set_modified(std::time::SystemTime::now() + hour)
            .unwrap();
        drop((first, second));
        assert_eq!(names(), ["unfinished-1.pgn", "unfinished-2.pgn"]);
        let slots = open(folder.path());
        let left = slots.left_over.unwrap();
        assert!(left.game.as_ref().unwrap().pgn.starts_with("1. c4"));
        assert_eq!(
            names(),
            [
                "unfinished-1.pgn",
                "unfinished-2.lock",
                "unfinished-2.pgn",
                "unfinished-3.lock"
            ]
        );
        left.remove();
        drop(slots.own);
        assert_eq!(names(), ["unfinished-1.pgn"]);
    }

    #[test]
    fn lock_is_taken_by_one_of_many_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.lock");
        let holders = std::sync::atomic::AtomicUsize::new(0);
        let taken = std::sync::atomic::AtomicUsize::new(0);
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..300 {
                        let Some(lock) = SlotLock::take(&path) else {
                            continue;
                        };
                        assert_eq!(holders.fetch_add(1, order), 0);
                        taken.fetch_add(1, order);
                        holders.fetch_sub(1, order);
                        drop(lock);
                    }
                });
            }
        });
        assert!(taken.load(order) > 0);
    }

    #[test]
    fn journal_that_cannot_be_read_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("unfinished-1.pgn");
        fs::write(&path, [0xFF]).unwrap();
        let slots = open(folder.path());
        assert!(slots.left_over.is_none());
        let expected = format!(
            "cannot read {}, where games may be: it is not text in UTF-8",
            path.display()
        );
        assert_eq!(slots.faults, [expected]);
        slots
            .own
            .unwrap()
            .write("", "1. e4 *\n\n", Some(&setting()));
        assert_eq!(fs::read(&path).unwrap(), [0xFF]);
        assert!(folder.path().join("unfinished-2.pgn").exists());
    }

    #[test]
    fn each_flipped_bit_of_a_journal_is_named_and_its_games_are_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let slots = open(folder.path());
        let own = slots.own.unwrap();
        own.write("1. e4 1-0\n\n", "1. d4 *\n\n", Some(&setting()));
        let path = own.path.clone();
        drop(own);
        let written = fs::read(&path).unwrap();
        assert!(open(folder.path()).left_over.is_some());
        for bit in 0..written.len() * 8 {
            let mut flipped = written.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, flipped).unwrap();
            let slots = open(folder.path());
            assert!(slots.left_over.is_none(), "bit {bit}");
            let [fault] = &slots.faults[..] else {
                panic!("bit {bit}: {:?}", slots.faults);
            };
            assert!(fault.contains("unfinished-1.pgn"), "{fault}");
        }
        // Nor is one that is cut off.
        for length in 0..written.len() {
            fs::write(&path, &written[..length]).unwrap();
            let slots = open(folder.path());
            assert!(slots.left_over.is_none() && slots.faults.len() == 1);
        }
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
