//! `belle match` as a process: complete, cut off, interrupted and resumed.

mod common;

use std::path::Path;

use common::{belle, refusal, text};
use tempfile::TempDir;

/// The games of a file, without dates and times.
fn games(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let kept = |word: &&str| !word.starts_with("0:00:") && !word.starts_with("[Date");
    let games = text.split("[Event ").skip(1);
    games.map(|game| game.split_whitespace().filter(kept).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn match_cut_off_is_resumed() {
    let folder = TempDir::new().unwrap();
    let outside = format!("cmd={} uci,name=outside,depth=1", env!("CARGO_BIN_EXE_belle"));
    let play = |file: &str, more: &[&str]| {
        let words = ["match", "belle,name=inside", &outside, "--depth", "2", "--max-moves", "40", "--json"];
        belle(folder.path(), &[&words, more, &["--pgn", file]].concat(), "")
    };
    let output = play("whole.pgn", &["--games", "6"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!((&summary["games"], &summary["engines"][1]["faults"]), (&6.into(), &0.into()));
    let whole = games(&folder.path().join("whole.pgn"));
    assert_eq!(whole.len(), 6);

    // The first games, and half of another.
    let path = folder.path().join("cut.pgn");
    assert!(play("cut.pgn", &["--games", "2"]).status.success());
    let cut = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{cut}{}", &cut[..cut.len() / 3])).unwrap();
    assert!(text(&play("cut.pgn", &["--games", "6"]).stderr).contains("continue its match with --resume"));
    assert!(play("cut.pgn", &["--games", "6", "--resume"]).status.success());
    assert_eq!(games(&path), whole);
    let other = text(&play("cut.pgn", &["--games", "6", "--resume", "--seed", "2"]).stderr);
    assert!(other.contains("has games of another match"), "{other}");
    std::fs::write(&path, "my letters").unwrap();
    assert!(
        text(&play("cut.pgn", &["--resume"]).stderr).contains("contains text that is not part of this match")
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my letters");
}

/// The first match is suspended while the others try.
#[cfg(unix)]
#[test]
fn games_file_in_use_refused() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = TempDir::new().unwrap();
    let words = ["match", "belle,name=one", "belle,name=other", "--depth", "1", "--max-moves", "20"];
    let words = [&words[..], &["--games", "20", "--pgn", "games.pgn"]].concat();
    let resumed = [&words[..], &["--resume"]].concat();
    let mut first = Command::new(env!("CARGO_BIN_EXE_belle"))
        .args(&words)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(first.stdout.take().unwrap());
    let mut shown = String::new();
    assert!(output.read_line(&mut shown).unwrap() > 0);
    let pid = Pid::from_raw(first.id().try_into().unwrap());
    kill(pid, Signal::SIGSTOP).unwrap();
    let refused = [&words, &resumed].map(|words| belle(folder.path(), words, ""));
    kill(pid, Signal::SIGCONT).unwrap();
    for output in refused {
        let message = text(&output.stderr);
        assert!(
            !output.status.success() && message.contains("games.pgn: another process is writing to it"),
            "{message}"
        );
    }
    output.read_to_string(&mut shown).unwrap();
    assert!(first.wait().unwrap().success() && shown.contains("20/20"), "{shown}");
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

#[test]
fn bad_arguments_refused() {
    for (arguments, expected) in [
        (&["belle"][..], "a match needs two engines, got 1"),
        (&["belle", "belle", "belle"], "more than two engines need --round-robin, got 3"),
        (&["belle", "cmd=/no/such/engine"], "failed to start: /no/such/engine"),
        (&["belle", "belle,option.Pies=3"], "has no option 'Pies'; it has: "),
        (&["belle", "belle", "--tc", "soon"], "time control: expected"),
        (&["belle", "belle", "--openings", "none.pgn"], "cannot read none.pgn"),
        (&["belle", "belle", "--resume"], "--pgn"),
    ] {
        let message = refusal(&[&["match"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// Ctrl-C reaches all processes of the terminal's group, but not the engines: no game is lost, and the match can be
/// resumed.
#[cfg(unix)]
#[test]
fn ctrl_c_loses_no_game() {
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    let folder = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_belle");
    let uci = format!("cmd={program} uci,name=one,option.Player=native");
    let xboard = format!("cmd={program} xboard,proto=xboard,name=other");
    let words = ["match", &uci, &xboard, "--movetime", "0.01", "--timemargin", "60", "--max-moves", "20"];
    let words = [&words[..], &["--games", "8", "--concurrency", "2", "--pgn", "games.pgn"]].concat();
    let path = folder.path().join("games.pgn");
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let before = if path.exists() { games(&path).len() } else { 0 };
        let mut child = Command::new(program)
            .args(&words)
            .args((before > 0).then_some("--resume"))
            .current_dir(folder.path())
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut shown = String::new();
        while !shown.contains(&format!("{}/8 ", before + 2)) {
            assert!(output.read_line(&mut shown).unwrap() > 0, "{shown}");
        }
        killpg(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        output.read_to_string(&mut shown).unwrap();
        let error = text(&child.wait_with_output().unwrap().stderr);
        assert!(
            error.contains("interrupted; run the same command with --resume to continue"),
            "{shown}{error}"
        );
        let kept = games(&path);
        assert!((before + 2..8).contains(&kept.len()), "{kept:?}");
        assert!(!kept.iter().any(|game| game.contains("[Termination \"abandoned")), "{kept:?}");
    }
    let output = belle(folder.path(), &[&words[..], &["--resume", "--json"]].concat(), "");
    let summary: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let faults = [0, 1].map(|engine| summary["engines"][engine]["faults"].clone());
    assert_eq!((&summary["games"], faults), (&8.into(), [0.into(), 0.into()]));
    assert_eq!(games(&path).len(), 8);
}
