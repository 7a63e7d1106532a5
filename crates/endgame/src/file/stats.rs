//! Statistics of a table: totals, a histogram of distances (also as an SVG image), and the longest wins.

use play::thousands;
use std::fmt::{self, Write as _};

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode};

use crate::file::table::{Table, TableError};
use crate::file::weights::Weights;

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// The statistics of one ending. Positions are counted up to symmetry, with like pieces distinguished.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    /// Name of the ending.
    pub ending: String,
    /// The metric: dtc, dtm or dtz.
    pub metric: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// With White to move, and with Black.
    pub sides: [SideStats; 2],
    /// Longest win of White and of Black, in the winner's moves; 0 if there is none.
    pub longest: [u16; 2],
    /// The longest wins with the winner to move.
    pub longest_to_move: [u16; 2],
    /// The positions of the longest wins.
    pub records: Vec<Record>,
}

/// Counts for one side to move.
#[derive(Clone, Debug, Serialize)]
pub struct SideStats {
    /// The side to move, "white" or "black".
    pub turn: &'static str,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Won positions by the winner's moves: element n counts the wins in n moves.
    pub won_in: Vec<u64>,
    /// Lost positions likewise.
    pub lost_in: Vec<u64>,
}

/// The longest wins of one side with one side to move.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    pub winner: &'static str,
    pub turn: &'static str,
    pub moves: u16,
    /// Number of positions up to symmetry, like pieces not distinguished.
    pub positions: u64,
    /// The first of them, in FEN.
    pub fens: Vec<String>,
}

impl Stats {
    /// Collects the statistics of `table`, with at most `fens` positions for each record. All blocks are read.
    pub fn new(table: &Table, fens: usize) -> Result<Stats, TableError> {
        let mut records = Vec::new();
        for winner in COLORS {
            for turn in [winner, !winner] {
                records.extend(record(table, winner, turn, fens)?);
            }
        }
        Ok(Stats {
            ending: table.material().to_string(),
            metric: table.metric().to_string(),
            bytes: table.file_len(),
            sides: COLORS.map(|turn| side(table, turn)),
            longest: COLORS.map(|winner| table.longest_win(winner)),
            longest_to_move: COLORS.map(|winner| table.longest_win_to_move(winner)),
            records,
        })
    }
}

fn side(table: &Table, turn: Color) -> SideStats {
    let [wins, draws, losses] = table.totals(turn);
    let (mut won_in, mut lost_in) = (Vec::new(), Vec::new());
    for (value, count) in table.histogram(turn) {
        let by_moves = if value.sign() > 0 {
            &mut won_in
        } else {
            &mut lost_in
        };
        if let Some(moves) = value.moves().map(usize::from) {
            by_moves.resize(by_moves.len().max(moves + 1), 0);
            by_moves[moves] += count;
        }
    }
    SideStats {
        turn: name(turn),
        wins,
        draws,
        losses,
        won_in,
        lost_in,
    }
}

/// The longest wins of `winner` with `turn` to move; `None` if there are none.
fn record(
    table: &Table,
    winner: Color,
    turn: Color,
    fens: usize,
) -> Result<Option<Record>, TableError> {
    let sign = if winner == turn { 1 } else { -1 };
    if table.header.count(turn, |v| v.sign() == sign) == 0 {
        return Ok(None);
    }
    let moves = table.longest(turn, sign);
    let longest = |v: crate::score::Value| v.sign() == sign && v.moves() == Some(moves);
    let wanted: Vec<bool> = table
        .palette(turn)
        .iter()
        .map(|s| s.value().is_some_and(longest))
        .collect();
    let mut record = Record {
        winner: name(winner),
        turn: name(turn),
        moves,
        positions: 0,
        fens: Vec::new(),
    };
    let (index, weights) = (&table.index, Weights::new(&table.index));
    let found = table.find(turn, &wanted, |mut numbers| {
        numbers.retain(|number| {
            let (_, (white_king, black_king)) =
                index.slice_and_kings(number / index.placement_count);
            let symmetric =
                !index.has_pawns() && index.kings.pair(white_king, black_king).symmetric;
            !symmetric || weights.on_diagonal(number % index.placement_count) > 0
        });
        let count = numbers.len() as u64;
        numbers.truncate(fens);
        (count, numbers)
    })?;
    record.positions = found.iter().map(|(count, _)| count).sum();
    let first = found.iter().flat_map(|(_, numbers)| numbers).take(fens);
    let fen = |position| Fen::from_position(&position, EnPassantMode::Legal).to_string();
    record.fens = first
        .filter_map(|number| index.position(*number, turn).map(fen))
        .collect();
    Ok(Some(record))
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn capitalized(name: &str) -> &'static str {
    if name == "white" { "White" } else { "Black" }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {}, {} bytes",
            self.ending,
            self.metric,
            thousands(self.bytes)
        )?;
        for side in &self.sides {
            let turn = capitalized(side.turn);
            let [wins, draws, losses] = [side.wins, side.draws, side.losses].map(thousands);
            writeln!(
                f,
                "{turn} to move: {wins} wins, {draws} draws, {losses} losses"
            )?;
        }
        for r in &self.records {
            let plural = |n: u64| if n == 1 { "" } else { "s" };
            let (winner, turn) = (capitalized(r.winner), capitalized(r.turn));
            write!(
                f,
                "longest {winner} win, {turn} to move: {} move{}",
                r.moves,
                plural(r.moves.into())
            )?;
            writeln!(
                f,
                " ({} position{})",
                thousands(r.positions),
                plural(r.positions)
            )?;
            r.fens.iter().try_for_each(|fen| writeln!(f, "  {fen}"))?;
        }
        for side in &self.sides {
            let turn = capitalized(side.turn);
            bars(
                f,
                &format!("{turn} to move, wins by number of moves"),
                &side.won_in,
            )?;
            bars(
                f,
                &format!("{turn} to move, losses by number of moves"),
                &side.lost_in,
            )?;
        }
        Ok(())
    }
}

