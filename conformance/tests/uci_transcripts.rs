//! Every transcript in suites/transcripts, held over the protocol and a player.

use std::path::{Path, PathBuf};
use std::thread;

use conformance::minimax::Minimax;
use conformance::transcript::{self, Engine};
use conformance::wire;
use play::Player;

fn engine(make: fn() -> Box<dyn Player>) -> Engine {
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    thread::spawn(move || protocol::uci::run(make, reader, writer));
    Engine { input: Some(input), output }
}

fn transcripts(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites/transcripts").join(folder);
    let files = folder.read_dir().expect("the folder is there").map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|e| e == "txt")).collect();
    files.sort();
    assert!(!files.is_empty(), "no transcripts in {}", folder.display());
    files
}

fn hold_all(folder: &str, make: fn() -> Box<dyn Player>) {
    let faults: Vec<String> = transcripts(folder)
        .iter()
        .filter_map(|file| {
            let text = std::fs::read_to_string(file).unwrap();
            let fault = transcript::hold(engine(make), &text).err()?;
            Some(format!("{}, {fault}", file.display()))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn minimax() -> Box<dyn Player> {
    Box::new(Minimax::default())
}

#[test]
fn minimax_keeps_every_rule() {
    hold_all("any", minimax);
}

#[test]
fn belle_keeps_every_rule() {
    hold_all("any", || Box::new(host::Belle::new()));
}

#[test]
fn atlas_keeps_every_rule() {
    // Three plies are over before some of the transcripts look again: they ask for a player that takes its time.
    hold_all("any", || {
        let patient = atlas::Style { plies: atlas::MOST_PLIES, ..atlas::Style::default() };
        Box::new(atlas::Atlas::with_style(patient))
    });
}

#[test]
fn native_keeps_every_rule() {
    hold_all("any", || Box::new(native::Native::new()));
}

#[test]
fn rules_are_kept_for_a_player_that_breaks_them() {
    hold_all("minimax", minimax);
}
