//! Endgame tablebases, ours and Syzygy's, in the players belle and native: at the root, and in
//! native's search.

use std::path::Path;

use belle_player::Belle;
use endgame::{
    BuildOptions, Material, Metric, Prober, Tablebase, Tablebases, Value, build, random_position,
    table_path,
};
use native::Native;
use notation::parse_games;
use play::{Choice, Control, EndCause, Game, GameEnd, Limits, Player, Report, Score, san};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Color, Position};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use tempfile::TempDir;

/// Nodes of native's searches: what it does not know must come from the databases.
const NODES: u64 = 500;
/// Least score that native shows for a win by the tablebases.
const WON: i32 = 30_000;
/// A rook wins: 15 moves to mate.
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap()
}

fn tables(metric: Metric, endings: &[&str]) -> TempDir {
    let dir = TempDir::new().unwrap();
    let wanted: Vec<_> = endings.iter().map(|name| name.parse().unwrap()).collect();
    build(&wanted, &BuildOptions::new(dir.path(), metric), &mut |_| {}).unwrap();
    dir
}

fn with_ours<P: Player>(mut player: P, dir: &Path) -> P {
    player
        .set_option("EndgamePath", dir.to_str().unwrap())
        .unwrap();
    player
}

fn with_syzygy<P: Player>(mut player: P) -> P {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites/endgames/syzygy");
    player
        .set_option("SyzygyPath", path.to_str().unwrap())
        .unwrap();
    player
}

fn think(player: &mut dyn Player, game: &Game, limits: &Limits) -> (Choice, Report) {
    let mut last = None;
    let choice = player.search(game, limits, &Control::new(), &mut |report| {
        last = Some(report.clone())
    });
    (choice, last.unwrap())
}

/// The score shown for a position with this many plies since the last capture or pawn move.
fn score(player: &mut dyn Player, board: &str, clock: i32, limits: &Limits) -> Score {
    think(player, &game(&format!("{board} {clock} 80")), limits)
        .1
        .score
}

