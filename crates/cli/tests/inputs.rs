//! Every input of every command, given what never ends or is no file: each is refused in words, at
//! once.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use common::text;
use tempfile::{TempDir, tempdir};

/// A command that reads the file `IN`.
struct InputCommand {
    words: &'static str,
    /// What it reads from its input.
    lines: &'static str,
    /// Where `IN` lies; its name decides what it is.
    input: &'static str,
    /// Whether it goes on without the file: a player goes on with what it had.
    goes_on: bool,
}

const fn new(words: &'static str) -> InputCommand {
    InputCommand {
        words,
        lines: "",
        input: "input",
        goes_on: false,
    }
}

/// A command that works with a file of this name.
const fn named(words: &'static str, input: &'static str) -> InputCommand {
    InputCommand {
        input,
        ..new(words)
    }
}

/// A session that is told of the file.
const fn session(words: &'static str, lines: &'static str) -> InputCommand {
    InputCommand {
        lines,
        goes_on: true,
        ..new(words)
    }
}

const COMMANDS: &[InputCommand] = &[
    new("asm IN"),
    new("disasm IN"),
    new("suite IN --depth 1"),
    named("mate IN", "input.epd"),
    new("mate IN"),
    new("review IN"),
    new("analyse IN --depth 1 -o out.pgn"),
    new("match native native,name=b --nodes 10 --games 2 --max-moves 2 --openings IN"),
    new("match native,option.BookFile=IN native,name=b --nodes 10 --games 2 --max-moves 2"),
    new(
        "match belle,generation=1972,option.ProgramBook=IN native --nodes 10 --games 2 \
         --max-moves 2",
    ),
    named(
        "match native native,name=b --nodes 10 --games 2 --max-moves 2 --pgn out.pgn --resume",
        "out.pgn.job",
    ),
    named(
        "suite suite.epd --depth 1 -o out.json --resume",
        "out.json.job",
    ),
    named("merge out.pgn", "out.pgn.1-of-1.job"),
    named(
        "lab run weights --quick --results results --resume",
        "results/weights-quick.job",
    ),
    named("lab report --results results", "results/weights-quick.job"),
    named("lab list --results results", "results/weights-quick.job"),
    named("endgame verify -d tables KQK", "tables/KQK.dtc"),
    named(
        "endgame probe -d tables 8/8/8/8/5k2/8/8/KQ6",
        "tables/KQK.dtc",
    ),
    named("endgame stats -d tables KQK", "tables/KQK.dtc"),
    named("endgame build KQKR -d tables", "tables/KQK.dtc"),
    named("config show", "belle/config.toml"),
    named("config set play.level 3", "belle/config.toml"),
    named("config unset play.level", "belle/config.toml"),
    session(
        "uci --player native",
        "setoption name BookFile value IN\nposition startpos\ngo nodes 10\nquit\n",
    ),
    session(
        "uci --player belle",
        "setoption name ProgramBook value IN\nposition startpos\ngo depth 1\nquit\n",
    ),
    session("play --plain --level 1", "load IN\nquit\n"),
    session("play --plain --level 1", "review IN\nquit\n"),
];

/// A folder with what else the commands need.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    for name in ["belle", "results", "tables"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let suite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    fs::write(folder.path().join("suite.epd"), suite).unwrap();
    folder
}

/// What is no file, or has no end; what is said of it.
const KINDS: [(&str, &str); 3] = [
    ("device", "it is a device"),
    ("pipe", "it is a named pipe"),
    ("folder", "it is a folder"),
];

fn make(kind: &str, path: &Path) {
    match kind {
        // Over two links, as people have them to what lies elsewhere.
        "device" => {
            let link = path.with_extension("link");
            symlink("/dev/zero", &link).unwrap();
            symlink(&link, path).unwrap();
        }
        "pipe" => {
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.unwrap().success());
        }
        _ => fs::create_dir(path).unwrap(),
    }
}

impl InputCommand {
    /// Runs it with little memory: what is read without end ends there, and what waits for ever is
    /// killed.
    fn run(&self, folder: &Path) -> Output {
        let words = self.words.replace("IN", self.input);
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "ulimit -v 2000000; exec timeout -s KILL 60 \"$0\" \"$@\"",
        ]);
        command.arg(env!("CARGO_BIN_EXE_belle"));
        command.args(words.split(' ')).current_dir(folder);
        command
            .env("XDG_CONFIG_HOME", folder)
            .env("XDG_DATA_HOME", folder);
        conformance::session::run(command, &self.lines.replace("IN", self.input))
    }
}

