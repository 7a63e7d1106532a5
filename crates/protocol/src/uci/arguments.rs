//! The arguments of `setoption`, `position` and `go`.

use std::time::Duration;

use play::{Clock, Game, Limits, PERFT_PLIES};
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, Chess, Move, Position};

use crate::text::next_word;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Go {
    Search(Box<Limits>),
    Perft(u32),
}

/// Splits the rest of `setoption` into name and value, each of which may be several words. Fails if
/// there is no name.
pub(super) fn name_and_value(rest: &str) -> Result<(&str, &str), String> {
    let mut words = rest;
    let mut name: Option<&str> = None;
    while let Some((word, after)) = next_word(words) {
        match (word, name) {
            ("name", None) => name = Some(after.trim()),
            ("value", Some(text)) => {
                let length = text.len() - words.trim_start().len().min(text.len());
                return Ok((text[..length].trim_end(), after.trim()));
            }
            _ => {}
        }
        words = after;
    }
    match name {
        Some(name) if !name.is_empty() => Ok((name, "")),
        _ => Err(format!(
            "setoption: expected 'name <option> [value <value>]', got '{rest}'"
        )),
    }
}

/// Reads the rest of `position`, of standard chess or of Chess960; words that are ignored are
/// reported to `remark`. Fails if position or moves are not legal; the text says what was expected.
pub(super) fn position(
    rest: &str,
    chess960: bool,
    remark: &mut dyn FnMut(String),
) -> Result<Game, String> {
    let (setup, moves) = split_moves(rest);
    let mut words = setup;
    let mut game = loop {
        match next_word(words) {
            Some(("startpos", after)) => {
                if let Some((word, _)) = next_word(after) {
                    remark(format!(
                        "position: expected 'moves' after startpos, got '{word}'; ignored"
                    ));
                }
                break Game::new();
            }
            Some(("fen", fen)) => {
                let game = if chess960 {
                    Game::from_any_fen(fen)
                } else {
                    Game::from_fen(fen)
                };
                break game.map_err(|error| error.to_string())?;
            }
            Some((_, after)) => words = after,
            None => {
                return Err("expected 'startpos' or 'fen <position>', then 'moves ...'".to_owned());
            }
        }
    };
    if chess960 {
        game = game.into_chess960();
    }
    for (index, text) in moves.split_whitespace().enumerate() {
        let uci = text.to_ascii_lowercase().parse::<UciMove>().ok();
        let legal = uci
            .and_then(|uci| legal_move(game.position(), &uci))
            .ok_or_else(|| {
                let number = index + 1;
                format!("move {number}: expected a legal move such as e2e4 or e7e8q, got '{text}'")
            })?;
        game.play(legal);
    }
    Ok(game)
}

/// Splits the text before and after the word `moves`.
fn split_moves(rest: &str) -> (&str, &str) {
    let mut words = rest;
    while let Some((word, after)) = next_word(words) {
        if word == "moves" {
            return (&rest[..rest.len() - words.trim_start().len()], after);
        }
        words = after;
    }
    (rest, "")
}

fn legal_move(position: &Chess, uci: &UciMove) -> Option<Move> {
    uci.to_move(position)
        .ok()
        .filter(|&found| position.is_legal(found))
}

#[derive(Default)]
struct Numbers {
    time: ByColor<Option<i64>>,
    increment: ByColor<Option<i64>>,
    moves_to_go: Option<i64>,
    depth: Option<i64>,
    nodes: Option<i64>,
    mate: Option<i64>,
    move_time: Option<i64>,
    perft: Option<i64>,
}

type Slot = fn(&mut Numbers) -> &mut Option<i64>;

/// Words that are followed by a number.
const NUMBERS: &[(&str, Slot)] = &[
    ("wtime", |n| &mut n.time.white),
    ("btime", |n| &mut n.time.black),
    ("winc", |n| &mut n.increment.white),
    ("binc", |n| &mut n.increment.black),
    ("movestogo", |n| &mut n.moves_to_go),
    ("depth", |n| &mut n.depth),
    ("nodes", |n| &mut n.nodes),
    ("mate", |n| &mut n.mate),
    ("movetime", |n| &mut n.move_time),
    ("perft", |n| &mut n.perft),
];

