//! Endgame tablebases in the native player, at the root and in the search, ours and Syzygy's.

use std::path::Path;

use endgame::{BuildOptions, Material, Metric, Prober, Tablebase, Value, build, random_position};
use native::Native;
use play::{Choice, Control, Ending, Game, Limits, Player, Report, Score};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Color, Position};
use tempfile::TempDir;

/// Nodes of a search: what it does not know must come from the databases.
const NODES: u64 = 500;
/// Least score shown for a win by the tablebases.
const WON: i32 = 30_000;

fn tables(metric: Metric, endings: &[&str]) -> TempDir {
    let dir = TempDir::new().unwrap();
    let wanted: Vec<_> = endings.iter().map(|name| name.parse().unwrap()).collect();
    build(&wanted, &BuildOptions::new(dir.path(), metric), &mut |_| {}).unwrap();
    dir
}

fn with_ours(dir: &Path) -> Native {
    let mut native = Native::new();
    native.set_option("EndgamePath", dir.to_str().unwrap()).unwrap();
    native
}

fn with_syzygy() -> Native {
    let mut native = Native::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/endgames/syzygy");
    native.set_option("SyzygyPath", path.to_str().unwrap()).unwrap();
    native
}

fn think(native: &mut Native, game: &Game, limits: &Limits) -> (Choice, Report) {
    let mut last = None;
    let choice = native.search(game, limits, &Control::new(), &mut |report| last = Some(report.clone()));
    (choice, last.unwrap())
}

/// Plays a position that White wins to the mate, against the longest defense where a tablebase gives it.
fn win(native: &mut Native, defense: Option<&Tablebase>, mut game: Game) {
    while game.ending().is_none() {
        let defended = defense.filter(|_| game.position().turn().is_black());
        let chess_move = match defended.and_then(|tables| tables.moves(game.position()).ok()) {
            Some(rated) => rated[0].chess_move,
            None => {
                let (choice, report) = think(native, &game, &Limits::nodes(NODES));
                assert!(report.table_hits > 0, "{:?}", game.position());
                let sign = game.position().turn().fold_wb(1, -1);
                let decided = match report.score {
                    Score::Mate(moves) => moves * sign > 0,
                    Score::Centipawns(value) => value * sign >= WON,
                };
                assert!(decided, "{:?}: {:?}", game.position(), report.score);
                choice.best.unwrap()
            }
        };
        game.play(chess_move);
    }
    assert_eq!(game.ending(), Some(Ending::Checkmate { winner: Color::White }), "{:?}", game.position());
}

/// Takes random drawn positions in which a move can lose, and sees that none is made.
fn hold(native: &mut Native, tablebase: &Tablebase, ending: Material, count: u32) {
    let mut rng = ChaCha8Rng::seed_from_u64(1978);
    let mut held = 0;
    while held < count {
        let position = random_position(ending, &mut rng);
        let rated = tablebase.moves(&position).unwrap();
        let (Some(best), Some(worst)) = (rated.first(), rated.last()) else { continue };
        if best.value != Value::Draw || worst.value == Value::Draw {
            continue;
        }
        let (choice, report) = think(native, &Game::from_position(position), &Limits::nodes(NODES));
        let chosen = rated.iter().find(|m| Some(m.chess_move) == choice.best).unwrap();
        assert_eq!((chosen.value, report.score), (Value::Draw, Score::Centipawns(0)));
        assert_eq!(report.table_hits, rated.len() as u64);
        held += 1;
    }
}

#[test]
fn own_tables_win_and_hold() {
    for metric in Metric::ALL {
        let dir = tables(metric, &["KQKR", "KBNK", "KRKP"]);
        let tablebase = Tablebase::open(dir.path(), metric).unwrap();
        let mut native = with_ours(dir.path());
        for fen in [
            // Browne's first position with the queen.
            "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1",
            // One of the two longest wins to conversion.
            "8/8/2k5/1r6/8/8/8/2KQ4 b - - 0 1",
            // The longest win of bishop and knight.
            "8/8/8/6B1/8/8/4k3/1K5N b - - 0 1",
            "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        ] {
            win(&mut native, Some(&tablebase), Game::from_fen(fen).unwrap());
        }
        hold(&mut native, &tablebase, "KQKR".parse().unwrap(), 10);
        hold(&mut native, &tablebase, "KRKP".parse().unwrap(), 20);
    }
}

#[test]
#[ignore = "builds a five-piece table: half a minute, 1.7 GB"]
fn own_tables_krpkr_win_and_hold() {
    let dir = tables(Metric::Dtc, &["KRPKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut native = with_ours(dir.path());
    // Lucena's position.
    win(&mut native, Some(&tablebase), Game::from_fen("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1").unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(1978);
    for _ in 0..10 {
        let position = loop {
            let position = random_position("KRPKR".parse().unwrap(), &mut rng);
            let white = position.turn().is_white();
            if white && matches!(tablebase.probe(&position), Ok(Value::Win(plies)) if plies < 80) {
                break position;
            }
        };
        win(&mut native, Some(&tablebase), Game::from_position(position));
    }
    hold(&mut native, &tablebase, "KRPKR".parse().unwrap(), 50);
}

#[test]
fn syzygy_tables_win_and_hold() {
    let mut native = with_syzygy();
    for fen in ["8/8/8/3k4/8/8/8/K6R w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"] {
        win(&mut native, None, Game::from_fen(fen).unwrap());
    }
    let dir = tables(Metric::Dtz, &["KPK"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtz).unwrap();
    hold(&mut native, &tablebase, "KPK".parse().unwrap(), 20);
}

#[test]
fn search_probes_tablebases() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    // The rook takes the pawn sooner or later, and then the database knows.
    let game = Game::from_fen("8/8/8/8/8/p7/2k5/K6R w - - 0 1").unwrap();
    for mut native in [with_ours(dir.path()), with_syzygy()] {
        let (_, report) = think(&mut native, &game, &Limits::depth(8));
        assert!(report.table_hits > 0);
    }
    assert_eq!(think(&mut Native::new(), &game, &Limits::depth(8)).1.table_hits, 0);
}

#[test]
fn report_cursed_win_is_no_win() {
    // Bishop and knight need 66 plies.
    let fen = |clock: u32| format!("8/8/8/6B1/8/8/4k3/1K5N b - - {clock} 80");
    for metric in [Metric::Dtc, Metric::Dtz] {
        let dir = tables(metric, &["KBNK"]);
        let mut native = with_ours(dir.path());
        let mut shown = |clock| {
            let game = Game::from_fen(&fen(clock)).unwrap();
            think(&mut native, &game, &Limits::nodes(NODES)).1.score
        };
        assert!(matches!(shown(0), Score::Centipawns(value) if value <= -WON));
        assert!(matches!(shown(33), Score::Centipawns(value) if value <= -WON));
        assert_eq!(shown(35), Score::Centipawns(-1));
        assert_eq!(shown(99), Score::Centipawns(0), "every move ends the game");
    }
}

#[test]
fn go_mate_ignores_tablebases() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let game = Game::from_fen("3k4/8/3K4/8/8/8/8/R7 w - - 0 1").unwrap();
    let limits = Limits { mate: Some(1), ..Limits::depth(6) };
    assert_eq!(think(&mut with_ours(dir.path()), &game, &limits).1.table_hits, 0);
}
