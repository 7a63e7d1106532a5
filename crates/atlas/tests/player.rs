//! Atlas as a player: behavior on record, legality, limits and options. No input makes the program
//! panic.

mod common;

use std::time::{Duration, Instant};

use atlas::mate::{Mate, Problem, Task, judge};
use atlas::{Atlas, Captures, Measure, QueenRule, Reason, Rules, Settings, Step};
use common::{any_move, play_any, random_position, seeded_rng, seeds, visit_games};
use notation::epd_lines;
use play::{Choice, Choices, Control, Game, Limits, Pace, Player, Report, Score};
use proptest::prelude::*;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role};

fn game(fen: &str) -> Game {
    Game::from_fen(fen).expect("a legal position")
}

fn think(atlas: &mut Atlas, game: &Game, limits: &Limits) -> (Choice, Vec<Report>) {
    let mut reports = Vec::new();
    let choice = atlas.search(game, limits, &Control::new(), &mut |report| {
        reports.push(report.clone())
    });
    (choice, reports)
}

fn chosen(atlas: &mut Atlas, game: &Game) -> String {
    let (choice, _) = think(atlas, game, &Limits::default());
    San::from_move(game.position(), choice.best.expect("a legal move")).to_string()
}

fn reason(atlas: &Atlas, game: &Game) -> Reason {
    atlas
        .explain(game, &Control::new())
        .unwrap()
        .chosen
        .expect("a legal move")
        .1
}

/// Asserts that the best of five runs of `work` takes at most `milliseconds` more than the time it
/// returns.
fn soon(milliseconds: u64, mut work: impl FnMut() -> Duration) {
    let late = (0..5).map(|_| {
        let start = Instant::now();
        let allowed = work();
        start.elapsed().saturating_sub(allowed)
    });
    let least = late.min().unwrap();
    assert!(
        least < Duration::from_millis(milliseconds),
        "{least:?} too late"
    );
}

fn is_queen_swap(mv: &Move) -> bool {
    mv.role() == Role::Queen && mv.capture() == Some(Role::Queen)
}

#[test]
fn choice_known_position_follows_the_rules() {
    let mut atlas = Atlas::new();
    for (fen, san, rule) in [
        // The queen is defended, and a rook could be won instead.
        (
            "3rk3/8/8/3q2r1/8/8/3Q1PPP/3R2K1 w - - 0 20",
            "Qxd5",
            Some(Reason::QueenSwap),
        ),
        ("3r2k1/3q1ppp/8/8/3Q2R1/8/8/3RK3 b - - 0 20", "Qxd4", None),
        // A pawn's capture of the queen is better than a swap.
        ("3rk3/8/8/3q4/2P5/8/3Q1PPP/3R2K1 w - - 0 20", "cxd5", None),
        (
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5",
            "O-O",
            Some(Reason::Castles),
        ),
        (
            "rnbqk2r/ppppppbp/6p1/8/8/6P1/PPPPPPBP/RNBQ1RK1 b kq - 0 6",
            "O-O",
            Some(Reason::Castles),
        ),
        (
            "r3k3/ppp5/8/8/8/8/5PPP/5RK1 b q - 0 12",
            "O-O-O",
            Some(Reason::Castles),
        ),
        // Only the queen can move.
        ("4r1k1/8/8/8/8/8/3P1P2/3QKR2 w - - 0 3", "Qe2", None),
    ] {
        let game = game(fen);
        assert_eq!(chosen(&mut atlas, &game), san, "{fen}");
        assert!(
            rule.is_none_or(|rule| reason(&atlas, &game) == rule),
            "{fen}"
        );
    }
}

