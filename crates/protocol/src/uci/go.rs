//! The words after `go`.

use std::time::Duration;

use play::{Clock, Limits, PERFT_PLIES};
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, Chess, Position};

/// What `go` asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Go {
    Search(Box<Limits>),
    Perft(u32),
}

/// The numbers that `go` was given, as they came.
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

/// Where a number belongs.
type Slot = fn(&mut Numbers) -> &mut Option<i64>;

/// The words that a number follows.
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

/// Reads the words after `go`, which is about `position`; remarks on what was wrong go to `remark`. Whatever
/// the words are, something can be searched: an unreadable number is left out, one beyond what the protocol
/// allows is brought within.
pub(super) fn parse(position: &Chess, rest: &str, remark: &mut dyn FnMut(String)) -> Go {
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
                match words.get(at).map(|text| whole_number(text)) {
                    Some(Some(number)) => {
                        *slot(&mut numbers) = Some(number);
                        at += 1;
                    }
                    _ => remark(format!("go {word}: expected a whole number after it, so it is left out")),
                }
            }
        }
    }
    // One remark, however many they are.
    if !unknown.is_empty() {
        remark(format!("go: '{}' is not understood, so it is left out", unknown.join(" ")));
    }
    for (name, number) in [("depth", numbers.depth), ("nodes", numbers.nodes), ("mate", numbers.mate)] {
        if let Some(number) = number.filter(|&number| number < 1) {
            remark(format!("go {name}: expected 1 or more, so {number} is taken for 1"));
        }
    }
    match numbers.perft {
        Some(depth) => {
            let depth = small(depth).max(1);
            if depth > PERFT_PLIES {
                remark(format!("go perft: {PERFT_PLIES} plies at most, so {depth} is taken for that"));
            }
            Go::Perft(depth.min(PERFT_PLIES))
        }
        None => Go::Search(Box::new(numbers.fill(limits))),
    }
}

impl Numbers {
    fn fill(self, limits: Limits) -> Limits {
        Limits {
            depth: self.depth.map(|n| small(n).max(1)),
            nodes: self.nodes.map(|n| n.max(1).unsigned_abs()),
            mate: self.mate.map(|n| small(n).max(1)),
            move_time: self.move_time.map(milliseconds),
            clock: self.clock(),
            ..limits
        }
    }

    /// A clock is there if either side's time was given; a side without one has the other's.
    fn clock(&self) -> Option<Clock> {
        let either = self.time.white.or(self.time.black)?;
        Some(Clock {
            remaining: self.time.map(|time| milliseconds(time.unwrap_or(either))),
            increment: self.increment.map(|time| milliseconds(time.unwrap_or(0))),
            moves_to_go: self.moves_to_go.map(small).filter(|&n| n > 0),
        })
    }
}

/// Takes moves as long as words look like moves, and says how many words that were.
fn search_moves(
    position: &Chess,
    words: &[&str],
    limits: &mut Limits,
    remark: &mut dyn FnMut(String),
) -> usize {
    let mut taken = 0;
    while let Some(Ok(uci)) = words.get(taken).map(|word| word.parse::<UciMove>()) {
        match uci.to_move(position) {
            Ok(found) if position.is_legal(found) => limits.search_moves.push(found),
            _ => remark(format!("go searchmoves: '{uci}' is not a legal move here, so it is left out")),
        }
        taken += 1;
    }
    taken
}

/// Any number of digits, with a sign: what does not fit is the greatest or least number that does.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// Time that has run out is no time; no clock runs longer than a hundred years.
fn milliseconds(number: i64) -> Duration {
    const HUNDRED_YEARS: u64 = 100 * 366 * 24 * 3600 * 1000;
    Duration::from_millis(number.max(0).unsigned_abs().min(HUNDRED_YEARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(rest: &str) -> (Limits, Vec<String>) {
        let mut remarks = Vec::new();
        match parse(&Chess::default(), rest, &mut |text| remarks.push(text)) {
            Go::Search(limits) => (*limits, remarks),
            Go::Perft(_) => panic!("a perft"),
        }
    }

    #[test]
    fn every_word_has_its_limit() {
        let (limits, remarks) =
            go("ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 7");
        let clock = limits.clock.unwrap();
        assert_eq!(clock.remaining.black, Duration::from_secs(2));
        assert_eq!((clock.increment.white, clock.moves_to_go), (Duration::from_millis(10), Some(5)));
        assert_eq!((limits.ponder, limits.depth, limits.nodes), (true, Some(6), Some(7)));
        assert!(remarks.is_empty());
        let (limits, remarks) = go("movetime 5 joho mate 3 infinite");
        assert_eq!((limits.mate, remarks.len()), (Some(3), 1));
        assert!(remarks[0].contains("'joho' is not understood"));
        assert!(go("joho depth 3 joho").1[0].contains("'joho joho' is not understood"));
        assert_eq!(go(&"joho ".repeat(1000)).1.len(), 1);
        assert_eq!(parse(&Chess::default(), "perft 3", &mut |_| {}), Go::Perft(3));
        let mut remarks = 0;
        assert_eq!(parse(&Chess::default(), "perft 62", &mut |_| remarks += 1), Go::Perft(61));
        assert_eq!(remarks, 1);
    }

    #[test]
    fn absurd_numbers_are_brought_within() {
        let (limits, remarks) = go("wtime -50 btime 999999999999999999999999 depth 0 nodes -1 movestogo 0");
        assert_eq!(remarks.len(), 2);
        assert!(remarks[1].contains("go nodes: expected 1 or more, so -1"));
        let clock = limits.clock.unwrap();
        assert_eq!((clock.remaining.white, clock.moves_to_go), (Duration::ZERO, None));
        assert!(clock.remaining.black < Duration::MAX / 2);
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        assert!(go("winc 5").0.clock.is_none());
    }

    #[test]
    fn a_missing_number_does_not_swallow_the_next_word() {
        let (limits, remarks) = go("depth infinite");
        assert!(limits.infinite && limits.depth.is_none());
        assert!(remarks[0].contains("go depth: expected a whole number"));
    }

    #[test]
    fn search_moves_are_legal_or_left_out() {
        let (limits, remarks) = go("searchmoves e2e4 e2e5 d2d4 depth 3");
        assert_eq!((limits.search_moves.len(), limits.depth, remarks.len()), (2, Some(3), 1));
    }
}
