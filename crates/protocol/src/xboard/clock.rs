//! The time that the other side grants, and what is left of it.

use std::time::Duration;

use play::{Clock, Limits};
use shakmaty::{ByColor, Color};

/// No clock runs longer than this.
const HUNDRED_YEARS: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// A time control: so long for so many moves (or the game), and so much for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
}

/// All limits of a game. The clocks are kept here too, should the other side not tell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    level: Level,
    /// Seconds for each move instead of the level.
    each: Option<Duration>,
    depth: Option<u32>,
    own: Duration,
    opponents: Duration,
}

impl Default for Clocks {
    fn default() -> Clocks {
        let base = Duration::from_secs(5 * 60);
        let level = Level { moves: Some(40), base, increment: Duration::ZERO };
        Clocks { level, each: None, depth: None, own: base, opponents: base }
    }
}

impl Clocks {
    /// For a new game: full clocks, no limit of depth.
    pub(super) fn reset(&mut self) {
        let base = self.level.base;
        *self = Clocks { depth: None, own: base, opponents: base, ..*self };
    }

    /// Reads `40 5 0`, `0 0:30 0.5`.
    pub(super) fn set_level(&mut self, words: &str) -> Option<()> {
        let mut words = words.split_whitespace();
        let moves: u32 = words.next()?.parse().ok()?;
        let base = words.next()?;
        let base = match base.split_once(':') {
            Some((minutes, rest)) => 60.0 * number(minutes)? + number(rest)?,
            None => 60.0 * number(base)?,
        };
        let (base, increment) = (seconds(base), seconds(words.next().map_or(Some(0.0), number)?));
        self.level = Level { moves: Some(moves).filter(|&moves| moves > 0), base, increment };
        *self = Clocks { each: None, own: base, opponents: base, ..*self };
        Some(())
    }

    /// Seconds for each move.
    pub(super) fn set_each(&mut self, words: &str) -> Option<()> {
        self.each = Some(seconds(number(words.trim())?));
        Some(())
    }

    /// Plies.
    pub(super) fn set_depth(&mut self, words: &str) -> Option<()> {
        let plies = number(words.trim())? as u32;
        // No depth is no limit.
        self.depth = Some(plies).filter(|&plies| plies > 0);
        Some(())
    }

    /// A clock in hundredths of a second; one that has run out may be below zero.
    pub(super) fn set_left(&mut self, own: bool, words: &str) -> Option<()> {
        let left = seconds(number(words.trim())? / 100.0);
        *if own { &mut self.own } else { &mut self.opponents } = left;
        Some(())
    }

    /// What a search for `color`, which has made so many moves in this game, is told.
    pub(super) fn limits(&self, color: Color, made: u32) -> Limits {
        let limits = Limits { depth: self.depth, move_time: self.each, ..Limits::default() };
        if self.each.is_some() {
            return limits;
        }
        let mut remaining = ByColor::new_with(|_| self.opponents);
        *remaining.get_mut(color) = self.own;
        let clock = Clock {
            remaining,
            increment: ByColor::new_with(|_| self.level.increment),
            moves_to_go: self.level.moves.map(|moves| moves - made % moves),
        };
        Limits { clock: Some(clock), ..limits }
    }

    /// Takes the time of a move, the `made`th, off.
    pub(super) fn spend(&mut self, time: Duration, made: u32) {
        self.own = self.own.saturating_sub(time) + self.level.increment;
        if self.level.moves.is_some_and(|moves| made.is_multiple_of(moves)) {
            self.own += self.level.base;
        }
    }
}

/// A number as any program may write it.
fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, HUNDRED_YEARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(clocks: &Clocks, made: u32) -> (Duration, Option<u32>) {
        let clock = clocks.limits(Color::Black, made).clock.unwrap();
        (clock.remaining.black, clock.moves_to_go)
    }

    #[test]
    fn levels_are_kept() {
        let second = Duration::from_secs(1);
        let mut clocks = Clocks::default();
        assert_eq!(clock(&clocks, 0), (300 * second, Some(40)));
        clocks.set_level("2 0:10 1").unwrap();
        clocks.spend(4 * second, 1);
        assert_eq!(clock(&clocks, 1), (7 * second, Some(1)));
        clocks.spend(7 * second, 2);
        assert_eq!(clock(&clocks, 2), (11 * second, Some(2)));
        clocks.set_left(true, "250").unwrap();
        assert_eq!(clock(&clocks, 2).0, Duration::from_millis(2500));
        clocks.set_level("0 2 12").unwrap();
        assert_eq!(clock(&clocks, 5), (120 * second, None));
        clocks.set_each("0.5").unwrap();
        assert_eq!(clocks.limits(Color::White, 0).move_time, Some(second / 2));
        clocks.set_depth("4").unwrap();
        clocks.reset();
        assert_eq!(clocks.limits(Color::White, 0).depth, None);
    }

    #[test]
    fn absurd_numbers_are_brought_within_or_refused() {
        let mut clocks = Clocks::default();
        for text in ["", "40", "40 x 0", "-1 5 0", "40 5 soon", "0 inf 0"] {
            assert_eq!(clocks.set_level(text), None, "{text}");
        }
        assert_eq!(clocks, Clocks::default());
        clocks.set_left(true, "-300").unwrap();
        assert_eq!(clock(&clocks, 0).0, Duration::ZERO);
        clocks.set_left(true, "1e300").unwrap();
        clocks.set_level("0 1e300 1e300").unwrap();
        clocks.spend(Duration::ZERO, 1);
        assert!(clock(&clocks, 1).0 < Duration::MAX / 2);
        assert_eq!(clocks.set_depth("deep"), None);
    }
}