#[test]
fn choice_queen_swap_random_positions_is_taken() {
    let mut atlas = Atlas::with_settings(Settings {
        queen_rule: QueenRule::Off,
        ..Settings::default()
    });
    for seed in seeds() {
        let mut rng = seeded_rng(3_000_000 + seed);
        let (mut taken, mut mates) = (0, 0);
        let mut positions: Vec<Chess> = Vec::new();
        visit_games(60_000, &mut rng, &mut |position| {
            positions.push(position.clone())
        });
        positions.extend((0..2_000).map(|n| random_position(3 + n % 8, &mut rng)));
        positions.retain(|position| position.legal_moves().iter().any(is_queen_swap));
        for position in positions.iter().take(400) {
            let (choice, _) = think(
                &mut atlas,
                &Game::from_position(position.clone()),
                &Limits::default(),
            );
            if choice.best.unwrap().capture() == Some(Role::Queen) {
                taken += 1;
                continue;
            }
            // The decided exceptions: mate in sight, or every swap allows mate.
            let game = Game::from_position(position.clone());
            let explained = atlas.explain(&game, &Control::new()).unwrap();
            let mating = matches!(
                explained.chosen,
                Some((_, Reason::Mates | Reason::HoldsOut))
            );
            let mated = explained
                .considered
                .iter()
                .filter(|c| is_queen_swap(&c.chess_move))
                .all(|c| c.mate.is_some_and(|plies| plies < 0));
            assert!(mating || mated, "no swap in {position:?}\n{explained}");
            mates += 1;
        }
        assert!(
            taken > 150 && taken > 4 * mates,
            "{taken} swaps, {mates} mates"
        );
    }
}

#[test]
fn choice_without_captures_prepares_castling() {
    // Against random replies, every quiet choice prepares castling until the program has castled.
    for seed in seeds() {
        let mut rng = seeded_rng(4_000_000 + seed);
        let mut castled = 0;
        for _ in 0..20 {
            let mut atlas = Atlas::new();
            let mut game = Game::new();
            while game.moves().len() < 60 && game.ending().is_none() {
                let explained = atlas.explain(&game, &Control::new()).unwrap();
                let (named, why) = explained.chosen.expect("the game goes on");
                let (choice, _) = think(&mut atlas, &game, &Limits::default());
                assert_eq!(choice.best, Some(named), "explanation equals choice");
                let chosen = explained
                    .considered
                    .iter()
                    .find(|c| c.chess_move == named)
                    .unwrap();
                let quiet = explained
                    .considered
                    .iter()
                    .filter(|c| c.balance == chosen.balance);
                if matches!(
                    why,
                    Reason::Castles | Reason::PreparesCastling | Reason::Mobility
                ) {
                    assert_eq!(
                        quiet.map(|c| c.step).max(),
                        Some(chosen.step),
                        "{explained}"
                    );
                }
                castled += u32::from(chosen.step == Step::Castles);
                game.play(named);
                let Some(reply) = any_move(game.position(), &mut rng) else {
                    break;
                };
                game.play(reply);
            }
        }
        assert!(castled >= 12, "castled in {castled} of 20 games");
    }
}

#[test]
fn choice_first_five_moves_no_queen_move() {
    for seed in seeds() {
        let mut rng = seeded_rng(5_000_000 + seed);
        for game_number in 0..100_u32 {
            let mut atlas = Atlas::new();
            let mut game = Game::new();
            for ply in 0..10_u32 {
                if game.ending().is_some() {
                    break;
                }
                let moves = game.position().legal_moves();
                let mv = if ply % 2 == game_number % 2 {
                    let (choice, _) = think(&mut atlas, &game, &Limits::default());
                    let only_queen = moves.iter().all(|mv| mv.role() == Role::Queen);
                    let mv = choice.best.unwrap();
                    assert!(
                        mv.role() != Role::Queen || only_queen,
                        "{:?}",
                        game.position()
                    );
                    mv
                } else {
                    any_move(game.position(), &mut rng).unwrap()
                };
                game.play(mv);
            }
        }
    }
}

#[test]
fn queen_rule_move_number_or_option_ends_it() {
    let mut atlas = Atlas::new();
    // A queen's mate is played on move 6, but on move 5 only without the rule.
    let fen = "7k/6pp/8/8/8/8/5PPP/3Q2K1 w - - 0";
    assert_ne!(chosen(&mut atlas, &game(&format!("{fen} 5"))), "Qd8");
    assert_eq!(chosen(&mut atlas, &game(&format!("{fen} 6"))), "Qd8");
    atlas.set_option("QueenRule", "off").unwrap();
    assert_eq!(chosen(&mut atlas, &game(&format!("{fen} 5"))), "Qd8");
}

