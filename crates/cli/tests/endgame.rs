//! `belle endgame` with valid and invalid input, and tablebases in a chess program.

mod common;

use std::sync::LazyLock;

use common::{assert_shows, belle, run_session, text};
use tempfile::TempDir;

const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// A folder with the tables of KQKR and KPK, and those they depend on.
static TABLES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let output = belle(folder.path(), &["endgame", "build", "KQKR", "KPK"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("building KQKR (needs ") && shown.contains("\nbuilt KQKR: "), "{shown}");
    // The queen, the rook, and the pawn's promotions.
    assert!(shown.ends_with("6 tables built in endgames\n"), "{shown}");
    folder
});

#[test]
fn figures_of_tables() {
    run_session("endgame_figures", TABLES.path());
    assert_eq!(TABLES.path().join("endgames").read_dir().unwrap().count(), 6);
    let json = |arguments: &[&str]| -> serde_json::Value {
        let shown = text(&belle(TABLES.path(), &[&["endgame"], arguments].concat(), "").stdout);
        serde_json::from_str(&shown).unwrap()
    };
    let probed = json(&["probe", "--json", BROWNE]);
    let found = [&probed["metric"], &probed["moves_to_goal"], &probed["value"]["win"], &probed["line"][0]];
    assert_eq!(found, [&"dtc".into(), &31.into(), &61.into(), &"Ka7".into()] as [&serde_json::Value; 4]);
    assert_eq!(json(&["stats", "KQKR", "--format", "json"])["longest"], serde_json::json!([31, 3]));
}

#[test]
fn brownes_game_is_played() {
    run_session("endgame_play", TABLES.path());
}

#[test]
fn invalid_input_named_in_error() {
    run_session("endgame_refuses", TABLES.path());
}

#[test]
fn damaged_table_refused_by_every_subcommand() {
    let folder = TempDir::new().unwrap();
    assert!(belle(folder.path(), &["endgame", "build", "KQK"], "").status.success());
    let path = folder.path().join("endgames/KQK.dtc");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() - 100;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    for arguments in [
        &["stats", "KQK"][..],
        &["verify", "endgames"],
        &["bench", "KQK"],
        // The header is valid, but a build reads the whole table.
        &["build", "KQQK"],
    ] {
        let output = belle(folder.path(), &[&["endgame"], arguments].concat(), "");
        let error = text(&output.stderr);
        assert!(!output.status.success() && error.contains("KQK.dtc: block"), "{arguments:?}: {error}");
    }
}

#[test]
fn uci_tablebases_decide_the_move() {
    let directory = TABLES.path().join("endgames");
    let option = format!("setoption name EndgamePath value {}", directory.display());
    let input = format!("uci\n{option}\nposition fen {BROWNE}\ngo depth 3\nisready\nquit\n");
    let shown = text(&belle(TABLES.path(), &["uci"], &input).stdout);
    assert_shows(&shown, &["option name EndgamePath type string default <empty>\n"]);
    assert_shows(&shown, &["option name SyzygyPath type string default <empty>\n"]);
    assert_shows(&shown, &[" score cp 19939 ", " tbhits ", "bestmove a8a7 ponder e8e7"]);
    let refused = "setoption name EndgamePath value /no/such/folder\nisready\nquit\n";
    let shown = text(&belle(TABLES.path(), &["uci"], refused).stdout);
    assert!(shown.contains("info string") && shown.contains("/no/such/folder"), "{shown}");
}
