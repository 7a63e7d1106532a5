//! How strong the machine plays: so many seconds a move, or so many plies.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use play::Limits;

/// The limit of each of the machine's searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Level {
    /// Time a move.
    Time(Duration),
    /// Plies.
    Depth(u32),
}

impl Level {
    /// The limits of one search.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Level::Time(time) => Limits::move_time(time),
            Level::Depth(plies) => Limits::depth(plies),
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

    /// Reads `5`, `0.5`, `5s` or `depth 6`.
    fn from_str(text: &str) -> Result<Level, String> {
        let text = text.trim();
        let level = match text.strip_prefix("depth") {
            Some(plies) => {
                plies.trim().parse().ok().filter(|plies| (1..100).contains(plies)).map(Level::Depth)
            }
            None => {
                let seconds = text.trim_end_matches(['s', ' ']).parse::<f64>().ok();
                let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
                seconds.map(|seconds| Level::Time(Duration::from_secs_f64(seconds)))
            }
        };
        level
            .ok_or_else(|| format!("'{text}' is not a level: give seconds a move, as 5 or 0.5, or 'depth 6'"))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Level::Depth(plies) => write!(f, "depth {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read() {
        for level in [Level::default(), Level::Time(Duration::from_millis(250)), Level::Depth(3)] {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
    }

    #[test]
    fn levels_are_read() {
        assert_eq!("5".parse(), Ok(Level::Time(Duration::from_secs(5))));
        assert_eq!("0.5 s".parse(), Ok(Level::Time(Duration::from_millis(500))));
        assert_eq!("depth 6".parse(), Ok(Level::Depth(6)));
        for text in ["", "-1", "0", "nan", "inf", "depth", "depth 0", "depth -3", "1e99", "easy"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
