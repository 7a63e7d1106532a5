//! A command in parts, some of them killed and restarted, against the same command in one run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::session::{command, run};

/// Parts of each command.
const PARTS: usize = 16;
/// Parts that are killed.
const KILLS: usize = 3;

/// A command that runs in parts.
#[derive(Clone, Copy)]
pub struct Shards<'a> {
    pub program: &'a str,
    /// The command.
    pub words: &'a str,
    /// Further words of a restarted part.
    pub restart: &'a str,
    /// The file to merge.
    pub file: &'a str,
    /// Writes the input to a folder.
    pub set_up: &'a dyn Fn(&Path),
}

impl<'a> Shards<'a> {
    /// A command without input, whose parts are restarted as they were started.
    pub fn new(program: &'a str, words: &'a str, file: &'a str) -> Shards<'a> {
        Shards {
            program,
            words,
            restart: "",
            file,
            set_up: &|_| (),
        }
    }

    /// Runs the whole, and in another folder the parts in any order and the merge, and compares all files of the whole.
    /// Returns the outputs of the whole and the merge.
    pub fn check(&self, seed: u64) -> (Output, Output) {
        let (whole, parts) = (
            TempDir::new().expect("a folder"),
            TempDir::new().expect("a folder"),
        );
        for folder in [&whole, &parts] {
            (self.set_up)(folder.path());
        }
        let undivided = self.run(whole.path(), self.words);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (1..=PARTS).collect();
        order.shuffle(&mut random);
        let (mut kills, mut duration) = (0, None);
        for number in order {
            let mut words = format!("{} --shard {number}/{PARTS}", self.words);
            if let Some(time) = duration.filter(|_| kills < KILLS) {
                let mut child = self
                    .command(parts.path(), &words)
                    .spawn()
                    .expect("it starts");
                sleep(Duration::mul_f64(time, random.random_range(0.1..0.9)));
                child.kill().expect("it can be killed");
                if child.wait().expect("its end").success() {
                    // The part timed was slower than this one: the next is killed sooner.
                    duration = Some(time / 2);
                    continue;
                }
                kills += 1;
                words = format!("{words} {}", self.restart);
            }
            let started = Instant::now();
            let done = self.run(parts.path(), &words);
            assert!(done.status.success(), "{words}: {done:?}");
            duration.get_or_insert(started.elapsed());
        }
        assert_eq!(kills, KILLS, "the others ended before they could be killed");
        let merged = self.run(parts.path(), &format!("merge {}", self.file));
        assert_eq!(merged.status, undivided.status, "{merged:?}");
        let (expected, found) = (files(whole.path()), files(parts.path()));
        for (name, expected) in expected {
            let found = found
                .get(&name)
                .unwrap_or_else(|| panic!("{} is not there", name.display()));
            assert!(is_same(found, &expected), "{} differs", name.display());
        }
        (undivided, merged)
    }

    fn command(&self, folder: &Path, words: &str) -> Command {
        command(self.program, folder, words.split_whitespace())
    }

    fn run(&self, folder: &Path, words: &str) -> Output {
        run(self.command(folder, words), "")
    }
}

/// Names in a folder, and in the folders in it, with their bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = PathBuf::from(path.file_name().expect("a name"));
        if path.is_dir() {
            all.extend(
                files(&path)
                    .into_iter()
                    .map(|(inner, bytes)| (name.join(inner), bytes)),
            );
        } else {
            all.insert(name, fs::read(&path).expect("a file"));
        }
    }
    all
}

/// Whether files are the same but for the day of the games.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let undated = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let day = |line: &str| {
            if line.starts_with("[Date \"") {
                line[.."[Date \"".len()].to_owned()
            } else {
                line.to_owned()
            }
        };
        text.lines().map(day).collect::<Vec<_>>()
    };
    one == other || undated(one) == undated(other)
}
