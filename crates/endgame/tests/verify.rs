//! Tables recomputed by the rules: all of three pieces, and KPKP with en passant and all promotions.

mod common;

use endgame::{Material, Metric, Prober, Tablebase, Value, verify};
use play::Game;

use common::built;

#[test]
fn verify_three_pieces_and_passing_pawns_consistent() {
    let three = ["KQK", "KRK", "KBK", "KNK", "KPK"];
    for (metric, names) in
        [(Metric::Dtc, &three[..]), (Metric::Dtm, &three), (Metric::Dtz, &three), (Metric::Dtz, &["KPKP"])]
    {
        let dir = built(metric, names);
        for material in names.iter().map(|n| n.parse::<Material>().unwrap()) {
            let verified =
                verify(dir.path(), material, metric, &|_, _| {}).unwrap_or_else(|e| panic!("{metric}: {e}"));
            assert!(verified.positions > verified.illegal, "{material}");
        }
    }
}

#[test]
fn probe_en_passant_right_changes_value() {
    let dir = built(Metric::Dtm, &["KPKP"]);
    let tables = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let value = |fen: &str| tables.probe(Game::from_fen(fen).unwrap().position()).unwrap();
    // Black's king is too far from White's pawn, but the pawn may be captured now.
    let (without, with) = ("8/8/8/8/1pP5/8/8/K6k b - - 0 1", "8/8/8/8/1pP5/8/8/K6k b - c3 0 1");
    assert_eq!((value(without), value(with)), (Value::Loss(30), Value::Draw));
    let (without, with) = ("8/8/8/8/1pP5/8/4k3/K7 b - - 0 1", "8/8/8/8/1pP5/8/4k3/K7 b - c3 0 1");
    assert_eq!((value(without), value(with)), (Value::Draw, Value::Win(17)));
    let moves = tables.moves(Game::from_fen(with).unwrap().position()).unwrap();
    assert!(moves[0].chess_move.is_en_passant(), "{moves:?}");
    assert_eq!(moves[0].value, value(with));
}

#[test]
fn best_line_every_metric_ends_in_mate() {
    for metric in Metric::ALL {
        let dir = built(metric, &["KPK"]);
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
