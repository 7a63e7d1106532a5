//! Commands of the program, as the files of sessions/ have them.

mod common;

use std::fs;
use std::path::Path;

use common::{Running, belle, command, pid, text};
use conformance::session::assert_session;
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_belle");
const SESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let file = concat!(stringify!($name), ".txt");
            assert_session(Path::new(PROGRAM), &Path::new(SESSIONS).join(file));
        })*

        #[test]
        fn every_session_is_run() {
            let mut names: Vec<String> = Vec::new();
            for file in fs::read_dir(SESSIONS).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                names.push(name.trim_end_matches(".txt").to_owned());
            }
            names.sort();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

// A test each, so that they run side by side.
sessions! {
    analyse analyse_engine analyse_output analyse_page analyse_refuses analyse_summaries
    analyse_training arguments atlas chess960 chess960_native endgame endgame_syzygy figures fresh
    help_tools history match_lines match_tablebases mate play play_commands play_ends play_load
    play_opponents play_options play_refuses play_report play_review play_warnings protocol_quits
    protocols settings shards suite trace_lists trace_refuses unreachable_material verilog
}

#[test]
fn json_output_is_json() {
    let folder = TempDir::new().unwrap();
    let position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n";
    fs::write(folder.path().join("m.epd"), position).unwrap();
    fs::write(folder.path().join("g.pgn"), "1. Ke3 *\n\n1. d4 d5 1-0\n").unwrap();
    let run = |words: &[&str]| belle(folder.path(), words, "").stdout;
    run(&[
        "analyse", "g.pgn", "--nodes", "100", "--player", "atlas", "--json", "g.json",
    ]);
    run(&["endgame", "build", "KQK"]);
    for json in [
        fs::read(folder.path().join("g.json")).unwrap(),
        run(&["suite", "m.epd", "--depth", "2", "--json"]),
        run(&["bench", "--depth", "1", "--json"]),
        run(&["endgame", "probe", "--json", "7k/6Q1/6K1/8/8/8/8/8 b - -"]),
        run(&["endgame", "stats", "KQK", "--format", "json"]),
    ] {
        let value: Result<Value, _> = serde_json::from_slice(&json);
        assert!(value.is_ok(), "{}", text(&json));
    }
}

#[cfg(unix)]
#[test]
fn interrupted_suite_reports_its_progress() {
    use nix::sys::signal::{Signal, kill};

    let folder = TempDir::new().unwrap();
    let easy = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"easy\";\n";
    let long = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; id \"long\";\n";
    fs::write(folder.path().join("two.epd"), [easy, long].concat()).unwrap();
    let mut suite = Running::start(&mut command(
        folder.path(),
        &["suite", "two.epd", "--seconds", "600"],
    ));
    suite.wait_for("easy");
    kill(pid(&suite), Signal::SIGINT).unwrap();
    let (success, shown, error) = suite.end();
    assert!(!success && shown.contains("1 of 1 solved"), "{shown}");
    assert!(
        error.contains("interrupted after 1 of 2 positions"),
        "{error}"
    );
}
