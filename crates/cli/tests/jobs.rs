//! Commands whose work is a job: killed at any moment they go on, and their shards are merged. Then
//! the files are those of an undisturbed run, byte for byte.

mod common;
#[path = "../../analysis/tests/common/random_games.rs"]
mod random_games;

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use common::{belle, command, text};
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

/// Exit status if some of the input was skipped.
const SKIPPED: i32 = 3;
const KILLS: usize = 20;
/// Time that a command may take to begin.
const BEGINNING: Duration = Duration::from_millis(120);
const SHARDS: usize = 16;
const KILLED_SHARDS: usize = 3;

/// A command, and how it is continued and merged.
struct JobCommand {
    words: &'static str,
    /// Further words of a restarted command.
    resume: &'static str,
    /// The file to merge.
    merged: &'static str,
    /// Exit status of the whole command.
    status: i32,
    /// Writes the input to a folder.
    set_up: fn(&Path),
}

const MATCH: JobCommand = JobCommand {
    words: "match native,name=a native,name=b,depth=2 --depth 3 --games 62 --max-moves 60 \
            --concurrency 2 --pgn games.pgn",
    resume: "--resume",
    merged: "games.pgn",
    status: 0,
    set_up: |_| (),
};

/// One of its games is malformed.
const ANALYSE: JobCommand = JobCommand {
    words: "analyse input.pgn --player belle --depth 2 -o a.pgn --svg graphs --json a.json \
            --csv a.csv --html a.html --table",
    resume: "--resume",
    merged: "a.pgn",
    status: SKIPPED,
    set_up: write_games,
};

/// One of its positions is malformed.
const SUITE: JobCommand = JobCommand {
    words: "suite suite.epd --player native --depth 9 -o s.json",
    resume: "--resume",
    merged: "s.json",
    status: SKIPPED,
    set_up: write_suite,
};

const LAB: JobCommand = JobCommand {
    words: "lab run weights --quick --jobs 2 --results .",
    resume: "--resume",
    merged: "weights-quick.job",
    status: 0,
    set_up: |_| (),
};

/// Its folder of tables is always continued, and its shards are processes that work on one table.
const ENDGAME: JobCommand = JobCommand {
    words: "endgame build KQKR KRPK -o tables",
    resume: "",
    merged: "",
    status: 0,
    set_up: |_| (),
};

fn write_games(folder: &Path) {
    let mut games: Vec<String> = (1..=40)
        .map(|number| random_games::random_game(7, number))
        .collect();
    let malformed = "[White \"A\"]\n[Black \"B\"]\n\n1. Ke4 *\n\n";
    games.insert(15, malformed.to_owned());
    fs::write(folder.join("input.pgn"), games.concat()).unwrap();
}

fn write_suite(folder: &Path) {
    let suite = include_str!("../../../suites/bratko-kopec.epd");
    fs::write(folder.join("suite.epd"), format!("malformed\n{suite}")).unwrap();
}

impl JobCommand {
    fn folder(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        (self.set_up)(folder.path());
        folder
    }

    /// Runs the command to its end.
    fn run(&self, folder: &Path, more: &str) -> Output {
        let words = format!("{} {more}", self.words);
        let words: Vec<&str> = words.split_whitespace().collect();
        belle(folder, &words, "")
    }

    fn start(&self, folder: &Path, more: &str) -> Child {
        let words = format!("{} {more}", self.words);
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut command = command(folder, &words);
        // A full pipe would stop it.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn assert_done(&self, output: &Output) {
        let shown = text(&output.stderr);
        assert_eq!(output.status.code(), Some(self.status), "{shown}");
    }