#[test]
fn queen_rule_both_readings_differ_away_from_home() {
    // The queen has left her initial square, and mates.
    let fen = "7k/6pp/8/8/8/8/2Q2PPP/6K1 w - - 0";
    for (rule, early) in [("home", true), ("always", false), ("off", true)] {
        let mut atlas = Atlas::new();
        atlas.set_option("QueenRule", rule).unwrap();
        assert_eq!(
            chosen(&mut atlas, &game(&format!("{fen} 5"))) == "Qc8",
            early,
            "{rule}"
        );
        assert_eq!(
            chosen(&mut atlas, &game(&format!("{fen} 6"))),
            "Qc8",
            "{rule}"
        );
    }
}

#[test]
fn queen_rule_by_default_holds_anywhere_in_a_game_from_the_start() {
    let rules = |rule: &str, game: &Game| {
        let mut atlas = Atlas::new();
        atlas.set_option("QueenRule", rule).unwrap();
        atlas.explain(game, &Control::new()).unwrap().queen_held
    };
    // After 1. e4 e5 2. Qh5 the queen stands away from home, with her move a legal one.
    let mut from_start = Game::new();
    for text in ["e2e4", "e7e5", "d1h5", "b8c6"] {
        let mv = text.parse::<UciMove>().unwrap();
        from_start.play(mv.to_move(from_start.position()).unwrap());
    }
    let set_up = Game::from_position(from_start.position().clone());
    for (rule, of_start, of_setup) in [
        ("start", true, false),
        ("home", false, false),
        ("always", true, true),
        ("off", false, false),
    ] {
        assert_eq!(rules(rule, &from_start), of_start, "{rule}");
        assert_eq!(rules(rule, &set_up), of_setup, "{rule}");
    }
    assert!(
        !Atlas::new()
            .explain(&set_up, &Control::new())
            .unwrap()
            .queen_held
    );
    assert!(
        Atlas::new()
            .explain(&from_start, &Control::new())
            .unwrap()
            .queen_held
    );
}

#[test]
fn captures_first_precede_quiet_moves() {
    let mut first = Atlas::new();
    let mut balance = Atlas::with_settings(Settings {
        captures: Captures::Balance,
        ..Settings::default()
    });
    for (fen, captures, quiet) in [
        // The quiet check wins more within three plies.
        (
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "exd5",
            "Bb5",
        ),
        // The only capture loses the queen for a pawn.
        ("6k1/2p3pp/3p4/8/8/8/3Q1PPP/3R2K1 w - - 0 20", "Qe3", "Qe3"),
    ] {
        assert_eq!(chosen(&mut first, &game(fen)), captures, "{fen}");
        assert_eq!(chosen(&mut balance, &game(fen)), quiet, "{fen}");
    }
    for seed in seeds() {
        let mut rng = seeded_rng(7_000_000 + seed);
        let (mut taken, mut refused) = (0, 0);
        for n in 0..300 {
            let position = random_position(3 + n % 12, &mut rng);
            let explained = first
                .explain(&Game::from_position(position.clone()), &Control::new())
                .unwrap();
            let Some((named, reason)) = explained.chosen else {
                continue;
            };
            let accepted = explained
                .considered
                .iter()
                .any(|c| c.chess_move.is_capture() && c.balance >= 0 && c.mate.is_none());
            match reason {
                Reason::CapturesFirst => {
                    assert!(named.is_capture() && accepted, "{explained}");
                    taken += 1;
                }
                Reason::Only | Reason::Mates | Reason::QueenSwap | Reason::HoldsOut => (),
                _ => {
                    assert!(!accepted, "{explained}");
                    refused += 1;
                }
            }
        }
        assert!(
            taken > 20 && refused > 20,
            "{taken} captures first, {refused} without"
        );
    }
}