/// One line for each distance, with a bar in proportion to the greatest count.
fn bars(f: &mut fmt::Formatter<'_>, title: &str, counts: &[u64]) -> fmt::Result {
    const COLUMNS: u64 = 60;
    let most = counts.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return Ok(());
    }
    writeln!(f, "{title}")?;
    for (moves, &count) in counts.iter().enumerate().filter(|(_, c)| **c > 0) {
        let bar = "#".repeat((count * COLUMNS).div_ceil(most) as usize);
        writeln!(f, "{moves:>4} {:>13} {bar}", thousands(count))?;
    }
    Ok(())
}

const WIDTH: usize = 900;
const PANEL: usize = 200;
const LEFT: usize = 90;
const RIGHT: usize = 20;
/// Rows of a panel above and below its bars.
const ABOVE: usize = 30;
const BELOW: usize = 46;
/// Outcomes for the side to move, with the colors of their bars.
const OUTCOMES: [(&str, &str); 2] = [("wins", "#2f5d8a"), ("losses", "#b5523b")];

impl Stats {
    /// The histogram in SVG: a panel for each side to move and outcome, a bar for each number of the winner's moves.
    pub fn to_svg(&self) -> String {
        let panels: Vec<(String, &str, &[u64])> = self
            .sides
            .iter()
            .flat_map(|side| {
                [
                    (side.turn, 0, &side.won_in[..]),
                    (side.turn, 1, &side.lost_in[..]),
                ]
            })
            .filter(|(_, _, counts)| counts.iter().any(|count| *count > 0))
            .map(|(turn, outcome, counts)| {
                let (name, color) = OUTCOMES[outcome];
                (
                    format!("{} to move: {name}", capitalized(turn)),
                    color,
                    counts,
                )
            })
            .collect();
        let columns = panels
            .iter()
            .map(|(.., counts)| counts.len())
            .max()
            .unwrap_or(1);
        let height = 40 + PANEL * panels.len().max(1);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{0} {1}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"20\" y=\"24\" font-size=\"16\">{0}, {1}</text>\n",
            self.ending, self.metric
        );
        for (row, (name, color)) in OUTCOMES.iter().enumerate() {
            let x = WIDTH - RIGHT - 400 + 200 * row;
            svg += &format!(
                "<rect x=\"{x}\" y=\"14\" width=\"12\" height=\"12\" fill=\"{color}\"/>\n\
                 <text x=\"{}\" y=\"24\">{name} of the side to move</text>\n",
                x + 17
            );
        }
        let goal = match self.metric.as_str() {
            "dtm" => "the winner's moves to mate",
            "dtz" => "the winner's moves to a capture, pawn move or mate",
            _ => "the winner's moves to mate, capture or promotion",
        };
        for (row, panel) in panels.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = draw_panel(&mut svg, 40 + PANEL * row, panel, columns, goal);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A panel: title, axes with numbers and names, and bars.
fn draw_panel(
    svg: &mut String,
    top: usize,
    (title, color, counts): &(String, &str, &[u64]),
    columns: usize,
    goal: &str,
) -> fmt::Result {
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let (ceiling, base, right) = (top + ABOVE, top + PANEL - BELOW, WIDTH - RIGHT);
    let (rows, step) = (
        (base - ceiling) as f64,
        (right - LEFT) as f64 / columns as f64,
    );
    writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{title}</text>",
        ceiling - 10
    )?;
    for part in [0, most.div_ceil(2), most] {
        let y = base as f64 - part as f64 / most as f64 * rows;
        writeln!(
            svg,
            "<path d=\"M{} {y:.1}H{right}\" stroke=\"#ccc\"/>",
            LEFT - 4
        )?;
        let (x, y, count) = (LEFT - 8, y + 4.0, thousands(part));
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\" font-size=\"10\">{count}</text>"
        )?;
    }
    let (x, y) = (18, (ceiling + base) / 2);
    writeln!(
        svg,
        "<text transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"middle\">positions</text>"
    )?;
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{goal}</text>",
        (LEFT + right) / 2,
        base + 30
    )?;
    for (moves, count) in counts.iter().enumerate() {
        let x = LEFT as f64 + step * moves as f64;
        // Every count above zero is visible.
        let least = if *count > 0 { 1.0 } else { 0.0 };
        let tall = (*count as f64 / most as f64 * rows).max(least);
        let (y, wide) = (base as f64 - tall, step * 0.85);
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" fill=\"{color}\">\
             <title>{moves}: {}</title></rect>",
            thousands(*count)
        )?;
        if moves % 5 == 0 {
            let (x, y) = (x + step * 0.42, base + 14);
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"10\">{moves}</text>"
            )?;
        }
    }
    writeln!(
        svg,
        "<path d=\"M{LEFT} {ceiling}V{base}H{right}\" fill=\"none\" stroke=\"#333\"/>"
    )
}
