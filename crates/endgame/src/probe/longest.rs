//! The longest line of an ending, with the alternatives of both sides.

use std::fmt::{self, Display, Formatter, Write as _};

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use crate::index::material::Material;
use crate::probe::prober::{ProbeError, Prober};
use crate::probe::tablebase::Tablebase;
use crate::score::{Metric, Value};

/// Sizes in the picture: margins, width of a ply, height of a move.
const TOP: usize = 40;
const LEFT: usize = 50;
const STEP: usize = 4;
const UNIT: usize = 8;
/// Fewest plies that the picture has room for.
const MIN_PLIES: usize = 110;
/// The sides with the colors of their bars.
const SIDES: [(&str, &str); 2] = [("winner (above)", "#456"), ("loser (below)", "#b85")];

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

impl Display for LongestLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}",
            Fen::from_position(&self.start, EnPassantMode::Legal)
        )?;
        let mut position = self.start.clone();
        for (ply, m) in self.moves.iter().enumerate() {
            let number = if ply % 2 == 0 {
                format!("{}.", ply / 2 + 1)
            } else {
                String::new()
            };
            let san =
                SanPlus::from_move_and_play_unchecked(&mut position, m.chess_move).to_string();
            writeln!(
                f,
                "{number:>5} {san:8} {:12} {} of {} moves",
                m.value.to_string(),
                m.equal,
                m.legal
            )?;
        }
        let alone = self.moves.iter().filter(|m| m.equal == 1).count();
        writeln!(
            f,
            "{alone} of {} moves are the only best one",
            self.moves.len()
        )
    }
}

impl LongestLine {
    /// The longest win of either side; `None` if there is no win. The captures' tables are needed too.
    pub fn new(
        tablebase: &Tablebase,
        material: Material,
    ) -> Result<Option<LongestLine>, ProbeError> {
        let table = tablebase
            .table(material)
            .ok_or(ProbeError::Missing(material))?;
        let wins = [Color::White, Color::Black].map(|turn| {
            let longest = table
                .histogram(turn)
                .into_iter()
                .rfind(|(v, count)| v.sign() > 0 && *count > 0);
            longest.map(|(value, _)| (value.plies(), turn, value))
        });
        let longest = wins
            .into_iter()
            .flatten()
            .max_by_key(|(plies, turn, _)| (*plies, turn.is_white()));
        let Some((_, turn, value)) = longest else {
            return Ok(None);
        };
        let Some(start) = table.first(turn, value)? else {
            return Ok(None);
        };
        let (mut at, mut moves) = (start.clone(), Vec::new());
        loop {
            let value = tablebase.probe(&at)?;
            let rated = tablebase.moves(&at)?;
            // A loss in 0 is mate, or a conversion that the loser is forced to make.
            let Some(best) = rated.first().filter(|_| value != Value::Loss(0)) else {
                break;
            };
            let equal = rated
                .iter()
                .filter(|other| other.value == best.value)
                .count();
            moves.push(LongestMove {
                chess_move: best.chess_move,
                value,
                equal,
                legal: rated.len(),
            });
            at.play_unchecked(best.chess_move);
            if value == Value::Win(1)
                || (value == Value::Loss(1) && tablebase.metric() == Metric::Dtz)
            {
                break;
            }
        }
        Ok(Some(LongestLine {
            material,
            metric: tablebase.metric(),
            start,
            moves,
        }))
    }

    /// A picture: for each move a bar with the number of equally good moves, the winner's above, the loser's below.
    pub fn to_svg(&self) -> String {
        let tallest = self.moves.iter().map(|m| m.equal).max().unwrap_or(1);
        let base = TOP + UNIT * tallest;
        let (width, height) = (
            2 * LEFT + STEP * self.moves.len().max(MIN_PLIES),
            base + UNIT * tallest + TOP,
        );
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{0} {1}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"20\">{0}, {1}: number of equally good moves</text>\n",
            self.material, self.metric
        );
        for (at, (side, color)) in SIDES.iter().enumerate() {
            let x = width - 230 + 115 * at;
            svg +=
                &format!("<rect x=\"{x}\" y=\"10\" width=\"12\" height=\"12\" fill=\"{color}\"/>");
            svg += &format!("<text x=\"{}\" y=\"20\">{side}</text>\n", x + 16);
        }
        for (y, count) in [
            (base - UNIT * tallest, tallest),
            (base, 0),
            (base + UNIT * tallest, tallest),
        ] {
            svg += &format!(
                "<path d=\"M{} {y}H{}\" stroke=\"#ccc\"/>",
                LEFT - 4,
                width - LEFT
            );
            svg += &format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{count}</text>\n",
                LEFT - 8,
                y + 4
            );
        }
        for number in (0..=self.moves.len() / 2).step_by(10) {
            let (x, y) = (LEFT + 2 * STEP * number, height - 24);
            svg += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{number}</text>\n");
        }
        svg += &format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">moves</text>\n",
            width / 2,
            height - 8
        );
        for (ply, m) in self.moves.iter().enumerate() {
            let (x, tall) = (LEFT + STEP * ply, UNIT * m.equal);
            let (y, (_, fill)) = (
                if ply % 2 == 0 { base - tall } else { base },
                SIDES[ply % 2],
            );
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
