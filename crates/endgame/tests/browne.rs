//! Walter Browne's queen against Belle's rook, 1978.

mod common;

use std::sync::Arc;

use endgame::{Metric, Stats, Table, Tablebase, TablebaseGame, Value};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use play::Game;
use shakmaty::Color;
use std::ops::ControlFlow;

use common::{build_all, suite};

/// Reads the start and the moves of each game.
struct Games;

impl Visitor for Games {
    type Tags = Option<String>;
    type Movetext = (String, Vec<String>);
    type Output = (String, Vec<String>);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *tags = Some(value.decode_utf8_lossy().into_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((tags.unwrap_or_default(), Vec::new()))
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        movetext.1.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, movetext: Self::Movetext) -> Self::Output {
        movetext
    }
}

#[test]
fn every_move_of_belles_held_out_longest() {
    let dir = tempfile::tempdir().unwrap();
    build_all(dir.path(), Metric::Dtc, &["KQKR"]);
    let tables = Arc::new(Tablebase::open(dir.path(), Metric::Dtc).unwrap());

    let mut reader = Reader::new(std::fs::File::open(suite("belle.pgn")).unwrap());
    let games: Vec<_> = std::iter::from_fn(|| reader.read_game(&mut Games).unwrap()).collect();
    let (fen, moves) =
        games.iter().find(|(fen, _)| fen.starts_with("K3r3")).expect("Browne's game is in the suite");

    let mut challenge = TablebaseGame::new(Game::from_fen(fen).unwrap(), Color::White, tables);
    assert_eq!(challenge.value().unwrap(), Value::Win(61));
    assert_eq!(challenge.moves_left(), 50);
    let (mut belles, mut optimal, mut lost) = (0, 0, 0);
    for (ply, san) in moves.iter().enumerate() {
        let judgement = challenge.play(san).unwrap();
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
