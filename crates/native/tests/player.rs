//! The native player as a `Player`: limits, options, draws, mates, threads.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use native::Native;
use notation::{Epd, epd_text_lines};
use play::{Bound, Choice, Clock, Control, Game, Limits, Player, Report, Score};
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, Position};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A closed position, in which the search meets the same few structures again and again.
const CLOSED: &str = "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1";
const ENDING: &str = "8/8/4k3/3n1n2/5P2/8/3K4/8 b - - 0 12";
const ABSURD: &str = include_str!("../../../suites/absurd.epd");
const BENCH: &str = include_str!("../../../suites/bench.epd");
const MATES: &str = include_str!("../../../suites/mate-in-two.epd");

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(fen).unwrap();
    for text in moves.split_whitespace() {
        let uci: UciMove = text.parse().unwrap();
        game.play(uci.to_move(game.position()).unwrap());
    }
    game
}

fn player(options: &[(&str, &str)]) -> Native {
    let mut player = Native::new();
    options
        .iter()
        .for_each(|(name, value)| player.set_option(name, value).unwrap());
    player
}

fn bench_games() -> impl Iterator<Item = Game> {
    BENCH
        .lines()
        .map(|line| game(line.split(" id ").next().unwrap(), ""))
}

/// A search and all its reports, whose variations are legal.
fn think(player: &mut Native, game: &Game, limits: &Limits) -> (Choice, Vec<Report>) {
    let mut reports = Vec::new();
    let choice = player.search(game, limits, &Control::new(), &mut |report| {
        reports.push(report.clone())
    });
    for report in &reports {
        let mut position = game.position().clone();
        for &chess_move in &report.pv {
            assert!(position.is_legal(chess_move), "{report:?}");
            position.play_unchecked(chess_move);
        }
    }
    let last = reports.iter().rev().find(|report| report.multipv == 1);
    assert_eq!(
        last.and_then(|report| report.pv.first().copied()),
        choice.best
    );
    (choice, reports)
}

fn clock(milliseconds: u64) -> Clock {
    Clock {
        remaining: ByColor::new_with(|_| Duration::from_millis(milliseconds)),
        increment: ByColor::default(),
        moves_to_go: None,
    }
}

fn last_score(reports: &[Report]) -> Score {
    reports
        .iter()
        .rev()
        .find(|report| report.multipv == 1)
        .unwrap()
        .score
}

#[test]
fn search_mates_in_two_are_found() {
    for line in MATES.lines() {
        let game = Epd::parse(line).unwrap().game;
        let limits = Limits {
            mate: Some(2),
            depth: Some(16),
            ..Limits::default()
        };
        let (_, reports) = think(&mut Native::new(), &game, &limits);
        assert_eq!(last_score(&reports), Score::Mate(2), "{line}");
    }
}

#[test]
fn search_one_thread_is_deterministic() {
    let nodes = || {
        let mut player = Native::new();
        let nodes = |game| {
            think(&mut player, &game, &Limits::depth(8))
                .1
                .last()
                .unwrap()
                .nodes
        };
        bench_games().map(nodes).collect::<Vec<_>>()
    };
    let first = nodes();
    assert_eq!(first, nodes());
    assert!(first.iter().sum::<u64>() > 10_000);
}

#[test]
fn search_node_limit_is_exact() {
    for fen in [KIWIPETE, START, ENDING] {
        for nodes in (1..50).chain((1000..100_000).step_by(997)) {
            let (choice, reports) =
                think(&mut Native::new(), &game(fen, ""), &Limits::nodes(nodes));
            assert_eq!(reports.last().unwrap().nodes, nodes);
            assert!(choice.best.is_some());
        }
    }
}

/// The result is the previous iteration's, or a better move found since, with a bound if it was not
/// searched again.
#[test]
fn search_interrupted_iteration_reports_its_result() {
    let mut bounds = 0;
    for fen in [KIWIPETE, START, ENDING] {
        let (_, reports) = think(&mut Native::new(), &game(fen, ""), &Limits::depth(9));
        let all: Vec<&Report> = reports
            .iter()
            .filter(|report| report.bound == Bound::Exact)
            .collect();
        for pair in all.windows(2) {
            let step = (pair[1].nodes - pair[0].nodes).div_ceil(25) as usize;
            for nodes in (pair[0].nodes + 1..pair[1].nodes).step_by(step) {
                let (_, reports) = think(&mut Native::new(), &game(fen, ""), &Limits::nodes(nodes));
                let cut = reports.last().unwrap();
                let before = cut.depth == pair[0].depth
                    && cut.score == pair[0].score
                    && cut.pv == pair[0].pv;
                assert!(
                    before || cut.depth == pair[1].depth,
                    "{cut:?} after {:?}",
                    pair[0]
                );
                bounds += u32::from(cut.bound != Bound::Exact);
            }
        }
    }
    assert!(bounds > 0);
}

