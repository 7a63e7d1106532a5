//! Commands that run long, without memory, threads, descriptors, disk or a reader, and when they
//! are signaled: each ends with its work done or with an error in words, never with a panic or not
//! at all. The test prints the table that docs/robustness.md shows.
#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use common::{Running, text};
use nix::sys::signal::Signal;
use tempfile::{TempDir, tempdir};

/// A command that ends soon, and one that would run for minutes.
struct LongCommand {
    name: &'static str,
    short: &'static str,
    long: &'static str,
    /// Whether `short` does not end by itself either: it is stopped after two seconds.
    is_stopped: bool,
}

const fn new(name: &'static str, short: &'static str, long: &'static str) -> LongCommand {
    LongCommand {
        name,
        short,
        long,
        is_stopped: false,
    }
}

/// A command that is the same whether it is to end soon or not.
const fn endless(name: &'static str, words: &'static str) -> LongCommand {
    LongCommand {
        is_stopped: true,
        ..new(name, words, words)
    }
}

const COMMANDS: &[LongCommand] = &[
    new(
        "match",
        "match native,nodes=50 native,nodes=50,name=b --games 2 --max-moves 5 --concurrency 2 \
         --pgn OUT",
        "match native native,name=b --movetime 60 --games 2 --concurrency 2 --pgn OUT",
    ),
    new(
        "analyse",
        "analyse games.pgn --player native --depth 2 --concurrency 2 -o OUT",
        "analyse games.pgn --seconds 60 --concurrency 2 -o OUT",
    ),
    new(
        "suite",
        "suite suite.epd --player native --depth 4 -o OUT",
        "suite suite.epd --seconds 60 -o OUT",
    ),
    endless(
        "lab run",
        "lab run weights --quick --jobs 2 --results results",
    ),
    new(
        "endgame build",
        "endgame build KQK -o tables",
        "endgame build KQKRP -o tables --memory 1G",
    ),
    new("endgame verify", "endgame verify -d tables KPK", ""),
    new("endgame plan", "endgame plan KQKR", "endgame plan KQKR"),
    new("perft", "perft startpos 3", "perft startpos 9"),
    new("mate", "mate mates.epd", "mate --full no-mates.epd"),
    new(
        "replay",
        "replay chaos --machine --seconds 0.001 --all -o OUT",
        "replay chaos --machine --all -o OUT",
    ),
    new(
        "bench",
        "bench --player native --depth 6",
        "bench --depth 20",
    ),
    new(
        "trace",
        "trace --depth 1 --cycles 200 --force -o OUT startpos",
        "trace --depth 9 --force -o OUT startpos",
    ),
    new("uci", "uci --player native", ""),
    new("xboard", "xboard --player native", ""),
    new(
        "play",
        "play --plain --player native --level 1 --pgn OUT",
        "",
    ),
    endless("room", "room --no-open"),
];

/// Lines for the commands that read them.
const INPUT: &str = "uci\nsetoption name Hash value 64\nsetoption name Threads value 4\n\
    position startpos\ngo nodes 500\nisready\nquit\n";

struct Shortage {
    name: &'static str,
    /// What the shell does before the command, which follows. `STOP` is where a command is stopped
    /// that does not end.
    before: &'static str,
    /// What stands after it.
    after: &'static str,
    output: &'static str,
    is_long: bool,
    /// Exit statuses, besides 0, 1 and 3, that count as an end in words.
    statuses: &'static [i32],
}

/// Two signals for a command that may wait for ever. A shell takes the input from what runs in the
/// background, so the input has another number.
const NOBODY_READS: &str =
    " <&4 & p=$!; sleep 1; kill -TERM $p; sleep 0.5; kill -TERM $p 2>/dev/null; wait $p";

