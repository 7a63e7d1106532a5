//! Tables of docs/protocols.md, generated from the code. `cargo xtask renew protocols` writes them.

#[path = "common/players.rs"]
mod players;

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, thread};

use conformance::wire;
use play::{PlayerFactory, PlayerList};
use protocol::{uci, xboard};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

#[test]
fn protocol_tables_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocols.md");
    let text = fs::read_to_string(&path).unwrap();
    let mut fresh = text.clone();
    for (name, table) in [
        ("uci-commands", commands(uci::commands())),
        ("xboard-commands", commands(xboard::commands())),
        ("options", options()),
    ] {
        fresh = replaced(&fresh, name, &table);
    }
    assert_data_eq!(fresh, Data::read_from(&path, Some(DataFormat::Text)).raw());
}

/// The text with a new table between its two marks.
fn replaced(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!--{name}-->\n"), format!("<!--end of {name}-->"));
    let (before, rest) = text
        .split_once(&begin)
        .unwrap_or_else(|| panic!("no mark {begin}"));
    let (_, after) = rest
        .split_once(&end)
        .unwrap_or_else(|| panic!("no mark {end}"));
    format!("{before}{begin}{table}{end}{after}")
}

fn commands<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let head = "| command | what it does |\n|---|---|\n".to_owned();
    rows.fold(head, |table, (word, text)| {
        table + &format!("| `{word}` | {text} |\n")
    })
}

/// Every option as the UCI server prints it, with the players that have it.
fn options() -> String {
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    let mut all = players::all(Vec::new()).factories().to_vec();
    all.push(PlayerFactory::new("tablebase", 1, || {
        Box::new(tablebase::TablebasePlayer::new())
    }));
    for player in &all {
        for line in greeting(player.clone()) {
            let Some(option) = line.strip_prefix("option name ") else {
                continue;
            };
            match rows.iter_mut().find(|(known, _)| known == option) {
                Some((_, players)) => players.push(player.name()),
                None => rows.push((option.to_owned(), vec![player.name()])),
            }
        }
    }
    let mut table = "| option | type, default, range | players |\n|---|---|---|\n".to_owned();
    for (option, players) in rows {
        let (name, kind) = option.split_once(" type ").unwrap();
        let kind = kind.replace("<empty>", "`<empty>`");
        let _ = writeln!(table, "| `{name}` | {kind} | {} |", players.join(", "));
    }
    table
}

/// Lines of a player's session after `uci`.
fn greeting(player: PlayerFactory) -> Vec<String> {
    let (input, reader) = wire::input();
    let (writer, output) = wire::output();
    let session = thread::spawn(move || {
        protocol::run_uci(PlayerList::new(vec![player], 0, Vec::new()), reader, writer)
    });
    input.send(b"uci\nquit\n".to_vec()).unwrap();
    session.join().unwrap().unwrap();
    output.iter().collect()
}