#[test]
fn pace_of_the_original_counts_machine_seconds() {
    let middle = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10");
    let minute = Limits::move_time(Duration::from_secs(60));
    let reported = |pace, limits: &Limits| {
        let mut atlas = Atlas::with_settings(Settings {
            pace,
            plies: 6,
            ..Settings::default()
        });
        let (choice, reports) = think(&mut atlas, &middle, limits);
        assert!(choice.best.is_some());
        let last = reports.last().unwrap().clone();
        (
            last.nodes,
            last.machine.expect("a machine's time"),
            last.depth,
        )
    };
    let (nodes, time, depth) = reported(Pace::Authentic, &minute);
    assert!(
        time.seconds <= 60.0 && depth < 6,
        "{} seconds, {depth} plies",
        time.seconds
    );
    assert_eq!(reported(Pace::Machine, &minute), (nodes, time, depth));
    // At full pace a search of two machine minutes is no affair of the clock.
    let (more, beyond, _) = reported(
        Pace::Full,
        &Limits {
            nodes: Some(2_000_000),
            ..minute.clone()
        },
    );
    assert!(
        more > nodes && beyond.seconds > 60.0,
        "{} seconds",
        beyond.seconds
    );
    assert_eq!(beyond.cycles * nodes, time.cycles * more);
    // Not even one ply is finished, but a legal move is played.
    let instant = Limits::move_time(Duration::from_millis(1));
    let mut atlas = Atlas::with_settings(Settings {
        pace: Pace::Authentic,
        ..Settings::default()
    });
    let (choice, reports) = think(&mut atlas, &middle, &instant);
    assert!(choice.best.is_some() && reports.len() == 1 && reports[0].nodes <= 2);
}

#[test]
fn search_all_settings_plays_legal_games() {
    let styles = Measure::values().flat_map(|measure| {
        [Rules::Full, Rules::Published].map(|rules| Settings {
            measure,
            rules,
            plies: 2,
            ..Settings::default()
        })
    });
    for (n, settings) in styles.enumerate() {
        let mut atlas = Atlas::with_settings(settings);
        let mut rng = seeded_rng(6_000_000 + n as u64);
        for _ in 0..4 {
            let mut position = Chess::default();
            for _ in 0..6 {
                play_any(&mut position, &mut rng);
            }
            let mut game = Game::from_position(position);
            while game.ending().is_none() && game.moves().len() < 200 {
                let (choice, reports) = think(&mut atlas, &game, &Limits::default());
                let best = choice.best.expect("the game goes on");
                assert!(game.position().is_legal(best));
                let mut after = game.position().clone();
                for &mv in &reports.last().expect("at least one report").pv {
                    assert!(after.is_legal(mv), "the variation is legal");
                    after.play_unchecked(mv);
                }
                assert_eq!(reports.last().unwrap().pv.first(), Some(&best));
                game.play(best);
            }
        }
    }
}

#[test]
fn search_published_rules_plays_only_legal_move() {
    let mut atlas = Atlas::with_settings(Settings {
        rules: Rules::Published,
        ..Settings::default()
    });
    let passing = game("4K3/8/1R5Q/k7/pP6/8/8/8 b - b3 0 1");
    assert_eq!(passing.position().legal_moves().len(), 1);
    assert_eq!(chosen(&mut atlas, &passing), "axb3");
    let castling = game("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
    let (choice, _) = think(&mut atlas, &castling, &Limits::default());
    assert!(!choice.best.unwrap().is_castle());
}

#[test]
fn search_respects_limits() {
    let mut atlas = Atlas::with_settings(Settings {
        plies: 8,
        queen_rule: QueenRule::Off,
        ..Settings::default()
    });
    let middle = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10");
    let (_, reports) = think(&mut atlas, &middle, &Limits::depth(2));
    assert_eq!(
        reports
            .iter()
            .map(|report| report.depth)
            .collect::<Vec<_>>(),
        [1, 2]
    );
    for nodes in [0, 1, 10, 1_000, 50_000] {
        let (choice, reports) = think(&mut atlas, &middle, &Limits::nodes(nodes));
        assert!(
            choice.best.is_some() && reports.last().unwrap().nodes <= nodes,
            "{nodes}"
        );
    }
    soon(50, || {
        think(
            &mut atlas,
            &middle,
            &Limits::move_time(Duration::from_millis(60)),
        );
        Duration::from_millis(60)
    });
    let quiet: Vec<Move> = middle
        .position()
        .legal_moves()
        .into_iter()
        .filter(|mv| !mv.is_capture())
        .take(2)
        .collect();
    let limits = Limits {
        search_moves: quiet.clone(),
        depth: Some(2),
        ..Limits::default()
    };
    assert!(quiet.contains(&think(&mut atlas, &middle, &limits).0.best.unwrap()));
}

#[test]
fn search_stops_within_50_milliseconds() {
    let middle = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10");
    let forever = Limits {
        infinite: true,
        ..Limits::default()
    };
    let mate = Limits {
        mate: Some(4),
        ..Limits::default()
    };
    let ponder = Limits {
        ponder: true,
        move_time: Some(Duration::from_millis(1)),
        ..Limits::default()
    };
    for (limits, plies) in [(forever.clone(), 8), (forever, 1), (mate, 8), (ponder, 8)] {
        let mut atlas = Atlas::with_settings(Settings {
            plies,
            ..Settings::default()
        });
        soon(50, || {
            let control = Control::new();
            let line = control.clone();
            let start = Instant::now();
            let late = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(100));
                line.stop();
                Instant::now()
            });
            let choice = atlas.search(&middle, &limits, &control, &mut |_| ());
            let ended = Instant::now();
            let stopped = late.join().unwrap();
            assert!(choice.best.is_some());
            assert!(
                control.stopped() && ended >= start + Duration::from_millis(100),
                "{limits:?} ended by itself"
            );
            stopped - start
        });
    }
}

