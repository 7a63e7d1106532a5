//! The host in Python that a board's folder has, run from the folder alone on the model of the
//! board `sim`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use conformance::model::{Model, ModelFolder};
use play::Game;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position as _};
use tempfile::TempDir;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A model with its line in a folder of its own.
struct Board {
    _folder: TempDir,
    built: ModelFolder,
    model: Model,
}

impl Board {
    fn plugged_in() -> Board {
        let built = ModelFolder::build(Path::new(env!("CARGO_TARGET_TMPDIR")));
        let folder = tempfile::tempdir().expect("a folder");
        let model = Model::start(&built, built.path(), &folder.path().join("board"));
        Board {
            _folder: folder,
            built,
            model,
        }
    }

    /// Starts the host with the board's line and these arguments.
    fn host(&self, arguments: &[&str]) -> Child {
        start(&self.built, &[&[self.model.line()], arguments].concat())
    }
}

fn start(folder: &ModelFolder, arguments: &[&str]) -> Child {
    Command::new("python3")
        .arg("belle_host.py")
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is installed")
}

/// What the host shows, if these lines are all that is typed.
fn shown(mut host: Child, typed: &str) -> String {
    let mut input = host.stdin.take().expect("a pipe");
    input.write_all(typed.as_bytes()).expect("the host reads");
    drop(input);
    let Output {
        status,
        stdout,
        stderr,
    } = host.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.success() && said.is_empty(), "{said}");
    String::from_utf8(stdout).expect("text")
}

/// The only line that the host says before it fails.
fn error(host: Child) -> String {
    let output = host.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "{said}");
    said
}

#[test]
fn python_host_plays_legal_moves_against_itself() {
    let board = Board::plugged_in();
    let shown = shown(board.host(&["--depth", "1", "--self-play", "4"]), "");
    let mut game = Game::new();
    for line in shown.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, "value", value, "nodes", nodes] = words[..] else {
            panic!("{line}");
        };
        let name: UciMove = name.parse().expect("a move");
        let chess_move = name.to_move(game.position()).expect("a legal move");
        game.play(chess_move);
        assert!(value.parse::<i16>().is_ok(), "{line}");
        assert!(nodes.parse::<u64>().expect(line) > 0, "{line}");
    }
    assert_eq!(game.moves().len(), 4, "{shown}");
}

#[test]
fn python_host_lists_all_legal_moves_of_all_kinds() {
    let board = Board::plugged_in();
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/3pP3/8/1p6/R3K3 b Q e3 0 1",
    ] {
        let shown = shown(board.host(&["--fen", fen]), "moves\n");
        let (_, list) = shown.split_once("one of: ").expect("a list");
        let listed: Vec<&str> = list.lines().next().unwrap().split(' ').collect();
        let game = Game::from_fen(fen).expect("a position");
        let mut expected = Vec::new();
        for chess_move in game.position().legal_moves() {
            expected.push(chess_move.to_uci(CastlingMode::Standard).to_string());
        }
        expected.sort_unstable();
        expected.extend(["go".to_owned(), "quit".to_owned()]);
        assert_eq!(listed, expected, "{fen}");
    }
}

#[test]
fn python_host_ends_where_the_input_ends() {
    let board = Board::plugged_in();
    shown(board.host(&[]), "");
}

#[test]
fn python_host_says_in_a_line_why_it_cannot_play() {
    let board = Board::plugged_in();
    for (fen, expected) in [
        ("8/8 w - -", "eight ranks"),
        (&format!("{START} x KQkq -"), "expected w or b"),
        (&format!("{START} w KQkq e9"), "expected a square"),
        (&format!("{START} w"), "castling rights"),
        ("9/8/8/8/8/8/8/k1K5 w - -", "expected pieces"),
    ] {
        let said = error(board.host(&["--fen", fen]));
        assert!(said.contains(expected), "{fen}: {said}");
    }
    for device in ["/dev/null", "/no/such/line"] {
        let said = error(start(&board.built, &[device]));
        assert!(said.contains(device), "{said}");
    }
}

#[test]
fn python_host_says_that_the_board_is_gone_between_two_moves() {
    let board = Board::plugged_in();
    let line = board.model.line().to_owned();
    let mut host = board.host(&["--depth", "1"]);
    let mut typed = host.stdin.take().expect("a pipe");
    writeln!(typed, "e2e4").expect("the host reads");
    let mut answer = String::new();
    let mut shown = BufReader::new(host.stdout.take().expect("a pipe"));
    shown.read_line(&mut answer).expect("the host answers");
    assert!(answer.contains("nodes"), "{answer}");
    drop(board);
    writeln!(typed, "go").expect("the host reads");
    drop(typed);
    let said = error(host);
    assert!(said.contains(&line) && said.contains("gone"), "{said}");
}
