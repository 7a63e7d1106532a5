//! Time controls, written as in PGN and match programs.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Time for a number of moves or for the game, and an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves until `time` is added again; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time for these moves.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// A text that is not a time control.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "time control: expected 5+0.05 (seconds, increment) or 40/60+1 (moves, seconds, increment), got '{0}'"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `5+0.05`, `60`, `2:30+1` or `40/60+0.5`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let time = match time.split_once(':') {
                Some((minutes, time)) => seconds(minutes)? * 60 + seconds(time)?,
                None => seconds(time)?,
            };
            Some(TimeControl { moves, time, increment: seconds(increment)? })
        };
        read().filter(|control| !control.time.is_zero()).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=1e7).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    /// Writes it as PGN does: `40/60+0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_control_is_read_and_written() {
        for (text, written) in [
            ("5+0.05", "5+0.05"),
            ("60", "60"),
            ("40/60+0.5", "40/60+0.5"),
            ("2:30+1", "150+1"),
            ("40/5:0", "40/300"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written);
        }
        for text in ["", "0", "-1", "0/5", "x/5", "5+", "5+x", "nan", "inf", "1e99", "+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