#[test]
fn search_ponder_hit_starts_clock() {
    let mut atlas = Atlas::with_settings(Settings {
        plies: 8,
        ..Settings::default()
    });
    let control = Control::new();
    control.ponder_hit();
    let limits = Limits {
        ponder: true,
        move_time: Some(Duration::from_millis(40)),
        ..Limits::default()
    };
    soon(50, || {
        let choice = atlas.search(&Game::new(), &limits, &control, &mut |_| ());
        assert!(choice.best.is_some());
        Duration::from_millis(40)
    });
}

#[test]
fn search_mate_limit_reports_mate() {
    let mut atlas = Atlas::new();
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let morphy = game("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (choice, reports) = think(&mut atlas, &morphy, &limits);
    assert_eq!(
        San::from_move(morphy.position(), choice.best.unwrap()).to_string(),
        "Ra6"
    );
    let report = reports.last().unwrap();
    assert_eq!((report.score, report.pv.len()), (Score::Mate(2), 3));
    let none = game("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert!(think(&mut atlas, &none, &limits).0.best.is_some());
}

#[test]
fn search_finds_short_mates() {
    let mut atlas = Atlas::new();
    for (fen, mate) in [
        ("7k/6pp/8/8/8/8/5PPP/3R2K1 w - - 0 20", 1),
        ("1r5k/8/8/8/8/8/r7/7K w - - 0 20", -1),
    ] {
        let (_, reports) = think(&mut atlas, &game(fen), &Limits::default());
        assert_eq!(reports.last().unwrap().score, Score::Mate(mate), "{fen}");
    }
}

#[test]
fn search_finished_game_has_no_move() {
    let mut atlas = Atlas::new();
    let over = game("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let (choice, _) = think(&mut atlas, &over, &Limits::default());
    assert_eq!(
        choice,
        Choice {
            best: None,
            ponder: None
        }
    );
    let explained = atlas.explain(&over, &Control::new()).unwrap();
    assert!(explained.chosen.is_none() && explained.to_string().contains("no move"));
}

#[test]
fn search_too_many_pieces_no_panic() {
    let mut atlas = Atlas::new();
    let crowd = play::problem_from_fen("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1").unwrap();
    let (choice, reports) = think(
        &mut atlas,
        &Game::from_position(crowd.clone()),
        &Limits::default(),
    );
    assert!(crowd.is_legal(choice.best.unwrap()) && reports.len() == 1);
    assert!(atlas.evaluate(&crowd).is_empty());
    assert!(
        atlas
            .explain(&Game::from_position(crowd.clone()), &Control::new())
            .unwrap_err()
            .to_string()
            .contains("got 17")
    );
    let queens = play::problem_from_fen("7k/6pp/8/8/8/8/QQQQQ3/QQQQQK2 w - - 0 1").unwrap();
    assert!(
        think(&mut atlas, &Game::from_position(queens), &Limits::default())
            .0
            .best
            .is_some()
    );
}

#[test]
fn perft_equals_published_counts() {
    let mut atlas = Atlas::new();
    for (fen, depth, leaves) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            4,
            422_333,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            3,
            89_890,
        ),
    ] {
        let counted = atlas
            .perft(game(fen).position(), depth, &Control::new())
            .unwrap();
        assert_eq!(
            counted.iter().map(|(_, leaves)| leaves).sum::<u64>(),
            leaves,
            "{fen}"
        );
    }
    let control = Control::new();
    control.stop();
    assert!(atlas.perft(&Chess::default(), 9, &control).is_err());
}

#[test]
fn evaluate_mirrored_position_is_negated() {
    for measure in Measure::values() {
        let mut atlas = Atlas::with_settings(Settings {
            measure,
            ..Settings::default()
        });
        let start = atlas.evaluate(&Chess::default());
        assert_eq!((start.len(), start[0].total), (1, 0));
        let mut rng = seeded_rng(7);
        visit_games(200, &mut rng, &mut |position| {
            let mirrored = position
                .to_setup(shakmaty::EnPassantMode::PseudoLegal)
                .into_mirrored();
            let Ok(mirrored) = mirrored.position::<Chess>(shakmaty::CastlingMode::Standard) else {
                return;
            };
            let (here, there) = (atlas.evaluate(position), atlas.evaluate(&mirrored));
            assert_eq!(here[0].total, -there[0].total, "{position:?}");
            assert_eq!(
                (here[0].white, here[0].black),
                (there[0].black, there[0].white)
            );
        });
    }
}

/// A fixed seed; `PROPTEST_CASES` sets the number of cases.
fn config() -> ProptestConfig {
    ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(1967),
        ..ProptestConfig::default()
    }
}

