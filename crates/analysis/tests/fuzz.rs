//! Damaged files: the reader does not panic or hang, and games it accepts can be written and read
//! again.

#[allow(dead_code)]
mod common;

use common::invented_pgn;
use notation::{Element, ParsedGame, parse_games};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SOUND: &[u8] = b"[Event \"a\"]\r\n[White \"x \\\"y\\\"\"]\n\n\
    1. e4! {c [%eval 0.1]} (1. d4 d5 (1... Nf6 $5 2. -- e6) 2. c4) 1... e5 ; rest\n\
    2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1/2-1/2 {end}\n\n\
    % escape\n[Event \"b\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\
    [SetUp \"1\"]\n\n1. a8=Q { \xe9 \xc3\xa9 } Kg7 2. Qd5 *\n\n1. d4 d5 1-0\n";

/// Fragments likely to break the reader.
#[rustfmt::skip]
const FRAGMENTS: &[&[u8]] = &[
    b"{", b"}", b"(", b")", b"[", b"]", b"\"", b"\\", b";", b"%", b"\n", b"\r", b"\n\n", b"\n%",
    b"\n[Event \"", b"$", b"$300", b"1-0", b"*", b"--", b"1.", b"...", b"\0", b"\xff",
    b"\xef\xbb\xbf", b"e4", b"O-O", b"a8=Q", b"!?", b"[%eval ", b"<",
];

fn damaged(random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut text = SOUND.to_vec();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..text.len());
        let end = (at + random.random_range(0..8)).min(text.len());
        match random.random_range(0..5) {
            0 => drop(text.drain(at..end)),
            1 => text[at] = random.random(),
            2 => text.truncate(at.max(1)),
            3 => {
                let copy = text[at..end].to_vec();
                text.splice(end..end, copy);
            }
            _ => drop(
                text.splice(
                    at..at,
                    FRAGMENTS
                        .choose(random)
                        .expect("there are some")
                        .iter()
                        .copied(),
                ),
            ),
        }
        if text.is_empty() {
            text.push(b' ');
        }
    }
    text
}

/// Elements that must be kept.
fn kept(record: &ParsedGame) -> (usize, Vec<Element>) {
    let is_moved = |element: &&Element| {
        matches!(
            element,
            Element::Move { .. } | Element::LineComment(_) | Element::Escape(_)
        )
    };
    (
        record.game.moves().len(),
        record.elements.iter().filter(is_moved).cloned().collect(),
    )
}

#[test]
fn fuzz_damaged_files_round_trip() {
    let mut random = ChaCha8Rng::seed_from_u64(20_260_101);
    let (mut sound, mut malformed) = (0, 0);
    for _ in 0..20_000 {
        let text = damaged(&mut random);
        for read in parse_games(&text).unwrap() {
            let Ok(record) = read else {
                malformed += 1;
                continue;
            };
            sound += 1;
            let written = invented_pgn(&record);
            let again = parse_games(written.as_bytes()).unwrap();
            assert_eq!(again.len(), 1, "{}\n{written}", text.escape_ascii());
            let again = again[0]
                .as_ref()
                .unwrap_or_else(|error| panic!("{error:?}\n{}\n{written}", text.escape_ascii()));
            assert_eq!(again.outcome, record.outcome);
            assert_eq!(again.game.moves(), record.game.moves());
            // Added variations follow the original ones.
            let (moves, elements) = kept(&record);
            let (_, with_ours) = kept(again);
            let mut rest = with_ours.iter();
            assert!(
                elements
                    .iter()
                    .all(|element| rest.any(|other| other == element)),
                "{written}"
            );
            assert_eq!(moves, again.game.moves().len());
        }
    }
    // Otherwise the damage is too small or too great.
    assert!(sound > 10_000 && malformed > 10_000, "{sound} {malformed}");
}
