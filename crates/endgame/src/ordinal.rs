//! Scores numbered, for tables that are indexed by score, and their plies.

use crate::score::{Score, TOP};

/// Most plies a value can hold. The longest known win with six pieces is 524 plies from mate, with
/// seven 1,098.
pub(crate) const MAX_PLIES: usize = 1200;
pub(crate) const ORDINALS: usize = 2 * (MAX_PLIES + 1) + 3;

impl Score {
    pub(crate) fn win_plies(self) -> Option<usize> {
        if self.0 <= 0 || self == Score::ILLEGAL {
            return None;
        }
        Some((TOP - self.0) as usize)
    }

    pub(crate) fn loss_plies(self) -> Option<usize> {
        if self.0 >= 0 || self == Score::NONE {
            return None;
        }
        Some((self.0 + TOP) as usize)
    }

    /// The score's number from 0 to [`ORDINALS`] - 1, for tables indexed by score.
    pub(crate) fn ordinal(self) -> usize {
        match self {
            Score::ILLEGAL => 0,
            Score::NONE => 1,
            Score::DRAW => 2,
            Score(s) if s > 0 => 3 + (TOP - s) as usize,
            Score(s) => 3 + MAX_PLIES + 1 + (s + TOP) as usize,
        }
    }

    pub(crate) fn from_ordinal(ordinal: usize) -> Score {
        match ordinal {
            0 => Score::ILLEGAL,
            1 => Score::NONE,
            2 => Score::DRAW,
            n if n < 4 + MAX_PLIES => Score::win(n - 3),
            n => Score::loss(n - 4 - MAX_PLIES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinal_every_number_round_trips() {
        assert!((0..ORDINALS).all(|n| Score::from_ordinal(n).ordinal() == n));
    }
}