/// Lines similar to EPD, mostly malformed.
fn line() -> impl Strategy<Value = String> {
    let board = "[kKqQrRbBnNpP1-8/]{1,71}";
    let rest =
        "( [wb])?( [KQkq-]{1,4})?( ([a-h][36]|-))?( (bm|id|dm|c0) [a-zA-Z0-9+=\"; ]{0,20};?){0,3}";
    prop_oneof![
        any::<String>(),
        (board, rest).prop_map(|(board, rest)| board + &rest),
        ("[kKqQrRbBnNpP1-8]{8}", rest)
            .prop_map(|(rank, rest)| format!("k7/{rank}/8/8/8/8/8/K7{rest}")),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn judge_any_line_no_panic(line in line()) {
        if let Ok(problem) = Problem::parse(&line) {
            let judged = judge(&mut Mate::new(Control::new()), &problem, Some(1), Task::default());
            if let Ok((solution, _)) = judged {
                prop_assert!(!solution.to_string().is_empty());
            }
        }
    }

    #[test]
    fn epd_lines_any_bytes_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let lines = epd_lines(bytes.as_slice()).map(|line| line.expect("memory can be read"));
        let mut read = 0;
        for line in lines {
            if let Ok(text) = line.text && Problem::parse(&text).is_ok() {
                read += 1;
            }
        }
        prop_assert!(read <= bytes.len());
    }

    #[test]
    fn search_any_position_matches_explanation(seed: u64, pieces in 2_u32..16, published: bool) {
        let position = random_position(pieces, &mut seeded_rng(seed));
        let rules = if published { Rules::Published } else { Rules::Full };
        let task = Task { mates: 2, rules, tries: 1, play: true };
        let solution = Mate::new(Control::new()).solve(&position, task).expect("supported");
        prop_assert!(solution.to_string().ends_with(" nodes\n"));
        let mut atlas = Atlas::with_settings(Settings { rules, plies: 2, ..Settings::default() });
        let explained = atlas.explain(&Game::from_position(position.clone()), &Control::new()).expect("supported");
        let game = Game::from_position(position);
        let choice = atlas.search(&game, &Limits::default(), &Control::new(), &mut |_| ());
        prop_assert_eq!(choice.best, explained.chosen.map(|(named, _)| named));
        prop_assert!(explained.to_string().lines().count() >= 7);
    }
}
