//! `belle mate` and `belle atlas`, through pipes.

mod common;

use std::path::Path;

use common::{assert_shows, text};

/// Success, standard output and standard error.
fn belle(arguments: &[&str], input: &str) -> (bool, String, String) {
    let output = common::belle(Path::new("."), arguments, input);
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/mate-in-two.epd");

#[test]
fn mate_prints_key_and_play() {
    let (well, shown, errors) = belle(&["mate", "--tries", "5Kbk/6pp/6P1/8/8/8/8/7R w - -"], "");
    assert!(well && errors.is_empty(), "{errors}");
    assert_shows(&shown, &["key: Rh6\n", "no threat", "1... Bf7     2. Rxh7#", "try: Rh5?  but h6!"]);
    assert_shows(&shown, &[" nodes\n"]);
}

#[test]
fn mate_file_both_rule_sets() {
    let (well, shown, _) = belle(&["mate", SUITE], "");
    let counts = "\n43 problems, 41 as the file says, 2 outside Bell's scope; ";
    assert!(well && shown.contains(counts), "{shown}");
    let (well, shown, _) = belle(&["mate", "--full", SUITE], "");
    assert!(well && shown.contains("\n43 problems, 43 as the file says; "), "{shown}");
}

#[test]
fn mate_file_with_malformed_lines_fails() {
    let input = "nonsense\n7k/8/5KQ1/8/8/8/8/8 w - - bm Kf7; id \"no key\";\n7k/8/5K2/8/8/8/8/6Q1 w - - id \"open\";\n";
    let (well, shown, errors) = belle(&["mate", "--full", "-"], input);
    assert!(!well && errors.contains("some lines are malformed or differ"), "{errors}");
    let parts = ["1 'nonsense' is not a position", "DIFFERS", "open", "2 problems", "1 lines not understood"];
    assert_shows(&shown, &parts);
}

#[test]
fn explain_names_the_rule() {
    let (well, shown, errors) = belle(&["atlas", "explain", "startpos"], "");
    assert!(well && errors.is_empty(), "{errors}");
    let reason = "because of the moves with the best balance of captures it prepares to castle";
    assert!(shown.contains(&format!("chosen: e3, {reason}")), "{shown}");
}

#[test]
fn atlas_works_in_other_commands() {
    let (well, shown, _) = belle(&["uci", "--player", "atlas"], "uci\nposition startpos\ngo\nquit\n");
    assert!(well && shown.contains("id name Atlas") && shown.contains("option name QueenRule"), "{shown}");
    let (well, shown, _) = belle(&["perft", "--player", "atlas", "startpos", "4"], "");
    assert!(well && shown == "197281\n", "{shown}");
    let (well, shown, _) = belle(&["eval", "--player", "atlas", "startpos"], "");
    assert!(well && shown.contains("mobility"), "{shown}");
}
