//! Belle on a board as its user has it: `belle verilog --board sim` writes the model, and the
//! commands play on it over its serial line.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use common::{Running, assert_shows, belle, command, text};
use conformance::model::{Model, ModelFolder, files, processor_time};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tempfile::TempDir;

const ITALIAN: &str = "fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
/// A model on a busy computer takes its time, but not for ever.
const PATIENCE: Duration = Duration::from_secs(300);
/// Time within which a stop is to be answered.
const STOP_TIME: Duration = Duration::from_millis(200);

/// An engine, spoken to line by line. It is killed when it is dropped.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// `belle uci` or `belle xboard`.
    fn start(protocol: &str, arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_belle"))
            .arg(protocol)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine {
            input: child.stdin.take().expect("a pipe"),
            child,
            lines,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads");
    }

    /// All lines up to the next that begins like this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|_| panic!("no '{start}' after {lines:?}")));
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// What a search prints, but for the times, in a game of its own.
    fn search(&mut self, position: &str, go: &str) -> Vec<String> {
        self.send("ucinewgame");
        self.go_on(position, go)
    }

    /// The same, in the game under way.
    fn go_on(&mut self, position: &str, go: &str) -> Vec<String> {
        self.send(&format!("position {position}"));
        self.send(go);
        let lines = self.until("bestmove");
        // Progress is printed when a second is over.
        let lines = lines.iter().filter(|line| !line.contains(" currmove "));
        lines.map(|line| timeless(line)).collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

/// A line without what the computer's speed decides.
fn timeless(line: &str) -> String {
    if !line.starts_with("info depth") {
        return line.to_owned();
    }
    let mut kept = Vec::new();
    let mut words = line.split(' ');
    while let Some(word) = words.next() {
        if ["nps", "time"].contains(&word) {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

fn built() -> ModelFolder {
    ModelFolder::build(Path::new(env!("CARGO_TARGET_TMPDIR")))
}

/// A model with its line in a folder of its own.
struct Board {
    folder: TempDir,
    built: ModelFolder,
    model: Option<Model>,
    line: String,
}

impl Board {
    fn plugged_in() -> Board {
        let (folder, built) = (TempDir::new().unwrap(), built());
        let line = folder.path().join("board").to_str().unwrap().to_owned();
        let mut board = Board {
            folder,
            built,
            model: None,
            line,
        };
        board.plug_in();
        board
    }

    fn plug_in(&mut self) {
        let line = Path::new(&self.line);
        self.model = Some(Model::start(&self.built, self.built.path(), line));
    }

    fn unplug(&mut self) {
        self.model = None;
    }
}

#[test]
fn board_plays_as_the_simulated_machine_does_in_every_command() {
    let board = Board::plugged_in();
    let folder = board.folder.path();

    // What the user writes is what was built here.
    let written = belle(folder, &["verilog", "--board", "sim", "-o", "sim"], "");
    assert!(written.status.success(), "{}", text(&written.stderr));
    for (name, contents) in files() {
        let own = fs::read_to_string(folder.join("sim").join(&name)).unwrap();
        assert!(own == contents, "{name}");
    }

    let search = |device: &[&str]| Engine::start("uci", device).search(ITALIAN, "go depth 3");
    let on_board = search(&["--device", &board.line]);
    assert_eq!(on_board, search(&[]));
    assert_shows(&on_board.join("\n"), &["nodes 4428", "bestmove b1c3"]);

    let answers = |device: &[&str]| {
        let mut xboard = Engine::start("xboard", device);
        // A model on a busy computer is not to be short of time.
        xboard.send("xboard\nprotover 2\nnew\nlevel 0 1000 0\nsd 2");
        ["e2e4", "d2d4"].map(|usermove| {
            xboard.send(&format!("usermove {usermove}"));
            let lines = xboard.until("move ");
            // A player that fails says why.
            assert!(
                !lines.iter().any(|line| line.contains("failed")),
                "{lines:?}"
            );
            lines.last().cloned()
        })
    };
    assert_eq!(answers(&["--device", &board.line]), answers(&[]));

    let play = |device: &[&str], games: &str| {
        let arguments = [
            "play",
            "--no-book",
            "--ascii",
            "--level",
            "depth 1",
            "--pgn",
            games,
        ];
        let mut running = Running::start(&mut command(folder, &[&arguments, device].concat()));
        let mut input = running.child.stdin.take().expect("a pipe");
        // At the end of the input no more moves are awaited.
        for (typed, answer) in [("e4", "plays 1... "), ("d4", "plays 2... ")] {
            writeln!(input, "{typed}").expect("the program reads");
            running.wait_for(answer);
        }
        drop(input);
        let (success, shown, errors) = running.end();
        assert!(success, "{shown}{errors}");
        moves_of(&folder.join(games))
    };
    let played = play(&["--device", &board.line], "board.pgn");
    assert_eq!(played, play(&[], "machine.pgn"));

    let analyse = |device: &[&str], games: &str| {
        let arguments = [
            "analyse",
            "machine.pgn",
            "--player",
            "belle",
            "--depth",
            "1",
            "-o",
            games,
        ];
        let output = belle(folder, &[&arguments, device].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        moves_of(&folder.join(games))
    };
    assert_eq!(
        analyse(&["--device", &board.line], "judged-board.pgn"),
        analyse(&[], "judged-machine.pgn")
    );

    let engine = format!("belle,name=board,option.Device={}", board.line);
    let arguments = [
        "match",
        &engine,
        "belle,name=machine",
        "--depth",
        "1",
        "--games",
        "2",
        "--max-moves",
        "2",
        "--pgn",
        "match.pgn",
    ];
    let output = belle(folder, &arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let games = fs::read_to_string(folder.join("match.pgn")).unwrap();
    assert_shows(&games, &["[White \"board\"]", "[White \"machine\"]"]);
    assert!(
        !games.contains("forfeit") && !games.contains("abandoned"),
        "{games}"
    );
}

/// The moves of a file of games with their comments, without the tags.
fn moves_of(path: &Path) -> String {
    let games = fs::read_to_string(path).unwrap();
    let lines = games.lines().filter(|line| !line.starts_with('['));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn board_unplugged_in_mid_search_is_one_line_and_the_next_game_finds_it_again() {
    let mut board = Board::plugged_in();
    let mut uci = Engine::start("uci", &["--device", &board.line]);
    uci.send(&format!("position {ITALIAN}"));
    uci.send("go infinite");
    uci.until("info depth 2");
    board.unplug();
    uci.send("stop");
    let lines = uci.until("bestmove");
    let errors: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("info string") && !line.contains("machine time"))
        .collect();
    assert_eq!(errors.len(), 1, "{lines:?}");
    assert_shows(errors[0], &[&board.line, "the board is gone"]);

    // Still away: the same again, and no wait.
    let lines = uci.search(ITALIAN, "go depth 2").join("\n");
    assert_shows(&lines, &["info string", &board.line]);

    board.plug_in();
    assert_eq!(
        uci.search(ITALIAN, "go depth 2"),
        Engine::start("uci", &[]).search(ITALIAN, "go depth 2")
    );
}

#[test]
fn board_with_another_bitstream_is_named_by_its_checksum() {
    let (folder, built) = (TempDir::new().unwrap(), built());
    for (name, contents) in files() {
        if name.ends_with(".hex") {
            fs::write(folder.path().join(name), contents).unwrap();
        }
    }
    // The bitstream of another version: the lower half of its checksum comes first.
    let checksum = folder.path().join("belle_checksum.hex");
    fs::write(checksum, "5678\n1234\n").unwrap();
    let line = folder.path().join("board");
    let _model = Model::start(&built, folder.path(), &line);
    let line = line.to_str().unwrap();
    let output = belle(folder.path(), &["uci", "--device", line], "quit\n");
    assert!(!output.status.success());
    let error = text(&output.stderr);
    assert_shows(&error, &[line, "expected checksum", "got 12345678"]);
    assert_eq!(error.lines().count(), 1, "{error}");
}

/// Ten positions of Bratko and Kopec and a game, on a model that `make sim` builds from the
/// user's own folder.
#[test]
#[ignore = "many minutes"]
fn board_made_from_the_output_alone_equals_the_machine_in_ten_positions_and_a_game() {
    let folder = TempDir::new().unwrap();
    let written = belle(
        folder.path(),
        &["verilog", "--board", "sim", "-o", "sim"],
        "",
    );
    assert!(written.status.success(), "{}", text(&written.stderr));
    let line = folder.path().join("board").to_str().unwrap().to_owned();
    let begun = Instant::now();
    let _sim = MakeSim::start(folder.path(), &line);
    println!("`make sim` took {:?}", begun.elapsed());

    let (mut board, mut machine) = (
        Engine::start("uci", &["--device", &line]),
        Engine::start("uci", &[]),
    );
    let suite = fs::read_to_string(conformance::documents::root().join("suites/bratko-kopec.epd"));
    for epd in suite.unwrap().lines().step_by(2).take(10) {
        let fields: Vec<&str> = epd.split(' ').take(4).collect();
        let position = format!("fen {} 0 1", fields.join(" "));
        let begun = Instant::now();
        let found = board.search(&position, "go depth 4");
        println!(
            "{position}: {:?}, {}",
            begun.elapsed(),
            found[found.len() - 2]
        );
        assert_eq!(found, machine.search(&position, "go depth 4"), "{position}");
    }

    let mut moves = String::new();
    machine.send("ucinewgame");
    board.send("ucinewgame");
    for _ in 0..20 {
        let position = format!("startpos moves{moves}");
        let found = board.go_on(&position, "go depth 2");
        assert_eq!(found, machine.go_on(&position, "go depth 2"), "{position}");
        let best = found.last().and_then(|line| line.split(' ').nth(1));
        moves += " ";
        moves += best.expect("a move");
    }
    println!("the game:{moves}");
}

/// A search that is deep enough to run on, stopped again and again. Other processes may be at work:
/// what counts is the time that the model and the program have had on a processor.
#[cfg(target_os = "linux")]
#[test]
fn stop_is_answered_within_its_time() {
    let board = Board::plugged_in();
    let mut uci = Engine::start("uci", &["--device", &board.line]);
    let model = board.model.as_ref().expect("it is plugged in");
    for depth in [1, 2, 2, 2, 3] {
        uci.send("ucinewgame");
        uci.send(&format!("position {ITALIAN}"));
        uci.send("go infinite");
        uci.until(&format!("info depth {depth}"));
        let busy = |uci: &Engine| model.processor_time() + processor_time(&uci.child);
        let (begun, before) = (Instant::now(), busy(&uci));
        uci.send("stop");
        uci.until("bestmove");
        let (elapsed, taken) = (begun.elapsed(), busy(&uci) - before);
        println!("in ply {depth}: {taken:?} on a processor, {elapsed:?} by the clock");
        assert!(taken <= STOP_TIME, "{taken:?}");
    }
}

/// `make sim` and the model that it runs, which end together.
struct MakeSim(Child);

impl MakeSim {
    /// Builds the model, and waits until its line is there.
    fn start(folder: &Path, line: &str) -> MakeSim {
        let mut make = Command::new("make");
        make.args(["-C", "sim", "sim", &format!("LINE={line}")])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .process_group(0);
        let mut make = MakeSim(make.spawn().expect("make is installed"));
        let output = BufReader::new(make.0.stdout.take().expect("a pipe"));
        let told = format!("the serial line is {line}");
        let mut lines = output.lines().map_while(Result::ok);
        assert!(lines.any(|line| line == told), "the model did not start");
        make
    }
}

impl Drop for MakeSim {
    fn drop(&mut self) {
        let group = Pid::from_raw(self.0.id().try_into().expect("a process"));
        killpg(group, Signal::SIGKILL).expect("it runs");
        self.0.wait().expect("it ends");
    }
}
