//! `belle match` as a process: complete, cut off, interrupted and resumed.

mod common;

use std::path::Path;

use common::{Running, belle, command, pid, text};
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
        let busy = text(&output.stderr).contains("games.pgn.job: another process is writing to it");
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

/// Ctrl-C reaches all processes of the terminal's group, but not the engines: no game is lost, and
/// the match can be resumed.
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
        let hint = "interrupted; the same command with --resume continues";
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

/// An engine that writes without pause once it is to move, in the protocol that it is started for.
#[cfg(unix)]
const FLOODS: &str = "#!/bin/sh
while read -r line; do
  case \"$line\" in
    uci) echo uciok ;;
    isready) echo readyok ;;
    protover*) echo 'feature ping=1 setboard=1 done=1' ;;
    ping*) echo \"pong ${line#ping }\" ;;
    go*) exec yes 'info depth 1 score cp 1 nodes 1 pv e2e4' ;;
  esac
done
";

#[cfg(unix)]
#[test]
fn engine_that_floods_is_held_to_its_time_and_to_little_memory() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("floods.sh"), FLOODS).unwrap();
    let program = env!("CARGO_BIN_EXE_belle");
    std::fs::write(folder.path().join("one.pgn"), "1. e4 *\n").unwrap();
    let suite = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    std::fs::write(folder.path().join("one.epd"), suite).unwrap();
    for (words, expected) in [
        (
            "match native,nodes=10 'cmd=sh floods.sh,name=flood,tc=0.5+0' --games 2",
            "flood",
        ),
        (
            "match native,nodes=10 'cmd=sh floods.sh,proto=xboard,name=flood,tc=1+0' --games 2",
            "flood",
        ),
        (
            "analyse one.pgn --engine 'cmd=sh floods.sh' --seconds 0.1",
            "stopped responding",
        ),
        (
            "suite one.epd --engine 'cmd=sh floods.sh' --seconds 0.1",
            "stopped responding",
        ),
    ] {
        let mut command = std::process::Command::new("sh");
        let script = format!("ulimit -v 1500000; exec timeout -s KILL 100 {program} {words}");
        command.args(["-c", &script]).current_dir(folder.path());
        let output = conformance::session::run(command, "");
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert!(
            output.status.code().is_some_and(|status| status < 4),
            "{words}: {shown}"
        );
        assert!(shown.contains(expected), "{words}: {shown}");
    }
}

/// An engine that ends, or moves where it cannot, once it is to move.
#[cfg(unix)]
const FAILS: &str = "#!/bin/sh
while read -r line; do
  case \"$line\" in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) if [ \"$1\" = crash ]; then exit 3; fi; echo bestmove a1a1 ;;
  esac
done
";

#[cfg(unix)]
#[test]
fn match_with_a_failed_engine_ends_with_status_3() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("fails.sh"), FAILS).unwrap();
    for (engine, extra, failed) in [
        ("cmd=sh fails.sh crash,name=bad", &[][..], true),
        ("cmd=sh fails.sh,name=bad", &["--pgn", "games.pgn"], true),
        ("native,name=good", &[], false),
    ] {
        let words = ["match", "native,nodes=10", engine, "--nodes", "10"];
        let limits = ["--games", "2", "--max-moves", "2"];
        let output = belle(
            folder.path(),
            &[&words[..], &limits[..], extra].concat(),
            "",
        );
        let error = text(&output.stderr);
        let status = output.status.code();
        if failed {
            assert_eq!(status, Some(3), "{engine}: {error}");
            assert!(error.contains("bad failed in 2 games"), "{error}");
        } else {
            assert_eq!(status, Some(0), "{engine}: {error}");
        }
    }
    // The shards of a match keep silent, and their merger tells.
    for shard in ["1/2", "2/2"] {
        let words = ["match", "native,nodes=10", "cmd=sh fails.sh crash,name=bad"];
        let limits = [
            "--nodes",
            "10",
            "--games",
            "4",
            "--pgn",
            "whole.pgn",
            "--shard",
            shard,
        ];
        let output = belle(folder.path(), &[&words[..], &limits].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let merged = belle(folder.path(), &["merge", "whole.pgn"], "");
    let error = text(&merged.stderr);
    assert!(error.contains("bad failed in 4 games"), "{error}");
    assert_eq!(merged.status.code(), Some(3));
}

#[test]
fn openings_of_chess960_are_skipped_where_an_engine_does_not_play_it() {
    let folder = TempDir::new().unwrap();
    let openings = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n\
                    bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3;\n";
    std::fs::write(folder.path().join("mixed.epd"), openings).unwrap();
    let words = [
        "match",
        "belle",
        "native",
        "--openings",
        "mixed.epd",
        "--nodes",
        "10",
    ];
    let words = [
        &words[..],
        &["--games", "6", "--max-moves", "1", "--pgn", "games.pgn"],
    ];
    let skipped = belle(folder.path(), &words.concat(), "");
    let remark = "1 of 3 openings skipped: belle does not play Chess960";
    assert!(
        text(&skipped.stderr).contains(remark),
        "{}",
        text(&skipped.stderr)
    );
    // Done, but without a part of the input.
    assert_eq!(skipped.status.code(), Some(3));
    let games = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert!(!games.contains("Chess960") && games.contains("4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"));
}
