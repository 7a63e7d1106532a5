//! The value of a position for the side to move: a win or loss in N plies, or a draw; and the
//! metric of the distance.
//!
//! Outside the crate it is a [`Value`]. Inside it is a [`Score`], an ordered 16-bit number: the
//! score of the best move is the greatest.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub(crate) const TOP: i16 = 16384;
/// A win in centipawns, less one for every ply to its goal.
const WON: i32 = 20_000;

/// The value of a position for the side to move, with the distance in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The side to move wins and reaches the goal after N plies, 1 or more.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses; the goal is reached after N plies (0: already mated).
    Loss(u16),
}

impl Value {
    /// The distance in the winner's moves, as published tables give it; `None` in a draw.
    pub fn moves(self) -> Option<u16> {
        match self {
            Value::Win(plies) => Some(plies.div_ceil(2)),
            Value::Draw => None,
            Value::Loss(plies) => Some(plies / 2),
        }
    }

    /// The value as players show it: a win is worth 200 pawns, less one centipawn for every ply to
    /// its goal.
    pub fn centipawns(self) -> i32 {
        i32::from(self.sign()) * (WON - i32::from(self.plies().unwrap_or(0)))
    }

    /// Plies to the goal; `None` in a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Win, draw or loss as 1, 0 or -1.
    pub fn sign(self) -> i8 {
        match self {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
        }
    }
}

impl Ord for Value {
    /// The greater value is better for the side to move: the shorter win, the longer loss.
    fn cmp(&self, other: &Value) -> Ordering {
        Score::from(*self).cmp(&Score::from(*other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves().unwrap_or(0);
        match self {
            Value::Win(_) => write!(f, "win in {moves}"),
            Value::Draw => write!(f, "draw"),
            Value::Loss(_) => write!(f, "loss in {moves}"),
        }
    }
}

/// A value, or the lack of one, as a number that is greater the better it is for the side to move.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable,
)]
#[repr(transparent)]
pub(crate) struct Score(pub(crate) i16);

impl Score {
    /// No value yet; less than every value.
    pub(crate) const NONE: Score = Score(i16::MIN);
    pub(crate) const ILLEGAL: Score = Score(i16::MAX);
    pub(crate) const DRAW: Score = Score(0);

    pub(crate) const fn win(plies: usize) -> Score {
        Score(TOP - plies as i16)
    }

    pub(crate) const fn loss(plies: usize) -> Score {
        Score(plies as i16 - TOP)
    }

    /// The score of a move into this position for the mover: one ply more, from the other side.
    pub(crate) fn parent(self) -> Score {
        match self {
            Score::NONE | Score::ILLEGAL => Score::NONE,
            Score(s) => Score(s.signum() - s),
        }
    }

    /// The value; `None` for [`Score::NONE`] and [`Score::ILLEGAL`].
    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Score::NONE | Score::ILLEGAL => None,
            Score::DRAW => Some(Value::Draw),
            Score(s) if s > 0 => Some(Value::Win((TOP - s) as u16)),
            Score(s) => Some(Value::Loss((s + TOP) as u16)),
        }
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score::win(plies as usize),
            Value::Draw => Score::DRAW,
            Value::Loss(plies) => Score::loss(plies as usize),
        }
    }
}

/// The goal whose distance a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Distance to conversion: capture, promotion or mate, in the winner's moves. **Second-hand**
    /// (F102): Thompson's metric. **Decided**: a conversion that the loser is forced to make counts
    /// no ply.
    Dtc,
    /// Distance to mate.
    Dtm,
    /// Distance to a zeroing move (capture or pawn move) or mate, in plies. Unlike Syzygy's, it
    /// ignores the fifty-move rule.
    Dtz,
}

impl Metric {
    /// All three.
    pub const ALL: [Metric; 3] = [Metric::Dtc, Metric::Dtm, Metric::Dtz];

    /// Short name, also the extension of the files.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Dtc => "dtc",
            Metric::Dtm => "dtm",
            Metric::Dtz => "dtz",
        }
    }

    /// The score, for the mover, of a capture or promotion into a position of score `child`.
    pub(crate) fn conversion(self, child: Score) -> Score {
        match self {
            Metric::Dtm => child.parent(),
            _ if child == Score::ILLEGAL || child == Score::NONE => Score::NONE,
            _ if child < Score::DRAW => Score::win(1),
            _ if child == Score::DRAW => Score::DRAW,
            Metric::Dtc => Score::loss(0),
            Metric::Dtz => Score::loss(1),
        }
    }

    /// The score, for the mover, of a pawn move that is neither a capture nor a promotion.
    pub(crate) fn push(self, child: Score) -> Score {
        match self {
            Metric::Dtz => self.conversion(child),
            _ => child.parent(),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text does not name a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a metric: expected dtc, dtm or dtz")]
pub struct UnknownMetric(String);

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Metric, UnknownMetric> {
        let lower = text.to_ascii_lowercase();
        Metric::ALL
            .into_iter()
            .find(|m| m.name() == lower)
            .ok_or_else(|| UnknownMetric(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_better_score_is_greater() {
        let [mated, losing] = [Score::loss(0), Score::loss(40)];
        let order = [
            Score::NONE,
            mated,
            losing,
            Score::DRAW,
            Score::win(41),
            Score::win(1),
            Score::ILLEGAL,
        ];
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn parent_adds_a_ply_and_changes_side() {
        for (child, parent) in [
            (Score::loss(0), Score::win(1)),
            (Score::win(9), Score::loss(10)),
            (Score::DRAW, Score::DRAW),
            (Score::ILLEGAL, Score::NONE),
        ] {
            assert_eq!(child.parent(), parent);
        }
    }

    #[test]
    fn moves_counts_the_winners_only() {
        let moves = [Value::Win(61), Value::Loss(62), Value::Loss(1)].map(Value::moves);
        assert_eq!(moves, [Some(31), Some(31), Some(0)]);
    }
}
