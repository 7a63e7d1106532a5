//! A player's thoughts and judgements as text for people. Values are shown in pawns and from White's side.

use notation::san_line;
use play::{Bound, Report, Score, Term};
use shakmaty::{Chess, Color, Position};

/// The words above [`thought`]'s columns.
pub const THOUGHT_HEADER: &str = "depth  value       nodes  nodes/s seconds machine  line";

/// Columns of the narrowest terminal: a line of thought ends there with a whole word.
const WIDTH: usize = 79;

/// A report on one line, under [`THOUGHT_HEADER`].
pub fn thought(root: &Chess, report: &Report) -> String {
    let bound = bound(report.bound, root.turn());
    let machine = report.machine.map_or_else(|| "-".to_owned(), |time| format!("{:.2}", time.seconds));
    let mut line = format!(
        "{:>5} {:>6}{bound} {:>10} {:>8} {:>7.2} {machine:>7}  {}",
        report.depth,
        score(report.score, root.turn()),
        report.nodes,
        report.nps(),
        report.time.as_secs_f64(),
        san_line(root, &report.pv),
    );
    if let Some((end, _)) = line.char_indices().nth(WIDTH) {
        let end = line[..=end].rfind(' ').unwrap_or(end);
        line.truncate(end);
    }
    line
}

/// What a value found for `turn` is, from White's side: `+` if it may be greater, `-` if less.
pub fn bound(bound: Bound, turn: Color) -> char {
    // A fail-high of Black's is the greatest value White may still hope for.
    match (bound, turn) {
        (Bound::Exact, _) => ' ',
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => '+',
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => '-',
    }
}

/// A value given from the side of `turn`, from White's side: `+0.25`, `-1.50`, `#3` (White mates in three), `#-2`.
pub fn score(score: Score, turn: Color) -> String {
    match (score, turn) {
        (Score::Centipawns(value), Color::White) => pawns(value),
        (Score::Centipawns(value), Color::Black) => pawns(-value),
        (Score::Mate(moves), Color::White) => format!("#{moves}"),
        (Score::Mate(moves), Color::Black) => format!("#{}", -moves),
    }
}

/// Hundredths of a pawn in pawns, with a sign.
pub fn pawns(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}

/// Every term of an evaluation as a table, with the total.
pub fn terms(terms: &[Term]) -> String {
    let width = terms.iter().map(|term| term.name.chars().count()).max().unwrap_or(0).max(5);
    let side = |value: Option<i32>| value.map_or_else(String::new, pawns);
    let mut text = format!("{:width$} {:>8} {:>8} {:>8}\n", "term", "White", "Black", "total");
    for term in terms {
        text += &format!(
            "{:width$} {:>8} {:>8} {:>8}\n",
            term.name,
            side(term.white),
            side(term.black),
            pawns(term.total)
        );
    }
    let total = terms.iter().map(|term| term.total).sum();
    text + &format!("{:width$} {:>8} {:>8} {:>8}  pawns, from White's side\n", "total", "", "", pawns(total))
}
