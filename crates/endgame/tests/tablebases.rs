//! Tablebases as players probe them, ours and Syzygy's; Browne's game; tables recomputed by the
//! rules; damaged files.

mod common;

use std::fs::File;
use std::path::Path;
use std::{fs, thread};

use common::{build_all, built, suite};
use endgame::{
    BuildOptions, ComparisonError, Damage, LongestLine, Material, Metric, Prober, Stats, Syzygy,
    Table, TableError, Tablebase, TablebaseOptions, Tablebases, Value, VerifyOptions, Wdl, build,
    compare_with_syzygy, random_position, table_path, verify,
};
use notation::Games;
use play::Game;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, Position};

const PAWN: &str = "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1";

fn syzygy() -> std::path::PathBuf {
    suite("endgames/syzygy")
}

fn position(fen: &str) -> Chess {
    Game::from_fen(fen).unwrap().position().clone()
}

#[test]
fn three_pieces_ours_and_syzygy_agree() {
    let dir = built(Metric::Dtz, &["KPK", "KQK", "KRK", "KBK", "KNK"]);
    let ours = Tablebase::open(dir.path(), Metric::Dtz).unwrap();
    let agreement = compare_with_syzygy(&ours, &Material::all(3), &syzygy(), 2_000, 1978).unwrap();
    assert_eq!(agreement.positions, 10_000);
    // With three pieces Syzygy's rounding changes nothing.
    assert!(
        agreement.precise > 1_000 && agreement.even > 1_000 && agreement.longer == 0,
        "{agreement:?}"
    );
    build_all(dir.path(), Metric::Dtm, &["KPK"]);
    let others = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let error =
        compare_with_syzygy(&others, &Material::all(3), &syzygy(), 2_000, 1978).unwrap_err();
    assert!(
        matches!(error, ComparisonError::Differs { .. }),
        "another metric differs: {error}"
    );

    let theirs = Syzygy::open([syzygy()]).unwrap();
    assert_eq!((theirs.metric(), theirs.max_pieces()), (Metric::Dtz, 3));
    let mut rng = ChaCha8Rng::seed_from_u64(1986);
    for material in Material::all(3) {
        for _ in 0..300 {
            let position = random_position(material, &mut rng);
            assert_eq!(
                ours.probe(&position).unwrap().sign(),
                theirs.probe(&position).unwrap().sign()
            );
            assert_eq!(ours.wdl(&position).unwrap(), theirs.wdl(&position).unwrap());
            let [ours, theirs] = [
                ours.moves(&position).unwrap(),
                theirs.moves(&position).unwrap(),
            ];
            assert_eq!(ours.len(), theirs.len());
            for rated in ours {
                let other = theirs
                    .iter()
                    .find(|m| m.chess_move == rated.chess_move)
                    .unwrap();
                assert_eq!(rated.value.sign(), other.value.sign());
                // Syzygy rounds most distances to whole moves.
                let plies = |value: Value| i32::from(value.plies().unwrap_or(0));
                assert!(
                    (0..=1).contains(&(plies(rated.value) - plies(other.value))),
                    "{rated:?} {other:?}"
                );
            }
        }
    }
}