/// Plays a position that White wins to the mate, against the longest defense where a tablebase
/// gives it.
fn win(native: &mut Native, defense: Option<&Tablebase>, mut game: Game) {
    while game.ending().is_none() {
        let rated = match defense {
            Some(tables) if game.position().turn().is_black() => tables.moves(game.position()).ok(),
            _ => None,
        };
        let chess_move = match rated {
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
    assert_eq!(
        game.ending(),
        Some(GameEnd::won(Color::White, EndCause::Checkmate)),
        "{:?}",
        game.position()
    );
}

/// Takes random drawn positions in which a move can lose, and sees that none is made. Returns the
/// reports.
fn hold(
    player: &mut dyn Player,
    tablebase: &Tablebase,
    ending: &str,
    count: usize,
    limits: &Limits,
) -> Vec<Report> {
    let ending: Material = ending.parse().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1978);
    let mut reports = Vec::new();
    while reports.len() < count {
        let position = random_position(ending, &mut rng);
        let rated = tablebase.moves(&position).unwrap();
        let (Some(best), Some(worst)) = (rated.first(), rated.last()) else {
            continue;
        };
        if best.value != Value::Draw || worst.value == Value::Draw {
            continue;
        }
        let (choice, report) = think(player, &Game::from_position(position), limits);
        let chosen = rated
            .iter()
            .find(|m| Some(m.chess_move) == choice.best)
            .unwrap();
        assert_eq!(
            (chosen.value, report.table_hits),
            (Value::Draw, rated.len() as u64)
        );
        reports.push(report);
    }
    reports
}

fn hold_native(native: &mut Native, tablebase: &Tablebase, ending: &str, count: usize) {
    let reports = hold(native, tablebase, ending, count, &Limits::nodes(NODES));
    assert!(
        reports
            .iter()
            .all(|report| report.score == Score::Centipawns(0))
    );
}

#[test]
fn native_own_tables_win_and_hold() {
    for metric in Metric::ALL {
        let dir = tables(metric, &["KQKR", "KBNK", "KRKP"]);
        let tablebase = Tablebase::open(dir.path(), metric).unwrap();
        let mut native = with_ours(Native::new(), dir.path());
        for fen in [
            // Browne's first position with the queen.
            "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1",
            // One of the two longest wins to conversion.
            "8/8/2k5/1r6/8/8/8/2KQ4 b - - 0 1",
            // The longest win of bishop and knight.
            "8/8/8/6B1/8/8/4k3/1K5N b - - 0 1",
            "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        ] {
            win(&mut native, Some(&tablebase), game(fen));
        }
        hold_native(&mut native, &tablebase, "KQKR", 10);
        hold_native(&mut native, &tablebase, "KRKP", 20);
    }
}

#[test]
#[ignore = "builds a five-piece table: half a minute, 1.7 GB"]
fn native_own_tables_krpkr_win_and_hold() {
    let dir = tables(Metric::Dtc, &["KRPKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut native = with_ours(Native::new(), dir.path());
    // Lucena's position.
    win(
        &mut native,
        Some(&tablebase),
        game("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    );
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
    hold_native(&mut native, &tablebase, "KRPKR", 50);
}

#[test]
fn native_syzygy_tables_win_and_hold() {
    let mut native = with_syzygy(Native::new());
    for fen in [ROOK, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"] {
        win(&mut native, None, game(fen));
    }
    let dir = tables(Metric::Dtz, &["KPK"]);
    hold_native(
        &mut native,
        &Tablebase::open(dir.path(), Metric::Dtz).unwrap(),
        "KPK",
        20,
    );
}

#[test]
fn native_search_probes_tablebases() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    // The rook takes the pawn sooner or later, and then the database knows.
    let game = game("8/8/8/8/8/p7/2k5/K6R w - - 0 1");
    for mut native in [
        with_ours(Native::new(), dir.path()),
        with_syzygy(Native::new()),
    ] {
        assert!(think(&mut native, &game, &Limits::depth(8)).1.table_hits > 0);
    }
    assert_eq!(
        think(&mut Native::new(), &game, &Limits::depth(8))
            .1
            .table_hits,
        0
    );
}

#[test]
fn native_go_mate_ignores_tablebases() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let game = game("3k4/8/3K4/8/8/8/8/R7 w - - 0 1");
    let limits = Limits {
        mate: Some(1),
        ..Limits::depth(6)
    };
    assert_eq!(
        think(&mut with_ours(Native::new(), dir.path()), &game, &limits)
            .1
            .table_hits,
        0
    );
}

#[test]
fn score_of_win_beyond_fifty_moves_is_one_centipawn() {
    // Bishop and knight need 66 plies from here.
    const BOARD: &str = "8/8/8/6B1/8/8/4k3/1K5N b - -";
    for metric in [Metric::Dtc, Metric::Dtz] {
        let dir = tables(metric, &["KBNK"]);
        let mut native = with_ours(Native::new(), dir.path());
        let mut shown = |clock| score(&mut native, BOARD, clock, &Limits::nodes(NODES));
        assert!(matches!(shown(0), Score::Centipawns(value) if value <= -WON));
        assert!(matches!(shown(33), Score::Centipawns(value) if value <= -WON));
        assert_eq!(shown(35), Score::Centipawns(-1));
        assert_eq!(shown(99), Score::Centipawns(0), "every move ends the game");
        let mut belle = with_ours(Belle::new(), dir.path());
        let mut shown = |clock| score(&mut belle, BOARD, clock, &Limits::depth(1));
        assert_eq!(
            [shown(33), shown(35)],
            [Score::Centipawns(66 - 20_000), Score::Centipawns(-1)]
        );
    }
}

#[test]
fn belle_lost_ending_plays_longest_defense() {
    let dir = tables(Metric::Dtc, &["KQKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut belle = with_ours(Belle::new(), dir.path());
    let pgn = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites/belle.pgn");
    let games = parse_games(&std::fs::read(pgn).unwrap()).unwrap();
    let browne: Vec<Game> = games
        .into_iter()
        .flatten()
        .filter(|parsed| parsed.tag("FEN").is_some())
        .map(|parsed| parsed.game)
        .collect();
    assert_eq!(browne.len(), 2);
    for game in &browne {
        longest_defense(&mut belle, &tablebase, game);
    }
}

/// Has Belle choose each of its moves of the game again, by the table.
fn longest_defense(belle: &mut Belle, tablebase: &Tablebase, browne: &Game) {
    let mut game = Game::from_position(browne.start().clone());
    for &made in browne.moves() {
        if game.position().turn().is_black() {
            let (choice, report) = think(belle, &game, &Limits::depth(1));
            let rated = tablebase.moves(game.position()).unwrap();
            let chosen = rated
                .iter()
                .find(|m| Some(m.chess_move) == choice.best)
                .unwrap();
            assert_eq!(chosen.value, rated[0].value, "{:?}", game.position());
            assert_eq!((report.nodes, report.table_hits), (0, rated.len() as u64));
            let plies = i32::from(rated[0].value.plies().unwrap());
            // From his 33rd move on the fifty moves would have saved the rook from Browne.
            let undone = game.position().halfmoves() as i32 + plies + 1 > 100;
            let shown = if undone { -1 } else { plies - 20_000 };
            assert_eq!(report.score, Score::Centipawns(shown));
            // Twenty plies, or all up to the conversion at least.
            let is_whole = plies < 20 && report.pv.len() as i32 >= plies;
            assert!(report.pv.len() == 20 || is_whole, "{:?}", report.pv);
            assert_eq!(report.pv[1], choice.ponder.unwrap());
        }
        game.play(made);
    }
}

/// The tables beside the moves of `belle replay browne`. `cargo xtask renew replays` writes them.
#[test]
fn replayed_distances_are_those_of_the_table() {
    let dir = tables(Metric::Dtc, &["KQKR"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suites/replay");
    for name in ["browne-1", "browne-2"] {
        let pgn = std::fs::read(suites.join(format!("{name}.pgn"))).unwrap();
        let parsed = parse_games(&pgn).unwrap().remove(0).unwrap();
        let mut game = Game::from_position(parsed.game.start().clone());
        let mut text = String::from("ply\tplayed\tmoves\tafter\tbest\n");
        for (ply, &made) in parsed.game.moves().iter().enumerate() {
            let rated = tablebase.moves(game.position()).unwrap();
            let value = rated
                .iter()
                .find(|one| one.chess_move == made)
                .unwrap()
                .value;
            let best: Vec<String> = rated
                .iter()
                .filter(|one| one.value == rated[0].value)
                .map(|one| san(game.position(), one.chess_move))
                .collect();
            text += &format!(
                "{ply}\t{}\t{}\t{}\t{}\n",
                san(game.position(), made),
                rated[0].value.moves().unwrap(),
                value.moves().unwrap(),
                best.join(" ")
            );
            game.play(made);
        }
        let path = suites.join(format!("{name}.tsv"));
        assert_data_eq!(text, Data::read_from(&path, Some(DataFormat::Text)).raw());
    }
}

#[test]
fn belle_won_ending_plays_to_mate() {
    let dir = tables(Metric::Dtm, &["KRK"]);
    for (mut belle, shortest) in [
        (with_ours(Belle::new(), dir.path()), true),
        (with_syzygy(Belle::new()), false),
    ] {
        let mut game = game(ROOK);
        let (_, report) = think(&mut belle, &game, &Limits::depth(1));
        let plies = match report.score {
            Score::Mate(moves) if shortest => 2 * moves - 1,
            score => {
                assert!(!shortest, "{score:?}");
                60
            }
        };
        for _ in 0..plies {
            if game.position().is_checkmate() {
                break;
            }
            let (choice, report) = think(&mut belle, &game, &Limits::depth(1));
            assert!(report.table_hits > 0);
            game.play(choice.best.unwrap());
        }
        assert!(game.position().is_checkmate());
    }
}

#[test]
fn belle_drawn_root_plays_a_drawing_move() {
    let dir = tables(Metric::Dtc, &["KPK", "KRKP"]);
    let tablebase = Tablebase::open(dir.path(), Metric::Dtc).unwrap();
    let mut belle = with_ours(Belle::new(), dir.path());
    let reports = hold(&mut belle, &tablebase, "KRKP", 20, &Limits::depth(1));
    assert!(reports.iter().all(|report| report.nodes > 0));
}

#[test]
fn belle_fifty_move_draw_overrides_database() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    // One move is left, and mate is farther: every move draws, and the machine is asked.
    let game = game("8/8/8/3k4/8/8/8/K6R w - - 99 80");
    let (_, report) = think(
        &mut with_ours(Belle::new(), dir.path()),
        &game,
        &Limits::depth(1),
    );
    assert!(
        report.score == Score::Centipawns(0) && report.table_hits > 0,
        "{report:?}"
    );
}

#[test]
fn belle_score_near_fifty_moves_uses_distance_to_zeroing() {
    // One of the longest ways to a promotion: how soon the pawn moves, a distance to conversion
    // does not tell.
    const BOARD: &str = "8/8/8/6k1/8/8/1P4K1/8 w - -";
    let [dtc, dtz] = [Metric::Dtc, Metric::Dtz].map(|metric| tables(metric, &["KPK"]));
    let plies = |dir: &TempDir, metric| {
        let start = game(&format!("{BOARD} 0 80"));
        let value = Tablebase::open(dir.path(), metric)
            .unwrap()
            .probe(start.position())
            .unwrap();
        i32::from(value.plies().unwrap())
    };
    let (converts, zeroes) = (plies(&dtc, Metric::Dtc), plies(&dtz, Metric::Dtz));
    assert!(zeroes < converts);
    let shown = |dir: &TempDir, clock| {
        score(
            &mut with_ours(Belle::new(), dir.path()),
            BOARD,
            clock,
            &Limits::depth(1),
        )
    };
    let won = |plies: i32| Score::Centipawns(20_000 - plies);
    assert_eq!(
        shown(&dtc, 100 - zeroes),
        won(converts),
        "all that such tables know"
    );
    for file in std::fs::read_dir(dtz.path()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, dtc.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    let both = dtc;
    let found = [0, 100 - zeroes, 101 - zeroes].map(|clock| shown(&both, clock));
    assert_eq!(found, [won(converts), won(zeroes), Score::Centipawns(1)]);
}

#[test]
fn belle_search_moves_restrict_database_move() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let game = game(ROOK);
    let asked = notation::parse_move(game.position(), "a1a2").unwrap();
    let limits = Limits {
        search_moves: vec![asked],
        ..Limits::depth(1)
    };
    assert_eq!(
        think(&mut with_ours(Belle::new(), dir.path()), &game, &limits)
            .0
            .best,
        Some(asked)
    );
}

#[test]
fn bad_directory_is_refused_without_effect() {
    let dir = tables(Metric::Dtc, &["KRK"]);
    let mut belle = with_ours(Belle::new(), dir.path());
    let empty = TempDir::new().unwrap();
    let damaged = tables(Metric::Dtc, &["KQK"]);
    let path = table_path(damaged.path(), "KQK".parse().unwrap(), Metric::Dtc);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    for (name, path, message) in [
        ("EndgamePath", empty.path(), "no endgame tables in"),
        ("endgamepath", Path::new("/no/such/folder"), "No such file"),
        ("SyzygyPath", empty.path(), "no Syzygy tables"),
        ("EndgamePath", damaged.path(), "truncated"),
    ] {
        let error = belle
            .set_option(name, path.to_str().unwrap())
            .unwrap_err()
            .to_string();
        assert!(error.contains(message), "{error}");
    }
    let game = game(ROOK);
    assert!(think(&mut belle, &game, &Limits::depth(1)).1.table_hits > 0);
    belle.set_option("EndgamePath", "<empty>").unwrap();
    assert_eq!(think(&mut belle, &game, &Limits::depth(1)).1.table_hits, 0);
}

/// Games of a weak player that has the pieces against a lone king with the best defense: the moves
/// to the mate.
fn moves_to_mate(elo: u32, tables: &Tablebases, start: &Game) -> usize {
    let mut player = Native::new();
    player.set_option("UCI_LimitStrength", "true").unwrap();
    player.set_option("UCI_Elo", &elo.to_string()).unwrap();
    let mut game = start.clone();
    let strong = game.position().turn();
    while game.ending().is_none() {
        if game.position().turn() == strong {
            let limits = Limits::depth(20);
            let choice = player.search(&game, &limits, &Control::new(), &mut |_| {});
            game.play(choice.best.unwrap());
        } else {
            let (_, moves) = tables.moves(game.position()).unwrap();
            game.play(moves[0].chess_move);
        }
    }
    let end = game.ending().unwrap();
    assert_eq!(end, GameEnd::won(strong, EndCause::Checkmate), "{elo}");
    game.moves().len().div_ceil(2)
}

/// A person of any rating mates with a queen or a rook, so a player whose strength is limited does
/// too.
#[test]
fn lone_king_is_mated_at_every_rating() {
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    for (name, games, longest) in [
        ("KQK", 20, 10),
        ("KRK", 20, 16),
        ("KPK", 10, 28),
        ("KBBK", 3, 19),
        ("KBNK", 3, 33),
    ] {
        let dir = tables(Metric::Dtm, &[name]);
        let known = Tablebases::open(dir.path(), &[Metric::Dtm]).unwrap();
        let mut played = 0;
        while played < games {
            let position = random_position(name.parse().unwrap(), &mut rng);
            let moves = known.moves(&position).map(|(_, moves)| moves);
            let best = moves.and_then(|moves| Some(moves.first()?.value));
            if !matches!(best, Some(Value::Win(_))) {
                continue;
            }
            let start = Game::from_position(position);
            for elo in [500, 1000, 1350, 1600, 1800] {
                let moves = moves_to_mate(elo, &known, &start);
                assert!(moves <= longest, "{name} {elo}: {moves} moves");
            }
            played += 1;
        }
    }
}
