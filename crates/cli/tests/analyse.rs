//! `belle analyse`, run to its end or killed.

#[path = "../../analysis/tests/common/random_games.rs"]
mod random_games;

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Output};
use std::time::Duration;

use common::{command, text};
use conformance::shards::Shards;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

/// Games of the test file, besides a malformed one.
const GAMES: u64 = 40;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(folder, &[&["analyse"], arguments].concat())
        .spawn()
        .expect("the program starts")
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    start(folder, arguments).wait_with_output().unwrap()
}

fn message(output: &Output) -> String {
    text(&output.stderr)
}

fn write_games(folder: &Path) {
    let mut games: Vec<String> = (1..=GAMES)
        .map(|number| random_games::random_game(7, number))
        .collect();
    games.insert(
        15,
        "[White \"A\"]\n[Black \"B\"]\n\n1. Ke4 *\n\n".to_owned(),
    );
    fs::write(folder.join("games.pgn"), games.concat()).unwrap();
}

/// An analysis to `a.pgn` with all summaries.
const ARGUMENTS: [&str; 11] = [
    "games.pgn",
    "--depth",
    "1",
    "-o",
    "a.pgn",
    "--svg",
    "graphs",
    "--json",
    "a.json",
    "--csv",
    "a.csv",
];

/// All files that an analysis writes.
fn results(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = [folder.to_owned(), folder.join("graphs")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read(path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

/// The files of an uninterrupted analysis.
fn uninterrupted() -> Vec<(String, Vec<u8>)> {
    let folder = TempDir::new().unwrap();
    write_games(folder.path());
    let output = run(folder.path(), &ARGUMENTS);
    assert_eq!(output.status.code(), Some(3), "{}", message(&output));
    results(folder.path())
}

/// Waits until `games` are in the journal, or the program has ended.
fn wait_for(games: usize, folder: &Path, child: &mut Child) {
    let journal = folder.join("a.pgn.journal");
    while child.try_wait().unwrap().is_none()
        && fs::read_to_string(&journal)
            .unwrap_or_default()
            .lines()
            .count()
            <= games
    {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn assert_same(found: &[(String, Vec<u8>)], expected: &[(String, Vec<u8>)]) {
    let names = |files: &[(String, Vec<u8>)]| {
        files
            .iter()
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(found), names(expected));
    for ((name, found), (_, expected)) in found.iter().zip(expected) {
        assert!(found == expected, "{name} differs");
    }
}

#[test]
fn resume_after_kills_equals_uninterrupted() {
    let expected = uninterrupted();
    // The input, the graphs, two CSV files, the JSON file, and the output.
    assert_eq!(expected.len() as u64, 1 + GAMES + 4);
    let folder = TempDir::new().unwrap();
    write_games(folder.path());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let resumed = [&ARGUMENTS[..], &["--resume", "--concurrency", "2"]].concat();
    for kill in 1..=6 {
        let mut child = start(
            folder.path(),
            if kill % 2 == 0 {
                &resumed
            } else {
                &resumed[..ARGUMENTS.len() + 1]
            },
        );
        wait_for(kill * 5, folder.path(), &mut child);
        std::thread::sleep(Duration::from_micros(random.random_range(0..20_000)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(
        folder.path().join("a.pgn.journal").exists(),
        "killed too late"
    );
    let output = run(folder.path(), &resumed);
    assert_eq!(output.status.code(), Some(3), "{}", message(&output));
    assert!(
        message(&output).contains("1 of 41 games skipped, 40 written to a.pgn"),
        "{}",
        message(&output)
    );
    assert_same(&results(folder.path()), &expected);
}

#[test]
fn resume_after_damage_equals_uninterrupted() {
    let expected = uninterrupted();
    let folder = TempDir::new().unwrap();
    write_games(folder.path());
    let mut child = start(folder.path(), &ARGUMENTS);
    wait_for(20, folder.path(), &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (part, journal) = (
        fs::read(file("a.pgn.part")).unwrap(),
        fs::read(file("a.pgn.journal")).unwrap(),
    );
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let resumed = [&ARGUMENTS[..], &["--resume"]].concat();
    for round in 0..6 {
        let _ = fs::remove_file(file("a.pgn"));
        let (mut part, mut journal) = (part.clone(), journal.clone());
        match round {
            0 => journal.clear(),
            1 => journal.truncate(random.random_range(1..40)),
            2 => journal.truncate(random.random_range(100..journal.len())),
            3 => part.truncate(random.random_range(0..part.len())),
            4 => part.extend(b"[Event \"half a game"),
            _ => {
                let at = random.random_range(0..part.len());
                part[at..].fill(0);
            }
        }
        fs::write(file("a.pgn.part"), part).unwrap();
        fs::write(file("a.pgn.journal"), journal).unwrap();
        let output = run(folder.path(), &resumed);
        assert_eq!(output.status.code(), Some(3), "{}", message(&output));
        assert_same(&results(folder.path()), &expected);
    }
    // Interrupted between the last two steps: the output has its name, and the journal exists.
    fs::write(file("a.pgn.journal"), journal).unwrap();
    assert_eq!(run(folder.path(), &resumed).status.code(), Some(3));
    assert_same(&results(folder.path()), &expected);
}

#[cfg(unix)]
#[test]
fn resume_with_other_input_or_settings_is_an_error() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = TempDir::new().unwrap();
    write_games(folder.path());
    let mut child = start(folder.path(), &ARGUMENTS);
    wait_for(3, folder.path(), &mut child);
    let busy = run(folder.path(), &[&ARGUMENTS[..], &["--resume"]].concat());
    assert!(
        message(&busy).contains("a.pgn: another process is writing to it"),
        "{}",
        message(&busy)
    );
    kill(
        Pid::from_raw(child.id().try_into().unwrap()),
        Signal::SIGINT,
    )
    .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        message(&output).contains("the same command with --resume continues"),
        "{}",
        message(&output)
    );

    let refusal = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        message(&output)
    };
    assert!(refusal(&ARGUMENTS).contains("resume it with --resume"));
    let mut deeper = [&ARGUMENTS[..], &["--resume"]].concat();
    deeper[2] = "2";
    assert!(refusal(&deeper).contains("limit was 'depth 1 a move', got 'depth 2 a move'"));
    deeper[2] = "1";
    let games = fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    fs::write(
        folder.path().join("games.pgn"),
        games.replacen("Random", "random", 1),
    )
    .unwrap();
    assert!(
        refusal(&deeper).contains("the input has changed since this analysis was begun: game 1")
    );
    fs::write(folder.path().join("games.pgn"), games).unwrap();
    assert_eq!(run(folder.path(), &deeper).status.code(), Some(3));
    assert!(refusal(&deeper).contains("a.pgn already exists"));
}

#[test]
fn utf16_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("utf16.pgn"), b"\xff\xfe1\0.\0").unwrap();
    let refused = message(&run(folder.path(), &["utf16.pgn", "--depth", "1"]));
    assert!(
        refused.contains("expected UTF-8 or Latin-1, got UTF-16"),
        "{refused}"
    );
}

#[test]
fn shards_merged_equal_the_whole() {
    let words = "analyse games.pgn --depth 2 -o a.pgn --svg graphs --json a.json --csv a.csv --html a.html --table";
    let shards = Shards::new(env!("CARGO_BIN_EXE_belle"), words, "a.pgn");
    let (whole, merged) = Shards {
        restart: "--resume",
        set_up: &write_games,
        ..shards
    }
    .check(2);
    assert_eq!(whole.status.code(), Some(3));
    assert!(whole.stdout == merged.stdout && message(&merged).contains("1 of 41 games skipped"));
}
