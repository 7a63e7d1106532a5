use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use play::{Bound, Game, Limits, OptionError};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use super::*;

fn position(fen: &str) -> Chess {
    Game::from_fen(fen).unwrap().position().clone()
}

fn game(moves: &str) -> Game {
    let mut game = Game::new();
    for text in moves.split_whitespace() {
        game.play(legal(game.position(), text));
    }
    game
}

fn after(moves: &str) -> Chess {
    game(moves).position().clone()
}

fn legal(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

fn book(position: &Chess, moves: &[(u16, u16)]) -> Book {
    let entries = moves.iter().map(|&(code, weight)| Entry {
        key: key(position),
        code,
        weight,
        learn: 7,
    });
    Book::from_bytes(&entries.flat_map(Entry::to_bytes).collect::<Vec<u8>>()).unwrap()
}

/// The code of a move such as `e7e8`, with promotion to piece number `promotion`.
fn raw(squares: &str, promotion: u16) -> u16 {
    let square = |text: &str| u16::from(text.parse::<shakmaty::Square>().unwrap());
    square(&squares[2..]) | square(&squares[..2]) << 6 | promotion << 12
}

/// The examples of the format's description.
#[test]
fn key_equals_published_examples() {
    for (moves, expected) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key(&after(moves)), expected, "{moves}");
    }
}

