//! Walter Browne's queen against Belle's rook, 1978.

mod common;

use std::sync::Arc;

use endgame::{Metric, Stats, Table, Tablebase, TablebaseGame, Value};
use notation::parse_games;
use play::Game;
use shakmaty::Color;
use shakmaty::san::San;

use common::{build_all, suite};

#[test]
fn every_move_of_belles_held_out_longest() {
    let dir = tempfile::tempdir().unwrap();
    build_all(dir.path(), Metric::Dtc, &["KQKR"]);
    let tables = Arc::new(Tablebase::open(dir.path(), Metric::Dtc).unwrap());

    let games = parse_games(&std::fs::read(suite("belle.pgn")).unwrap()).unwrap();
    let is_browne = |tag: Option<&str>| tag.is_some_and(|fen| fen.starts_with("K3r3"));
    let browne = games.into_iter().flatten().find(|parsed| is_browne(parsed.tag("FEN"))).unwrap().game;

    let mut challenge = TablebaseGame::new(Game::from_position(browne.start().clone()), Color::White, tables);
    assert_eq!(challenge.value().unwrap(), Value::Win(61));
    assert_eq!(challenge.moves_left(), 50);
    let (mut belles, mut optimal, mut lost) = (0, 0, 0);
    for (ply, (position, &made)) in browne.positions().iter().zip(browne.moves()).enumerate() {
        let judgement = challenge.play(&San::from_move(position, made).to_string()).unwrap();
        if ply % 2 == 1 {
            belles += 1;
            optimal += u32::from(judgement.optimal);
        } else {
            lost += judgement.after.moves().unwrap() - judgement.before.moves().unwrap();
        }
    }
    assert_eq!((belles, optimal), (45, 45));
    // Browne started from 31, made 45 moves, and so lost as many as still lay before him.
    assert_eq!(31 - 45 + i32::from(lost), i32::from(challenge.value().unwrap().moves().unwrap()));
    assert_eq!(challenge.moves_left(), 5);
}

#[test]
fn two_positions_take_thirty_one_moves() {
    let dir = tempfile::tempdir().unwrap();
    build_all(dir.path(), Metric::Dtc, &["KQKR"]);
    let table = Table::open(dir.path(), "KQKR".parse().unwrap(), Metric::Dtc).unwrap();
    let stats = Stats::new(&table, 10).unwrap();
    let record = &stats.records[0];
    assert_eq!((record.winner, record.turn, record.moves, record.positions), ("white", "white", 31, 2));
    assert_eq!(record.fens.len(), 2);
    assert!(stats.to_string().contains("white wins in 31 at most with white to move: 2 positions"));
    assert!(stats.to_svg().starts_with("<svg") && stats.to_svg().ends_with("</svg>\n"));
}