/// Reads the rest of `go`, for a search of `position`. Any text gives a search: unreadable numbers
/// are ignored, others are clamped to what the protocol allows, with a call of `remark`.
pub(super) fn go(position: &Chess, rest: &str, remark: &mut dyn FnMut(String)) -> Go {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut numbers = Numbers::default();
    let mut limits = Limits::default();
    let mut unknown = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = words[at];
        at += 1;
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => at += search_moves(position, &words[at..], &mut limits, remark),
            _ => {
                let Some((_, slot)) = NUMBERS.iter().find(|(name, _)| *name == word) else {
                    unknown.push(word);
                    continue;
                };
                let next = words.get(at).copied().unwrap_or_default();
                match whole_number(next) {
                    Some(number) => {
                        *slot(&mut numbers) = Some(number);
                        at += 1;
                    }
                    None => remark(format!(
                        "go {word}: expected a whole number, got '{next}'; ignored"
                    )),
                }
            }
        }
    }
    // One remark for all of them.
    if !unknown.is_empty() {
        remark(format!("go: unknown '{}'; ignored", unknown.join(" ")));
    }
    for (name, number) in [
        ("depth", numbers.depth),
        ("nodes", numbers.nodes),
        ("mate", numbers.mate),
    ] {
        if let Some(number) = number.filter(|&number| number < 1) {
            remark(format!(
                "go {name}: expected 1 or more, got {number}; using 1"
            ));
        }
    }
    match numbers.perft {
        Some(depth) => {
            let depth = clamp(depth).max(1);
            if depth > PERFT_PLIES {
                remark(format!(
                    "go perft: expected 1 to {PERFT_PLIES}, got {depth}; using {PERFT_PLIES}"
                ));
            }
            Go::Perft(depth.min(PERFT_PLIES))
        }
        None => Go::Search(Box::new(numbers.limits(limits))),
    }
}

impl Numbers {
    fn limits(self, limits: Limits) -> Limits {
        Limits {
            depth: self.depth.map(|n| clamp(n).max(1)),
            nodes: self.nodes.map(|n| n.max(1).unsigned_abs()),
            mate: self.mate.map(|n| clamp(n).max(1)),
            move_time: self.move_time.map(milliseconds),
            clock: self.clock(),
            ..limits
        }
    }

    /// A clock exists if either side's time was given; a side without one gets the other's.
    fn clock(&self) -> Option<Clock> {
        let either = self.time.white.or(self.time.black)?;
        Some(Clock {
            remaining: self.time.map(|time| milliseconds(time.unwrap_or(either))),
            increment: self.increment.map(|time| milliseconds(time.unwrap_or(0))),
            moves_to_go: self.moves_to_go.map(clamp).filter(|&n| n > 0),
        })
    }
}

/// Reads moves up to the first word that is none, and returns the number of words read.
fn search_moves(
    position: &Chess,
    words: &[&str],
    limits: &mut Limits,
    remark: &mut dyn FnMut(String),
) -> usize {
    let mut read = 0;
    while let Some(Ok(uci)) = words.get(read).map(|word| word.parse::<UciMove>()) {
        match legal_move(position, &uci) {
            Some(found) => limits.search_moves.push(found),
            None => remark(format!(
                "go searchmoves: expected a legal move, got '{uci}'; ignored"
            )),
        }
        read += 1;
    }
    read
}

/// Reads a number of any length, with a sign; one that does not fit gives the nearest that does.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    }))
}