fn limited(elo: &str) -> Native {
    player(&[("UCI_LimitStrength", "true"), ("UCI_Elo", elo)])
}

/// Boards whose many captures keep even the first iteration from ending soon.
#[test]
fn search_absurd_boards_keep_limits() {
    let limits = [
        (Limits::move_time(Duration::from_millis(1)), None),
        (
            Limits {
                clock: Some(clock(1000)),
                ..Limits::default()
            },
            Some("500"),
        ),
        (Limits::default(), Some("1200")),
    ];
    for (_, line) in epd_text_lines(ABSURD) {
        let game = Epd::parse(line).unwrap().game;
        for (limits, elo) in &limits {
            let mut player = elo.map_or_else(Native::new, limited);
            // Stops a search that does not end by itself.
            let control = Control::new();
            let stopper = control.clone();
            let (ended, end) = std::sync::mpsc::channel::<()>();
            let watchdog = std::thread::spawn(move || {
                let late = end.recv_timeout(Duration::from_secs(5)).is_err();
                stopper.stop();
                late
            });
            assert!(
                player
                    .search(&game, limits, &control, &mut |_| {})
                    .best
                    .is_some()
            );
            let _ = ended.send(());
            assert!(!watchdog.join().unwrap(), "{line}: {limits:?}");
        }
    }
}

#[test]
fn search_immediate_stop_returns_searched_move() {
    let control = Control::new();
    control.stop();
    let game = game("6k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1", "");
    let choice = Native::new().search(&game, &Limits::default(), &control, &mut |_| {});
    assert_eq!(choice.best.unwrap().to_string(), "Re1-e8");
}

#[test]
fn set_option_hash_any_size_is_accepted() {
    let mut player = Native::new();
    for size in ["1", "33", "2", "128", "1"] {
        player.set_option("hash", size).unwrap();
        think(&mut player, &game(KIWIPETE, ""), &Limits::depth(6));
    }
    for bad in ["0", "16385", "-1", "many"] {
        assert!(
            player
                .set_option("Hash", bad)
                .unwrap_err()
                .to_string()
                .contains("from 1 to 16384")
        );
    }
    // The largest comes at once, since memory is taken as it is used; or this computer does not
    // hold it.
    if let Err(error) = player.set_option("Hash", "16384") {
        assert!(error.to_string().contains("memory"), "{error}");
    }
    think(&mut player, &game(KIWIPETE, ""), &Limits::depth(2));
    player.set_option("Clear Hash", "").unwrap();
    player.new_game();
}

#[test]
fn search_perpetual_check_is_found() {
    let (_, reports) = think(
        &mut Native::new(),
        &game("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", ""),
        &Limits::depth(12),
    );
    assert_eq!(last_score(&reports), Score::Centipawns(0));
}

#[test]
fn search_history_and_fifty_moves_count() {
    let (_, reports) = think(
        &mut Native::new(),
        &game("7k/8/8/8/8/8/8/KQ6 w - - 99 80", ""),
        &Limits::depth(6),
    );
    assert_eq!(
        last_score(&reports),
        Score::Centipawns(0),
        "every move is the hundredth"
    );
    // Twice there already: the move that comes back to it a third time draws a won game.
    let moves = "b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 b2b1 g8h8";
    let repeated = game("7k/8/8/8/8/8/8/KQ6 w - - 0 1", &moves[..moves.len() - 5]);
    let back: UciMove = "g8h8".parse().unwrap();
    let back = back.to_move(repeated.position()).unwrap();
    let limits = Limits {
        search_moves: vec![back],
        depth: Some(6),
        ..Limits::default()
    };
    let (choice, reports) = think(&mut Native::new(), &repeated, &limits);
    assert_eq!(
        (choice.best, last_score(&reports)),
        (Some(back), Score::Centipawns(0))
    );
}

