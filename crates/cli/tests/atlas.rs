//! `belle mate2` and `belle atlas`, through pipes.

mod common;

use std::path::Path;

use common::text;

/// Whether it went well, what it showed and what it complained of.
fn belle(arguments: &[&str], input: &str) -> (bool, String, String) {
    let output = common::belle(Path::new("."), arguments, input);
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/mate-in-two.epd");

#[test]
fn a_problem_is_solved_with_its_play() {
    let (well, shown, errors) = belle(&["mate2", "--tries", "5Kbk/6pp/6P1/8/8/8/8/7R w - -"], "");
    assert!(well && errors.is_empty(), "{errors}");
    for part in ["key: Rh6\n", "no threat", "1... Bf7     2. Rxh7#", "try: Rh5?  but h6!", " nodes\n"] {
        assert!(shown.contains(part), "'{part}' is not in:\n{shown}");
    }
}

#[test]
fn a_file_is_solved_in_both_scopes() {
    let (well, shown, _) = belle(&["mate2", SUITE], "");
    assert!(
        well && shown.contains("\n43 problems, 41 as the file says, 2 outside Bell's scope; "),
        "{shown}"
    );
    let (well, shown, _) = belle(&["mate2", "--full", SUITE], "");
    assert!(well && shown.contains("\n43 problems, 43 as the file says; "), "{shown}");
}

#[test]
fn a_file_with_faults_is_read_to_its_end_and_fails() {
    let input = "rubbish\n7k/8/5KQ1/8/8/8/8/8 w - - bm Kf7; id \"no key\";\n7k/8/5K2/8/8/8/8/6Q1 w - - id \"open\";\n";
    let (well, shown, errors) = belle(&["mate2", "--full", "-"], input);
    assert!(!well && errors.contains("not every line"), "{errors}");
    assert!(shown.contains("1 'rubbish' is not a position") && shown.contains("DIFFERS"), "{shown}");
    assert!(
        shown.contains("open") && shown.contains("2 problems") && shown.contains("1 lines not understood"),
        "{shown}"
    );
}

#[test]
fn what_cannot_be_solved_is_refused_by_name() {
    for (arguments, message) in [
        (&["mate2", "--mates", "5", "8/8/8/8/8/8/8/8 w - -"][..], "5 is not in 1..=4"),
        (&["mate2", "8/8/8/8/8/8/8/8 w - -"], "is not a position"),
        (&["mate2", "no/such/file.epd"], "cannot read"),
        (&["mate2", "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - -"], "holds 16"),
        (&["atlas", "explain", "nonsense"], "not a position in FEN"),
        (&["atlas", "explain", "startpos", "--option", "Plies=99"], "a whole number from 1 to 8"),
        (&["atlas", "explain", "startpos", "--option", "Plies"], "NAME=VALUE"),
    ] {
        let (well, shown, errors) = belle(arguments, "");
        assert!(!well && shown.is_empty() && errors.contains(message), "{arguments:?}: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
}

#[test]
fn a_choice_is_explained() {
    let (well, shown, errors) = belle(&["atlas", "explain", "startpos"], "");
    assert!(well && errors.is_empty(), "{errors}");
    assert!(
        shown.contains(
            "chosen: e3, because of the moves with the best balance of captures it prepares to castle"
        ),
        "{shown}"
    );
}

#[test]
fn atlas_is_a_player_like_the_others() {
    let (well, shown, _) = belle(&["uci", "--player", "atlas"], "uci\nposition startpos\ngo\nquit\n");
    assert!(well && shown.contains("id name Atlas") && shown.contains("option name QueenRule"), "{shown}");
    let (well, shown, _) = belle(&["perft", "--player", "atlas", "startpos", "4"], "");
    assert!(well && shown == "197281\n", "{shown}");
    let (well, shown, _) = belle(&["eval", "--player", "atlas", "startpos"], "");
    assert!(well && shown.contains("mobility"), "{shown}");
}
