//! Tablebases held against the rules: all of three men, and the four-man ending with en passant and all promotions.

mod common;

use std::path::Path;

use endgame::{Material, Metric, Prober, Tablebase, Value, verify};
use play::Game;

use common::build_all;

fn check(dir: &Path, metric: Metric, materials: &[Material]) {
    for &material in materials {
        let verified = verify(dir, material, metric, &|_, _| {}).unwrap_or_else(|e| panic!("{metric}: {e}"));
        assert!(verified.positions > verified.illegal, "{material}");
    }
}

#[test]
fn three_men_in_every_metric() {
    for metric in Metric::ALL {
        let dir = tempfile::tempdir().unwrap();
        build_all(dir.path(), metric, &["KQK", "KRK", "KBK", "KNK", "KPK"]);
        check(dir.path(), metric, &Material::all(3));
    }
}

#[test]
fn pawns_that_pass_each_other() {
    let dir = tempfile::tempdir().unwrap();
    build_all(dir.path(), Metric::Dtz, &["KPKP"]);
    check(dir.path(), Metric::Dtz, &["KPKP".parse().unwrap()]);
}

#[test]
fn the_right_to_take_en_passant_counts() {
    let dir = tempfile::tempdir().unwrap();
    build_all(dir.path(), Metric::Dtm, &["KPKP"]);
    let tables = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let value = |fen: &str| tables.probe(Game::from_fen(fen).unwrap().position()).unwrap();
    // Black's king is too far from White's pawn, but the pawn may be taken now.
    let (without, with) = ("8/8/8/8/1pP5/8/8/K6k b - - 0 1", "8/8/8/8/1pP5/8/8/K6k b - c3 0 1");
    assert_eq!((value(without), value(with)), (Value::Loss(30), Value::Draw));
    let (without, with) = ("8/8/8/8/1pP5/8/4k3/K7 b - - 0 1", "8/8/8/8/1pP5/8/4k3/K7 b - c3 0 1");
    assert_eq!((value(without), value(with)), (Value::Draw, Value::Win(17)));
    let position = Game::from_fen(with).unwrap();
    let moves = tables.moves(position.position()).unwrap();
    assert!(moves[0].chess_move.is_en_passant(), "{moves:?}");
    assert_eq!(moves[0].value, value(with));
}

#[test]
fn the_best_line_ends_in_mate() {
    let dir = tempfile::tempdir().unwrap();
    for metric in Metric::ALL {
        build_all(dir.path(), metric, &["KPK"]);
        let tables = Tablebase::open(dir.path(), metric).unwrap();
        let mut game = Game::from_fen("7k/8/8/8/8/8/1P6/1K6 w - - 0 1").unwrap();
        let line = tables.best_line(game.position(), 200).unwrap();
        if metric == Metric::Dtm {
            assert_eq!(tables.probe(game.position()).unwrap(), Value::Win(line.len() as u16));
        }
        line.into_iter().for_each(|m| game.play(m));
        assert!(matches!(game.ending(), Some(play::Ending::Checkmate { .. })), "{metric}");
    }
}