const SHORTAGES: &[Shortage] = &[
    Shortage {
        name: "memory",
        before: "ulimit -v 110000; exec STOP",
        after: "",
        output: "out",
        is_long: false,
        // The system's own way when a small allocation fails, with its line.
        statuses: &[134],
    },
    Shortage {
        name: "threads",
        // The shell of Debian has no limit of processes.
        before: "exec STOP prlimit --nproc=1",
        after: "",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "descriptors",
        before: "ulimit -n 6; exec STOP",
        after: "",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "stack",
        before: "ulimit -s 64; exec STOP",
        after: "",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "disk",
        before: "exec STOP",
        after: "",
        output: "/dev/full",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "closed pipe",
        before: "STOP",
        after: " | true",
        output: "out",
        is_long: false,
        statuses: &[],
    },
    Shortage {
        name: "no reader",
        before: "mkfifo pipe; exec 4<&0;",
        after: NOBODY_READS,
        output: "pipe",
        is_long: false,
        statuses: &[143],
    },
    Shortage {
        name: "full pipe",
        // What a pipe holds.
        before: "mkfifo full; exec 4<&0 5<>full; head -c 65536 /dev/zero >&5; exec >full;",
        after: NOBODY_READS,
        output: "out",
        is_long: false,
        statuses: &[143],
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
    write("mates.epd", "7k/8/5KQ1/8/8/8/8/8 w - - dm 1;\n");
    let no_mate = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - dm 4;\n";
    write("no-mates.epd", &no_mate.repeat(50));
    write(
        "suite.epd",
        &"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n".repeat(3),
    );
    fs::create_dir(folder.path().join("temporary")).unwrap();
    let everybody = Permissions::from_mode(0o777);
    fs::set_permissions(folder.path().join("temporary"), everybody).unwrap();
    folder
}

/// Runs a command in a shell with a shortage; after 100 seconds it counts as hung.
fn run(folder: &Path, shortage: &Shortage, words: &str, is_stopped: bool) -> Output {
    let Shortage { before, after, .. } = shortage;
    let stop = if is_stopped { "timeout -s TERM 2" } else { "" };
    let before = before.replace("STOP", stop);
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
        .env("XDG_CONFIG_HOME", folder)
        .env("TMPDIR", folder.join("temporary"));
    conformance::session::run(command, INPUT)
}

/// The outcome in a few words. Fails for a panic, a hang or another signal.
#[track_caller]
fn outcome(shortage: &Shortage, command: &LongCommand, words: &str, output: &Output) -> String {
    let error = text(&output.stderr);
    let place = format!("{words}, {}: {error}", shortage.name);
    assert!(!error.contains("panicked"), "{place}");
    let is_temporary = error.contains(".belle-") || error.contains(".tmp");
    assert!(!is_temporary, "{place}");
    let signal = output.status.signal().map(|signal| 128 + signal);
    let status = output.status.code().or(signal).unwrap_or(-1);
    let is_expected = [0, 1, 3].contains(&status)
        || shortage.statuses.contains(&status)
        || (command.is_stopped && status == 124);
    assert!(is_expected, "status {status}: {place}");
    let last = error.lines().rfind(|line| !line.trim().is_empty());
    match (status, last) {
        (0, _) => "done".to_owned(),
        // What the shell says of a signal is no message of the program.
        (_, Some(line)) if line.starts_with("belle: ") => format!("`{line}`"),
        _ => format!("status {status}"),
    }
}

/// A user may have one process here, so these commands are not run at a time.
static ONE_THREAD: Mutex<()> = Mutex::new(());

/// The rows of a command in the table: the outcome of each shortage that it can have.
fn rows(command: &LongCommand) -> String {
    let mut rows = String::new();
    for shortage in SHORTAGES {
        let words = if shortage.is_long {
            command.long
        } else {
            command.short
        };
        let has_output = words.contains("OUT");
        let needs_output = ["disk", "no reader"].contains(&shortage.name);
        if words.is_empty() || (needs_output && !has_output) {
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
        let alone = if shortage.name == "threads" {
            Some(ONE_THREAD.lock().unwrap())
        } else {
            None
        };
        let output = run(folder.path(), shortage, &words, command.is_stopped);
        drop(alone);
        let outcome = outcome(shortage, command, &words, &output);
        rows += &format!("| `{}` | {} | {outcome} |\n", command.name, shortage.name);
        for entry in fs::read_dir(folder.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let place = format!("{words}, {}", shortage.name);
            assert!(!name.starts_with('.'), "{place}: {name} is left");
        }
        let temporary = fs::read_dir(folder.path().join("temporary")).unwrap();
        assert_eq!(temporary.count(), 0, "{words}, {}", shortage.name);
    }
    rows
}

#[test]
fn shortage_of_anything_ends_in_words() {
    let mut table = String::from("| command | shortage | outcome |\n|---|---|---|\n");
    // Most of the time they wait for a signal.
    thread::scope(|scope| {
        let mut running = Vec::new();
        for command in COMMANDS {
            running.push(scope.spawn(|| rows(command)));
        }
        for command in running {
            table += &command.join().unwrap();
        }
    });
    eprintln!("{table}");
}

/// A protocol may ask for more memory than there is: a part of it is used, and taken as it fills.
#[test]
fn memory_that_a_protocol_asks_for_is_taken_only_as_it_is_used() {
    for (words, lines, answer) in [
        (
            "xboard --player native",
            "xboard\nprotover 2\nmemory 9223372036854775807\nping 1\n",
            "pong 1",
        ),
        (
            "uci --player native",
            "uci\nsetoption name Hash value 16384\nisready\n",
            "readyok",
        ),
    ] {
        let folder = folder();
        let words: Vec<&str> = words.split(' ').collect();
        let mut running = Running::start(&mut common::command(folder.path(), &words));
        let mut input = running.child.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        running.wait_for(answer);
        let status = fs::read_to_string(format!("/proc/{}/status", running.child.id())).unwrap();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let most: u64 = most.unwrap().trim_end_matches("kB").trim().parse().unwrap();
        assert!(most < 200_000, "{words:?}: {most} kB");
        drop(input);
        let (is_success, _, errors) = running.end();
        assert!(is_success, "{words:?}: {errors}");
    }
}

/// A game looks for one that was left, and locks its place: with any number of descriptors it ends.
#[test]
fn play_with_any_number_of_descriptors_ends() {
    for descriptors in 3..=12 {
        let folder = folder();
        let script = format!(
            "ulimit -n {descriptors}; exec timeout -s KILL 60 {} play --plain --player native --level 1 --pgn out",
            env!("CARGO_BIN_EXE_belle")
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder.path());
        command.env("XDG_CONFIG_HOME", folder.path());
        command.env("XDG_DATA_HOME", folder.path());
        let output = conformance::session::run(command, "e4\nquit\n");
        let status = output.status.code();
        assert!(
            matches!(status, Some(0 | 1 | 127)),
            "{descriptors} descriptors: {status:?}"
        );
    }
}

/// The result is ready, and the pipe that is to get it has no reader. A shell starts jobs in the
/// background with Ctrl-C ignored, and the program would leave it so.
fn assert_second_signal_ends(signal: &str, status: u32) {
    let folder = folder();
    let script = format!(
        "mkfifo pipe; \
         env --default-signal=INT {} suite suite.epd --player native --depth 2 -o pipe & p=$!; \
         sleep 2; kill -{signal} $p; sleep 1; kill -0 $p && echo waits; \
         kill -{signal} $p; wait $p; echo status $?",
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

#[test]
fn second_signal_ends_command_that_waits_for_a_reader() {
    thread::scope(|scope| {
        for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
            scope.spawn(move || assert_second_signal_ends(signal, status));
        }
    });
}

/// Commands that an interrupt ends at once, and the end of their message.
const ENDED_AT_ONCE: [(&str, &str); 6] = [
    ("trace --depth 40 -o trace.vcd startpos", "interrupted"),
    ("perft startpos 9", "interrupted"),
    ("bench --depth 12", "interrupted"),
    (
        "mate --full --mates 4 r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -",
        "interrupted",
    ),
    (
        "endgame build KRPKR -d tables",
        "interrupted; the same command continues",
    ),
    (
        "endgame verify --all KQKR -d tables",
        "interrupted; the same command continues",
    ),
];

/// Waits until a process catches a signal. False if it ended before.
fn catches(child: &mut Child, signal: i32) -> bool {
    let begin = Instant::now();
    let path = format!("/proc/{}/status", child.id());
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(mask.unwrap_or("0").trim(), 16).unwrap();
        if mask >> (signal - 1) & 1 == 1 {
            return true;
        }
        assert!(begin.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
    false
}

fn send(child: &Child, signal: Signal) {
    let pid = nix::unistd::Pid::from_raw(child.id().try_into().unwrap());
    nix::sys::signal::kill(pid, signal).unwrap();
}

#[test]
fn interrupt_ends_every_command_with_a_message_and_by_the_signal() {
    let folder = folder();
    for (words, expected) in ENDED_AT_ONCE {
        if words.contains("verify") {
            let built = common::belle(
                folder.path(),
                &["endgame", "build", "KQKR", "-d", "tables"],
                "",
            );
            assert!(built.status.success(), "{}", text(&built.stderr));
        }
        for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
            let words: Vec<&str> = words.split(' ').collect();
            let mut child = common::command(folder.path(), &words).spawn().unwrap();
            assert!(
                catches(&mut child, signal as i32),
                "{words:?} ended by itself"
            );
            send(&child, signal);
            let output = child.wait_with_output().unwrap();
            let error = text(&output.stderr);
            assert_eq!(
                output.status.signal(),
                Some(signal as i32),
                "{words:?}, {signal}: {error}"
            );
            assert!(
                error.ends_with(&format!("belle: {expected}\n")),
                "{words:?}: {error}"
            );
        }
        // What was not finished has no name.
        assert!(!folder.path().join("trace.vcd").exists());
    }
}

#[test]
fn first_signal_ends_a_game_that_waits_for_a_reader_of_its_file() {
    let folder = folder();
    let made = Command::new("mkfifo")
        .arg("pipe.pgn")
        .current_dir(folder.path())
        .status();
    assert!(made.unwrap().success());
    let pipe = folder.path().join("pipe.pgn");
    for (is_full, loss) in [
        (false, "no game was begun"),
        (true, "the games are not all written to it"),
    ] {
        let mut options = File::options();
        let full = is_full.then(|| options.read(true).write(true).open(&pipe).unwrap());
        if let Some(mut full) = full.as_ref() {
            // What a pipe holds.
            full.write_all(&[b' '; 65536]).unwrap();
        }
        for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
            let words = ["play", "--plain", "--level", "1", "--pgn", "pipe.pgn"];
            let mut child = common::command(folder.path(), &words).spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(b"e4\nquit\n").unwrap();
            // Until it waits.
            sleep(Duration::from_secs(3));
            assert!(child.try_wait().unwrap().is_none(), "{signal}: {loss}");
            send(&child, signal);
            let begin = Instant::now();
            while child.try_wait().unwrap().is_none() && begin.elapsed() < Duration::from_secs(20) {
                sleep(Duration::from_millis(10));
            }
            let _ = child.kill();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.signal(), Some(signal as i32), "{loss}");
            let error = text(&output.stderr);
            let expected = format!("belle: interrupted: nobody reads pipe.pgn: {loss}\n");
            assert_eq!(error, expected, "{signal}");
        }
    }
}

/// A shell may give little stack, and the environment may give threads too little.
#[test]
fn stack_that_is_too_small_is_told_or_does_not_matter() {
    let folder = folder();
    let run = |before: &str| {
        let script = format!("{before} {} perft startpos 3", env!("CARGO_BIN_EXE_belle"));
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder.path());
        // It stands on the stack too: a large one leaves no room for a program.
        command.env_clear();
        conformance::session::run(command, "")
    };
    for kilobytes in [16, 32, 64, 128, 1024] {
        let output = run(&format!("ulimit -s {kilobytes}; exec"));
        let error = text(&output.stderr);
        assert!(output.status.success(), "{kilobytes} KiB: {error}");
        assert!(text(&output.stdout).contains("8902"), "{kilobytes} KiB");
    }
    let output = run("RUST_MIN_STACK=1 exec");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "belle: RUST_MIN_STACK is 1, too little for the stack of a thread: expected 1048576 or \
         more, or no such variable\n"
    );
}

