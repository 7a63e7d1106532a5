//! Levels of play: a clock for the game, seconds per move, or a depth in plies.

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

    /// Reads `3+2` (minutes plus seconds a move, as clubs and sites write it), `15`, `5 min`,
    /// `40/90`, `1:30:00+30`, `5 s` (seconds for each move), `depth 6`, and the names of usual
    /// levels, such as `blitz`.
    fn from_str(text: &str) -> Result<Level, String> {
        let known = in_signs(text);
        let level = match known.strip_prefix("depth") {
            Some(plies) => depth(plies),
            None => named(&known)
                .or_else(|| move_time(&known))
                .or_else(|| clock(&known)),
        };
        level.ok_or_else(|| {
            format!(
                "'{}' is not a level: expected minutes plus seconds a move (3+2), minutes (15), \
                 moves in minutes (40/90), seconds (5 s), a depth (depth 6) or blitz",
                text.trim()
            )
        })
    }
}

/// What people call levels: bullet as sites have it, the others by FIDE's world championships.
const NAMES: [(&str, &str); 9] = [
    ("bullet", "1+0"),
    ("blitz", "3+2"),
    ("rapid", "15+10"),
    ("classical", "90+30"),
    ("standard", "90+30"),
    // Without a clock for the person.
    ("none", "5 s"),
    ("no clock", "5 s"),
    ("no time", "5 s"),
    ("unlimited", "5 s"),
];

impl Level {
    /// Names of levels, of one word each.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let names = NAMES.iter().map(|&(name, _)| name);
        names.filter(|name| !name.contains(' '))
    }
}