#[test]
fn moves_first_tablebase_with_the_ending_answers() {
    let dir = built(Metric::Dtc, &["KQK"]);
    build_all(dir.path(), Metric::Dtm, &["KQK", "KRK"]);
    let order = [Metric::Dtc, Metric::Dtm, Metric::Dtz];
    let tables = Tablebases::open(dir.path(), &order)
        .unwrap()
        .and(Tablebases::syzygy([syzygy()]).unwrap());
    for (fen, metric) in [
        ("8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", Some(Metric::Dtc)),
        ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", Some(Metric::Dtm)),
        (PAWN, Some(Metric::Dtz)),
        // Castling rights.
        ("8/8/8/8/8/4k3/8/R3K3 w Q - 0 1", None),
    ] {
        assert_eq!(
            tables.moves(&position(fen)).map(|(metric, _)| metric),
            metric,
            "{fen}"
        );
    }
    assert_eq!(tables.max_pieces(), 3);
    assert_eq!(
        tables.wdl(&position("8/8/8/8/8/4k3/8/RR2K3 w - - 0 1")),
        None,
        "too many pieces"
    );
    assert_eq!(
        (
            Tablebases::none().max_pieces(),
            Tablebases::none().wdl(&position(PAWN))
        ),
        (0, None)
    );
    assert_eq!(
        tables
            .best_line(&position("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), 10)
            .len(),
        1
    );
    assert_eq!(tables.best_line(&position(PAWN), 10), []);
}

#[test]
fn wdl_four_threads_share_tablebases() {
    let tables = Tablebases::syzygy([syzygy()]).unwrap();
    thread::scope(|scope| {
        let workers = [(); 4].map(|()| scope.spawn(|| tables.wdl(&position(PAWN))));
        assert!(
            workers
                .into_iter()
                .all(|worker| worker.join().unwrap() == Some(Wdl::Draw))
        );
    });
}

#[test]
fn options_directories_set_refused_and_cleared() {
    let mut options = TablebaseOptions::new([Metric::Dtz, Metric::Dtm, Metric::Dtc]);
    assert!(options.set_option("Hash", "1").is_none());
    options
        .set_option("syzygypath", syzygy().to_str().unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(options.tables().max_pieces(), 3);
    let empty = tempfile::tempdir().unwrap();
    let error = options
        .set_option("SyzygyPath", empty.path().to_str().unwrap())
        .unwrap()
        .unwrap_err();
    assert!(
        error.to_string().contains("no Syzygy tables there"),
        "{error}"
    );
    assert_eq!(
        options.tables().max_pieces(),
        3,
        "a refused value changes nothing"
    );
    options
        .set_option("SyzygyPath", "<empty>")
        .unwrap()
        .unwrap();
    assert_eq!(options.tables().max_pieces(), 0);
}

#[test]
fn syzygy_truncated_table_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(syzygy().join("KQvK.rtbz")).unwrap();
    std::fs::write(dir.path().join("KQvK.rtbz"), &bytes[..bytes.len() - 7]).unwrap();
    assert!(Syzygy::open([dir.path()]).is_err());
    assert!(Syzygy::open(["/no/such/folder"]).is_err());
}

#[test]
fn belles_moves_1978_all_optimal() {
    let dir = built(Metric::Dtc, &["KQKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut games = Games::new(File::open(suite("belle.pgn")).unwrap()).flat_map(Result::unwrap);
    let record = games.find(|game| game.tag("FEN").is_some_and(|fen| fen.starts_with("K3r3")));
    let record = record.expect("the game is in the suite");

    let mut game = Game::from_fen(record.tag("FEN").unwrap()).unwrap();
    let value = |game: &Game| tablebase.probe(game.position()).unwrap();
    let moves_left = |game: &Game| (100 - game.position().halfmoves()).div_ceil(2);
    assert_eq!((value(&game), moves_left(&game)), (Value::Win(61), 50));
    let (mut belles, mut optimal, mut lost) = (0, 0, 0);
    for &chess_move in record.game.moves() {
        let moves = tablebase.moves(game.position()).unwrap();
        let best = moves[0].value;
        let made = moves.iter().find(|one| one.chess_move == chess_move);
        let own = made.expect("the move is legal").value;
        if game.position().turn() == Color::Black {
            belles += 1;
            optimal += u32::from(own == best);
        } else {
            lost += own.moves().unwrap() - best.moves().unwrap();
        }
        game.play(chess_move);
    }
    assert_eq!((belles, optimal), (45, 45));
    // 31 moves at first, 45 played, and as many lost as are still needed.
    assert_eq!(
        31 - 45 + i32::from(lost),
        i32::from(value(&game).moves().unwrap())
    );
    assert_eq!(moves_left(&game), 5);
}

#[test]
fn belles_moves_of_the_second_game_all_optimal() {
    let dir = built(Metric::Dtc, &["KQKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut games = Games::new(File::open(suite("belle.pgn")).unwrap()).flat_map(Result::unwrap);
    let record = games.find(|game| game.tag("FEN").is_some_and(|fen| fen.starts_with("2KQ4")));
    let record = record.expect("the game is in the suite");

    let mut game = Game::from_fen(record.tag("FEN").unwrap()).unwrap();
    let (mut optimal, mut brownes) = (0, 0);
    for &made in record.game.moves() {
        let moves = tablebase.moves(game.position()).unwrap();
        let value = moves
            .iter()
            .find(|one| one.chess_move == made)
            .unwrap()
            .value;
        match (game.position().turn(), value == moves[0].value) {
            (Color::Black, true) => optimal += 1,
            (Color::White, true) => brownes += 1,
            (_, false) => {}
        }
        game.play(made);
    }
    assert_eq!((optimal, brownes), (49, 38));
    assert_eq!(record.game.moves().len(), 99);
}

#[test]
fn stats_kqkr_two_positions_take_31_moves() {
    let dir = built(Metric::Dtc, &["KQKR"]);
    let table = Table::open(dir.path(), "KQKR".parse().unwrap(), Metric::Dtc).unwrap();
    let stats = Stats::new(&table, 10).unwrap();
    let record = &stats.records[0];
    assert_eq!(
        (record.winner, record.turn, record.moves, record.positions),
        ("white", "white", 31, 2)
    );
    assert_eq!(record.fens.len(), 2);
    assert!(
        stats
            .to_string()
            .contains("longest White win, White to move: 31 moves (2 positions)")
    );
    assert!(stats.to_svg().starts_with("<svg") && stats.to_svg().ends_with("</svg>\n"));
}

#[test]
fn longest_line_kqkr_ends_at_the_conversion() {
    let dir = built(Metric::Dtc, &["KQKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let line = LongestLine::new(&tablebase, "KQKR".parse().unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(
        (line.moves.len(), line.moves[0].value),
        (61, Value::Win(61))
    );
    assert!(line.moves.iter().all(|m| (1..=m.legal).contains(&m.equal)));
    let distances = line.moves.iter().map(|m| m.value.plies().unwrap());
    assert!(distances.eq((1..=61).rev()), "each move is the best");
    assert_eq!(line.to_svg().matches("<title>move ").count(), 61);
    assert!(
        LongestLine::new(&tablebase, "KRK".parse().unwrap())
            .unwrap()
            .is_some()
    );
}

#[test]
fn verify_three_pieces_and_passing_pawns_consistent() {
    let three = ["KQK", "KRK", "KBK", "KNK", "KPK"];
    for (metric, names) in [
        (Metric::Dtc, &three[..]),
        (Metric::Dtm, &three),
        (Metric::Dtz, &three),
        (Metric::Dtz, &["KPKP"]),
    ] {
        let dir = built(metric, names);
        for material in names.iter().map(|n| n.parse::<Material>().unwrap()) {
            let verified = verify(
                material,
                &VerifyOptions::new(dir.path(), metric),
                &|_, _| {},
            )
            .unwrap_or_else(|e| panic!("{metric}: {e}"));
            assert!(verified.positions > verified.illegal, "{material}");
        }
    }
}

#[test]
fn probe_en_passant_right_changes_value() {
    let dir = built(Metric::Dtm, &["KPKP"]);
    let tables = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let value = |fen: &str| {
        tables
            .probe(Game::from_fen(fen).unwrap().position())
            .unwrap()
    };
    // Black's king is too far from White's pawn, but the pawn may be captured now.
    let (without, with) = (
        "8/8/8/8/1pP5/8/8/K6k b - - 0 1",
        "8/8/8/8/1pP5/8/8/K6k b - c3 0 1",
    );
    assert_eq!(
        (value(without), value(with)),
        (Value::Loss(30), Value::Draw)
    );
    let (without, with) = (
        "8/8/8/8/1pP5/8/4k3/K7 b - - 0 1",
        "8/8/8/8/1pP5/8/4k3/K7 b - c3 0 1",
    );
    assert_eq!((value(without), value(with)), (Value::Draw, Value::Win(17)));
    let moves = tables
        .moves(Game::from_fen(with).unwrap().position())
        .unwrap();
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
            assert_eq!(
                tables.probe(game.position()).unwrap(),
                Value::Win(line.len() as u16)
            );
        }
        line.into_iter().for_each(|m| game.play(m));
        let end = game.ending().map(|end| end.cause);
        assert_eq!(end, Some(play::EndCause::Checkmate), "{metric}");
    }
}

/// Opens a table and reads all of it.
fn read_all(dir: &Path, material: Material) -> Result<(), TableError> {
    endgame::Stats::new(&Table::open(dir, material, Metric::Dtm)?, 0).map(|_| ())
}

#[test]
fn read_any_changed_byte_fails() {
    let dir = built(Metric::Dtm, &["KQK"]);
    let material: Material = "KQK".parse().unwrap();
    let path = table_path(dir.path(), material, Metric::Dtm);
    let whole = fs::read(&path).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let positions: Vec<_> = (0..500)
        .map(|_| random_position(material, &mut rng))
        .collect();
    let tables = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let truth: Vec<_> = positions.iter().map(|p| tables.probe(p).unwrap()).collect();
    for i in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[i] ^= 1 << (i % 8);
        // A new file under the same name: the old one stays mapped.
        fs::remove_file(&path).unwrap();
        fs::write(&path, &damaged).unwrap();
        assert!(
            read_all(dir.path(), material).is_err(),
            "byte {i} of {} went unnoticed",
            whole.len()
        );
        let Ok(tables) = Tablebase::open(dir.path(), Metric::Dtm) else {
            continue;
        };
        for (position, value) in positions.iter().zip(&truth) {
            assert!(
                tables.probe(position).map_or(true, |v| v == *value),
                "byte {i}"
            );
        }
    }
}

#[test]
fn read_other_length_fails() {
    let dir = built(Metric::Dtm, &["KNK"]);
    let material: Material = "KNK".parse().unwrap();
    let path = table_path(dir.path(), material, Metric::Dtm);
    let whole = fs::read(&path).unwrap();
    for len in (0..whole.len()).step_by(37).chain([whole.len() - 1]) {
        fs::write(&path, &whole[..len]).unwrap();
        assert!(read_all(dir.path(), material).is_err(), "cut off at {len}");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    let error = read_all(dir.path(), material).unwrap_err();
    assert!(
        matches!(
            error,
            TableError::Damaged {
                damage: Damage::Length { .. },
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn open_table_under_another_name_fails() {
    let dir = built(Metric::Dtm, &["KQK"]);
    let [queen, rook] = ["KQK", "KRK"].map(|n| n.parse::<Material>().unwrap());
    let to = table_path(dir.path(), rook, Metric::Dtm);
    fs::rename(table_path(dir.path(), queen, Metric::Dtm), to).unwrap();
    let error = Table::open(dir.path(), rook, Metric::Dtm).unwrap_err();
    assert!(error.to_string().contains("holds KQK dtm"), "{error}");
    // A build does not overwrite it.
    assert!(
        build(
            &[rook],
            &BuildOptions::new(dir.path(), Metric::Dtm),
            &mut |_| {}
        )
        .is_err()
    );
}
