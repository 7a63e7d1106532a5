//! The longest line of an ending, with the alternatives of both sides.

use std::fmt::{self, Display, Formatter};

use chart::{Bar, Frame, Key, Level, Picture, Shape, VIEW_LEFT};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use crate::index::material::Material;
use crate::probe::prober::{ProbeError, Prober};
use crate::probe::tablebase::Tablebase;
use crate::score::{Metric, Value};

/// Size of the picture in pixels: a ply's width, the frame's greatest height, and the space around
/// it.
const PLY: f64 = 4.0;
const HEIGHT: f64 = 160.0;
const TOP: f64 = 60.0;
const RIGHT: f64 = 20.0;
const BELOW: f64 = 50.0;
/// Fewest plies that the picture has room for.
const MIN_PLIES: usize = 130;
/// Moves between the numbers below the frame.
const NUMBERED: usize = 10;
/// Colors of the sides.
const WINNER: &str = "#445566";
const LOSER: &str = "#bb8855";

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
    /// The longest win of either side; `None` if there is no win. The captures' tables are needed
    /// too.
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
            if value == Value::Loss(0) {
                break;
            }
            let Some(best) = rated.first() else {
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

    /// A picture: for each move a bar with the number of equally good moves, the winner's above,
    /// the loser's below.
    pub fn to_svg(&self) -> String {
        let plies = self.moves.len().max(MIN_PLIES);
        let tallest = self.moves.iter().map(|m| m.equal).max().unwrap_or(1);
        let frame = Frame {
            left: VIEW_LEFT,
            top: TOP,
            width: PLY * plies as f64,
            height: HEIGHT,
            columns: plies as f64,
            low: -(tallest as f64),
            high: tallest as f64,
        };
        let heading = format!(
            "{}, {}: number of equally good moves",
            self.material, self.metric
        );
        let mut picture = Picture::new(frame.right() + RIGHT, frame.bottom() + BELOW, &heading);
        let key = |name, color| Key {
            name,
            shape: Shape::Square,
            color,
        };
        picture.legend(&[key("winner (above)", WINNER), key("loser (below)", LOSER)]);
        let level = |value: f64| Level::new(value, &value.abs().to_string());
        frame.grid(
            &mut picture,
            &[level(frame.high), level(0.0), level(frame.low)],
        );
        for number in (0..=self.moves.len() / 2).step_by(NUMBERED) {
            frame.column_label(&mut picture, 2.0 * number as f64, &number.to_string());
        }
        frame.axis_names(&mut picture, "moves", "equally good moves", 38.0);
        for (ply, one) in self.moves.iter().enumerate() {
            let is_winner = ply % 2 == 0;
            let equal = one.equal as f64;
            frame.bar(
                &mut picture,
                &Bar {
                    place: ply,
                    low: 0.0,
                    high: if is_winner { equal } else { -equal },
                    color: if is_winner { WINNER } else { LOSER },
                    title: format!(
                        "move {}: {} of {}, {}",
                        ply / 2 + 1,
                        one.equal,
                        one.legal,
                        one.value
                    ),
                },
            );
        }
        picture.finish()
    }
}
