//! Our tablebases and Syzygy's, as players probe them.

mod common;

use std::thread;

use endgame::{
    ComparisonError, Material, Metric, Prober, Syzygy, Tablebase, TablebaseOptions, Tablebases, Value, Wdl,
    compare_with_syzygy, random_position,
};
use play::Game;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Chess;

use common::{build_all, built, suite};

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
    assert!(agreement.precise > 1_000 && agreement.even > 1_000 && agreement.longer == 0, "{agreement:?}");
    build_all(dir.path(), Metric::Dtm, &["KPK"]);
    let others = Tablebase::open(dir.path(), Metric::Dtm).unwrap();
    let error = compare_with_syzygy(&others, &Material::all(3), &syzygy(), 2_000, 1978).unwrap_err();
    assert!(matches!(error, ComparisonError::Differs { .. }), "another metric differs: {error}");

    let theirs = Syzygy::open([syzygy()]).unwrap();
    assert_eq!((theirs.metric(), theirs.max_pieces()), (Metric::Dtz, 3));
    let mut rng = ChaCha8Rng::seed_from_u64(1986);
    for material in Material::all(3) {
        for _ in 0..300 {
            let position = random_position(material, &mut rng);
            assert_eq!(ours.probe(&position).unwrap().sign(), theirs.probe(&position).unwrap().sign());
            assert_eq!(ours.wdl(&position).unwrap(), theirs.wdl(&position).unwrap());
            let [ours, theirs] = [ours.moves(&position).unwrap(), theirs.moves(&position).unwrap()];
            assert_eq!(ours.len(), theirs.len());
            for rated in ours {
                let other = theirs.iter().find(|m| m.chess_move == rated.chess_move).unwrap();
                assert_eq!(rated.value.sign(), other.value.sign());
                // Syzygy rounds most distances to whole moves.
                let plies = |value: Value| i32::from(value.plies().unwrap_or(0));
                assert!((0..=1).contains(&(plies(rated.value) - plies(other.value))), "{rated:?} {other:?}");
            }
        }
    }
}

#[test]
fn moves_first_tablebase_with_the_ending_answers() {
    let dir = built(Metric::Dtc, &["KQK"]);
    build_all(dir.path(), Metric::Dtm, &["KQK", "KRK"]);
    let order = [Metric::Dtc, Metric::Dtm, Metric::Dtz];
    let tables = Tablebases::open(dir.path(), &order).unwrap().and(Tablebases::syzygy([syzygy()]).unwrap());
    for (fen, metric) in [
        ("8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", Some(Metric::Dtc)),
        ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", Some(Metric::Dtm)),
        (PAWN, Some(Metric::Dtz)),
        // Castling rights.
        ("8/8/8/8/8/4k3/8/R3K3 w Q - 0 1", None),
    ] {
        assert_eq!(tables.moves(&position(fen)).map(|(metric, _)| metric), metric, "{fen}");
    }
    assert_eq!(tables.max_pieces(), 3);
    assert_eq!(tables.wdl(&position("8/8/8/8/8/4k3/8/RR2K3 w - - 0 1")), None, "too many pieces");
    assert_eq!((Tablebases::none().max_pieces(), Tablebases::none().wdl(&position(PAWN))), (0, None));
    assert_eq!(tables.best_line(&position("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), 10).len(), 1);
    assert_eq!(tables.best_line(&position(PAWN), 10), []);
}

#[test]
fn wdl_four_threads_share_tablebases() {
    let tables = Tablebases::syzygy([syzygy()]).unwrap();
    thread::scope(|scope| {
        let workers = [(); 4].map(|()| scope.spawn(|| tables.wdl(&position(PAWN))));
        assert!(workers.into_iter().all(|worker| worker.join().unwrap() == Some(Wdl::Draw)));
    });
}

#[test]
fn options_directories_set_refused_and_cleared() {
    let mut options = TablebaseOptions::new([Metric::Dtz, Metric::Dtm, Metric::Dtc]);
    assert!(options.set_option("Hash", "1").is_none());
    options.set_option("syzygypath", syzygy().to_str().unwrap()).unwrap().unwrap();
    assert_eq!(options.tables().max_pieces(), 3);
    let empty = tempfile::tempdir().unwrap();
    let error = options.set_option("SyzygyPath", empty.path().to_str().unwrap()).unwrap().unwrap_err();
    assert!(error.to_string().contains("no Syzygy tables there"), "{error}");
    assert_eq!(options.tables().max_pieces(), 3, "a refused value changes nothing");
    options.set_option("SyzygyPath", "<empty>").unwrap().unwrap();
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