    /// Kills the command at random moments, and compares all files in the end with those of an
    /// undisturbed run.
    fn check_kills(&self, seed: u64) {
        let whole = self.folder();
        let started = Instant::now();
        self.assert_done(&self.run(whole.path(), ""));
        let span = started.elapsed();
        let expected = files(whole.path());
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut folder = self.folder();
        // Each run gets about span / 14, so that 20 of them take about one and a half undisturbed
        // runs; but it has time to begin.
        let longest = Duration::max(span / 8, BEGINNING);
        let mut kills = 0;
        while kills < KILLS {
            let mut child = self.start(folder.path(), self.resume);
            sleep(random.random_range(span / 50..longest));
            if let Some(status) = child.try_wait().unwrap() {
                // It ended before it could be killed: once more from the start.
                assert_eq!(status.code(), Some(self.status));
                assert_same(&files(folder.path()), &expected);
                folder = self.folder();
                continue;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        self.assert_done(&self.run(folder.path(), self.resume));
        assert_same(&files(folder.path()), &expected);
    }

    /// Runs the shards in any order, kills and restarts some, merges them, and compares the whole's
    /// files.
    fn check_shards(&self, seed: u64) -> Sharded {
        let whole_folder = self.folder();
        let whole = self.run(whole_folder.path(), "");
        self.assert_done(&whole);
        let shards_folder = self.folder();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (1..=SHARDS).collect();
        order.shuffle(&mut random);
        let mut killed = 0;
        // How long a shard takes, once known.
        let mut span: Option<Duration> = None;
        for number in order {
            let mut more = format!("--shard {number}/{SHARDS}");
            if let Some(known) = span
                && killed < KILLED_SHARDS
            {
                let mut child = self.start(shards_folder.path(), &more);
                sleep(known.mul_f64(random.random_range(0.1..0.9)));
                child.kill().unwrap();
                if child.wait().unwrap().success() {
                    // The shard that was timed took longer: the next is killed sooner.
                    span = Some(known / 2);
                    continue;
                }
                killed += 1;
                more = format!("{more} {}", self.resume);
            }
            let started = Instant::now();
            let done = self.run(shards_folder.path(), &more);
            assert!(done.status.success(), "{more}: {}", text(&done.stderr));
            if span.is_none() {
                span = Some(started.elapsed());
            }
        }
        assert_eq!(killed, KILLED_SHARDS, "the others ended too soon");
        let merged = belle(shards_folder.path(), &["merge", self.merged], "");
        self.assert_done(&merged);
        let mut found = files(shards_folder.path());
        let expected = files(whole_folder.path());
        found.retain(|name, _| expected.contains_key(name));
        assert_same(&found, &expected);
        Sharded {
            whole,
            merged,
            whole_folder,
        }
    }
}

/// What a job and its shards have given.
struct Sharded {
    /// What the undivided job has printed.
    whole: Output,
    /// What the merge of the shards has printed.
    merged: Output,
    /// The folder of the undivided job.
    whole_folder: TempDir,
}

/// Whether this is a job beside its output, such as `games.pgn.job`. It can hold times, which
/// differ between runs. `weights-quick.job` is itself the output.
fn is_beside_output(name: &Path) -> bool {
    let output = name.with_extension("");
    name.extension().is_some_and(|end| end == "job") && output.extension().is_some()
}

/// Names in a folder, and in the folders in it, with their bytes, without jobs beside outputs.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = PathBuf::from(path.file_name().unwrap());
        if path.is_dir() {
            for (inner, bytes) in files(&path) {
                all.insert(name.join(inner), bytes);
            }
        } else if !is_beside_output(&name) {
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all
}

fn assert_same(found: &BTreeMap<PathBuf, Vec<u8>>, expected: &BTreeMap<PathBuf, Vec<u8>>) {
    assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
    for (name, expected) in expected {
        let same = found[name] == *expected || undated(&found[name]) == undated(expected);
        assert!(same, "{} differs", name.display());
    }
}

/// The lines but for the days of the games.
fn undated(bytes: &[u8]) -> Vec<String> {
    let text = text(bytes);
    let lines = text.lines().filter(|line| !line.starts_with("[Date \""));
    lines.map(str::to_owned).collect()
}

#[test]
fn killed_match_resumes_to_the_same_bytes() {
    MATCH.check_kills(1);
}

#[test]
fn killed_analysis_resumes_to_the_same_bytes() {
    ANALYSE.check_kills(2);
}

#[test]
fn killed_suite_resumes_to_the_same_bytes() {
    SUITE.check_kills(3);
}

#[test]
fn killed_experiment_resumes_to_the_same_bytes() {
    // Runs of a part, since an experiment takes long.
    let part = JobCommand {
        words: "lab run weights --quick --jobs 2 --results . --shard 1/4",
        ..LAB
    };
    part.check_kills(4);
}

#[test]
fn killed_endgame_build_resumes_to_the_same_bytes() {
    ENDGAME.check_kills(1978);
}

/// Commands with a short job, and the file beside which it stands.
const SHORT: [(&str, &str); 3] = [
    (
        "match native,name=a native,name=b --nodes 20 --games 4 --max-moves 5 --pgn games.pgn",
        "games.pgn",
    ),
    (
        "analyse input.pgn --player native --depth 1 -o a.pgn",
        "a.pgn",
    ),
    (
        "suite suite.epd --player native --depth 1 -o s.json",
        "s.json",
    ),
];

#[test]
fn record_with_a_flipped_bit_is_named_and_done_again() {
    for (words, output) in SHORT {
        let folder = TempDir::new().unwrap();
        write_games(folder.path());
        write_suite(folder.path());
        let words: Vec<&str> = words.split_whitespace().collect();
        let whole = belle(folder.path(), &words, "");
        assert_ne!(whole.status.code(), Some(1), "{}", text(&whole.stderr));
        let expected = files(folder.path());
        let job = folder.path().join(format!("{output}.job"));
        let mut bytes = fs::read(&job).unwrap();
        // The third line begins behind the second newline; a letter within it changes.
        let mut ends = Vec::new();
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' {
                ends.push(at);
            }
        }
        bytes[(ends[1] + ends[2]) / 2] ^= 1;
        fs::write(&job, bytes).unwrap();
        let again = belle(folder.path(), &[&words[..], &["--resume"]].concat(), "");
        let error = text(&again.stderr);
        let named = format!("{output}.job: line 3 is damaged: its record is left out");
        assert!(error.contains(&named), "{words:?}: {error}");
        assert_eq!(
            again.status.code(),
            whole.status.code(),
            "{words:?}: {error}"
        );
        assert_same(&files(folder.path()), &expected);
    }
}

