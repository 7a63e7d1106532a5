//! The program plays as a second re-telling does, and by the rules.

use std::time::Duration;

use notation::epd_text_lines;
use play::{Control, Game, Limits, Pace, Player, Report};
use shakmaty::Position;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use tbelle::{MoveGenerator, TBelle};

/// An opening with many moves to rate before the search begins.
const CROWDED: &str =
    "d2d4 g8f6 c2c4 c7c5 d4d5 e7e6 b1c3 e6d5 c4d5 d7d6 e2e4 g7g6 g1f3 f8g7 f1e2 e8g8 e1g1 f8e8";

fn game_after(moves: &str) -> Game {
    let mut game = Game::new();
    for text in moves.split_whitespace() {
        let uci: UciMove = text.parse().unwrap();
        game.play(uci.to_move(game.position()).unwrap());
    }
    game
}

fn with_generator(generator: MoveGenerator) -> TBelle {
    let mut player = TBelle::default();
    player.set_generator(generator);
    player
}

/// Searches and returns the move in algebraic notation with the last report.
fn search(player: &mut TBelle, game: &Game, limits: &Limits) -> (String, Report) {
    let mut last = None;
    let choice = player.search(game, limits, &Control::new(), &mut |report| {
        last = Some(report.clone())
    });
    (
        play::san(game.position(), choice.best.unwrap()),
        last.unwrap(),
    )
}