#[test]
fn multi_pv_lines_are_distinct_and_sorted() {
    let (_, reports) = think(
        &mut player(&[("MultiPV", "4")]),
        &game(KIWIPETE, ""),
        &Limits::depth(8),
    );
    let depth = reports.iter().map(|report| report.depth).max().unwrap();
    let last: Vec<&Report> = reports
        .iter()
        .filter(|report| report.depth == depth)
        .collect();
    assert_eq!(
        last.iter().map(|report| report.multipv).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    let value = |report: &Report| match report.score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => moves.signum() * 100_000 - moves,
    };
    assert!(
        last.windows(2).all(|pair| value(pair[0]) >= value(pair[1])),
        "{last:?}"
    );
    let mut firsts: Vec<_> = last.iter().map(|report| report.pv[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

/// The lines that a chess program shows after these reports: the last one of each rank.
fn lines(reports: &[Report]) -> Vec<&Report> {
    let last = |rank| reports.iter().rfind(|report| report.multipv == rank);
    (1..).map_while(last).collect()
}

#[test]
fn multi_pv_interrupted_iteration_keeps_lines_distinct_and_sorted() {
    let mut changed = 0;
    for fen in [KIWIPETE, START, CLOSED] {
        for nodes in (5_000..200_000).step_by(13_000) {
            let player = &mut player(&[("MultiPV", "3")]);
            let (_, reports) = think(player, &game(fen, ""), &Limits::nodes(nodes));
            let shown = lines(&reports);
            let depths: HashSet<u32> = shown.iter().map(|line| line.depth).collect();
            changed += u32::from(depths.len() > 1);
            let firsts: HashSet<_> = shown.iter().map(|line| line.pv[0]).collect();
            assert_eq!(firsts.len(), 3, "{fen} {nodes}: {shown:?}");
            let values: Vec<i32> = shown
                .iter()
                .map(|line| line.score.centipawns(i32::MAX))
                .collect();
            assert!(
                values.is_sorted_by(|a, b| a >= b),
                "{fen} {nodes}: {values:?}"
            );
        }
    }
    assert!(changed > 0, "some iteration had found another best move");
}

/// A search much larger than the table must not move the values of the session: neither by what it
/// leaves in the table nor by what the correction of the evaluation has learned.
#[test]
fn search_after_long_search_values_as_new_player() {
    let options = [("Hash", "1"), ("MultiPV", "3")];
    let (next, limits) = (game(CLOSED, "c8d8"), Limits::nodes(100_000));
    let mut seasoned = player(&options);
    let (_, reports) = think(&mut seasoned, &game(CLOSED, ""), &Limits::nodes(4_000_000));
    let value = |reports: &[Report]| last_score(reports).centipawns(i32::MAX);
    let (_, after) = think(&mut seasoned, &next, &limits);
    let (_, fresh) = think(&mut player(&options), &next, &limits);
    assert!(
        (value(&after) - value(&fresh)).abs() < 60,
        "{} after a long search, {} for a new player",
        value(&after),
        value(&fresh)
    );
    // A bound would stand among lines of another iteration.
    let finished = &reports[..reports.len() - 3];
    assert!(finished.iter().all(|report| report.bound == Bound::Exact));
}

#[test]
fn search_one_millisecond_returns_move() {
    let mut player = Native::new();
    let start = Instant::now();
    for game in bench_games() {
        assert!(
            think(
                &mut player,
                &game,
                &Limits::move_time(Duration::from_millis(1))
            )
            .0
            .best
            .is_some()
        );
        let limits = Limits {
            clock: Some(clock(1)),
            ..Limits::default()
        };
        assert!(think(&mut player, &game, &limits).0.best.is_some());
    }
    // Thirty-two searches of next to no time; the limit leaves room for a busy machine.
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn search_stop_ends_all_threads_at_once() {
    for threads in ["1", "2"] {
        let mut player = player(&[("Threads", threads)]);
        let control = Control::new();
        let stopper = control.clone();
        let (sender, stopped) = std::sync::mpsc::channel();
        let handle = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            stopper.stop();
            sender.send(Instant::now()).unwrap();
        });
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let choice = player.search(&game(KIWIPETE, ""), &limits, &control, &mut |_| {});
        let late = stopped.recv().unwrap().elapsed();
        handle.join().unwrap();
        assert!(choice.best.is_some());
        assert!(late < Duration::from_millis(300), "{late:?} after the stop");
    }
}

/// Iterations are reported in order, up to the depth limit, whichever thread finishes them.
#[test]
fn threads_share_finished_iterations() {
    for threads in ["2", "5"] {
        let mut player = player(&[("Threads", threads)]);
        for game in bench_games() {
            let (_, reports) = think(&mut player, &game, &Limits::depth(11));
            assert!(
                reports
                    .windows(2)
                    .all(|pair| pair[0].depth <= pair[1].depth),
                "{reports:?}"
            );
            let last = reports.last().unwrap();
            assert!(
                last.depth == 11 || matches!(last.score, Score::Mate(_)),
                "{last:?}"
            );
        }
    }
}

/// Nodes of helper threads count, however short the search.
#[test]
fn report_nodes_count_all_threads() {
    let mut player = player(&[("Threads", "8")]);
    for _ in 0..100 {
        player.new_game();
        let (_, reports) = think(&mut player, &game(START, ""), &Limits::depth(1));
        assert!(reports.last().unwrap().nodes > 0, "{reports:?}");
    }
}

#[test]
fn set_option_threads_changes_between_searches() {
    let depth = |player: &mut Native| {
        player.new_game();
        let (choice, reports) = think(player, &game(KIWIPETE, ""), &Limits::depth(8));
        (choice, reports.last().unwrap().nodes)
    };
    let alone = depth(&mut Native::new());
    let mut player = Native::new();
    for round in 0..100 {
        player
            .set_option("Threads", ["4", "1", "7", "2", "3"][round % 5])
            .unwrap();
        let (choice, _) = think(&mut player, &game(KIWIPETE, ""), &Limits::nodes(2_000));
        assert!(choice.best.is_some());
    }
    player.set_option("Threads", "1").unwrap();
    assert_eq!(depth(&mut player), alone);
}

/// A search that panics ends its helper threads before it unwinds.
#[test]
fn search_panic_ends_helpers() {
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut player = player(&[("Threads", "3")]);
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let search = std::panic::AssertUnwindSafe(|| {
            player.search(&game(START, ""), &limits, &Control::new(), &mut |_| {
                panic!("the report fails")
            })
        });
        sender
            .send(std::panic::catch_unwind(search).is_err())
            .unwrap();
    });
    assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(true));
}

