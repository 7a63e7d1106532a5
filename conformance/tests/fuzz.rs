//! A short fuzz of the protocols by every target; `cargo xtask fuzz` runs longer.

#[path = "common/fuzz.rs"]
mod fuzz;
#[path = "common/players.rs"]
mod players;

use fuzz::{Settings, TARGETS};

const LINES: usize = 10_000;

fn assert_survives(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let settings = Settings {
        seed: 1980,
        growth: 64,
    };
    target
        .expect("a target")
        .fuzz(settings, |lines| lines >= LINES);
}

#[test]
fn fuzz_uci_no_panic() {
    assert_survives("uci");
}

#[test]
fn fuzz_uci_all_players_no_panic() {
    assert_survives("uci_all_players");
}

#[test]
fn fuzz_uci_native_no_panic() {
    assert_survives("uci_native");
}

#[test]
fn fuzz_xboard_no_panic() {
    assert_survives("xboard");
}

#[test]
fn fuzz_xboard_all_players_no_panic() {
    assert_survives("xboard_all_players");
}

#[test]
fn fuzz_xboard_native_no_panic() {
    assert_survives("xboard_native");
}
