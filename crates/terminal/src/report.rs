//! Reports, scores, evaluations and clocks as text. Scores are in pawns and from White's side.

use std::time::Duration;

use notation::san_line;
use play::{Bound, Report, Score, Term};
use shakmaty::{Chess, Color, Position};

pub(crate) const HEADER: &str = "depth  score       nodes  nodes/s seconds machine  line";

/// Columns of the narrowest terminal.
const WIDTH: usize = 79;

/// A report in columns under [`HEADER`], cut after a whole word.
pub(crate) fn line(root: &Chess, report: &Report) -> String {
    let bound = bound(report.bound, root.turn());
    let machine = report
        .machine
        .map_or_else(|| "-".to_owned(), |time| format!("{:.2}", time.seconds));
    let mut line = format!(
        "{:>5} {:>6}{bound} {:>10} {:>8} {:>7.2} {machine:>7}  {}",
        report.depth,
        score(report.score, root.turn()),
        report.nodes,
        report.nps(),
        report.time.as_secs_f64(),
        san_line(root, &report.pv),
    );
    let end = cut(&line, WIDTH).len();
    line.truncate(end);
    line
}

/// As much of a line as fits into `width` columns, ending with a whole word.
pub(crate) fn cut(line: &str, width: usize) -> &str {
    match line.char_indices().nth(width) {
        None => line,
        Some((end, c)) => &line[..line[..end + c.len_utf8()].rfind(' ').unwrap_or(end)],
    }
}

/// The bound of a score given for `turn`, seen from White: `+` if it may be greater, `-` if less.
pub(crate) fn bound(bound: Bound, turn: Color) -> char {
    match (bound, turn) {
        (Bound::Exact, _) => ' ',
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => '+',
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => '-',
    }
}

/// A score given for `turn`, seen from White: `+0.25`, `-1.50`, `#3` (White mates in three), `#-2`.
pub fn score(score: Score, turn: Color) -> String {
    match score {
        Score::Centipawns(value) => pawns(turn.fold_wb(value, -value)),
        Score::Mate(moves) => format!("#{}", turn.fold_wb(moves, -moves)),
    }
}

pub(crate) fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// The terms of an evaluation as a table with their total.
pub fn terms(terms: &[Term]) -> String {
    let width = terms
        .iter()
        .map(|term| term.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(5);
    let side = |value: Option<i32>| value.map_or_else(String::new, pawns);
    let mut text = format!(
        "{:width$} {:>8} {:>8} {:>8}\n",
        "term", "White", "Black", "total"
    );
    for term in terms {
        let (white, black, total) = (side(term.white), side(term.black), pawns(term.total));
        text += &format!("{:width$} {white:>8} {black:>8} {total:>8}\n", term.name);
    }
    let total = pawns(terms.iter().map(|term| term.total).sum());
    text + &format!(
        "{:width$} {:>8} {:>8} {total:>8}  pawns, from White's side\n",
        "total", "", ""
    )
}

/// A time as clocks show it, `0:04:59`; with tenths in the last minute if `tenths`.
pub(crate) fn clock(time: Duration, tenths: bool) -> String {
    let seconds = time.as_secs();
    let text = format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    if tenths && seconds < 60 {
        format!("{text}.{}", time.subsec_millis() / 100)
    } else {
        text
    }
}

/// A number with its digits in groups of three: `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups
        .map(|group| str::from_utf8(group).unwrap_or_default())
        .collect::<Vec<_>>()
        .join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_shows_tenths_in_last_minute() {
        let clock = |millis, tenths| clock(Duration::from_millis(millis), tenths);
        assert_eq!(clock(3_725_900, true), "1:02:05");
        assert_eq!(clock(59_950, true), "0:00:59.9");
        assert_eq!(clock(59_950, false), "0:00:59");
    }

    #[test]
    fn numbers_are_grouped_and_lines_cut_at_words() {
        assert_eq!(
            (thousands(0), thousands(1_234_567)),
            ("0".to_owned(), "1,234,567".to_owned())
        );
        assert_eq!(cut("1. e4 e5 2. Nf3", 12), "1. e4 e5 2.");
        assert_eq!(cut("1. e4 e5 2. Nf3", 11), "1. e4 e5 2.");
        assert_eq!(cut("1. e4 e5 2. Nf3", 15), "1. e4 e5 2. Nf3");
    }
}
