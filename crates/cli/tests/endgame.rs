//! `belle endgame` with valid and invalid input, and tablebases in a chess program.

mod common;

use std::sync::LazyLock;

use common::{assert_refused, assert_shows, belle, text};
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

/// The output of a subcommand that succeeds.
fn shown(arguments: &[&str], input: &str) -> String {
    let output = belle(TABLES.path(), &[&["endgame"], arguments].concat(), input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

#[test]
fn build_existing_tables_kept() {
    assert_eq!(shown(&["build", "kqkr"], ""), "0 tables built in endgames\n");
    let left: Vec<_> = TABLES.path().join("endgames").read_dir().unwrap().collect();
    assert_eq!(left.len(), 6);
}

#[test]
fn probe_position_value_moves_and_line() {
    let text = shown(&["probe", "--ascii", BROWNE], "");
    let values = "\n\nwin in 31 (dtc)\n  Ka7      win in 31\n  Kb7      win in 31\n  Qd8+     loss in 1\n";
    assert!(text.contains(" 8 <K> .  .  .  r  .  .  .  8\n") && text.contains(values), "{text}");
    let line = text.lines().last().unwrap();
    assert!(line.starts_with("1. Ka7 ") && line.contains(" 2. ") && line.ends_with('#'), "{text}");
    let json: serde_json::Value = serde_json::from_str(&shown(&["probe", "--json", BROWNE], "")).unwrap();
    let found = [&json["metric"], &json["moves_to_goal"], &json["value"]["win"]];
    assert_eq!(json["line"][0], "Ka7");
    assert_eq!(found, [&"dtc".into(), &31.into(), &61.into()] as [&serde_json::Value; 3]);
    assert!(shown(&["probe", "8/8/8/8/8/8/8/K1k5", "w", "-", "-"], "").contains("\n\ndraw (dtc)\n"));
    // Mate and stalemate: no moves, no line.
    assert!(shown(&["probe", "7k/6Q1/6K1/8/8/8/8/8 b - -"], "").ends_with("\n\nloss in 0 (dtc)\n"));
    assert!(shown(&["probe", "7k/5Q2/6K1/8/8/8/8/8 b - -"], "").ends_with("\n\ndraw (dtc)\n"));
}

#[test]
fn stats_three_formats() {
    let text = shown(&["stats", "KQKR"], "");
    assert!(text.contains("White to move: 1,108,111 wins, 8,963 draws, 2,142 losses"), "{text}");
    assert!(text.contains("longest White win, White to move: 31 moves (2 positions)"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&shown(&["stats", "KQKR", "--format", "json"], "")).unwrap();
    assert_eq!(json["longest"], serde_json::json!([31, 3]));
    let svg = shown(&["stats", "KQKR", "--format", "svg"], "");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let parts = [">wins of the side to move<", ">losses of the side to move<", ">positions<", ">30</text>"];
    assert_shows(&svg, &parts);
    assert_shows(&svg, &["White to move: wins<", "the winner's moves to mate, capture or promotion<"]);
}

#[test]
fn verify_and_bench_two_tables() {
    let text = shown(&["verify", "endgames", "KPK", "KQK"], "");
    assert_eq!((text.lines().count(), text.matches(" positions are consistent (").count()), (2, 2), "{text}");
    assert!(text.contains("KPK dtc: all 165,676 positions are consistent ("), "{text}");
    let rates = shown(&["bench", "KQK", "KPK", "--positions", "1000"], "");
    assert!(rates.starts_with("KQK dtc: ") && rates.contains("KPK dtc: "), "{rates}");
}

#[test]
fn plan_needs_of_an_ending_and_its_dependencies() {
    let text = shown(&["plan", "KQBKR"], "");
    assert_eq!(
        text.lines().filter(|line| line.contains("(exists)")).count(),
        4,
        "KQK, KRK, KBK and KQKR: {text}"
    );
    assert_shows(&text, &["ending  pieces", "KQBKR       5       242,221,056 ", "in all: "]);
}

#[test]
fn longest_line_text_pgn_and_svg() {
    let text = shown(&["longest", "KQKR"], "");
    assert!(text.lines().nth(1).unwrap().contains("win in 31") && text.contains("  31. "), "{text}");
    let pgn = shown(&["longest", "KQKR", "--format", "pgn"], "");
    assert_shows(&pgn, &["[Event \"Longest line of KQKR to dtc\"]", "[FEN ", "{ win in 31, "]);
    assert!(shown(&["longest", "KQKR", "--format", "svg"], "").ends_with("</svg>\n"));
}

#[test]
fn play_brownes_game_from_1978() {
    let lines = "value\nQxe8\n\nnonsense\nfen\nmoves\nundo\nhint\nka7\nundo\nboard\nhelp\nKa7\nquit\n";
    let text = shown(&["play", "--ascii"], lines);
    let parts = [
        "You play White.",
        " 8 <K> .  .  .  r  .  .  .  8\n",
        "> win in 31 (dtc)\n",
        "'Qxe8' is not a legal move",
        "'nonsense' is not a legal move",
        "> K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\n",
        "  Qd8+     loss in 1\n",
        "> you have no move to take back\n> hint: Ka7, win in 31 (dtc)\n",
        "Ka7: win in 31 (best); 49 moves left before the fifty-move limit\n",
        "  undo         take back your last move and the reply\n",
    ];
    assert_shows(&text, &parts);
    // At the start, after undo, for `board`, and twice after the move and its reply.
    assert_eq!((text.matches(" 8 <K> .  .  .  r").count(), text.matches("Ka7: win in 31").count()), (3, 2));
    // The game ends by mate.
    let mated = shown(&["play", "--ascii", "7k/8/5K2/8/8/8/8/6Q1 w - -"], "Qg7\n");
    assert!(mated.ends_with("White mates  1-0\n"), "{mated}");
    // The tablebase plays the queen; the end of the input ends the game.
    let text = shown(&["play", "--ascii", "--side", "black", BROWNE], "");
    assert!(text.contains("You play Black.") && text.contains("win in 31 (best)"), "{text}");
}

#[test]
fn invalid_input_named_in_error() {
    assert_refused("endgame", TABLES.path());
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
