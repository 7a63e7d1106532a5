//! Output of the program that is parsed, and a run that is interrupted.

mod common;

use common::{Running, belle, command, text};
use tempfile::TempDir;

#[test]
fn bench_json_sums_up_positions() {
    let shown = text(&belle(".".as_ref(), &["bench", "--depth", "1", "--json"], "").stdout);
    let bench: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(bench["positions"].as_array().unwrap().len(), 16);
    assert_eq!(bench["signature"], bench["total"]["nodes"]);
}

#[test]
fn trace_lists_every_signal_that_patterns_choose() {
    let list = |more: &[&str]| text(&belle(".".as_ref(), &[&["trace", "--list"], more].concat(), "").stdout);
    let all = list(&[]);
    assert_eq!(all, list(&["--signals", "*"]));
    assert!(all.lines().count() > 80, "{all}");
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
