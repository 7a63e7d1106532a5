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
fn chess960_rights_are_refused_everywhere() {
    const FEN: &str = "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1";
    let expected = "castling right 'K' cannot be read";
    let said = shown(&["uci"], &format!("position fen {FEN}\ngo\n"));
    assert!(said.contains(expected) && said.contains("bestmove 0000"), "{said}");
    let said = shown(&["play", "--plain"], &format!("setup {FEN}\n"));
    assert!(said.contains(expected), "{said}");
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("o.epd"), format!("{FEN}\n")).unwrap();
    std::fs::write(folder.path().join("g.pgn"), format!("[FEN \"{FEN}\"]\n\n1. a3 *\n")).unwrap();
    assert_refused("chess960", folder.path());
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
