//! The metric of a table: distance to conversion, to mate, or to a move that resets the fifty-move counter.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::score::Score;

/// The goal whose distance a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Distance to conversion: capture, promotion or mate, in the winner's moves. **Documented**: Thompson's metric.
    /// **Decided**: a conversion that the loser is forced to make counts no ply.
    Dtc,
    /// Distance to mate.
    Dtm,
    /// Distance to a zeroing move (capture or pawn move) or mate, in plies. Unlike Syzygy's, it ignores the
    /// fifty-move rule.
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
        Metric::ALL.into_iter().find(|m| m.name() == lower).ok_or_else(|| UnknownMetric(text.to_owned()))
    }
}
