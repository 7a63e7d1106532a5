//! The endgame databases at Belle's root: what is decided is played out of them, what is drawn is held.

use std::path::Path;

use endgame::{BuildOptions, Metric, Prober, Tablebase, Value, build, random_position, table_path};
use host::Belle;
use notation::parse_games;
use play::{Choice, Control, Game, Limits, Player, Report, Score};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Position;
use tempfile::TempDir;

fn tables(metric: Metric, endings: &[&str]) -> TempDir {
    let dir = TempDir::new().unwrap();
    let wanted: Vec<_> = endings.iter().map(|name| name.parse().unwrap()).collect();
    build(&wanted, &BuildOptions::new(dir.path(), metric), &mut |_| {}).unwrap();
    dir
}

fn belle(dir: &Path) -> Belle {
    let mut belle = Belle::new();
    belle.set_option("EndgamePath", dir.to_str().unwrap()).unwrap();
    belle
}

fn think(belle: &mut Belle, game: &Game, limits: &Limits) -> (Choice, Report) {
    let mut last = None;
    let choice = belle.search(game, limits, &Control::new(), &mut |report| last = Some(report.clone()));
    (choice, last.unwrap())
}

#[test]
fn search_lost_ending_plays_longest_defense() {
    let dir = tables(Metric::Dtc, &["KQKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut belle = belle(dir.path());
    let pgn = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/belle.pgn");
    let games = parse_games(&std::fs::read(pgn).unwrap()).unwrap();
    let is_browne = |tag: Option<&str>| tag.is_some_and(|fen| fen.starts_with("K3r3"));
    let browne = games.into_iter().flatten().find(|parsed| is_browne(parsed.tag("FEN"))).unwrap().game;
    let mut game = Game::from_position(browne.start().clone());
    for &made in browne.moves() {
        if game.position().turn().is_black() {
            let (choice, report) = think(&mut belle, &game, &Limits::depth(1));
            let rated = tablebase.moves(game.position()).unwrap();
            let chosen = rated.iter().find(|m| Some(m.chess_move) == choice.best).unwrap();
            assert_eq!(chosen.value, rated[0].value, "{:?}", game.position());
            assert_eq!((report.nodes, report.table_hits), (0, rated.len() as u64));
            let plies = i32::from(rated[0].value.plies().unwrap());
            // From his 33rd move on the fifty moves would have saved the rook from Browne.
            let undone = game.position().halfmoves() as i32 + plies + 1 > 100;
            let shown = if undone { -1 } else { plies - 20_000 };
            assert_eq!(report.score, Score::Centipawns(shown));
            assert!(report.pv.len() == 20 && report.pv[1] == choice.ponder.unwrap());
        }
        game.play(made);
    }
}

#[test]
fn search_won_ending_plays_to_mate() {
    let dir = tables(Metric::Dtm, &["KRK"]);
    let mut belle = belle(dir.path());
    let mut game = Game::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
    let (_, report) = think(&mut belle, &game, &Limits::depth(1));
    let Score::Mate(moves) = report.score else { panic!("{:?}", report.score) };
    for _ in 0..2 * moves - 1 {
        let (choice, _) = think(&mut belle, &game, &Limits::depth(1));
        game.play(choice.best.unwrap());
    }
    assert!(game.position().is_checkmate());
}

#[test]
fn search_drawn_root_plays_a_drawing_move() {
    let dir = tables(Metric::Dtc, &["KPK", "KRKP"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut belle = belle(dir.path());
    let mut rng = ChaCha8Rng::seed_from_u64(1978);
    let mut held = 0;
    while held < 20 {
        let position = random_position("KRKP".parse().unwrap(), &mut rng);
        let rated = tablebase.moves(&position).unwrap();
        let (Some(best), Some(worst)) = (rated.first(), rated.last()) else { continue };
        if best.value != Value::Draw || worst.value == Value::Draw {
            continue;
        }
        let (choice, report) = think(&mut belle, &Game::from_position(position), &Limits::depth(1));
        let chosen = rated.iter().find(|m| Some(m.chess_move) == choice.best).unwrap();
        assert_eq!(chosen.value, Value::Draw);
        assert!(report.nodes > 0 && report.table_hits == rated.len() as u64);
        held += 1;
    }
}

#[test]
fn search_fifty_move_draw_overrides_database() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let mut belle = belle(dir.path());
    // One move is left, and mate is farther: every move draws, and the machine is asked.
    let game = Game::from_fen("8/8/8/3k4/8/8/8/K6R w - - 99 80").unwrap();
    let (_, report) = think(&mut belle, &game, &Limits::depth(1));
    assert_eq!(report.score, Score::Centipawns(0));
    assert!(report.table_hits > 0);
}

#[test]
fn score_of_win_beyond_fifty_moves_is_one_centipawn() {
    // Bishop and knight need 66 plies from here.
    let fen = |clock: u32| format!("8/8/8/6B1/8/8/4k3/1K5N b - - {clock} 80");
    for metric in [Metric::Dtc, Metric::Dtz] {
        let dir = tables(metric, &["KBNK"]);
        let mut belle = belle(dir.path());
        let mut shown =
            |clock| think(&mut belle, &Game::from_fen(&fen(clock)).unwrap(), &Limits::depth(1)).1.score;
        assert_eq!(shown(33), Score::Centipawns(66 - 20_000));
        assert_eq!(shown(35), Score::Centipawns(-1));
    }
}

#[test]
fn score_near_fifty_moves_uses_distance_to_zeroing() {
    let [dtc, dtz] = [Metric::Dtc, Metric::Dtz].map(|metric| tables(metric, &["KPK"]));
    // One of the longest ways to a promotion: how soon the pawn moves, a distance to conversion does not tell.
    let at = |clock: u32| Game::from_fen(&format!("8/8/8/6k1/8/8/1P4K1/8 w - - {clock} 80")).unwrap();
    let plies = |dir: &TempDir, metric| {
        let value = Tablebase::open(dir.path(), metric).unwrap().probe(at(0).position()).unwrap();
        i32::from(value.plies().unwrap())
    };
    let (converts, zeroes) = (plies(&dtc, Metric::Dtc), plies(&dtz, Metric::Dtz));
    assert!(zeroes < converts);
    let shown = |dir: &TempDir, clock: i32| {
        think(&mut belle(dir.path()), &at(clock as u32), &Limits::depth(1)).1.score
    };
    let won = |plies: i32| Score::Centipawns(20_000 - plies);
    assert_eq!(shown(&dtc, 100 - zeroes), won(converts), "all that such tables know");
    for file in std::fs::read_dir(dtz.path()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, dtc.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    let both = dtc;
    assert_eq!(shown(&both, 0), won(converts));
    assert_eq!(shown(&both, 100 - zeroes), won(zeroes));
    assert_eq!(shown(&both, 101 - zeroes), Score::Centipawns(1));
}

#[test]
fn search_moves_restrict_database_move() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let mut belle = belle(dir.path());
    let game = Game::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
    let asked = notation::parse_move(game.position(), "a1a2").unwrap();
    let limits = Limits { search_moves: vec![asked], ..Limits::depth(1) };
    assert_eq!(think(&mut belle, &game, &limits).0.best, Some(asked));
}

#[test]
fn search_with_syzygy_tables_mates() {
    let mut belle = Belle::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/endgames/syzygy");
    belle.set_option("SyzygyPath", path.to_str().unwrap()).unwrap();
    let mut game = Game::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
    for _ in 0..60 {
        if let Some(ending) = game.ending() {
            assert!(matches!(ending, play::Ending::Checkmate { .. }), "{ending}");
            return;
        }
        let (choice, report) = think(&mut belle, &game, &Limits::depth(1));
        assert!(report.table_hits > 0);
        game.play(choice.best.unwrap());
    }
    panic!("no mate");
}

#[test]
fn set_bad_directory_is_refused_without_effect() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let mut belle = belle(dir.path());
    let empty = TempDir::new().unwrap();
    for (name, path, message) in [
        ("EndgamePath", empty.path().to_str().unwrap(), "no endgame tables in"),
        ("endgamepath", "/no/such/folder", "No such file"),
        ("SyzygyPath", empty.path().to_str().unwrap(), "no Syzygy tables"),
    ] {
        let error = belle.set_option(name, path).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let damaged = tables(Metric::Dtc, &["KQK"]);
    let path = table_path(damaged.path(), "KQK".parse().unwrap(), Metric::Dtc);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let error = belle.set_option("EndgamePath", damaged.path().to_str().unwrap()).unwrap_err();
    assert!(error.to_string().contains("truncated"), "{error}");

    let game = Game::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
    assert!(think(&mut belle, &game, &Limits::depth(1)).1.table_hits > 0);
    belle.set_option("EndgamePath", "<empty>").unwrap();
    assert_eq!(think(&mut belle, &game, &Limits::depth(1)).1.table_hits, 0);
}