/// Numbers with which people begin a time in words.
const NUMBERS: [(&str, &str); 13] = [
    ("half an", "0.5"),
    ("half", "0.5"),
    ("an", "1"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("five", "5"),
    ("ten", "10"),
    ("fifteen", "15"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("sixty", "60"),
    ("ninety", "90"),
];

fn named(text: &str) -> Option<Level> {
    let (_, meaning) = NAMES.iter().find(|(name, _)| *name == text)?;
    meaning.parse().ok()
}

/// The text in small letters and with signs for words: `3 plus 2`, `5 minutes each`, `G/60`.
fn in_signs(text: &str) -> String {
    let mut known = text.trim().to_lowercase();
    for (words, number) in NUMBERS {
        // Whole words: `ten` is not the end of `often`.
        if let Some(rest) = known.strip_prefix(words)
            && rest.starts_with(' ')
        {
            known = format!("{number}{rest}");
        }
    }
    for (words, sign) in [
        (" plus ", "+"),
        (" and ", "+"),
        (" moves in ", "/"),
        (" increment", ""),
    ] {
        known = known.replace(words, sign);
    }
    // Both players have the same time, whoever says so.
    for end in [
        " each",
        " per side",
        " per player",
        " a side",
        " for each side",
        " for each player",
        " for each",
        " per game",
        " for the game",
        " a game",
    ] {
        if let Some(time) = known.strip_suffix(end) {
            known = time.to_owned();
        }
    }
    for start in ["game in ", "game/", "g/"] {
        if let Some(minutes) = known.strip_prefix(start) {
            known = minutes.to_owned();
        }
    }
    known
}

impl Level {
    /// The level that a line says by itself, without the command: one that has a sign, a unit or a
    /// name. A number alone may be a rating, and `1/2` and `1:0` are results.
    pub(crate) fn in_words(line: &str) -> Option<Level> {
        const FILLERS: [&str; 17] = [
            "play", "playing", "game", "of", "with", "at", "on", "a", "the", "clock", "time",
            "control", "please", "let's", "lets", "i", "want",
        ];
        let line = line.trim_end_matches(['.', '!', '?']);
        let mut words: Vec<&str> = line.split_whitespace().collect();
        words.retain(|word| !FILLERS.contains(&word.to_lowercase().as_str()));
        let bare = words.join(" ");
        let is_number = bare.replace([',', ' '], ".").parse::<f64>().is_ok();
        if is_number || matches!(bare.as_str(), "1:0" | "0:1" | "none") {
            return None;
        }
        // `game in 60` and `5 min a game` are levels as they stand, and a time says more than the
        // name beside it: `blitz 5+3`.
        words.retain(|word| named(&word.to_lowercase()).is_none());
        let unnamed = words.join(" ");
        let texts = [line, &bare, &unnamed];
        let level: Level = texts.iter().find_map(|text| text.parse().ok())?;
        if let Level::Clock(control) = level
            && let Some(moves) = control.moves
            && moves < LEAST_PERIOD
        {
            return None;
        }
        Some(level)
    }
}

/// Fewest moves for which a tournament gives a time. Fewer before a slash may be a result, or
/// minutes before their seconds.
const LEAST_PERIOD: u32 = 20;

/// The largest time of a clock, and of a move, in seconds.
const LONGEST_CLOCK: f64 = 1e7;
const LONGEST_MOVE: f64 = 86_400.0;

fn depth(plies: &str) -> Option<Level> {
    let plies = plies.trim().parse().ok()?;
    if (1..100).contains(&plies) {
        Some(Level::Depth(plies))
    } else {
        None
    }
}

/// Time for each move: said so, or seconds alone, of which nobody plays a game.
fn move_time(text: &str) -> Option<Level> {
    let seconds = seconds_per_move(text)?;
    if !(0.001..=LONGEST_MOVE).contains(&seconds) {
        return None;
    }
    Some(Level::Time(Duration::from_secs_f64(seconds)))
}

fn seconds_per_move(text: &str) -> Option<f64> {
    for end in ["/move", "per move", "a move"] {
        if let Some(time) = text.strip_suffix(end) {
            return duration(time, Unit::Second);
        }
    }
    let quantity = Quantity::read(text)?;
    if quantity.unit == Some(Unit::Second) {
        Some(quantity.seconds(Unit::Second))
    } else {
        None
    }
}

/// A clock, such as `3+2`, `3|2`, `40/90` or `1:30:00+30`.
fn clock(text: &str) -> Option<Level> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves = moves.trim().trim_end_matches("moves").trim_end();
            (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest)
        }
        None => (None, text),
    };
    let (time, increment) = match rest.split_once(['+', '|']) {
        Some((time, increment)) => (time, duration(increment, Unit::Second)?),
        None => (rest, 0.0),
    };
    let time = duration(time, Unit::Minute)?;
    if !(0.001..=LONGEST_CLOCK).contains(&time) || increment > LONGEST_CLOCK {
        return None;
    }
    Some(Level::Clock(TimeControl {
        moves,
        time: Duration::from_secs_f64(time),
        increment: Duration::from_secs_f64(increment),
    }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Hour,
    Minute,
    Second,
}

impl Unit {
    fn seconds(self) -> f64 {
        match self {
            Unit::Hour => 3600.0,
            Unit::Minute => 60.0,
            Unit::Second => 1.0,
        }
    }
}

/// Seconds of `90`, counted in `unit`, of `2 min`, `1:30` or `1:30:00`.
fn duration(text: &str, unit: Unit) -> Option<f64> {
    if !text.contains(':') {
        return Some(Quantity::read(text)?.seconds(unit));
    }
    let parts: Vec<&str> = text.trim().split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    let mut seconds = 0.0;
    for part in parts {
        seconds = seconds * 60.0 + number(part)?;
    }
    Some(seconds)
}

/// A number and the unit after it, if it has one.
struct Quantity {
    number: f64,
    unit: Option<Unit>,
}

impl Quantity {
    fn read(text: &str) -> Option<Quantity> {
        let text = text.trim();
        let end = text
            .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
            .unwrap_or(text.len());
        let unit = match text[end..].trim().trim_end_matches('.') {
            "" => None,
            "h" | "hr" | "hour" | "hours" => Some(Unit::Hour),
            "m" | "min" | "mins" | "minute" | "minutes" | "'" | "\u{2032}" => Some(Unit::Minute),
            "s" | "sec" | "secs" | "second" | "seconds" | "\"" | "''" | "\u{2033}" => {
                Some(Unit::Second)
            }
            _ => return None,
        };
        let number = number(&text[..end])?;
        Some(Quantity { number, unit })
    }

    /// The number in seconds; one without a unit counts in `default`.
    fn seconds(&self, default: Unit) -> f64 {
        self.number * self.unit.unwrap_or(default).seconds()
    }
}

/// A number of digits with a point or comma, and nothing else.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".");
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

impl Level {
    /// What the level means, in words.
    pub(crate) fn described(self) -> String {
        match self {
            Level::Depth(plies) => format!(
                "{} for each move",
                counted(f64::from(plies), "ply", "plies")
            ),
            Level::Time(time) => format!(
                "{} for each of the machine's moves, and no clock for you",
                time_in_words(time)
            ),
            Level::Clock(control) => {
                let time = time_in_words(control.time);
                let mut words = match control.moves {
                    Some(1) => format!("{time} for each move"),
                    Some(moves) => format!("{time} for every {moves} moves"),
                    None => format!("{time} for the game"),
                };
                if !control.increment.is_zero() {
                    words += &format!(
                        ", and {} more after each move",
                        time_in_words(control.increment)
                    );
                }
                words
            }
        }
    }
}

fn time_in_words(time: Duration) -> String {
    let hours = time.as_secs() / 3600;
    let minutes = time.as_secs() / 60 % 60;
    // Whole milliseconds: a fraction of a second may not be one in binary.
    let seconds = f64::from((time.as_millis() % 60_000) as u32) / 1000.0;
    let mut words = Vec::new();
    if hours > 0 {
        words.push(counted(hours as f64, "hour", "hours"));
    }
    if minutes > 0 {
        words.push(counted(minutes as f64, "minute", "minutes"));
    }
    if seconds > 0.0 || words.is_empty() {
        words.push(counted(seconds, "second", "seconds"));
    }
    words.join(" ")
}

fn counted(number: f64, one: &str, many: &str) -> String {
    let noun = if number == 1.0 { one } else { many };
    format!("{number} {noun}")
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

    const FIVE: &str = "5 seconds for each of the machine's moves, and no clock for you";
    const THREE_PLUS_TWO: &str = "3 minutes for the game, and 2 seconds more after each move";

    #[test]
    fn level_is_read_in_a_line_of_its_own() {
        for (line, level) in [
            ("3+2", Some("3:00+2")),
            ("3 plus 2", Some("3:00+2")),
            ("5 min", Some("5:00")),
            ("5 minutes please!", Some("5:00")),
            ("let's play a game of 15 minutes", Some("15:00")),
            ("play blitz", Some("3:00+2")),
            ("blitz 5+3", Some("5:00+3")),
            ("ten minutes", Some("10:00")),
            ("half an hour please", Some("30:00")),
            ("an hour", Some("60:00")),
            ("often", None),
            ("two players", None),
            ("game in 60", Some("60:00")),
            ("40/90", Some("40/90:00")),
            ("depth 6", Some("depth 6")),
            ("5 s", Some("5 s")),
            // A number may be a rating or a mistake, and these are results.
            ("15", None),
            ("1,5", None),
            ("1 5", None),
            ("1/2", None),
            ("5/3", None),
            ("1:0", None),
            ("1-0", None),
            ("none", None),
            ("e4", None),
            ("the clock", None),
            ("2 players", None),
            ("", None),
        ] {
            let read = Level::in_words(line).map(|level| level.to_string());
            assert_eq!(read.as_deref(), level, "{line}");
        }
    }

    #[test]
    fn time_controls_are_read_as_people_write_them() {
        for (text, shown, words) in [
            (
                "3+2",
                "3:00+2",
                "3 minutes for the game, and 2 seconds more after each move",
            ),
            (
                "3|2",
                "3:00+2",
                "3 minutes for the game, and 2 seconds more after each move",
            ),
            (
                " 3 + 2 ",
                "3:00+2",
                "3 minutes for the game, and 2 seconds more after each move",
            ),
            (
                "3:00+2",
                "3:00+2",
                "3 minutes for the game, and 2 seconds more after each move",
            ),
            (
                "3 min + 2 sec",
                "3:00+2",
                "3 minutes for the game, and 2 seconds more after each move",
            ),
            (
                "3'+2\"",
                "3:00+2",
                "3 minutes for the game, and 2 seconds more after each move",
            ),
            ("15", "15:00", "15 minutes for the game"),
            ("15+0", "15:00", "15 minutes for the game"),
            (
                "15+10",
                "15:00+10",
                "15 minutes for the game, and 10 seconds more after each move",
            ),
            (
                "15|10",
                "15:00+10",
                "15 minutes for the game, and 10 seconds more after each move",
            ),
            ("1", "1:00", "1 minute for the game"),
            (
                "1+1",
                "1:00+1",
                "1 minute for the game, and 1 second more after each move",
            ),
            ("0.5", "0:30", "30 seconds for the game"),
            ("1,5", "1:30", "1 minute 30 seconds for the game"),
            ("5 min", "5:00", "5 minutes for the game"),
            ("5min", "5:00", "5 minutes for the game"),
            ("10m", "10:00", "10 minutes for the game"),
            ("10 Minutes", "10:00", "10 minutes for the game"),
            ("1h", "60:00", "1 hour for the game"),
            (
                "1h + 30s",
                "60:00+30",
                "1 hour for the game, and 30 seconds more after each move",
            ),
            (
                "90+30",
                "90:00+30",
                "1 hour 30 minutes for the game, and 30 seconds more after each move",
            ),
            (
                "1:30:00+30",
                "90:00+30",
                "1 hour 30 minutes for the game, and 30 seconds more after each move",
            ),
            ("0:30", "0:30", "30 seconds for the game"),
            ("2:30", "2:30", "2 minutes 30 seconds for the game"),
            ("40/90", "40/90:00", "1 hour 30 minutes for every 40 moves"),
            (
                "40/90+30",
                "40/90:00+30",
                "1 hour 30 minutes for every 40 moves, and 30 seconds more after each move",
            ),
            ("40/5:00", "40/5:00", "5 minutes for every 40 moves"),
            ("40 moves/2h", "40/120:00", "2 hours for every 40 moves"),
            ("1/5", "1/5:00", "5 minutes for each move"),
            ("5 s", "5 s", FIVE),
            ("5 sec.", "5 s", FIVE),
            ("5/move", "5 s", FIVE),
            ("5 s per move", "5 s", FIVE),
            ("no clock", "5 s", FIVE),
            (
                "0.5 s",
                "0.5 s",
                "0.5 seconds for each of the machine's moves, and no clock for you",
            ),
            (
                "1 min a move",
                "60 s",
                "1 minute for each of the machine's moves, and no clock for you",
            ),
            ("3 plus 2", "3:00+2", THREE_PLUS_TWO),
            ("3 minutes and 2 seconds", "3:00+2", THREE_PLUS_TWO),
            ("Blitz", "3:00+2", THREE_PLUS_TWO),
            ("bullet", "1:00", "1 minute for the game"),
            ("5 minutes each", "5:00", "5 minutes for the game"),
            ("5 min per side", "5:00", "5 minutes for the game"),
            ("G/60", "60:00", "1 hour for the game"),
            ("game in 90", "90:00", "1 hour 30 minutes for the game"),
            (
                "40 moves in 2 hours",
                "40/120:00",
                "2 hours for every 40 moves",
            ),
            ("depth 6", "depth 6", "6 plies for each move"),
            ("Depth1", "depth 1", "1 ply for each move"),
        ] {
            let level = text.parse::<Level>().unwrap();
            assert_eq!(
                (level.to_string().as_str(), level.described().as_str()),
                (shown, words),
                "{text}"
            );
        }
    }

    #[test]
    fn other_texts_are_refused_with_examples() {
        for text in [
            "",
            "-1",
            "0",
            "nan",
            "inf",
            "depth",
            "depth 0",
            "depth -3",
            "depth 100",
            "1e99",
            "easy",
            "0:00",
            "/",
            "+",
            "x:y",
            "-1:00",
            "3+",
            "+2",
            "3+-2",
            "3-2",
            "0/5",
            "40/",
            "/90",
            "x/90",
            "1:2:3:4",
            "5 parsecs",
            "3+2+1",
            "0 s",
            "99999999",
            "1..5",
            "3++2",
            "5 min 3",
            "--",
            "\u{663}",
        ] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(
                error.contains("(3+2)") && error.contains("(5 s)"),
                "{text}: {error}"
            );
        }
    }
}
