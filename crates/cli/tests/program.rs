//! The program run through pipes, with good and bad input.

mod common;

use common::{Running, assert_refused, assert_shows, belle, command, text};
use tempfile::TempDir;

/// The output of a game of these lines, and its PGN file, if any.
fn game(arguments: &[&str], input: &str) -> (String, Option<String>) {
    let folder = TempDir::new().unwrap();
    let arguments = [&["play", "--ascii", "--level", "depth 1"], arguments].concat();
    let output = belle(folder.path(), &arguments, input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    let files: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() <= 1, "{files:?}");
    (text(&output.stdout), files.first().map(|file| std::fs::read_to_string(file).unwrap()))
}

#[test]
fn game_is_saved_at_end_of_input() {
    let (shown, pgn) = game(&[], "e4\nlevel depth 2\nd4\n");
    assert_shows(&shown, &["the machine plays 1... ", "the machine plays 2... "]);
    let pgn = pgn.unwrap();
    assert!(pgn.contains("[Result \"*\"]\n\n1. e4 ") && pgn.contains(" 2. d4 "), "{pgn}");
}

#[test]
fn bad_input_is_named_and_game_continues() {
    let (shown, _) = game(&[], "Nf9\ne5\nxyz\nlevel high\nsetup nonsense\nside green\nundo\n\u{0}\n\nNf3\n");
    let pawn = "'e5' is not a legal move here: with a pawn White can play";
    assert_shows(&shown, &["'Nf9' is not a legal move here", pawn, "'high' is not a level"]);
    assert_shows(&shown, &["'nonsense' is not a position in FEN", "'green' is not a side"]);
    assert_shows(&shown, &["you have no move to take back", "the machine plays 1... "]);
}

#[test]
fn game_end_is_announced_and_saved() {
    for (fen, line, verdict, result) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "White mates  1-0", "1-0"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "stalemate  1/2-1/2", "1/2-1/2"),
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "Kxb2", "draw: neither side can mate  1/2-1/2", "1/2-1/2"),
        ("7k/8/8/8/8/8/8/K5R1 w - - 99 90", "Ka2", "draw: fifty moves without capture", "1/2-1/2"),
    ] {
        let (shown, pgn) = game(&["--fen", fen], line);
        assert!(shown.contains(verdict), "{shown}");
        assert!(pgn.unwrap().contains(&format!("[Result \"{result}\"]")));
    }
}

#[test]
fn every_command_answers() {
    let commands = "help moves fen eval hint board flip level e4 undo pgn stop go resign d5 new save quit";
    let (shown, pgn) = game(&[], &commands.replace(' ', "\n"));
    assert_shows(&shown, &["take back your last move", "20 legal moves", "rnbqkbnr/pppppppp", "total"]);
    assert_shows(&shown, &["hint: 1. ", "you play Black", "Black resigns  1-0", "the game is over"]);
    // The resigned game, and the new one, in which the machine moved first.
    assert_eq!(pgn.unwrap().matches("[Event ").count(), 2);
}

#[test]
fn perft_eval_and_bench_print_their_figures() {
    let folder = TempDir::new().unwrap();
    let output = |arguments: &[&str]| {
        let output = belle(folder.path(), arguments, "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(output(&["perft", "startpos", "3"]), "8902\n");
    assert_eq!(output(&["perft", "startpos", "0"]), "1\n");
    let divided = output(&["perft", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "2", "--divide"]);
    assert!(divided.contains("e2e4: 16\n") && divided.ends_with("191\n"), "{divided}");
    for options in [&["--threads", "3"][..], &["--hash", "1"], &["--threads", "2", "--hash", "4", "--divide"]]
    {
        let kiwipete = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", "4"];
        let shown = output(&[&["perft", "--player", "native"], options, &kiwipete[..]].concat());
        assert!(shown.ends_with("4085603\n"), "{options:?} {shown}");
    }
    assert!(output(&["eval", "8/8/8/8/8/8/8/K1k5", "w", "-", "-"]).contains("total"));
    let bench: serde_json::Value =
        serde_json::from_str(&output(&["bench", "--depth", "1", "--json"])).unwrap();
    assert_eq!(bench["positions"].as_array().unwrap().len(), 16);
    assert_eq!(bench["signature"], bench["total"]["nodes"]);
    assert!(output(&["bench", "--depth", "1"]).contains("signature: "));
}

#[test]
fn verilog_is_written_once_and_replaced_only_by_force() {
    let folder = TempDir::new().unwrap();
    let shown = text(&belle(folder.path(), &["verilog", "--block", "castling"], "").stdout);
    assert!(shown.contains("\nmodule castling (\n") && shown.ends_with("endmodule\n"), "{shown}");
    let blocks = text(&belle(folder.path(), &["verilog", "--list"], "").stdout).lines().count();
    assert!(belle(folder.path(), &["verilog", "-o", "new/rtl"], "").status.success());
    let file = folder.path().join("new/rtl/castling.v");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), shown);
    assert!(folder.path().join("new/rtl").read_dir().unwrap().count() >= blocks);

    std::fs::write(&file, "mine").unwrap();
    let again = belle(folder.path(), &["verilog", "-o", "new/rtl"], "");
    assert!(!again.status.success());
    assert!(text(&again.stderr).contains("already exists; --force replaces it"));
    let block = ["verilog", "--block", "castling", "-o", "new/rtl"];
    assert!(!belle(folder.path(), &block, "").status.success());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert!(belle(folder.path(), &[&block[..], &["--force"]].concat(), "").status.success());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), shown);
}