#[test]
fn merged_shards_of_a_match_equal_the_whole() {
    let Sharded { whole, merged, .. } = MATCH.check_shards(1);
    assert!(text(&whole.stdout).contains("62/62"));
    assert!(text(&merged.stdout).contains("Pentanomial"));
}

#[test]
fn merged_shards_of_an_analysis_equal_the_whole() {
    let Sharded { whole, merged, .. } = ANALYSE.check_shards(2);
    assert_eq!(text(&whole.stdout), text(&merged.stdout));
    assert!(text(&merged.stderr).contains("1 of 41 games skipped"));
}

#[test]
fn merged_shards_of_a_suite_equal_the_whole() {
    let Sharded { whole, merged, .. } = SUITE.check_shards(3);
    // The heading and 24 positions, as far as the times.
    let rows = |shown: &[u8]| {
        let shown = text(shown);
        let rows = shown.lines().take(25).map(|row| row[..40].to_owned());
        rows.collect::<Vec<String>>()
    };
    assert_eq!(rows(&whole.stdout), rows(&merged.stdout));
}

#[test]
fn merged_shards_of_an_experiment_equal_the_whole() {
    let Sharded { whole_folder, .. } = LAB.check_shards(4);
    assert_page_goes_anywhere(whole_folder.path());
}

/// The page of an experiment that is done goes to a pipe, a device, and over a link; a read-only
/// file stays.
fn assert_page_goes_anywhere(folder: &Path) {
    let run = |page: &str| LAB.run(folder, &format!("--resume --report {page}"));
    let piped = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&piped).status();
    assert!(made.unwrap().success());
    let reader = thread::spawn(move || fs::read(piped).unwrap());
    LAB.assert_done(&run("pipe"));
    assert!(!reader.join().unwrap().is_empty());
    LAB.assert_done(&run("/dev/null"));
    let full = text(&run("/dev/full").stderr);
    assert!(full.contains("cannot write /dev/full: No space"), "{full}");
    symlink("page.md", folder.join("link.md")).unwrap();
    // The link leads first nowhere, then to a file.
    for _ in 0..2 {
        LAB.assert_done(&run("link.md"));
        assert!(folder.join("link.md").is_symlink());
        assert!(fs::metadata(folder.join("page.md")).unwrap().len() > 0);
    }
    fs::write(folder.join("kept.md"), "mine").unwrap();
    fs::set_permissions(folder.join("kept.md"), Permissions::from_mode(0o444)).unwrap();
    let refused = text(&run("kept.md").stderr);
    assert!(refused.contains("it is read-only"), "{refused}");
    assert_eq!(fs::read(folder.join("kept.md")).unwrap(), b"mine");
}
