//! `belle trace`: the file is read by another parser, and shows what the machine did.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::process::{Command, Output};

use vcd::{Command as Entry, IdCode, ScopeItem, Value};

const POSITION: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

fn belle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_belle")).args(arguments).output().expect("belle runs")
}

/// Each signal's changes: when, and to what. A level that was not known counts as none.
fn changes(path: &std::path::Path) -> HashMap<String, Vec<(u64, u64)>> {
    let mut parser = vcd::Parser::new(BufReader::new(File::open(path).expect("the file")));
    let header = parser.parse_header().expect("a header");
    let mut names: HashMap<IdCode, String> = HashMap::new();
    fn walk(items: &[ScopeItem], path: &str, names: &mut HashMap<IdCode, String>) {
        for item in items {
            match item {
                ScopeItem::Scope(scope) => walk(&scope.items, &format!("{path}{}/", scope.identifier), names),
                ScopeItem::Var(var) => {
                    names.insert(var.code, format!("{path}{}", var.reference));
                }
                _ => {}
            }
        }
    }
    walk(&header.items, "", &mut names);
    let mut changes: HashMap<String, Vec<(u64, u64)>> = HashMap::new();
    let mut now = 0;
    for entry in parser {
        let (id, level) = match entry.expect("an entry") {
            Entry::Timestamp(time) => {
                assert!(time >= now, "time goes on");
                now = time;
                continue;
            }
            Entry::ChangeScalar(id, value) => (id, u64::from(value == Value::V1)),
            Entry::ChangeVector(id, values) => {
                (id, values.iter().fold(0, |level, value| level << 1 | u64::from(value == Value::V1)))
            }
            _ => continue,
        };
        changes.entry(names[&id].clone()).or_default().push((now, level));
    }
    changes
}

#[test]
fn a_waveform_shows_the_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("search.vcd");
    let file = path.to_str().expect("a path");
    let signals = "nodes,ply,board/p?,ray_mux/north,acc,running";
    let output = belle(&["trace", POSITION, "--depth", "2", "--signals", signals, "-o", file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let changes = changes(&path);
    assert_eq!(changes.len(), 9);
    let nodes = &changes["belle/microengine/sequencer/nodes"];
    assert!(nodes.len() > 50 && nodes.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1), "{nodes:?}");
    assert_eq!(changes["belle/microengine/sequencer/running"].last().map(|change| change.1), Some(0));
    // The board is at last as it was.
    for plane in ["p0", "p1", "p2", "p3"] {
        let plane = &changes[&format!("belle/board/{plane}")];
        assert_eq!(plane.first().map(|change| change.1), plane.last().map(|change| change.1));
    }
    // Own rooks on a1 and h1 stand behind pawns: their rays north arrive on the second rank.
    assert_eq!(changes["belle/move_generator/ray_mux/north"][0].1 & 0x8100, 0x8100);
}

#[test]
fn every_block_is_opened_once() {
    fn unique(items: &[ScopeItem]) {
        let mut seen = Vec::new();
        for item in items {
            if let ScopeItem::Scope(scope) = item {
                assert!(!seen.contains(&&scope.identifier), "{} twice", scope.identifier);
                seen.push(&scope.identifier);
                unique(&scope.items);
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.vcd");
    let file = path.to_str().expect("a path");
    let output = belle(&["trace", POSITION, "--depth", "1", "--cycles", "50", "--signals", "*", "-o", file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut parser = vcd::Parser::new(BufReader::new(File::open(&path).expect("the file")));
    unique(&parser.parse_header().expect("a header").items);
}

#[test]
fn a_window_holds_what_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("window.vcd");
    let file = path.to_str().expect("a path");
    let arguments = ["trace", POSITION, "--depth", "3", "--from", "1000", "--cycles", "200", "-o", file];
    assert!(belle(&arguments).status.success());
    let all = changes(&path);
    let times = || all.values().flatten().map(|change| change.0);
    assert!(times().min() >= Some(1000) && times().max() <= Some(1200));
}

#[test]
fn bad_input_is_told_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("none.vcd");
    let file = path.to_str().expect("a path");
    for (arguments, told) in [
        (&["trace", POSITION, "--signals", "nonsense", "-o", file][..], "microengine/sequencer/ply"),
        (&["trace", POSITION, "--from", "99999999", "-o", file], "the search ends after"),
        (&["trace", "no position", "-o", file], "FEN"),
        (&["trace", POSITION, "--depth", "0", "-o", file], "--depth"),
        (&["trace", POSITION, "--cycles", "0", "-o", file], "0 is not in 1.."),
        (&["trace", POSITION], "--output"),
        (&["trace", POSITION, "-o", "/no/such/folder/a.vcd"], "/no/such/folder"),
    ] {
        let output = belle(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(told), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "a file was left");
}

#[test]
fn all_signals_are_listed() {
    let output = belle(&["trace", "--list", "--signals", "*"]);
    let text = String::from_utf8(output.stdout).expect("text");
    for name in ["board/p0", "evaluator/lazy/material", "memory/entry", "move_generator/ray_mux/north"] {
        assert!(text.contains(name), "{name} is not in\n{text}");
    }
}
