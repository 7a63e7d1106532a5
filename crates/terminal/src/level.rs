//! Levels of play: seconds per move, a depth in plies, or a clock for the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use play::{Limits, TimeControl};

/// Limit of the machine's searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// Time per move.
    Time(Duration),
    /// Depth in plies.
    Depth(u32),
    /// A clock for both sides.
    Clock(TimeControl),
}

impl Level {
    /// The time control, if the level has one.
    pub fn control(self) -> Option<TimeControl> {
        match self {
            Level::Clock(control) => Some(control),
            Level::Time(_) | Level::Depth(_) => None,
        }
    }

    /// The limits of one search, with the state of the clocks.
    pub fn limits(self, clock: Option<play::Clock>) -> Limits {
        match self {
            Level::Time(time) => Limits::move_time(time),
            Level::Depth(plies) => Limits::depth(plies),
            Level::Clock(_) => Limits {
                clock,
                ..Limits::default()
            },
        }
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::Time(Duration::from_secs(5))
    }
}

impl FromStr for Level {
    type Err = String;

    /// Reads `5`, `0.5 s`, `depth 6`, `40/5:00` (moves in minutes), `5:00+3` (minutes plus seconds per move).
    fn from_str(text: &str) -> Result<Level, String> {
        let text = text.trim();
        let level = match text.strip_prefix("depth") {
            Some(plies) => plies
                .trim()
                .parse()
                .ok()
                .filter(|plies| (1..100).contains(plies))
                .map(Level::Depth),
            None if text.contains(['/', ':', '+']) => text.parse().ok().map(Level::Clock),
            None => {
                let seconds = text.trim_end_matches(['s', ' ']).parse::<f64>().ok();
                let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
                seconds.map(|seconds| Level::Time(Duration::from_secs_f64(seconds)))
            }
        };
        level.ok_or_else(|| {
            format!(
                "'{text}' is not a level: expected seconds per move (5 or 0.5), a depth (depth 6), moves in minutes \
                 (40/5:00) or minutes plus seconds per move (5:00+3)"
            )
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Level::Depth(plies) => write!(f, "depth {plies}"),
            Level::Clock(control) => {
                if let Some(moves) = control.moves {
                    write!(f, "{moves}/")?;
                }
                let seconds = control.time.as_secs_f64() % 60.0;
                let point = if seconds < 10.0 { "0" } else { "" };
                write!(f, "{}:{point}{seconds}", control.time.as_secs() / 60)?;
                if !control.increment.is_zero() {
                    write!(f, "+{}", control.increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displayed_level_parses_back() {
        for level in [
            Level::default(),
            Level::Time(Duration::from_millis(250)),
            Level::Depth(3),
        ] {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["40/5:00", "5:00+3", "0:10", "0:05.5+0.1", "60/120:00+30"] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn level_parses_or_is_refused() {
        assert_eq!("5".parse(), Ok(Level::Time(Duration::from_secs(5))));
        assert_eq!("0.5 s".parse(), Ok(Level::Time(Duration::from_millis(500))));
        assert_eq!("depth 6".parse(), Ok(Level::Depth(6)));
        let control = |moves, time, increment| {
            let seconds = Duration::from_secs;
            Ok(Level::Clock(TimeControl {
                moves,
                time: seconds(time),
                increment: seconds(increment),
            }))
        };
        assert_eq!("40/5:00".parse(), control(Some(40), 300, 0));
        assert_eq!("300+2".parse(), control(None, 300, 2));
        for text in [
            "", "-1", "0", "nan", "inf", "depth", "depth 0", "depth -3", "1e99", "easy", "0:00",
            "/", "+", "x:y", "-1:00",
        ] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
