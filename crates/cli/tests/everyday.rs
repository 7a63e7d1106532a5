//! First steps of a user, through pipes.

mod common;

use common::{assert_refused, assert_shows, belle, text};
use tempfile::TempDir;

/// Standard output of a command that must succeed.
fn shown(arguments: &[&str], input: &str) -> String {
    let folder = TempDir::new().unwrap();
    let output = belle(folder.path(), arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn unreachable_material_is_searched_by_every_player() {
    for player in ["belle", "native", "atlas"] {
        for fen in [
            "4k3/pppppppp/8/8/8/PP6/PPPPPPPP/4K3 w - - 0 1",
            "4k3/pppppppp/8/8/8/PPPPPP2/QQQQQQQQ/Q3K3 w - - 0 1",
            "qqqqqqq1/qqqqqqqp/8/8/8/5k2/8/7K b - - 0 1",
        ] {
            let input = format!("position fen {fen}\ngo depth 2\n");
            let said = shown(&["uci", "--player", player], &input);
            assert!(said.contains("bestmove ") && !said.contains("bestmove 0000"), "{player} {fen}: {said}");
        }
    }
}

#[test]
fn chess960_is_refused_by_the_historic_machines_and_played_by_native() {
    const FEN: &str = "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1";
    const ONLY: &str = "plays standard chess only";
    for player in ["belle", "atlas"] {
        let input = format!("uci\nsetoption name UCI_Chess960 value true\nposition fen {FEN}\ngo\n");
        let said = shown(&["uci", "--player", player], &input);
        assert!(said.contains("bestmove 0000") && said.matches(ONLY).count() == 2, "{said}");
        assert!(!said.contains("option name UCI_Chess960"), "{said}");
        let input = format!("xboard\nprotover 2\nvariant fischerandom\nsetboard {FEN}\n");
        let said = shown(&["xboard", "--player", player], &input);
        assert!(said.contains("variants=\"normal\"") && said.contains(ONLY), "{said}");
        assert!(
            said.contains("tellusererror Illegal position") && said.contains("Chess960 is not played"),
            "{said}"
        );
        let said = shown(&["play", "--plain", "--player", player], &format!("setup {FEN}\nchess960 3\n"));
        assert_eq!(said.matches(ONLY).count(), 2, "{said}");
    }
    let native = ["uci", "--player", "native"];
    let said = shown(&native, &format!("position fen {FEN}\ngo depth 2\n"));
    assert!(said.contains("UCI_Chess960 is off") && said.contains("bestmove 0000"), "{said}");
    let said = shown(
        &native,
        "setoption name UCI_Chess960 value true\nposition startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5\n\
         go depth 1 searchmoves e1h1\nposition fen 1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1 moves e1f1\nd\n",
    );
    assert!(said.contains("bestmove e1h1"), "{said}");
    assert!(said.contains("Fen: 1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq - 1 1"), "{said}");
    let input = format!(
        "xboard\nprotover 2\nnew\nvariant fischerandom\nsetboard {FEN}\nforce\nusermove O-O\nusermove O-O-O\nundo\nsd 1\ngo\nping 1\n"
    );
    let said = shown(&["xboard", "--player", "native"], &input);
    assert!(said.contains("normal,fischerandom") && said.contains("move "), "{said}");
    assert!(!said.contains("llegal") && !said.contains("Error"), "{said}");
    let said = shown(&["play", "--plain", "--player", "native", "--fen", FEN], "manual\ne1f1\nO-O-O\nfen\n");
    assert!(said.contains("2kr1r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2"), "{said}");
    let said = shown(&["perft", "--player", "native", FEN, "1", "--divide"], "");
    assert!(said.contains("e1f1: 1") && said.contains("e1b1: 1"), "{said}");
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("o.epd"), format!("{FEN}\n")).unwrap();
    std::fs::write(
        folder.path().join("g.pgn"),
        format!("[FEN \"{FEN}\"]\n[Variant \"Chess960\"]\n\n1. a3 *\n"),
    )
    .unwrap();
    assert_refused("chess960", folder.path());
    let output =
        belle(folder.path(), &["analyse", "g.pgn", "--player", "native", "--depth", "1", "-o", "-"], "");
    assert!(text(&output.stdout).contains("[Variant \"Chess960\"]"), "{}", text(&output.stderr));
    let match_ = [
        "match",
        "native",
        "native",
        "--variant",
        "chess960",
        "--depth",
        "1",
        "--games",
        "2",
        "--pgn",
        "m.pgn",
    ];
    belle(folder.path(), &match_, "");
    let games = std::fs::read_to_string(folder.path().join("m.pgn")).unwrap();
    assert_eq!(games.matches("[Variant \"Chess960\"]").count(), 2);
}

#[test]
fn xboard_quit_ends_the_search_with_its_move() {
    let said = shown(&["xboard"], "xboard\nprotover 2\nforce\nusermove e2e4\nst 60\ngo\nping 7\nquit\n");
    let (done, moved, pong) = (said.find("done=1"), said.find("move "), said.find("pong 7"));
    assert!(done < moved && moved < pong && pong.is_some(), "{said}");
}

#[test]
fn load_of_a_finished_game_tells_the_result() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("mate.pgn"), "1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let output = belle(folder.path(), &["play", "--plain"], "load mate.pgn\n");
    let said = text(&output.stdout);
    assert!(said.contains("Black mates  0-1") && !said.contains("you play"), "{said}");
}