#[test]
fn explain_initial_position_has_the_sums_of_the_second_retelling() {
    let table = TBelle::default()
        .explain(&Game::new(), &Control::new())
        .unwrap();
    let sums: Vec<(&str, &str)> = table
        .lines()
        .skip(3)
        .take(5)
        .map(|line| {
            (
                line.split_whitespace().next().unwrap(),
                line.split_whitespace().last().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        sums,
        [
            ("e4", "46"),
            ("d4", "45"),
            ("e3", "44"),
            ("d3", "41"),
            ("Nc3", "39")
        ]
    );
}

#[test]
fn search_against_itself_plays_the_game_of_the_second_retelling() {
    const OPENING: [&str; 10] = [
        "e4", "e5", "Nc3", "Nc6", "Bc4", "Bc5", "Nf3", "d6", "O-O", "Be6",
    ];
    const PLIES: usize = 101;
    let mut game = Game::new();
    let mut player = TBelle::default();
    let mut moves = Vec::new();
    while moves.len() < PLIES && !game.position().is_game_over() {
        let (san, _) = search(&mut player, &game, &Limits::depth(3));
        let chess_move = san
            .parse::<SanPlus>()
            .unwrap()
            .san
            .to_move(game.position())
            .unwrap();
        game.play(chess_move);
        moves.push(san);
    }
    assert_eq!(moves[..OPENING.len()], OPENING);
    assert_eq!(
        (moves.len(), moves.last().unwrap().as_str()),
        (PLIES, "Qdb8#"),
        "{moves:?}"
    );
}

#[test]
fn search_forced_mate_is_played_with_its_length() {
    for (fen, best, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra8#", 1),
        ("7k/6pp/8/8/8/8/5PPP/q2B2K1 b - - 0 1", "Qxd1#", 1),
        (
            "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
            "Qh6+",
            2,
        ),
    ] {
        let game = Game::from_fen(fen).unwrap();
        let (san, report) = search(&mut TBelle::default(), &game, &Limits::default());
        assert_eq!(
            (san.as_str(), report.score),
            (best, play::Score::Mate(moves)),
            "{fen}"
        );
    }
}

#[test]
fn search_any_limit_gives_a_legal_move_and_a_report() {
    let game = game_after("e2e4 d7d5 e4d5");
    let only = Limits {
        search_moves: vec![game.position().legal_moves()[3]],
        ..Limits::default()
    };
    for limits in [
        Limits::depth(1),
        Limits::depth(4),
        Limits::nodes(1),
        Limits::move_time(Duration::ZERO),
        only.clone(),
    ] {
        let (san, report) = search(&mut with_generator(MoveGenerator::Hardware), &game, &limits);
        assert!(!san.is_empty() && !report.pv.is_empty(), "{limits:?}");
    }
    let choice = TBelle::default().search(&game, &only, &Control::new(), &mut |_| ());
    assert_eq!(choice.best, Some(only.search_moves[0]));
}

#[test]
fn search_paced_ends_at_the_computers_seconds() {
    for (moves, limit) in [
        ("e2e4 e7e5 g1f3", 20.0),
        (CROWDED, 0.05),
        (CROWDED, 0.5),
        (CROWDED, 2.0),
        (CROWDED, 4.0),
    ] {
        let game = game_after(moves);
        for generator in [MoveGenerator::Software, MoveGenerator::Hardware] {
            let mut player = with_generator(generator);
            player.set_pace(Pace::Authentic);
            let time = Limits::move_time(Duration::from_secs_f64(limit));
            let (_, report) = search(
                &mut player,
                &game,
                &Limits {
                    depth: Some(6),
                    ..time
                },
            );
            let seconds = report.machine.unwrap().seconds;
            assert!(
                (limit - 0.01..limit + 0.1).contains(&seconds),
                "{limit}: {seconds}"
            );
            // A move that was not searched has the value of the position.
            assert!(
                matches!(report.score, play::Score::Centipawns(value) if value.abs() < 200),
                "{report:?}"
            );
        }
    }
}

#[test]
fn search_at_the_machines_pace_ignores_the_wall() {
    let game = Game::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
    let limit = Duration::from_millis(300);
    for (pace, is_complete) in [(Pace::Machine, true), (Pace::Full, false)] {
        let (mut player, mut last) = (TBelle::default(), None);
        player.set_pace(pace);
        let limits = Limits {
            depth: Some(8),
            ..Limits::move_time(limit)
        };
        player.search(&game, &limits, &Control::new(), &mut |report| {
            if last.is_none() {
                std::thread::sleep(2 * limit);
            }
            last = report.machine;
        });
        let seconds = last.unwrap().seconds;
        assert_eq!(
            (0.29..0.4).contains(&seconds),
            is_complete,
            "{pace:?}: {seconds}"
        );
    }
}

#[test]
fn search_pondering_counts_the_computers_seconds_from_the_hit() {
    let (control, mut player) = (Control::new(), TBelle::default());
    player.set_pace(Pace::Authentic);
    let limits = Limits {
        ponder: true,
        depth: Some(6),
        ..Limits::move_time(Duration::from_secs(2))
    };
    let (mut hit, mut last) = (None, 0.0);
    player.search(&game_after(CROWDED), &limits, &control, &mut |report| {
        last = report.machine.unwrap().seconds;
        hit.get_or_insert(last);
        control.ponder_hit();
    });
    let [hit, after] = [hit.unwrap(), last - hit.unwrap()];
    assert!(
        hit > 2.0 && (1.9..2.2).contains(&after),
        "hit at {hit}, {after} seconds more"
    );
}

/// The first move played raises the depth from two to three plies.
#[test]
fn search_counts_for_the_depth_once_its_move_is_played() {
    let mut player = TBelle::default();
    let (mut game, limits) = (Game::new(), Limits::default());
    let (hint, _) = search(&mut player, &game, &limits);
    assert_eq!(hint, "e4");
    for text in ["d4", "d5"] {
        game.play(
            text.parse::<SanPlus>()
                .unwrap()
                .san
                .to_move(game.position())
                .unwrap(),
        );
    }
    player.set_generator(MoveGenerator::Hardware);
    for depth in [2, 3, 3] {
        let (san, report) = search(&mut player, &game, &limits);
        assert_eq!(report.depth, depth, "{san}");
        game.play(
            san.parse::<SanPlus>()
                .unwrap()
                .san
                .to_move(game.position())
                .unwrap(),
        );
    }
}

/// The move that wins a knight allows mate in one.
#[test]
fn search_stopped_before_the_test_for_a_mate_does_not_take_its_move() {
    let game = Game::from_fen("4r1k1/5ppp/8/n7/8/8/5PPP/R5K1 w - - 0 30").unwrap();
    for milliseconds in (1_300..1_420).step_by(2) {
        let mut player = TBelle::default();
        player.set_pace(Pace::Authentic);
        let (san, _) = search(
            &mut player,
            &game,
            &Limits::move_time(Duration::from_millis(milliseconds)),
        );
        assert_ne!(san, "Rxa5", "{milliseconds}");
    }
}

#[test]
fn search_lead_beyond_the_start_value_is_not_taken_for_mate() {
    for (fen, depth) in [
        ("6k1/5p2/8/8/8/8/PPPPPP2/RNBQKBNR w - - 0 20", 3),
        ("k7/p7/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 4),
    ] {
        let game = Game::from_fen(fen).unwrap();
        let (san, report) = search(&mut TBelle::default(), &game, &Limits::depth(depth));
        assert_eq!(report.score, play::Score::Centipawns(3_000), "{fen}: {san}");
    }
}

/// Nodes a machine second over the Bratko-Kopec positions, searched to three plies.
fn nodes_per_second(generator: MoveGenerator) -> f64 {
    let suite = include_str!("../../../suites/bratko-kopec.epd");
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for (_, line) in epd_text_lines(suite) {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let game = Game::from_fen(&fen.join(" ")).unwrap();
        let (_, report) = search(&mut with_generator(generator), &game, &Limits::depth(3));
        nodes += report.nodes as f64;
        seconds += report.machine.unwrap().seconds;
    }
    nodes / seconds
}

#[test]
fn speed_bratko_kopec_is_that_of_the_record() {
    let software = nodes_per_second(MoveGenerator::Software);
    let hardware = nodes_per_second(MoveGenerator::Hardware);
    println!("nodes a machine second: software {software:.1}, hardware {hardware:.1}");
    assert!((190.0..=210.0).contains(&software), "{software}");
    assert!((software..=210.0).contains(&hardware), "{hardware}");
}