fn clamp(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// Clamps to the range of zero to a hundred years.
fn milliseconds(number: i64) -> Duration {
    const HUNDRED_YEARS: u64 = 100 * 366 * 24 * 3600 * 1000;
    Duration::from_millis(number.max(0).unsigned_abs().min(HUNDRED_YEARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_names_and_values_may_be_several_words() {
        for (rest, expected) in [
            ("name Clear Hash", ("Clear Hash", "")),
            ("name Hash value 32", ("Hash", "32")),
            (
                "  name  Book File  value C:\\a  b.bin ",
                ("Book File", "C:\\a  b.bin"),
            ),
            ("name Hash value", ("Hash", "")),
            ("joho name Hash value 1", ("Hash", "1")),
        ] {
            assert_eq!(name_and_value(rest), Ok(expected), "{rest}");
        }
        assert!(name_and_value("").is_err() && name_and_value("name").is_err());
    }

    #[test]
    fn position_reads_setup_and_moves() {
        for (rest, moves, remark) in [
            ("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1", 7, ""),
            ("fen 8/P6k/8/8/8/8/8/K7 w - - moves a7a8Q", 1, ""),
            ("joho startpos", 0, ""),
            (
                "startpos e2e4",
                0,
                "expected 'moves' after startpos, got 'e2e4'",
            ),
            (
                "startpos e2e4 moves e2e4",
                1,
                "expected 'moves' after startpos, got 'e2e4'",
            ),
        ] {
            let mut remarks = String::new();
            let game = position(rest, false, &mut |text| remarks += &text).unwrap();
            assert_eq!(game.moves().len(), moves, "{rest}");
            assert!(
                remarks.contains(remark) && remarks.is_empty() == remark.is_empty(),
                "{rest}: {remarks}"
            );
        }
        let counters =
            position("fen  8/P6k/8/8/8/8/8/K7  w  -  - 3 40", false, &mut |_| {}).unwrap();
        assert_eq!(counters.position().halfmoves(), 3);
    }

    #[test]
    fn position_errors_tell_what_is_wrong() {
        for (rest, expected) in [
            (
                "startpos moves e2e4 e2e4",
                "move 2: expected a legal move such as e2e4 or e7e8q, got 'e2e4'",
            ),
            ("startpos moves 0000", "got '0000'"),
            ("fen joho", "'joho' is not a position in FEN"),
            ("", "expected 'startpos'"),
        ] {
            let error = position(rest, false, &mut |text| panic!("{text}")).unwrap_err();
            assert!(error.contains(expected), "{rest}: {error}");
        }
    }

    fn search(rest: &str) -> (Limits, Vec<String>) {
        let mut remarks = Vec::new();
        match go(&Chess::default(), rest, &mut |text| remarks.push(text)) {
            Go::Search(limits) => (*limits, remarks),
            Go::Perft(_) => panic!("a perft"),
        }
    }

    #[test]
    fn go_reads_every_limit() {
        let (limits, remarks) =
            search("ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 7");
        let clock = limits.clock.unwrap();
        assert_eq!(clock.remaining.black, Duration::from_secs(2));
        assert_eq!(
            (clock.increment.white, clock.moves_to_go),
            (Duration::from_millis(10), Some(5))
        );
        assert_eq!(
            (limits.ponder, limits.depth, limits.nodes),
            (true, Some(6), Some(7))
        );
        assert!(remarks.is_empty());
        let (limits, remarks) = search("movetime 5 joho mate 3 infinite");
        assert_eq!((limits.mate, remarks.len()), (Some(3), 1));
        assert!(remarks[0].contains("unknown 'joho'"));
        assert!(search("joho depth 3 joho").1[0].contains("unknown 'joho joho'"));
        assert_eq!(search(&"joho ".repeat(1000)).1.len(), 1);
        let (limits, remarks) = search("searchmoves e2e4 e2e5 d2d4 depth 3");
        assert_eq!(
            (limits.search_moves.len(), limits.depth, remarks.len()),
            (2, Some(3), 1)
        );
        let mut remarks = 0;
        for (rest, depth, expected) in [("perft 3", 3, 0), ("perft 62", 61, 1)] {
            assert_eq!(
                go(&Chess::default(), rest, &mut |_| remarks += 1),
                Go::Perft(depth)
            );
            assert_eq!(remarks, expected);
        }
    }

    #[test]
    fn go_clamps_absurd_numbers() {
        let (limits, remarks) =
            search("wtime -50 btime 999999999999999999999999 depth 0 nodes -1 movestogo 0");
        assert_eq!(remarks.len(), 2);
        assert!(remarks[1].contains("go nodes: expected 1 or more, got -1"));
        let clock = limits.clock.unwrap();
        assert_eq!(
            (clock.remaining.white, clock.moves_to_go),
            (Duration::ZERO, None)
        );
        assert!(clock.remaining.black < Duration::MAX / 2);
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        assert!(search("winc 5").0.clock.is_none());
    }

    #[test]
    fn go_word_without_its_number_keeps_the_next_word() {
        let (limits, remarks) = search("depth infinite");
        assert!(limits.infinite && limits.depth.is_none());
        assert!(remarks[0].contains("go depth: expected a whole number, got 'infinite'"));
    }
}