#[test]
fn book_move_has_no_table() {
    let said = shown(&["play", "--plain", "--option", "OwnBook=true"], "e4\nquit\n");
    assert!(said.contains("(book)") && !said.contains("nodes/s"), "{said}");
    let said = shown(&["play", "--plain", "--no-book", "--level", "depth 1"], "e4\nquit\n");
    assert!(said.contains("nodes/s"), "{said}");
}

#[test]
fn endgame_play_without_tables_says_what_to_build() {
    assert_refused("fresh", TempDir::new().unwrap().path());
}

#[test]
fn mate_accepts_startpos() {
    assert!(!shown(&["mate", "startpos", "--mates", "1"], "").is_empty());
}

#[test]
fn bench_ratio_is_the_machines_alone() {
    assert!(shown(&["bench", "--depth", "1"], "").contains("ratio to the original's"));
    assert!(!shown(&["bench", "--player", "atlas", "--depth", "1"], "").contains("ratio"));
}

#[test]
fn play_options_work_without_the_command() {
    let said = shown(&["--plain", "--player", "native", "--side", "black", "--level", "depth 1"], "quit\n");
    assert_shows(&said, &["Belle native", "the machine plays 1. "]);
}

#[test]
fn version_names_commit_build_and_processor() {
    let said = shown(&["--version"], "");
    assert_shows(&said, &["belle ", " (", "build: ", "processor: "]);
}

#[test]
fn completions_and_manual_are_written() {
    for (shell, part) in
        [("bash", "complete -F _belle"), ("zsh", "#compdef belle"), ("fish", "complete -c belle")]
    {
        let said = shown(&["completions", shell], "");
        assert_shows(&said, &[part, "analyse", "concurrency"]);
    }
    let folder = TempDir::new().unwrap();
    assert!(belle(folder.path(), &["manual", "-o", "pages"], "").status.success());
    let page = std::fs::read_to_string(folder.path().join("pages/belle-analyse.1")).unwrap();
    assert_shows(&page, &[".TH belle-analyse 1", "concurrency"]);
}

#[test]
fn american_spelling_of_analyse_is_accepted() {
    let said = shown(&["analyze", "-", "--depth", "1"], "1. e4 *\n");
    assert!(said.contains("[%eval "), "{said}");
}

#[test]
fn trace_lists_every_signal_that_patterns_choose() {
    let all = shown(&["trace", "--list"], "");
    assert_eq!(all, shown(&["trace", "--list", "--signals", "*"], ""));
    assert!(all.lines().count() > 80, "{all}");
}