/// Commands with what never ends on their standard input, and what they say.
const WITHOUT_END: [(&str, &str, &str); 9] = [
    ("cat /dev/zero", "mate -", "without an end"),
    ("yes", "mate -", "no position in EPD"),
    ("yes", "suite - --depth 1", "no positions with bm"),
    ("cat /dev/zero", "suite - --depth 1", "without an end"),
    ("yes | tr -d '\\n'", "suite - --depth 1", "without an end"),
    (
        "yes | tr -d '\\n'",
        "match native native,name=b --nodes 10 --games 2 --openings -",
        "without an end",
    ),
    ("cat /dev/zero", "analyse - -o -", "without a word"),
    ("yes | tr -d '\\n'", "analyse - -o -", "without an end"),
    ("echo '{'; yes", "analyse - -o -", "without an end"),
];

#[test]
fn input_without_end_is_left_with_a_short_message_and_little_memory() {
    for (input, words, expected) in WITHOUT_END {
        let folder = folder();
        let program = env!("CARGO_BIN_EXE_belle");
        let script = format!(
            "({input}) 2>/dev/null | (ulimit -v 600000; exec timeout -s KILL 100 {program} {words})"
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder.path());
        let output = conformance::session::run(command, "");
        let error = text(&output.stderr);
        let place = format!("{input} | {words}: {}", &error[..error.len().min(2000)]);
        assert!(error.contains(expected), "{place}");
        assert_eq!(output.status.code(), Some(1), "{place}");
        let longest = error.lines().map(str::len).max();
        assert!(longest < Some(500), "{place}");
    }
}

#[test]
fn message_quotes_only_the_beginning_of_what_was_read() {
    let folder = folder();
    let line = "a\u{1b}]0;b".repeat(100_000);
    fs::write(folder.path().join("long.epd"), &line).unwrap();
    fs::write(folder.path().join("long.pgn"), format!("1. e4 {line} *\n")).unwrap();
    fs::write(folder.path().join("long.mc"), &line).unwrap();
    for words in [
        "match native native,name=b --nodes 10 --games 2 --openings long.epd",
        "suite long.epd --depth 1",
        "mate long.epd",
        "analyse long.pgn --depth 1 -o out.pgn",
        "asm long.mc",
        "disasm long.mc",
        "perft LINE 1",
        "mate LINE",
    ] {
        let short = line[..3000].to_owned();
        let words: Vec<&str> = words
            .split(' ')
            .map(|word| if word == "LINE" { &short } else { word })
            .collect();
        let output = common::belle(folder.path(), &words, "");
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert!(shown.len() < 5000, "{}: {} bytes", words[0], shown.len());
        assert!(!shown.contains('\u{1b}'), "{}: {shown}", words[0]);
    }
    let named = "7k/8/5KQ1/8/8/8/8/8 w - - dm 1; id \"\u{1b}]0;x\u{7}\";\n";
    fs::write(folder.path().join("named.epd"), named).unwrap();
    for words in [
        &["mate", "named.epd"][..],
        &["suite", "named.epd", "--depth", "1"],
    ] {
        let output = common::belle(folder.path(), words, "");
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert!(!shown.contains('\u{1b}'), "{words:?}: {shown}");
    }
}

#[test]
fn input_that_is_no_file_is_refused_in_words() {
    for command in COMMANDS {
        for (kind, expected) in KINDS {
            let folder = folder();
            make(kind, &folder.path().join(command.input));
            let output = command.run(folder.path());
            let shown = text(&output.stdout) + &text(&output.stderr);
            let place = format!("{}, {kind}: {shown}", command.words);
            assert!(shown.contains(expected), "{place}");
            assert!(!shown.contains("panicked"), "{place}");
            let statuses = if command.goes_on { 0..=0 } else { 1..=3 };
            let status = output.status.code().expect(&place);
            assert!(statuses.contains(&status), "status {status}: {place}");
        }
    }
}
