use std::collections::{HashMap, HashSet};
use std::io::Write as _;

use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use super::*;
use crate::{Bound, Game, Limits, OptionError};

fn position(fen: &str) -> Chess {
    Game::from_fen(fen).unwrap().position().clone()
}

fn after(moves: &str) -> Chess {
    game(moves).position().clone()
}

fn game(moves: &str) -> Game {
    let mut game = Game::new();
    for text in moves.split_whitespace() {
        game.play(legal(game.position(), text));
    }
    game
}

fn legal(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

/// A book of one position: squares and promotion as they are in the file.
fn book(position: &Chess, moves: &[(u16, u16)]) -> Book {
    let entries = moves.iter().map(|&(code, weight)| Entry { key: key(position), code, weight, learn: 7 });
    Book::from_bytes(&entries.flat_map(Entry::to_bytes).collect::<Vec<u8>>()).unwrap()
}

fn raw(from: &str, to: &str, promotion: u16) -> u16 {
    let square = |text: &str| u16::from(text.parse::<shakmaty::Square>().unwrap());
    square(to) | square(from) << 6 | promotion << 12
}

/// The examples in the description of the format, by its author.
#[test]
fn keys_are_those_published() {
    let published = [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ];
    for (moves, wanted) in published {
        assert_eq!(key(&after(moves)), wanted, "{moves}");
    }
}

/// The capture would leave the king in check, yet the format counts the file: the pawn stands beside.
#[test]
fn en_passant_counts_when_a_pawn_stands_beside() {
    let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let mut here = position("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1");
    here.play_unchecked(legal(&here, "d2d4"));
    let without = position("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
    assert!(here.legal_moves().iter().all(|found| !found.is_en_passant()), "{pinned}");
    assert_ne!(key(&here), key(&without));
}

#[test]
fn every_kind_of_move_is_found_and_written_back() {
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let castling_black = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    let promotion = position("3n4/4P2k/8/8/8/8/8/K7 w - - 0 1");
    let en_passant = after("e2e4 a7a6 e4e5 d7d5");
    let cases = [
        (&castling, raw("e1", "h1", 0), "e1g1"),
        (&castling, raw("e1", "a1", 0), "e1c1"),
        (&castling_black, raw("e8", "h8", 0), "e8g8"),
        (&castling_black, raw("e8", "a8", 0), "e8c8"),
        (&castling, raw("h1", "h8", 0), "h1h8"),
        (&promotion, raw("e7", "e8", 4), "e7e8q"),
        (&promotion, raw("e7", "e8", 1), "e7e8n"),
        (&promotion, raw("e7", "d8", 2), "e7d8b"),
        (&promotion, raw("e7", "d8", 3), "e7d8r"),
        (&en_passant, raw("e5", "d6", 0), "e5d6"),
        (&en_passant, raw("g1", "f3", 0), "g1f3"),
    ];
    for (here, written, uci) in cases {
        let wanted = legal(here, uci);
        assert_eq!(code(wanted), written, "{uci}");
        let found = book(here, &[(written, 3)]).moves(here);
        assert_eq!(found, [BookMove { chess_move: wanted, weight: 3 }], "{uci}");
    }
    // Against the format, but seen in the wild: the king's own two steps.
    let two_steps = book(&castling, &[(raw("e1", "g1", 0), 1), (raw("e1", "c1", 0), 1)]);
    let found: Vec<Move> = two_steps.moves(&castling).iter().map(|found| found.chess_move).collect();
    assert_eq!(found, [legal(&castling, "e1g1"), legal(&castling, "e1c1")]);
}

#[test]
fn illegal_moves_are_never_played() {
    let start = Chess::default();
    let bad = [
        raw("e2", "e5", 0),
        raw("e7", "e5", 0),
        raw("e1", "h1", 0),
        raw("e1", "g1", 0),
        raw("e2", "e4", 4),
        raw("a3", "a4", 0),
        0,
        u16::MAX,
    ];
    let moves: Vec<(u16, u16)> = bad.into_iter().map(|code| (code, 9)).collect();
    let foreign = book(&start, &moves);
    assert_eq!(foreign.moves(&start), []);
    assert_eq!(foreign.choose(&start, 0), None);
    assert_eq!(foreign.line(&start, 9), []);
    // A pawn on the seventh rank needs a piece to become.
    let promotion = position("3n4/4P2k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(book(&promotion, &[(raw("e7", "e8", 0), 1), (raw("e7", "e8", 5), 1)]).moves(&promotion), []);
    // Pinned, or leaving the king in check.
    let pinned = position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(book(&pinned, &[(raw("e2", "c3", 0), 1)]).moves(&pinned), []);
}

#[test]
fn damaged_files_are_refused_with_a_reason() {
    let whole = EMBEDDED[..64].to_vec();
    let reason = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(reason(&[]), "it is empty");
    assert_eq!(reason(&whole[..63]), "its length of 63 bytes is not a multiple of 16");
    let mut reversed = whole.clone();
    reversed[0] = 0xff;
    assert_eq!(reason(&reversed), "entry 2 is out of order");
    assert_eq!(reason(b"this is a text, and no book here"), "entry 2 is out of order");

    let folder = std::env::temp_dir();
    let missing = Book::read(&folder.join("no such book.bin")).unwrap_err();
    assert!(missing.to_string().starts_with("it cannot be read: "), "{missing}");
    assert!(Book::read(&folder).is_err());
}

/// Whatever is in the file, what comes out is legal.
#[test]
fn rubbish_gives_legal_moves_or_none() {
    let mut bytes = EMBEDDED.to_vec();
    let mut random = 1;
    for entry in bytes.chunks_exact_mut(16) {
        random = mix(random);
        entry[8..].copy_from_slice(&random.to_be_bytes());
    }
    let rubbish = Book::from_bytes(&bytes).unwrap();
    let mut found = 0;
    for here in positions_of_lines().values() {
        for BookMove { chess_move, .. } in rubbish.moves(here) {
            assert!(here.is_legal(chess_move));
            found += 1;
        }
    }
    assert!(found < rubbish.entries().len() / 10, "{found}");
}

#[test]
fn moves_are_drawn_by_weight() {
    let start = Chess::default();
    let weighed = book(
        &start,
        &[
            (raw("e2", "e4", 0), 60),
            (raw("d2", "d4", 0), 30),
            (raw("a2", "a3", 0), 0),
            (raw("c2", "c4", 0), 10),
        ],
    );
    let mut drawn = HashMap::new();
    for seed in 0..10_000 {
        *drawn.entry(weighed.choose(&start, seed).unwrap()).or_insert(0_i32) += 1;
        assert_eq!(weighed.choose(&start, seed), weighed.choose(&start, seed));
    }
    assert_eq!(drawn.len(), 3, "weight 0 is never played: {drawn:?}");
    for (uci, wanted) in [("e2e4", 6_000), ("d2d4", 3_000), ("c2c4", 1_000)] {
        let times = drawn[&legal(&start, uci)];
        // Five standard deviations at the most.
        assert!((times - wanted).abs() < 250, "{uci} {times} times");
    }
    assert_eq!(book(&start, &[(raw("e2", "e4", 0), 0)]).choose(&start, 0), None);
    let heavy = book(&start, &[(raw("e2", "e4", 0), u16::MAX); 40]);
    assert_eq!(heavy.choose(&start, 5), Some(legal(&start, "e2e4")));
}

/// Every position of the lines that the embedded book was made from, by key, and how many lines make each move there.
fn lines() -> (HashMap<u64, Chess>, HashMap<(u64, u16), u16>) {
    let (mut positions, mut moves) = (HashMap::new(), HashMap::new());
    for row in include_str!("../../../../suites/openings.tsv").lines().skip(1) {
        let mut here = Chess::default();
        for word in row.split('\t').nth(2).unwrap().split(' ').filter(|word| !word.ends_with('.')) {
            let next = word.parse::<San>().unwrap().to_move(&here).unwrap();
            *moves.entry((key(&here), code(next))).or_insert(0) += 1;
            positions.insert(key(&here), here.clone());
            here.play_unchecked(next);
        }
    }
    (positions, moves)
}

fn positions_of_lines() -> HashMap<u64, Chess> {
    lines().0
}

#[test]
fn embedded_book_is_large_and_legal() {
    let embedded = Book::embedded();
    let (positions, moves) = lines();
    assert!(embedded.positions() >= 3_000, "{}", embedded.positions());
    let mut seen = HashSet::new();
    for entry in embedded.entries() {
        assert!(seen.insert((entry.key, entry.code)), "a move twice");
        assert_eq!(moves.get(&(entry.key, entry.code)), Some(&entry.weight), "weight is the number of lines");
    }
    for (key, here) in &positions {
        let written = embedded.entries().iter().filter(|entry| entry.key == *key).count();
        assert_eq!(embedded.moves(here).len(), written, "a move is not legal");
        assert_eq!(embedded.choose(here, 0).is_some(), written > 0);
    }
    let written: Vec<u8> = embedded.entries().iter().flat_map(|entry| entry.to_bytes()).collect();
    assert_eq!(written, EMBEDDED);
}

#[test]
fn traps_are_left_to_the_other_side() {
    let embedded = Book::embedded();
    let plays = |moves: &str, uci: &str| {
        let here = after(moves);
        let wanted = legal(&here, uci);
        embedded.moves(&here).iter().any(|found| found.chess_move == wanted)
    };
    for first in ["e2e4", "d2d4", "c2c4", "g1f3"] {
        assert!(plays("", first), "{first}");
    }
    // What is deeper than Belle looks stands by the number of its lines.
    assert!(plays("d2d4 d7d5", "c2c4"));
    // Grob's attack, Damiano's defence, the Englund and the Halloween gambit: named, but not for Belle.
    assert!(!plays("", "g2g4"));
    assert!(!plays("e2e4 e7e5 g1f3", "f7f6"));
    assert!(!plays("d2d4", "e7e5"));
    assert!(!plays("e2e4 e7e5 g1f3 b8c6 b1c3 g8f6", "f3e5"));
    // What to do about them it knows.
    assert!(plays("e2e4 e7e5 g1f3 f7f5", "f3e5"));
    assert!(plays("d2d4 e7e5", "d4e5"));
}

fn on() -> OwnBook {
    let mut own = OwnBook::new();
    own.set_option("ownbook", "true").unwrap().unwrap();
    own
}

#[test]
fn an_answer_is_an_exact_report_and_a_legal_line() {
    let start = Game::new();
    assert_eq!(OwnBook::new().answer(&start, &Limits::depth(3)), None, "off by default");
    let (report, choice) = on().answer(&start, &Limits::depth(3)).unwrap();
    assert_eq!((report.depth, report.bound, report.pv.first().copied()), (1, Bound::Exact, choice.best));
    assert!((2..=10).contains(&report.pv.len()));
    let mut here = start.position().clone();
    for &next in &report.pv {
        assert!(here.is_legal(next));
        here.play_unchecked(next);
    }
}

#[test]
fn no_answer_where_a_search_was_asked_for() {
    let start = Game::new();
    let first = start.position().legal_moves()[0];
    for limits in [
        Limits { infinite: true, ..Limits::default() },
        Limits { ponder: true, ..Limits::default() },
        Limits { mate: Some(3), ..Limits::default() },
        Limits { search_moves: vec![first], ..Limits::default() },
    ] {
        assert_eq!(on().answer(&start, &limits), None, "{limits:?}");
    }
    let again = game("g1f3 g8f6 f3g1 f6g8");
    assert_eq!(on().answer(&again, &Limits::default()), None, "the position stood before");
}

#[test]
fn depth_ends_the_book() {
    let mut own = on();
    own.set_option("BookDepth", "2").unwrap().unwrap();
    assert!(own.answer(&game("e2e4"), &Limits::default()).is_some_and(|(report, _)| report.pv.len() == 1));
    assert_eq!(own.answer(&game("e2e4 e7e5"), &Limits::default()), None);
    own.set_option("BookDepth", "0").unwrap().unwrap();
    assert_eq!(own.answer(&Game::new(), &Limits::default()), None);
}

#[test]
fn another_seed_another_opening() {
    let mut own = on();
    let mut answers = HashSet::new();
    for seed in 0..200 {
        own.set_option("BookSeed", &seed.to_string()).unwrap().unwrap();
        let answer = own.answer(&Game::new(), &Limits::default());
        assert_eq!(answer, own.answer(&Game::new(), &Limits::default()));
        answers.insert(answer.unwrap().1.best);
    }
    assert!(answers.len() >= 3, "{answers:?}");
}

#[test]
fn a_file_takes_the_embedded_books_place() {
    let start = Chess::default();
    let path = std::env::temp_dir().join(format!("belle book {}.bin", std::process::id()));
    let bytes = Entry { key: key(&start), code: raw("a2", "a3", 0), weight: 1, learn: 0 }.to_bytes();
    std::fs::File::create(&path).unwrap().write_all(&bytes).unwrap();
    let mut own = on();
    let best = |own: &OwnBook| own.answer(&Game::new(), &Limits::default()).unwrap().1.best;
    let before = best(&own);
    own.set_option("BookFile", path.to_str().unwrap()).unwrap().unwrap();
    assert_eq!(best(&own), Some(legal(&start, "a2a3")));

    std::fs::write(&path, &bytes[..15]).unwrap();
    let refused = own.set_option("BookFile", path.to_str().unwrap()).unwrap().unwrap_err();
    assert!(refused.to_string().ends_with("its length of 15 bytes is not a multiple of 16"), "{refused}");
    assert_eq!(best(&own), Some(legal(&start, "a2a3")), "what is refused changes nothing");
    std::fs::remove_file(&path).unwrap();

    own.set_option("BookFile", "").unwrap().unwrap();
    assert_eq!(best(&own), before);
    assert!(matches!(own.set_option("BookDepth", "-1"), Some(Err(OptionError::Value { .. }))));
    assert!(own.set_option("Hash", "1").is_none());
}
