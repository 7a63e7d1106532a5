//! Statistics of a table: totals, a histogram of distances (also as an SVG image), and the longest
//! wins.

use std::fmt;

use chart::{Bar, Frame, Key, Level, Picture, Shape, VIEW_LEFT};
use play::thousands;
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode};

use crate::file::table::{Table, TableError};
use crate::file::weights::Weights;
use crate::score::Score;

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// The statistics of one ending. Positions are counted up to symmetry, with like pieces
/// distinguished.
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
    /// Collects the statistics of `table`, with at most `fens` positions for each record. All
    /// blocks are read.
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
    let is_longest = |score: &Score| match score.value() {
        Some(value) => value.sign() == sign && value.moves() == Some(moves),
        None => false,
    };
    let wanted: Vec<bool> = table.palette(turn).iter().map(is_longest).collect();
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
            !symmetric || weights.diagonal_kings_weight(number % index.placement_count) > 0
        });
        let count = numbers.len() as u64;
        numbers.truncate(fens);
        (count, numbers)
    })?;
    record.positions = found.iter().map(|(count, _)| count).sum();
    for (_, numbers) in found {
        for number in numbers {
            if record.fens.len() == fens {
                break;
            }
            if let Some(position) = index.position(number, turn) {
                let fen = Fen::from_position(&position, EnPassantMode::Legal);
                record.fens.push(fen.to_string());
            }
        }
    }
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

/// Size of the picture in pixels: its width, the heading's height, and a panel's with the space
/// around its bars.
const WIDTH: f64 = 900.0;
const HEADING: f64 = 60.0;
const PANEL: f64 = 200.0;
const RIGHT: f64 = 20.0;
const ABOVE: f64 = 30.0;
const BELOW: f64 = 46.0;
/// Moves between the numbers below a panel.
const NUMBERED: usize = 5;
/// Colors of the bars by outcome for the side to move.
const WINS: &str = "#2f5d8a";
const LOSSES: &str = "#b5523b";

/// Positions with one side to move and one outcome, by the winner's moves.
struct Panel<'a> {
    title: String,
    color: &'static str,
    counts: &'a [u64],
}

impl Stats {
    /// The histogram in SVG: a panel for each side to move and outcome, a bar for each number of
    /// the winner's moves.
    pub fn to_svg(&self) -> String {
        let panels = self.panels();
        let columns = panels.iter().map(|panel| panel.counts.len()).max();
        let height = HEADING + PANEL * panels.len().max(1) as f64;
        let heading = format!("{}, {}", self.ending, self.metric);
        let mut picture = Picture::new(WIDTH, height, &heading);
        let key = |name, color| Key {
            name,
            shape: Shape::Square,
            color,
        };
        picture.legend(&[
            key("wins of the side to move", WINS),
            key("losses of the side to move", LOSSES),
        ]);
        let goal = match self.metric.as_str() {
            "dtm" => "the winner's moves to mate",
            "dtz" => "the winner's moves to a capture, pawn move or mate",
            _ => "the winner's moves to mate, capture or promotion",
        };
        for (row, panel) in panels.iter().enumerate() {
            let frame = Frame {
                left: VIEW_LEFT,
                top: HEADING + PANEL * row as f64 + ABOVE,
                width: WIDTH - VIEW_LEFT - RIGHT,
                height: PANEL - ABOVE - BELOW,
                columns: columns.unwrap_or(1) as f64,
                low: 0.0,
                high: panel.most() as f64,
            };
            panel.draw(&mut picture, &frame, goal);
        }
        picture.finish()
    }

    /// The panels in which there is something to see.
    fn panels(&self) -> Vec<Panel<'_>> {
        let mut panels = Vec::new();
        for side in &self.sides {
            let turn = capitalized(side.turn);
            let outcomes = [
                ("wins", WINS, &side.won_in),
                ("losses", LOSSES, &side.lost_in),
            ];
            for (outcome, color, counts) in outcomes {
                if counts.iter().any(|count| *count > 0) {
                    panels.push(Panel {
                        title: format!("{turn} to move: {outcome}"),
                        color,
                        counts,
                    });
                }
            }
        }
        panels
    }
}

impl Panel<'_> {
    fn most(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(1).max(1)
    }

    fn draw(&self, picture: &mut Picture, frame: &Frame, goal: &str) {
        picture.strong(frame.left, frame.top - 10.0, &self.title);
        let most = self.most();
        let mut levels = vec![0, most.div_ceil(2), most];
        // Half of one is one.
        levels.dedup();
        let level = |count: &u64| Level::new(*count as f64, &thousands(*count));
        frame.grid(picture, &levels.iter().map(level).collect::<Vec<_>>());
        frame.axis_names(picture, goal, "positions", 34.0);
        for (moves, &count) in self.counts.iter().enumerate() {
            let bar = Bar {
                place: moves,
                low: 0.0,
                high: count as f64,
                color: self.color,
                title: format!("{moves}: {}", thousands(count)),
            };
            frame.bar(picture, &bar);
            if moves % NUMBERED == 0 {
                frame.column_label(picture, moves as f64 + 0.5, &moves.to_string());
            }
        }
        frame.axes(picture);
    }
}