#[test]
fn bad_arguments_are_refused() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("empty"), "").unwrap();
    assert_refused("arguments", folder.path());
}

#[test]
fn former_names_are_accepted() {
    for arguments in [
        &["mate2"][..],
        &["analyse", "--jobs", "2"],
        &["endgame", "build", "--men", "3"],
        &["match", "--margin", "1", "--patience", "1"],
    ] {
        let output = belle(".".as_ref(), &[arguments, &["--help"]].concat(), "");
        let help = text(&output.stdout);
        assert!(output.status.success() && help.contains("Usage: belle "), "{arguments:?}");
    }
}

#[test]
fn uci_ends_with_its_input() {
    let folder = TempDir::new().unwrap();
    let output = belle(folder.path(), &["uci"], "uci\nposition startpos\ngo infinite\n");
    assert!(output.status.success());
    let shown = text(&output.stdout);
    assert!(shown.contains("uciok") && shown.contains("bestmove "), "{shown}");
}

#[test]
fn suite_reports_solutions_and_bad_lines() {
    let folder = TempDir::new().unwrap();
    let lines = "# mates\nnonsense\n6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";\n\
                 6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8; dm 1;\n6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Qd1;\n";
    std::fs::write(folder.path().join("mates.epd"), lines).unwrap();
    let output = belle(folder.path(), &["suite", "mates.epd", "--depth", "2", "--json"], "");
    assert!(output.status.success());
    let skipped = text(&output.stderr);
    assert!(skipped.contains("mates.epd:2: 'nonsense' is not a position in FEN"), "{skipped}");
    assert!(skipped.contains("mates.epd:5: bm: 'Qd1' is not a legal move"), "{skipped}");
    let results: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let [first, second] = &results["positions"].as_array().unwrap()[..] else { panic!("{results}") };
    let found = (&first["id"], &first["solved"], &first["score"]);
    assert_eq!(found, (&"back rank".into(), &true.into(), &"#1".into()));
    assert!(first["solution"]["nodes"].as_u64().unwrap() <= first["nodes"].as_u64().unwrap());
    let found = (&second["id"], &second["solved"], &second["solution"]);
    assert_eq!(found, (&"line 4".into(), &false.into(), &serde_json::Value::Null));
    assert_eq!((&results["solved"], results["malformed"].as_array().unwrap().len()), (&1.into(), 2));

    let table = text(&belle(folder.path(), &["suite", "mates.epd", "--nodes", "100"], "").stdout);
    assert!(table.contains("back rank yes Ra8#") && table.contains("1 of 2 solved"), "{table}");
}

#[cfg(unix)]
#[test]
fn interrupted_suite_reports_its_progress() {
    use nix::sys::signal::{Signal, kill};

    let folder = TempDir::new().unwrap();
    let easy = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"easy\";\n";
    let long = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; id \"long\";\n";
    std::fs::write(folder.path().join("two.epd"), [easy, long].concat()).unwrap();
    let mut suite = Running::start(&mut command(folder.path(), &["suite", "two.epd", "--seconds", "600"]));
    suite.wait_for("easy");
    kill(suite.pid(), Signal::SIGINT).unwrap();
    let (success, shown, error) = suite.end();
    assert!(!success && shown.contains("1 of 1 solved"), "{shown}");
    assert!(error.contains("interrupted after 1 of 2 positions"), "{error}");
}

#[test]
fn uci_and_xboard_work_under_either_command() {
    let folder = TempDir::new().unwrap();
    for command in ["uci", "xboard"] {
        let said = text(&belle(folder.path(), &[command], "uci\nquit\n").stdout);
        assert!(said.contains("option name Player type combo default belle"), "{said}");
        assert!(said.ends_with("uciok\n"), "{said}");
        let said = text(&belle(folder.path(), &[command], "xboard\nprotover 2\nquit\n").stdout);
        assert!(said.contains("feature option=\"Player -combo *belle"), "{said}");
        assert!(said.ends_with("feature done=1\n"), "{said}");
    }
}
