//! `belle match` as a process: complete, cut off, interrupted and resumed.

mod common;

use std::path::Path;

use common::{Running, belle, command, pid, text};
use conformance::shards::Shards;
use tempfile::TempDir;

/// The games of a file, without dates and times.
fn games(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let kept = |word: &&str| !word.starts_with("0:00:") && !word.starts_with("[Date");
    let games = text.split("[Event ").skip(1);
    games
        .map(|game| {
            game.split_whitespace()
                .filter(kept)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

#[test]
fn match_cut_off_is_resumed() {
    let folder = TempDir::new().unwrap();
    let outside = format!(
        "cmd={} uci,name=outside,depth=1",
        env!("CARGO_BIN_EXE_belle")
    );
    let play = |file: &str, more: &[&str]| {
        let words = [
            "match",
            "belle,name=inside",
            &outside,
            "--depth",
            "2",
            "--max-moves",
            "40",
            "--json",
        ];
        belle(
            folder.path(),
            &[&words, more, &["--pgn", file]].concat(),
            "",
        )
    };
    let output = play("whole.pgn", &["--games", "6"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(
        (&summary["games"], &summary["engines"][1]["faults"]),
        (&6.into(), &0.into())
    );
    let whole = games(&folder.path().join("whole.pgn"));
    assert_eq!(whole.len(), 6);

    // The first games, and half of another.
    let path = folder.path().join("cut.pgn");
    assert!(play("cut.pgn", &["--games", "2"]).status.success());
    let cut = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{cut}{}", &cut[..cut.len() / 3])).unwrap();
    assert!(
        text(&play("cut.pgn", &["--games", "6"]).stderr)
            .contains("continue its match with --resume")
    );
    assert!(
        play("cut.pgn", &["--games", "6", "--resume"])
            .status
            .success()
    );
    assert_eq!(games(&path), whole);
    let other = text(&play("cut.pgn", &["--games", "6", "--resume", "--seed", "2"]).stderr);
    assert!(other.contains("has games of another match"), "{other}");
    std::fs::write(&path, "my letters").unwrap();
    let foreign = text(&play("cut.pgn", &["--resume"]).stderr);
    assert!(
        foreign.contains("contains text that is not part of this match"),
        "{foreign}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my letters");
}

/// The first match is suspended while the others try.
#[cfg(unix)]
#[test]
fn games_file_in_use_refused() {
    use nix::sys::signal::{Signal, kill};

    let folder = TempDir::new().unwrap();
    let words = [
        "match",
        "belle,name=one",
        "belle,name=other",
        "--depth",
        "1",
        "--max-moves",
        "20",
    ];
    let words = [&words[..], &["--games", "20", "--pgn", "games.pgn"]].concat();
    let resumed = [&words[..], &["--resume"]].concat();
    let mut first = Running::start(&mut command(folder.path(), &words));
    first.wait_for("\n");
    kill(pid(&first), Signal::SIGSTOP).unwrap();
    let refused = [&words, &resumed].map(|words| belle(folder.path(), words, ""));
    kill(pid(&first), Signal::SIGCONT).unwrap();
    for output in refused {
        let busy = text(&output.stderr).contains("games.pgn: another process is writing to it");
        assert!(!output.status.success() && busy, "{}", text(&output.stderr));
    }
    let (success, shown, _) = first.end();
    assert!(success && shown.contains("20/20"), "{shown}");
    let path = folder.path().join("games.pgn");
    let whole = games(&path);
    let once = |number: usize| {
        let tag = format!("[MatchGame \"{number}\"]");
        whole.iter().filter(|game| game.contains(&tag)).count() == 1
    };
    assert!(whole.len() == 20 && (1..=20).all(once), "{whole:?}");
    assert!(belle(folder.path(), &resumed, "").status.success());
    assert_eq!(games(&path), whole);
}

/// Ctrl-C reaches all processes of the terminal's group, but not the engines: no game is lost, and the match can be
/// resumed.
#[cfg(unix)]
#[test]
fn ctrl_c_loses_no_game() {
    use std::os::unix::process::CommandExt;

    use nix::sys::signal::{Signal, killpg};

    let folder = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_belle");
    let uci = format!("cmd={program} uci,name=one,option.Player=native");
    let xboard = format!("cmd={program} xboard,proto=xboard,name=other");
    let words = [
        "match",
        &uci,
        &xboard,
        "--movetime",
        "0.01",
        "--timemargin",
        "60",
        "--max-moves",
        "20",
    ];
    let words = [
        &words[..],
        &["--games", "8", "--concurrency", "2", "--pgn", "games.pgn"],
    ]
    .concat();
    let path = folder.path().join("games.pgn");
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let before = if path.exists() { games(&path).len() } else { 0 };
        let mut all = words.clone();
        all.extend((before > 0).then_some("--resume"));
        let mut running = Running::start(command(folder.path(), &all).process_group(0));
        running.wait_for(&format!("{}/8 ", before + 2));
        killpg(pid(&running), signal).unwrap();
        let (_, shown, error) = running.end();
        let hint = "interrupted; run the same command with --resume to continue";
        assert!(error.contains(hint), "{shown}{error}");
        let kept = games(&path);
        assert!((before + 2..8).contains(&kept.len()), "{kept:?}");
        assert!(
            !kept
                .iter()
                .any(|game| game.contains("[Termination \"abandoned")),
            "{kept:?}"
        );
    }
    let output = belle(
        folder.path(),
        &[&words[..], &["--resume", "--json"]].concat(),
        "",
    );
    let summary: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let faults = [0, 1].map(|engine| summary["engines"][engine]["faults"].clone());
    assert_eq!(
        (&summary["games"], faults),
        (&8.into(), [0.into(), 0.into()])
    );
    assert_eq!(games(&path).len(), 8);
}

#[test]
fn shards_merged_equal_the_whole() {
    let words = "match native,name=a native,name=b,depth=2 --depth 3 --games 62 --max-moves 60 --pgn games.pgn";
    let shards = Shards {
        restart: "--resume",
        ..Shards::new(env!("CARGO_BIN_EXE_belle"), words, "games.pgn")
    };
    let (whole, merged) = shards.check(1);
    assert!(text(&whole.stdout).contains("62/62") && text(&merged.stdout).contains("Pentanomial"));
}
