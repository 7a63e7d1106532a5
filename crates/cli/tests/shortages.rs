//! Commands that run long, without memory, threads, descriptors, disk or a reader, and when they are signaled: each ends
//! with its work done or with an error in words, never with a panic or not at all. The test prints the table that
//! docs/robustness.md shows.
#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::text;
use tempfile::{TempDir, tempdir};

/// A command that ends soon, and one that would run for minutes.
struct LongCommand {
    name: &'static str,
    short: &'static str,
    long: &'static str,
}

const COMMANDS: &[LongCommand] = &[
    LongCommand {
        name: "match",
        short: "match native,nodes=50 native,nodes=50,name=b --games 2 --max-moves 5 --concurrency 2 --pgn OUT",
        long: "match native native,name=b --movetime 60 --games 2 --concurrency 2 --pgn OUT",
    },
    LongCommand {
        name: "analyse",
        short: "analyse games.pgn --player native --depth 2 --concurrency 2 -o OUT",
        long: "analyse games.pgn --seconds 60 --concurrency 2 -o OUT",
    },
    LongCommand {
        name: "suite",
        short: "suite suite.epd --player native --depth 4 -o OUT",
        long: "suite suite.epd --seconds 60 -o OUT",
    },
    LongCommand {
        name: "lab run",
        short: "",
        long: "lab run weights --quick --jobs 2 --results results",
    },
    LongCommand {
        name: "endgame build",
        short: "endgame build KQK -o tables",
        long: "endgame build KQKRP -o tables --memory 1G",
    },
    LongCommand {
        name: "endgame verify",
        short: "endgame verify -d tables KPK",
        long: "",
    },
    LongCommand {
        name: "bench",
        short: "bench --player native --depth 6",
        long: "bench --depth 20",
    },
    LongCommand {
        name: "trace",
        short: "trace --depth 1 --cycles 200 --force -o OUT startpos",
        long: "trace --depth 9 --force -o OUT startpos",
    },
    LongCommand {
        name: "uci",
        short: "uci --player native",
        long: "",
    },
    LongCommand {
        name: "xboard",
        short: "xboard --player native",
        long: "",
    },
    LongCommand {
        name: "play",
        short: "play --plain --player native --level 1 --pgn OUT",
        long: "",
    },
];

/// Lines for the commands that read them.
const INPUT: &str = "uci\nsetoption name Hash value 64\nsetoption name Threads value 4\nposition startpos\ngo nodes 500\nisready\nquit\n";

struct Shortage {
    name: &'static str,
    /// What the shell does before the command, which follows.
    before: &'static str,
    /// What stands after it.
    after: &'static str,
    output: &'static str,
    is_long: bool,
    /// Exit statuses, besides 0, 1 and 3, that count as an end in words.
    statuses: &'static [i32],
}

const SHORTAGES: &[Shortage] = &[
    Shortage {
        name: "memory",
        before: "ulimit -v 110000; exec",
        after: "",
        output: "out",
        is_long: false,
        // The system's own way when a small allocation fails, with its line.
        statuses: &[134],
    },
    Shortage {
        name: "threads",
        // The shell of Debian has no limit of processes.
        before: "exec prlimit --nproc=1",
        after: "",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "descriptors",
        before: "ulimit -n 6; exec",
        after: "",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "disk",
        before: "exec",
        after: "",
        output: "/dev/full",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "closed pipe",
        before: "",
        after: " | true",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "one signal",
        before: "exec timeout -s TERM 2",
        after: "",
        output: "out",
        is_long: true,
        statuses: &[124, 143],
    },
    Shortage {
        name: "two signals",
        before: "",
        after: " & p=$!; sleep 2; kill -TERM $p; sleep 0.5; kill -TERM $p 2>/dev/null; wait $p",
        output: "out",
        is_long: true,
        statuses: &[143],
    },
];

fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    // A command without threads runs as another user.
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
    };
    write(
        "games.pgn",
        &"[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n".repeat(3),
    );
    write(
        "suite.epd",
        &"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n".repeat(3),
    );
    folder
}

