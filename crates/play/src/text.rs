//! Moves, clocks and numbers as text.

use std::time::Duration;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Role};

/// A legal move in algebraic notation, with `+` or `#` if it gives check or mate.
pub fn san(position: &Chess, chess_move: Move) -> String {
    SanPlus::from_move(position.clone(), chess_move).to_string()
}

/// A piece's name, in small letters.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Most characters of an input that a message quotes.
pub const MAX_QUOTED: usize = 100;

/// The beginning of a text from outside, for a message: no more than `most` characters, and none
/// that controls a terminal.
pub fn shortened(text: &str, most: usize) -> String {
    let mut characters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let start: String = characters.by_ref().take(most).collect();
    if characters.next().is_some() {
        start + "..."
    } else {
        start
    }
}

/// The parts of a second that [`clock_text`] shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockDigits {
    /// None: `0:04:59`.
    Seconds,
    /// Tenths in the last minute, as chess clocks do: `0:00:59.9`.
    LastTenths,
    /// Thousandths: `0:04:59.120`.
    Millis,
}

/// A time as clocks show it, in hours, minutes and seconds.
pub fn clock_text(time: Duration, digits: ClockDigits) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let text = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    match digits {
        ClockDigits::LastTenths if seconds < 60 => {
            format!("{text}.{}", time.subsec_millis() / 100)
        }
        ClockDigits::Millis => format!("{text}.{:03}", time.subsec_millis()),
        ClockDigits::Seconds | ClockDigits::LastTenths => text,
    }
}

/// A number with its digits in groups of three: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_text_shows_the_digits_asked_for() {
        let text = |millis, digits| clock_text(Duration::from_millis(millis), digits);
        assert_eq!(text(3_725_900, ClockDigits::LastTenths), "1:02:05");
        assert_eq!(text(59_950, ClockDigits::LastTenths), "0:00:59.9");
        assert_eq!(text(59_950, ClockDigits::Seconds), "0:00:59");
        assert_eq!(text(3_725_009, ClockDigits::Millis), "1:02:05.009");
    }

    #[test]
    fn shortened_text_has_no_control_characters_and_an_end() {
        assert_eq!(shortened("a\u{1b}]0;b", 40), "a ]0;b");
        assert_eq!(shortened(&"é".repeat(41), 40), "é".repeat(40) + "...");
        assert_eq!(shortened(&"é".repeat(40), 40), "é".repeat(40));
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 999, 1_000, 12_345, 1_234_567].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
