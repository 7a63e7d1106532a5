//! The longest line of an ending, with the alternatives of both sides.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, Move, Position};

use crate::index::material::Material;
use crate::probe::prober::{ProbeError, Prober};
use crate::probe::tablebase::Tablebase;
use crate::score::{Metric, Value};

/// Sizes in the picture: margins, width of a ply, height of a move.
const TOP: usize = 40;
const LEFT: usize = 20;
const STEP: usize = 4;
const UNIT: usize = 8;

/// The longest win of an ending, played by both sides as well as possible up to the metric's goal.
#[derive(Clone, Debug)]
pub struct LongestLine {
    /// The ending.
    pub material: Material,
    /// The metric of the distances.
    pub metric: Metric,
    /// The first of the positions with the longest win.
    pub start: Chess,
    /// The moves.
    pub moves: Vec<LongestMove>,
}

/// A move of the longest line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongestMove {
    /// The move: the first in coordinate notation among equals.
    pub chess_move: Move,
    /// The value of the position before it.
    pub value: Value,
    /// Equally good moves, this one included.
    pub equal: usize,
    /// Legal moves.
    pub legal: usize,
}

impl LongestLine {
    /// The longest win of either side; `None` if there is no win. The captures' tables are needed too.
    pub fn new(tablebase: &Tablebase, material: Material) -> Result<Option<LongestLine>, ProbeError> {
        let table = tablebase.table(material).ok_or(ProbeError::Missing(material))?;
        let wins = [Color::White, Color::Black].map(|turn| {
            let longest = table.histogram(turn).into_iter().rfind(|(v, count)| v.sign() > 0 && *count > 0);
            longest.map(|(value, _)| (value.plies(), turn, value))
        });
        let longest = wins.into_iter().flatten().max_by_key(|(plies, turn, _)| (*plies, turn.is_white()));
        let Some((_, turn, value)) = longest else { return Ok(None) };
        let Some(start) = table.first(turn, value)? else { return Ok(None) };
        let (mut at, mut moves) = (start.clone(), Vec::new());
        loop {
            let value = tablebase.probe(&at)?;
            let rated = tablebase.moves(&at)?;
            // A loss in 0 is mate, or a conversion that the loser is forced to make.
            let Some(best) = rated.first().filter(|_| value != Value::Loss(0)) else { break };
            let equal = rated.iter().filter(|other| other.value == best.value).count();
            moves.push(LongestMove { chess_move: best.chess_move, value, equal, legal: rated.len() });
            at.play_unchecked(best.chess_move);
            if value == Value::Win(1) || (value == Value::Loss(1) && tablebase.metric() == Metric::Dtz) {
                break;
            }
        }
        Ok(Some(LongestLine { material, metric: tablebase.metric(), start, moves }))
    }

    /// A picture: for each move a bar with the number of equally good moves, the winner's above, the loser's below.
    pub fn to_svg(&self) -> String {
        let tallest = self.moves.iter().map(|m| m.equal).max().unwrap_or(1);
        let base = TOP + UNIT * tallest;
        let (width, height) = (2 * LEFT + STEP * self.moves.len().max(60), base + UNIT * tallest + TOP);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{0} {1}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"20\">{0}, {1}: equally good moves of the winner (above) and the loser</text>\n",
            self.material, self.metric
        );
        for (ply, m) in self.moves.iter().enumerate() {
            let (x, tall) = (LEFT + STEP * ply, UNIT * m.equal);
            let (y, fill) = if ply % 2 == 0 { (base - tall, "#456") } else { (base, "#b85") };
            // Writing to a String cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{tall}\" fill=\"{fill}\">\
                 <title>move {}: {} of {}, {}</title></rect>",
                STEP - 1,
                ply / 2 + 1,
                m.equal,
                m.legal,
                m.value
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}
