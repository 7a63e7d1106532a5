//! Mates, stops, limits and draws of the player `belle`; problems from suites/mate-in-two.epd.

mod common;

use std::time::{Duration, Instant};

use belle_player::Belle;
use play::{Bound, Control, Game, Limits, Player, Score};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

fn search(game: &Game, limits: &Limits) -> (Option<Move>, Option<Score>) {
    let mut last = None;
    let choice = Belle::new().search(game, limits, &Control::new(), &mut |report| {
        if report.bound == Bound::Exact {
            last = Some(report.score);
        }
    });
    (choice.best, last)
}

#[test]
fn mate_in_two_suite_is_announced() {
    let problems = common::epd("mate-in-two.epd");
    assert!(problems.len() >= 30, "{}", problems.len());
    for (position, operations) in &problems {
        let limits = Limits {
            mate: Some(2),
            depth: Some(8),
            ..Limits::default()
        };
        let (best, last) = search(&Game::from_position(position.clone()), &limits);
        assert_eq!(last, Some(Score::Mate(2)), "{operations}");
        let best = best.expect("a problem has a move");
        let keys = operations
            .split("bm ")
            .nth(1)
            .and_then(|rest| rest.split(';').next())
            .expect("bm");
        let is_key = keys.split_whitespace().any(|key| {
            let san: San = key.trim_end_matches(['+', '#']).parse().expect("SAN");
            san.to_move(position).expect("legal") == best
        });
        assert!(is_key, "{best} is not the key: {operations}");
    }
}

#[test]
fn lost_position_scores_mate_against() {
    let game = Game::from_fen("6k1/5ppp/8/8/8/8/5PPP/1r4K1 w - - 0 1").expect("FEN");
    assert_eq!(
        search(&game, &Limits::depth(3)),
        (None, None),
        "mated already: no move and no line"
    );
    let game = Game::from_fen("7k/8/8/8/8/6qq/8/K7 w - - 0 1").expect("FEN");
    let (best, score) = search(&game, &Limits::depth(6));
    assert!(best.is_some());
    assert!(matches!(score, Some(Score::Mate(n)) if n < 0), "{score:?}");
}

/// The start, a middle game, and boards full of queens with endless captures.
const SHARP: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
    "qqqqkqqq/q7/8/8/8/8/Q7/QQQQKQQQ w - - 0 1",
];

/// Six times the 50 ms allowed, for busy machines.
const PROMPT: Duration = Duration::from_millis(300);

#[test]
fn stop_sharp_positions_answers_at_once() {
    for fen in SHARP {
        let game = Game::from_fen(fen).expect(fen);
        let control = Control::new();
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let stopper = control.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            stopper.stop();
            Instant::now()
        });
        let mut exact = 0;
        let choice = Belle::new().search(&game, &limits, &control, &mut |report| {
            exact += u32::from(report.bound == Bound::Exact && !report.pv.is_empty());
        });
        let answered = Instant::now();
        let stopped = thread.join().expect("no panic");
        assert!(
            choice
                .best
                .is_some_and(|best| game.position().is_legal(best))
                && exact > 0,
            "{fen}"
        );
        let late = answered.saturating_duration_since(stopped);
        assert!(late < PROMPT, "{late:?}: {fen}");
    }
}

#[test]
fn limits_sharp_positions_are_kept() {
    for fen in SHARP {
        let game = Game::from_fen(fen).expect(fen);
        for limits in [
            Limits::move_time(Duration::from_millis(50)),
            Limits::nodes(1_000),
        ] {
            let began = Instant::now();
            assert!(search(&game, &limits).0.is_some());
            assert!(
                began.elapsed() < Duration::from_millis(50) + PROMPT,
                "{:?}: {fen}",
                began.elapsed()
            );
        }
    }
}

#[test]
fn draws_by_history_score_zero() {
    // After Nf6 the position stands for the second time and counts as a draw.
    let mut game = Game::new();
    let legal = |game: &Game, text: &str| {
        text.parse::<UciMove>()
            .expect("UCI")
            .to_move(game.position())
            .expect("legal")
    };
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"] {
        game.play(legal(&game, text));
    }
    let again = legal(&game, "g8f6");
    let limits = Limits {
        search_moves: vec![again],
        depth: Some(5),
        ..Limits::default()
    };
    assert_eq!(search(&game, &limits).1, Some(Score::Centipawns(0)));
    // Fifty moves: every quiet move draws, though White is a rook up.
    let game = Game::from_fen("7k/8/8/8/8/8/R7/K7 w - - 99 80").expect("FEN");
    assert_eq!(
        search(&game, &Limits::depth(4)).1,
        Some(Score::Centipawns(0))
    );
}
