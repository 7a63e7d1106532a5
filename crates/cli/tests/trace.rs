//! `belle trace`: an independent parser reads the waveform.

mod common;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use common::{assert_shows, belle, text};
use vcd::{Command as Entry, IdCode, ScopeItem, Value};

const POSITION: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

/// Traces the position with these arguments; the file's folder is deleted on drop.
fn trace(arguments: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trace.vcd");
    let arguments = [
        &["trace", POSITION, "-o", path.to_str().expect("a path")],
        arguments,
    ]
    .concat();
    let output = belle(folder.path(), &arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    (folder, path)
}

/// Changes of each signal, as times and levels.
fn changes(path: &Path) -> HashMap<String, Vec<(u64, u64)>> {
    let mut parser = vcd::Parser::new(BufReader::new(File::open(path).expect("the file")));
    let header = parser.parse_header().expect("a header");
    let mut names: HashMap<IdCode, String> = HashMap::new();
    fn walk(items: &[ScopeItem], path: &str, names: &mut HashMap<IdCode, String>) {
        for item in items {
            match item {
                ScopeItem::Scope(scope) => {
                    let same = |other: &&ScopeItem| match other {
                        ScopeItem::Scope(other) => other.identifier == scope.identifier,
                        _ => false,
                    };
                    assert_eq!(
                        items.iter().filter(same).count(),
                        1,
                        "{} twice",
                        scope.identifier
                    );
                    walk(&scope.items, &format!("{path}{}/", scope.identifier), names);
                }
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
            Entry::ChangeVector(id, values) => (
                id,
                values
                    .iter()
                    .fold(0, |level, value| level << 1 | u64::from(value == Value::V1)),
            ),
            _ => continue,
        };
        changes
            .entry(names[&id].clone())
            .or_default()
            .push((now, level));
    }
    changes
}

#[test]
fn waveform_shows_search() {
    let signals = "nodes,ply,board/p?,ray_mux/north,acc,running";
    let (_folder, path) = trace(&["--depth", "2", "--signals", signals]);
    let changes = changes(&path);
    assert_eq!(changes.len(), 9);
    let nodes = &changes["belle/microengine/sequencer/nodes"];
    assert!(
        nodes.len() > 50 && nodes.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1),
        "{nodes:?}"
    );
    assert_eq!(
        changes["belle/microengine/sequencer/running"]
            .last()
            .map(|change| change.1),
        Some(0)
    );
    // The board ends as it began.
    for plane in ["p0", "p1", "p2", "p3"] {
        let plane = &changes[&format!("belle/board/{plane}")];
        assert_eq!(
            plane.first().map(|change| change.1),
            plane.last().map(|change| change.1)
        );
    }
    // Own rooks on a1 and h1 stand behind pawns: their rays north arrive on the second rank.
    assert_eq!(
        changes["belle/move_generator/ray_mux/north"][0].1 & 0x8100,
        0x8100
    );
}

#[test]
fn waveform_has_texts_and_files_for_viewers() {
    let (folder, path) = trace(&["--depth", "1"]);
    let text = fs::read_to_string(&path).expect("the waveform");
    for line in [
        "$var string 1 ",
        "sRNBQKB.R ",
        "spppp.ppp ",
        "sstand ",
        "sfind\\040",
    ] {
        assert!(
            text.lines().any(|found| found.starts_with(line)),
            "no line '{line}...'"
        );
    }
    let read = |ending: &str| {
        fs::read_to_string(path.with_extension(ending)).expect("beside the waveform")
    };
    assert_shows(
        &read("gtkw"),
        &["[dumpfile] \"trace.vcd\"\n", "\nbelle.text.board.rank8\n"],
    );
    assert_shows(
        &read("sucl"),
        &["variable_add belle.text.label\n", "zoom_fit\n"],
    );
    // A chosen signal alone is arranged.
    let (_folder, path) = trace(&["--depth", "1", "--signals", "acc,text/to"]);
    let commands = fs::read_to_string(path.with_extension("sucl")).expect("beside the waveform");
    assert_eq!(
        commands
            .lines()
            .filter(|line| line.starts_with("variable_add"))
            .count(),
        2,
        "{commands}"
    );
    drop(folder);
}

#[test]
fn waveform_window_holds_cycles() {
    let (_folder, path) = trace(&[
        "--depth",
        "3",
        "--from",
        "1000",
        "--cycles",
        "200",
        "--signals",
        "*",
    ]);
    let all = changes(&path);
    let times = || all.values().flatten().map(|change| change.0);
    // A cycle lasts 240 ns.
    assert!(times().min() >= Some(240 * 1000) && times().max() <= Some(240 * 1200));
}
