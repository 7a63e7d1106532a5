//! What a position is worth to the side to move: a win or loss in so many plies, or a draw.
//!
//! Inside a build a value is a [`Score`], sixteen bits ordered as a player would order them, so that the best of
//! several moves is the greatest of several numbers. LeavingMoves it is a [`Value`].

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Most plies a value can hold. The longest five-man win is 254 plies from mate.
pub(crate) const MAX_PLIES: usize = 510;
/// How many different scores there are, see [`Score::ordinal`].
pub(crate) const ORDINALS: usize = 2 * (MAX_PLIES + 1) + 3;

const TOP: i16 = 16384;

/// The value of a position for the side to move.
///
/// Plies are half-moves: counting the winner's own moves only, as Thompson did, is [`Value::moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The side to move wins; its goal is reached after so many plies (1 and up).
    Win(u16),
    /// Neither side can win.
    Draw,
    /// The side to move loses; the goal is reached after so many plies (0: mated here).
    Loss(u16),
}

impl Value {
    /// Moves the winner still makes, the measure of the published tables; `None` in a draw.
    pub fn moves(self) -> Option<u16> {
        match self {
            Value::Win(plies) => Some(plies.div_ceil(2)),
            Value::Draw => None,
            Value::Loss(plies) => Some(plies / 2),
        }
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
    /// The greater value is the better one for the side to move: the shorter win, the longer loss.
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
        match self {
            Value::Win(_) => write!(f, "win in {}", self.moves().unwrap_or(0)),
            Value::Draw => write!(f, "draw"),
            Value::Loss(_) => write!(f, "loss in {}", self.moves().unwrap_or(0)),
        }
    }
}

/// A value, or the lack of one, as a number that is greater the better it is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct Score(pub(crate) i16);

impl Score {
    /// No value yet; less than every value.
    pub(crate) const NONE: Score = Score(i16::MIN);
    /// Not a position of chess.
    pub(crate) const ILLEGAL: Score = Score(i16::MAX);
    pub(crate) const DRAW: Score = Score(0);

    pub(crate) const fn win(plies: usize) -> Score {
        Score(TOP - plies as i16)
    }

    pub(crate) const fn loss(plies: usize) -> Score {
        Score(plies as i16 - TOP)
    }

    /// Plies of a win.
    pub(crate) fn win_plies(self) -> Option<usize> {
        (self.0 > 0 && self != Score::ILLEGAL).then(|| (TOP - self.0) as usize)
    }

    /// Plies of a loss.
    pub(crate) fn loss_plies(self) -> Option<usize> {
        (self.0 < 0 && self != Score::NONE).then(|| (self.0 + TOP) as usize)
    }

    /// What a move into a position of this score is worth to the mover: one ply more, seen from the other side.
    pub(crate) fn parent(self) -> Score {
        match self {
            Score::NONE | Score::ILLEGAL => Score::NONE,
            Score(s) => Score(s.signum() - s),
        }
    }

    /// Numbers all scores from 0 to [`ORDINALS`] - 1, for tables indexed by score.
    pub(crate) fn ordinal(self) -> usize {
        match self {
            Score::ILLEGAL => 0,
            Score::NONE => 1,
            Score::DRAW => 2,
            Score(s) if s > 0 => 3 + (TOP - s) as usize,
            Score(s) => 3 + MAX_PLIES + 1 + (s + TOP) as usize,
        }
    }

    /// The score with this number.
    pub(crate) fn from_ordinal(ordinal: usize) -> Score {
        match ordinal {
            0 => Score::ILLEGAL,
            1 => Score::NONE,
            2 => Score::DRAW,
            n if n < 4 + MAX_PLIES => Score::win(n - 3),
            n => Score::loss(n - 4 - MAX_PLIES),
        }
    }

    /// The value, unless the position has none or is none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greater_score_is_the_better_one() {
        let order = [
            Score::NONE,
            Score::loss(0),
            Score::loss(40),
            Score::DRAW,
            Score::win(41),
            Score::win(1),
            Score::ILLEGAL,
        ];
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_move_adds_a_ply_and_turns_the_board() {
        assert_eq!(Score::loss(0).parent(), Score::win(1));
        assert_eq!(Score::win(9).parent(), Score::loss(10));
        assert_eq!(Score::DRAW.parent(), Score::DRAW);
        assert_eq!(Score::ILLEGAL.parent(), Score::NONE);
    }

    #[test]
    fn ordinals_name_scores() {
        assert!((0..ORDINALS).all(|n| Score::from_ordinal(n).ordinal() == n));
    }

    #[test]
    fn moves_are_the_winners() {
        assert_eq!(Value::Win(61).moves(), Some(31));
        assert_eq!(Value::Loss(62).moves(), Some(31));
        assert_eq!(Value::Loss(1).moves(), Some(0));
    }
}
