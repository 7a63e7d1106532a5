//! Reports and evaluations as text. Scores are in pawns and from White's side.

use notation::san_line;
use play::{Bound, Report, Score, Term};
use shakmaty::{Chess, Color, Position};

pub(crate) const HEADER: &str = "depth  score       nodes  nodes/s seconds machine  line";

/// Columns of the narrowest terminal.
const WIDTH: usize = 79;

/// A report in columns under [`HEADER`], cut after a whole word.
pub(crate) fn line(root: &Chess, report: &Report) -> String {
    let bound = bound(report.bound, root.turn());
    let machine = match report.machine {
        Some(time) => format!("{:.2}", time.seconds),
        None => "-".to_owned(),
    };
    let mut line = format!(
        "{:>5} {:>+6}{bound} {:>10} {:>8} {:>7.2} {machine:>7}  {}",
        report.depth,
        report.score.for_white(root.turn()),
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

pub(crate) fn pawns(centipawns: i32) -> String {
    format!("{:+}", Score::Centipawns(centipawns))
}

/// Head of the column of names.
const UNIT: &str = "pawns, from White's side";

/// The terms of an evaluation as a table with their total.
pub fn terms(terms: &[Term]) -> String {
    let mut width = UNIT.len();
    for term in terms {
        width = width.max(term.name.chars().count());
    }
    let side = |value: Option<i32>| match value {
        Some(value) => pawns(value),
        None => String::new(),
    };
    let mut text = format!(
        "{UNIT:width$} {:>8} {:>8} {:>8}\n",
        "White", "Black", "total"
    );
    for term in terms {
        let (white, black, total) = (side(term.white), side(term.black), pawns(term.total));
        text += &format!("{:width$} {white:>8} {black:>8} {total:>8}\n", term.name);
    }
    let total = pawns(terms.iter().map(|term| term.total).sum());
    text + &format!("{:width$} {:>8} {:>8} {total:>8}\n", "total", "", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_words() {
        assert_eq!(cut("1. e4 e5 2. Nf3", 12), "1. e4 e5 2.");
        assert_eq!(cut("1. e4 e5 2. Nf3", 11), "1. e4 e5 2.");
        assert_eq!(cut("1. e4 e5 2. Nf3", 15), "1. e4 e5 2. Nf3");
    }
}