#[test]
fn key_illegal_en_passant_counts_beside_a_pawn() {
    let mut pinned = position("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1");
    pinned.play_unchecked(legal(&pinned, "d2d4"));
    let without = position("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
    assert!(
        pinned
            .legal_moves()
            .iter()
            .all(|found| !found.is_en_passant())
    );
    assert_ne!(key(&pinned), key(&without));
}

#[test]
fn code_of_every_kind_of_move_is_read_back() {
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let castling_black = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    let promotion = position("3n4/4P2k/8/8/8/8/8/K7 w - - 0 1");
    let en_passant = after("e2e4 a7a6 e4e5 d7d5");
    for (here, written, uci) in [
        (&castling, raw("e1h1", 0), "e1g1"),
        (&castling, raw("e1a1", 0), "e1c1"),
        (&castling_black, raw("e8h8", 0), "e8g8"),
        (&castling_black, raw("e8a8", 0), "e8c8"),
        (&castling, raw("h1h8", 0), "h1h8"),
        (&promotion, raw("e7e8", 4), "e7e8q"),
        (&promotion, raw("e7e8", 1), "e7e8n"),
        (&promotion, raw("e7d8", 2), "e7d8b"),
        (&promotion, raw("e7d8", 3), "e7d8r"),
        (&en_passant, raw("e5d6", 0), "e5d6"),
        (&en_passant, raw("g1f3", 0), "g1f3"),
    ] {
        let expected = legal(here, uci);
        assert_eq!(code(expected), written, "{uci}");
        let found = book(here, &[(written, 3)]).moves(here);
        assert_eq!(
            found,
            [BookMove {
                chess_move: expected,
                weight: 3
            }],
            "{uci}"
        );
    }
    // Against the format, but in use: two steps of the king.
    let two_steps = book(&castling, &[(raw("e1g1", 0), 1), (raw("e1c1", 0), 1)]);
    let found: Vec<Move> = two_steps
        .moves(&castling)
        .iter()
        .map(|found| found.chess_move)
        .collect();
    assert_eq!(found, [legal(&castling, "e1g1"), legal(&castling, "e1c1")]);
}

#[test]
fn illegal_moves_are_skipped() {
    let start = Chess::default();
    let mut codes = ["e2e5", "e7e5", "e1h1", "e1g1", "a3a4"]
        .map(|squares| raw(squares, 0))
        .to_vec();
    codes.extend([raw("e2e4", 4), 0, u16::MAX]);
    let moves: Vec<(u16, u16)> = codes.into_iter().map(|code| (code, 9)).collect();
    let foreign = book(&start, &moves);
    assert_eq!(
        (foreign.moves(&start), foreign.choose(&start, 0)),
        (vec![], None)
    );
    assert_eq!(foreign.line(&start, 9), []);
    // Promotion without a piece or to a king, and a pinned piece.
    let promotion = position("3n4/4P2k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(
        book(&promotion, &[(raw("e7e8", 0), 1), (raw("e7e8", 5), 1)]).moves(&promotion),
        []
    );
    let pinned = position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(book(&pinned, &[(raw("e2c3", 0), 1)]).moves(&pinned), []);
}

#[test]
fn damaged_files_are_refused_with_the_reason() {
    let mut reversed = EMBEDDED[..64].to_vec();
    reversed[0] = 0xff;
    for (bytes, reason) in [
        (&[][..], "it is empty"),
        (
            &EMBEDDED[..63],
            "its length of 63 bytes is not a multiple of 16",
        ),
        (&reversed[..], "entry 2 is out of order"),
        (
            &b"this is a text, and no book here"[..],
            "entry 2 is out of order",
        ),
    ] {
        assert_eq!(Book::from_bytes(bytes).unwrap_err().to_string(), reason);
    }
    let folder = std::env::temp_dir();
    let missing = Book::read(&folder.join("no such book.bin")).unwrap_err();
    assert!(
        missing.to_string().starts_with("it cannot be read: "),
        "{missing}"
    );
    assert!(Book::read(&folder).is_err());
}

#[test]
fn random_entries_give_legal_moves_only() {
    let mut bytes = EMBEDDED.to_vec();
    let mut random = 1;
    for entry in bytes.chunks_exact_mut(16) {
        random = mix(random);
        entry[8..].copy_from_slice(&random.to_be_bytes());
    }
    let damaged = Book::from_bytes(&bytes).unwrap();
    let mut found = 0;
    for here in lines().0.values() {
        for BookMove { chess_move, .. } in damaged.moves(here) {
            assert!(here.is_legal(chess_move));
            found += 1;
        }
    }
    assert!(found < damaged.entries().len() / 10, "{found}");
}

#[test]
fn choose_draws_in_proportion_to_weights() {
    let start = Chess::default();
    let weights = [("e2e4", 60), ("d2d4", 30), ("a2a3", 0), ("c2c4", 10)];
    let weighted = book(
        &start,
        &weights.map(|(squares, weight)| (raw(squares, 0), weight)),
    );
    let mut drawn = HashMap::new();
    for seed in 0..10_000 {
        *drawn
            .entry(weighted.choose(&start, seed).unwrap())
            .or_insert(0_i32) += 1;
        assert_eq!(weighted.choose(&start, seed), weighted.choose(&start, seed));
    }
    assert_eq!(drawn.len(), 3, "weight 0 is never played: {drawn:?}");
    for (uci, expected) in [("e2e4", 6_000), ("d2d4", 3_000), ("c2c4", 1_000)] {
        let times = drawn[&legal(&start, uci)];
        // At most five standard deviations.
        assert!((times - expected).abs() < 250, "{uci} {times} times");
    }
    assert_eq!(book(&start, &[(raw("e2e4", 0), 0)]).choose(&start, 0), None);
    let heavy = book(&start, &[(raw("e2e4", 0), u16::MAX); 40]);
    assert_eq!(heavy.choose(&start, 5), Some(legal(&start, "e2e4")));
}

/// Positions of the lines of the embedded book by key, and the number of lines with each move.
fn lines() -> (HashMap<u64, Chess>, HashMap<(u64, u16), u16>) {
    let (mut positions, mut moves) = (HashMap::new(), HashMap::new());
    for row in include_str!("../../../suites/openings.tsv").lines().skip(1) {
        let mut here = Chess::default();
        for word in row
            .split('\t')
            .nth(2)
            .unwrap()
            .split(' ')
            .filter(|word| !word.ends_with('.'))
        {
            let next = word.parse::<San>().unwrap().to_move(&here).unwrap();
            *moves.entry((key(&here), code(next))).or_insert(0) += 1;
            positions.insert(key(&here), here.clone());
            here.play_unchecked(next);
        }
    }
    (positions, moves)
}

#[test]
fn embedded_book_is_large_and_legal() {
    let embedded = Book::embedded();
    let (positions, moves) = lines();
    assert!(embedded.positions() >= 3_000, "{}", embedded.positions());
    let mut seen = HashSet::new();
    for entry in embedded.entries() {
        assert!(seen.insert((entry.key, entry.code)), "a move twice");
        assert_eq!(
            moves.get(&(entry.key, entry.code)),
            Some(&entry.weight),
            "weight is the number of lines"
        );
    }
    for (key, here) in &positions {
        let written = embedded
            .entries()
            .iter()
            .filter(|entry| entry.key == *key)
            .count();
        assert_eq!(embedded.moves(here).len(), written, "a move is not legal");
        assert_eq!(embedded.choose(here, 0).is_some(), written > 0);
    }
    let written: Vec<u8> = embedded
        .entries()
        .iter()
        .flat_map(|entry| entry.to_bytes())
        .collect();
    assert_eq!(written, EMBEDDED);
}

#[test]
fn embedded_book_answers_traps_but_does_not_set_them() {
    let embedded = Book::embedded();
    for (moves, uci, expected) in [
        ("", "e2e4", true),
        ("", "d2d4", true),
        ("", "c2c4", true),
        ("", "g1f3", true),
        // Deeper than Belle searches, but in many lines.
        ("d2d4 d7d5", "c2c4", true),
        // Grob's attack, Damiano's defense, the Englund and the Halloween gambit.
        ("", "g2g4", false),
        ("e2e4 e7e5 g1f3", "f7f6", false),
        ("d2d4", "e7e5", false),
        ("e2e4 e7e5 g1f3 b8c6 b1c3 g8f6", "f3e5", false),
        // Answers to such openings.
        ("e2e4 e7e5 g1f3 f7f5", "f3e5", true),
        ("d2d4 e7e5", "d4e5", true),
    ] {
        let here = after(moves);
        let wanted = legal(&here, uci);
        let found = embedded
            .moves(&here)
            .iter()
            .any(|found| found.chess_move == wanted);
        assert_eq!(found, expected, "{moves} {uci}");
    }
}

fn own(option: &str, value: &str) -> OwnBook {
    let mut own = OwnBook::default();
    for (name, value) in [("ownbook", "true"), (option, value)] {
        own.set_option(name, value).unwrap().unwrap();
    }
    own
}

#[test]
fn answer_is_an_exact_report_with_a_legal_line() {
    let start = Game::new();
    assert_eq!(
        OwnBook::default().answer(&start, &Limits::depth(3)),
        None,
        "off by default"
    );
    let (report, choice) = own("OwnBook", "true")
        .answer(&start, &Limits::depth(3))
        .unwrap();
    assert_eq!(
        (report.depth, report.bound, report.pv.first().copied()),
        (1, Bound::Exact, choice.best)
    );
    assert!((2..=10).contains(&report.pv.len()));
    let mut here = start.position().clone();
    for &next in &report.pv {
        assert!(here.is_legal(next));
        here.play_unchecked(next);
    }
}

#[test]
fn answer_is_none_for_analysis_and_repeated_positions() {
    let (start, used) = (Game::new(), own("OwnBook", "true"));
    for limits in [
        Limits {
            infinite: true,
            ..Limits::default()
        },
        Limits {
            ponder: true,
            ..Limits::default()
        },
        Limits {
            mate: Some(3),
            ..Limits::default()
        },
        Limits {
            search_moves: vec![start.position().legal_moves()[0]],
            ..Limits::default()
        },
    ] {
        assert_eq!(used.answer(&start, &limits), None, "{limits:?}");
    }
    assert_eq!(
        used.answer(&game("g1f3 g8f6 f3g1 f6g8"), &Limits::default()),
        None
    );
}

#[test]
fn book_depth_limits_the_plies_of_the_game() {
    let line = |depth, moves| {
        let answer = own("BookDepth", depth).answer(&game(moves), &Limits::default());
        answer.map(|(report, _)| report.pv.len())
    };
    assert_eq!(
        [line("2", "e2e4"), line("2", "e2e4 e7e5"), line("0", "")],
        [Some(1), None, None]
    );
}

#[test]
fn book_seed_changes_the_opening() {
    let answer =
        |seed: u32| own("BookSeed", &seed.to_string()).answer(&Game::new(), &Limits::default());
    let mut answers = HashSet::new();
    for seed in 0..200 {
        assert_eq!(answer(seed), answer(seed));
        answers.insert(answer(seed).unwrap().1.best);
    }
    assert!(answers.len() >= 3, "{answers:?}");
}

#[test]
fn book_file_replaces_the_embedded_book() {
    let start = Chess::default();
    let path: PathBuf = std::env::temp_dir().join(format!("belle book {}.bin", std::process::id()));
    let file = path.to_str().unwrap();
    let bytes = Entry {
        key: key(&start),
        code: raw("a2a3", 0),
        weight: 1,
        learn: 0,
    }
    .to_bytes();
    fs::write(&path, bytes).unwrap();
    let best = |own: &OwnBook| own.answer(&Game::new(), &Limits::default()).unwrap().1.best;
    let mut used = own("BookFile", file);
    assert_eq!(best(&used), Some(legal(&start, "a2a3")));

    fs::write(&path, &bytes[..15]).unwrap();
    let refused = used
        .set_option("BookFile", file)
        .unwrap()
        .unwrap_err()
        .to_string();
    assert!(
        refused.ends_with("its length of 15 bytes is not a multiple of 16"),
        "{refused}"
    );
    assert_eq!(
        best(&used),
        Some(legal(&start, "a2a3")),
        "a refused file changes nothing"
    );
    fs::remove_file(&path).unwrap();

    used.set_option("BookFile", "").unwrap().unwrap();
    assert_eq!(best(&used), best(&own("OwnBook", "true")));
    assert!(matches!(
        used.set_option("BookDepth", "-1"),
        Some(Err(OptionError::Value { .. }))
    ));
    assert!(used.set_option("Hash", "1").is_none());
}