#[test]
fn bishop_and_knight_mate_at_any_depth() {
    let mut game = game("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", "");
    let mut player = Native::new();
    while game.ending().is_none() {
        let (choice, _) = think(&mut player, &game, &Limits::depth(2));
        game.play(choice.best.unwrap());
    }
    assert!(game.position().is_checkmate(), "{:?}", game.ending());
    assert!(game.moves().len() <= 66);
}

#[test]
fn limited_strength_is_repeatable_and_weaker() {
    let play = |elo: &str, fen: &str| {
        let (choice, reports) = think(&mut limited(elo), &game(fen, ""), &Limits::default());
        (choice.best.unwrap(), reports.last().unwrap().nodes)
    };
    assert_eq!(play("700", KIWIPETE), play("700", KIWIPETE));
    let nodes = ["700", "1500", "2200"].map(|elo| play(elo, START).1);
    assert!(nodes.is_sorted_by(|a, b| a < b), "{nodes:?}");
    // The error depends on the move number: twenty numbers give different errors, great ones at a
    // low rating.
    let choices = |elo: &str| {
        let fens =
            (1..=20).map(|number| format!("{} {number}", KIWIPETE.rsplit_once(' ').unwrap().0));
        fens.map(|fen| play(elo, &fen).0)
            .collect::<HashSet<_>>()
            .len()
    };
    let [weakest, weak, sure] = ["500", "1500", "2200"].map(choices);
    assert!(
        weakest >= 5 && weakest > weak && sure == 1,
        "{weakest} {weak} {sure}"
    );
    assert!(Native::new().set_option("UCI_Elo", "3500").is_err());
}

#[test]
fn wdl_sums_to_thousand() {
    let mut player = player(&[("UCI_ShowWDL", "true")]);
    let (_, reports) = think(&mut player, &game(KIWIPETE, ""), &Limits::depth(6));
    assert!(reports.iter().all(|report| {
        report
            .wdl
            .is_some_and(|wdl| wdl.iter().sum::<u32>() == 1000)
    }));
    let (_, reports) = think(
        &mut player,
        &game("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", ""),
        &Limits::depth(4),
    );
    assert!(reports.last().unwrap().wdl.unwrap()[0] > 900);
}

#[test]
fn search_without_moves_returns_none() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let mut reports = 0;
        let choice = Native::new().search(
            &game(fen, ""),
            &Limits::depth(3),
            &Control::new(),
            &mut |_| reports += 1,
        );
        assert_eq!((choice.best, reports), (None, 0));
    }
}

/// A hanging bishop at move 8: 8. hxg4 takes it.
#[test]
fn advice_is_given_at_full_strength() {
    let fen = "r2qr1k1/ppp2ppp/2np1n2/2b5/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 8";
    let game = Game::from_fen(fen).unwrap();
    let mut player = Native::new();
    player.set_option("UCI_LimitStrength", "true").unwrap();
    for elo in ["500", "800", "1350", "1900"] {
        player.set_option("UCI_Elo", elo).unwrap();
        let limits = Limits {
            full_strength: true,
            ..Limits::depth(8)
        };
        let choice = player.search(&game, &limits, &Control::new(), &mut |_| {});
        let best = UciMove::from_standard(choice.best.unwrap());
        assert_eq!(best.to_string(), "h3g4", "{elo}");
    }
}