#[test]
fn signal_that_is_ignored_at_the_start_stays_ignored() {
    for words in ["perft startpos 9", "suite suite.epd --seconds 100"] {
        let folder = folder();
        let program = env!("CARGO_BIN_EXE_belle");
        let mut command = Command::new("env");
        command.args(["--ignore-signal=INT", "--ignore-signal=HUP", program]);
        command.args(words.split(' ')).current_dir(folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        assert!(catches(&mut child, Signal::SIGTERM as i32), "{words}");
        send(&child, Signal::SIGINT);
        send(&child, Signal::SIGHUP);
        sleep(Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "{words}");
        send(&child, Signal::SIGTERM);
        let output = child.wait_with_output().unwrap();
        let error = text(&output.stderr);
        assert!(error.contains("belle: interrupted"), "{words}: {error}");
        assert_eq!(output.status.signal(), Some(15), "{words}: {error}");
    }
}

#[test]
fn game_is_saved_before_the_terminal_ends_by_a_signal() {
    let folder = folder();
    let mut command = common::command(folder.path(), &["play", "--plain", "--player", "native"]);
    command
        .env("XDG_DATA_HOME", folder.path())
        .stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"level depth 1\ne4\n").unwrap();
    assert!(catches(&mut child, Signal::SIGTERM as i32));
    sleep(Duration::from_secs(2));
    send(&child, Signal::SIGTERM);
    let output = child.wait_with_output().unwrap();
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(
        output.status.signal(),
        Some(Signal::SIGTERM as i32),
        "{shown}"
    );
    drop(input);
    let saved = fs::read_dir(folder.path().join("belle")).unwrap().count();
    assert!(saved > 0, "{shown}");
}

/// A shell ends its loop only when the command in it ended by the signal, and not when it merely
/// failed.
#[test]
fn interrupt_ends_the_loop_of_a_shell_too() {
    for words in [
        "perft startpos 9",
        "suite suite.epd --seconds 100 -o out.json",
    ] {
        let folder = folder();
        let script = format!(
            "for i in 1 2; do echo run $i; {} {words} >>out.txt; echo status $?; done",
            env!("CARGO_BIN_EXE_belle")
        );
        let mut command = Command::new("env");
        command.args(["--default-signal=INT", "bash", "-c", &script]);
        command.current_dir(folder.path()).process_group(0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        sleep(Duration::from_secs(3));
        // As a terminal does it: to the shell and to what runs in it.
        let group = nix::unistd::Pid::from_raw(child.id().try_into().unwrap());
        nix::sys::signal::killpg(group, Signal::SIGINT).unwrap();
        let output = child.wait_with_output().unwrap();
        let error = text(&output.stderr);
        assert!(error.contains("belle: interrupted"), "{words}: {error}");
        assert_eq!(text(&output.stdout), "run 1\n", "{words}: {error}");
        assert_eq!(output.status.signal(), Some(2), "{words}: {error}");
    }
}