/// Runs a command in a shell with a shortage; after a minute it counts as hung.
fn run(folder: &Path, shortage: &Shortage, words: &str) -> Output {
    let Shortage { before, after, .. } = shortage;
    let program = env!("CARGO_BIN_EXE_belle");
    let script = format!("{before} {program} {words}{after}");
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", "100"]);
    if shortage.name == "threads" && fs::metadata("/proc/self").unwrap().uid() == 0 {
        // The limit does not hold the administrator.
        command.args(["setpriv", "--reuid", "65534", "--clear-groups"]);
    }
    command.args(["sh", "-c", &script]);
    command.current_dir(folder);
    command
        .env("RUST_BACKTRACE", "1")
        .env("XDG_CONFIG_HOME", folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    conformance::session::run(command, INPUT)
}

/// The outcome in a few words. Fails for a panic, a hang or another signal.
#[track_caller]
fn outcome(shortage: &Shortage, words: &str, output: &Output) -> String {
    let error = text(&output.stderr);
    let place = format!("{words}, {}: {error}", shortage.name);
    assert!(!error.contains("panicked"), "{place}");
    assert!(!error.contains(".belle-"), "{place}");
    let signal = output.status.signal().map(|signal| 128 + signal);
    let status = output.status.code().or(signal).unwrap_or(-1);
    let is_expected = [0, 1, 3].contains(&status) || shortage.statuses.contains(&status);
    assert!(is_expected, "status {status}: {place}");
    let last = error.lines().rfind(|line| !line.trim().is_empty());
    match (status, last) {
        (0, _) => "done".to_owned(),
        (_, Some(line)) => line.replace(env!("CARGO_BIN_EXE_belle"), "belle"),
        (_, None) => format!("status {status}"),
    }
}

#[test]
fn shortage_of_anything_ends_in_words() {
    let mut table = String::from("| command | shortage | outcome |\n|---|---|---|\n");
    for command in COMMANDS {
        for shortage in SHORTAGES {
            let words = if shortage.is_long {
                command.long
            } else {
                command.short
            };
            let has_output = words.contains("OUT");
            if words.is_empty() || (shortage.name == "disk" && !has_output) {
                continue;
            }
            let folder = folder();
            if command.name == "endgame verify" {
                let built = common::belle(
                    folder.path(),
                    &["endgame", "build", "KPK", "-o", "tables"],
                    "",
                );
                assert!(built.status.success());
            }
            let words = words.replace("OUT", shortage.output);
            let output = run(folder.path(), shortage, &words);
            let outcome = outcome(shortage, &words, &output);
            table += &format!("| `{}` | {} | {outcome} |\n", command.name, shortage.name);
            for entry in fs::read_dir(folder.path()).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(
                    !name.starts_with('.'),
                    "{words}, {}: {name} is left",
                    shortage.name
                );
            }
        }
    }
    eprintln!("{table}");
}

#[test]
fn second_signal_ends_command_that_waits_for_a_reader() {
    for (signal, status) in [("INT", "130"), ("TERM", "143"), ("HUP", "129")] {
        let folder = folder();
        // The result is ready, and the pipe that is to get it has no reader.
        let script = format!(
            "mkfifo pipe; {} suite suite.epd --player native --depth 2 -o pipe & p=$!; sleep 2; \
             kill -{signal} $p; sleep 1; kill -0 $p && echo waits; kill -{signal} $p; wait $p; echo status $?",
            env!("CARGO_BIN_EXE_belle")
        );
        let mut command = Command::new("timeout");
        command.args(["-s", "KILL", "100", "sh", "-c", &script]);
        command.current_dir(folder.path());
        let output = command.output().unwrap();
        let lines = text(&output.stdout);
        let expected = format!("waits\nstatus {status}\n");
        assert!(lines.ends_with(&expected), "{signal}: {lines}");
    }
}
