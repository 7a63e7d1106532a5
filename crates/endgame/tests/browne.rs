//! Walter Browne's queen against Belle's rook, 1978.

mod common;

use std::fs::File;
use std::sync::Arc;

use endgame::{Metric, Stats, Table, Tablebase, TablebaseGame, Value};
use notation::Games;
use play::Game;
use shakmaty::{CastlingMode, Color, Position};

use common::{built, suite};

#[test]
fn belles_moves_1978_all_optimal() {
    let dir = built(Metric::Dtc, &["KQKR"]);
    let tablebase = Arc::new(Tablebase::open(dir.path(), Metric::Dtc).unwrap());
    let mut games = Games::new(File::open(suite("belle.pgn")).unwrap()).flat_map(Result::unwrap);
    let record = games.find(|game| game.tag("FEN").is_some_and(|fen| fen.starts_with("K3r3")));
    let record = record.expect("the game is in the suite");

    let start = Game::from_fen(record.tag("FEN").unwrap()).unwrap();
    let mut game = TablebaseGame::new(start, Color::White, tablebase);
    assert_eq!(game.value().unwrap(), Value::Win(61));
    assert_eq!(game.moves_left(), 50);
    let (mut belles, mut optimal, mut lost) = (0, 0, 0);
    for chess_move in record.game.moves() {
        let turn = game.game().position().turn();
        let played = game.play(&chess_move.to_uci(CastlingMode::Standard).to_string()).unwrap();
        if turn == Color::Black {
            belles += 1;
            optimal += u32::from(played.optimal);
        } else {
            lost += played.after.moves().unwrap() - played.before.moves().unwrap();
        }
    }
    assert_eq!((belles, optimal), (45, 45));
    // 31 moves at first, 45 played, and as many lost as are still needed.
    assert_eq!(31 - 45 + i32::from(lost), i32::from(game.value().unwrap().moves().unwrap()));
    assert_eq!(game.moves_left(), 5);
}

#[test]
fn stats_kqkr_two_positions_take_31_moves() {
    let dir = built(Metric::Dtc, &["KQKR"]);
    let table = Table::open(dir.path(), "KQKR".parse().unwrap(), Metric::Dtc).unwrap();
    let stats = Stats::new(&table, 10).unwrap();
    let record = &stats.records[0];
    assert_eq!((record.winner, record.turn, record.moves, record.positions), ("white", "white", 31, 2));
    assert_eq!(record.fens.len(), 2);
    assert!(stats.to_string().contains("longest White win, White to move: 31 moves (2 positions)"));
    assert!(stats.to_svg().starts_with("<svg") && stats.to_svg().ends_with("</svg>\n"));
}
