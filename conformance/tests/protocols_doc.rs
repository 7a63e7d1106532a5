//! Tables of docs/protocols.md, generated from the code. `cargo xtask renew protocols` writes them.

#[path = "common/players.rs"]
mod players;

use std::fmt::Write as _;
use std::thread;

use conformance::documents::assert_tables;
use conformance::wire;
use play::{PlayerFactory, PlayerList};
use protocol::{uci, xboard};

#[test]
fn protocol_tables_are_up_to_date() {
    let tables = [
        ("uci-commands", commands(uci::commands())),
        ("xboard-commands", commands(xboard::commands())),
        ("options", options()),
    ];
    assert_tables("docs/protocols.md", &tables);
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
