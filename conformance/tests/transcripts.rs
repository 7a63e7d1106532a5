//! Every transcript in suites/transcripts, held over the protocols and the players.

#[path = "common/players.rs"]
mod players;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use conformance::minimax::Minimax;
use conformance::transcript::{self, Engine};
use conformance::{referee, wire};
use play::PlayerList;

/// Makes the players of a conversation.
type Make = fn() -> PlayerList;

enum Protocol {
    Uci,
    XBoard,
}

fn uci(make: Make) -> Engine {
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    thread::spawn(move || protocol::uci::run(make(), reader, writer));
    Engine { input: Some(input), output }
}

fn xboard(make: Make) -> Engine {
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    thread::spawn(move || protocol::xboard::run(make(), reader, writer));
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

/// Holds the players to all transcripts of a folder; its first word says which protocol.
fn hold_all(folder: &str, make: Make) {
    let protocol = if folder.starts_with("xboard") { Protocol::XBoard } else { Protocol::Uci };
    let faults: Vec<String> = transcripts(folder)
        .iter()
        .filter_map(|file| {
            let text = std::fs::read_to_string(file).unwrap();
            let begun = Instant::now();
            let hold = || match protocol {
                Protocol::Uci => transcript::hold(uci(make), Box::<referee::Uci>::default(), &text),
                Protocol::XBoard => transcript::hold(xboard(make), Box::<referee::XBoard>::default(), &text),
            };
            // A loaded machine may hold up one conversation, but not each of three.
            let late = |held: &Result<(), String>| held.as_ref().is_err_and(|e| e.contains(transcript::LATE));
            let held = (0..3).map(|_| hold()).find(|held| !late(held)).unwrap_or_else(hold);
            println!("{:6.2} s {}", begun.elapsed().as_secs_f64(), file.display());
            Some(format!("{}, {}", file.display(), held.err()?))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn minimax() -> PlayerList {
    PlayerList::single(|| Box::new(Minimax::default()))
}

fn belle() -> PlayerList {
    PlayerList::single(|| Box::new(host::Belle::new()))
}

/// Three plies are over before some of the transcripts look again: they ask for a player that takes its time.
fn atlas() -> PlayerList {
    PlayerList::single(|| {
        let patient = atlas::Settings { plies: atlas::MAX_PLIES, ..atlas::Settings::default() };
        Box::new(atlas::Atlas::with_settings(patient))
    })
}

fn native() -> PlayerList {
    PlayerList::single(|| Box::new(native::Native::new()))
}

/// All players, with contempt for draws as long as somebody has it.
fn several() -> PlayerList {
    players::all(vec![("Contempt".to_owned(), "30".to_owned())])
}

#[test]
fn minimax_keeps_every_rule_of_uci() {
    hold_all("uci/any", minimax);
}

#[test]
fn belle_keeps_every_rule_of_uci() {
    hold_all("uci/any", belle);
}

#[test]
fn atlas_keeps_every_rule_of_uci() {
    hold_all("uci/any", atlas);
}

#[test]
fn native_keeps_every_rule_of_uci() {
    hold_all("uci/any", native);
}

#[test]
fn rules_of_uci_are_kept_for_a_player_that_breaks_them() {
    hold_all("uci/minimax", minimax);
}

#[test]
fn belle_has_its_own_options_under_uci() {
    hold_all("uci/belle", belle);
}

#[test]
fn native_has_its_own_options_under_uci() {
    hold_all("uci/native", native);
}

#[test]
fn belle_plays_with_endgame_tables_under_uci() {
    hold_all("uci/tables", belle);
}

#[test]
fn native_plays_with_endgame_tables_under_uci() {
    hold_all("uci/tables", native);
}

#[test]
fn players_change_under_uci() {
    hold_all("uci/several", several);
}

#[test]
fn minimax_keeps_every_rule_of_xboard() {
    hold_all("xboard/any", minimax);
}

#[test]
fn belle_keeps_every_rule_of_xboard() {
    hold_all("xboard/any", belle);
}

#[test]
fn atlas_keeps_every_rule_of_xboard() {
    hold_all("xboard/any", atlas);
}

#[test]
fn native_keeps_every_rule_of_xboard() {
    hold_all("xboard/any", native);
}

#[test]
fn rules_of_xboard_are_kept_for_a_player_that_breaks_them() {
    hold_all("xboard/minimax", minimax);
}

#[test]
fn belle_has_its_own_options_under_xboard() {
    hold_all("xboard/belle", belle);
}

#[test]
fn native_has_its_own_options_under_xboard() {
    hold_all("xboard/native", native);
}

#[test]
fn players_change_under_xboard() {
    hold_all("xboard/several", several);
}
