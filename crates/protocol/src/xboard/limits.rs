//! Time controls and depth limits, as CECP's commands set them.

use std::time::{Duration, Instant};

use play::{GameClock, Limits, TimeControl};
use shakmaty::Color;

/// Longest time that any clock shows, in seconds.
const HUNDRED_YEARS: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// The protocol's default, `level 40 5 0`.
const DEFAULT: TimeControl = TimeControl {
    moves: Some(40),
    time: Duration::from_secs(5 * 60),
    increment: Duration::ZERO,
};

/// Limits of the engine's searches in a game. The clocks also run here, for a program that does not
/// send them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameLimits {
    control: TimeControl,
    clock: GameClock,
    /// Side that the engine plays. When the engine changes sides, it takes its clock along.
    engine: Color,
    /// Time for each move, instead of the clock.
    move_time: Option<Duration>,
    depth: Option<u32>,
}

impl Default for GameLimits {
    fn default() -> GameLimits {
        let clock = GameClock::new(Some(DEFAULT));
        GameLimits {
            control: DEFAULT,
            clock,
            engine: Color::Black,
            move_time: None,
            depth: None,
        }
    }
}

impl GameLimits {
    /// Starts a new game: full clocks, no depth limit. The time for each move stays.
    pub(super) fn reset(&mut self) {
        self.clock = GameClock::new(Some(self.control));
        self.depth = None;
    }

    /// Reads `MOVES MINUTES[:SECONDS] INCREMENT`, such as `40 5 0`; 0 moves are the whole game.
    /// `None` if the text is something else.
    pub(super) fn set_level(&mut self, text: &str) -> Option<()> {
        let mut words = text.split_whitespace();
        let moves: u32 = words.next()?.parse().ok()?;
        let base = words.next()?;
        let base = match base.split_once(':') {
            Some((minutes, rest)) => 60.0 * number(minutes)? + number(rest)?,
            None => 60.0 * number(base)?,
        };
        let increment = seconds(words.next().map_or(Some(0.0), number)?);
        self.control = TimeControl {
            moves: (moves > 0).then_some(moves),
            time: seconds(base),
            increment,
        };
        self.clock = GameClock::new(Some(self.control));
        self.move_time = None;
        Some(())
    }

    pub(super) fn set_move_time(&mut self, text: &str) -> Option<()> {
        self.move_time = Some(seconds(number(text)?));
        Some(())
    }

    /// Reads the depth in plies; 0 is no limit.
    pub(super) fn set_depth(&mut self, text: &str) -> Option<()> {
        self.depth = Some(number(text)? as u32).filter(|&plies| plies > 0);
        Some(())
    }

    /// Reads the engine's clock in centiseconds, which may be negative.
    pub(super) fn set_own_time(&mut self, text: &str) -> Option<()> {
        self.clock
            .set_left(self.engine, seconds(number(text)? / 100.0));
        Some(())
    }

    /// Reads the opponent's clock, as [`GameLimits::set_own_time`] does.
    pub(super) fn set_opponents_time(&mut self, text: &str) -> Option<()> {
        self.clock
            .set_left(!self.engine, seconds(number(text)? / 100.0));
        Some(())
    }

    /// Limits of a search for `color`, which has made `made` moves in this game.
    pub(super) fn limits(&mut self, color: Color, made: u32) -> Limits {
        if color != self.engine {
            self.clock.swap_sides();
            self.engine = color;
        }
        self.clock.set_moves_made(color, made);
        // A time for each move counts instead of the clock.
        let clock = match self.move_time {
            Some(_) => None,
            None => self.clock.search_clock(color, Instant::now()),
        };
        Limits {
            depth: self.depth,
            move_time: self.move_time,
            clock,
            ..Limits::default()
        }
    }

    /// Counts a move of the engine, the `made`th, that took from `begun` to `now`.
    pub(super) fn press(&mut self, begun: Instant, now: Instant, made: u32) {
        self.clock
            .set_moves_made(self.engine, made.saturating_sub(1));
        self.clock.start(Some(self.engine), begun);
        self.clock.press(self.engine, now);
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, HUNDRED_YEARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn black_clock(limits: &mut GameLimits, made: u32) -> (Duration, Option<u32>) {
        let clock = limits.limits(Color::Black, made).clock.unwrap();
        (clock.remaining.black, clock.moves_to_go)
    }

    #[test]
    fn limits_follow_level_time_and_moves() {
        let mut limits = GameLimits::default();
        let now = Instant::now();
        assert_eq!(black_clock(&mut limits, 0), (300 * SECOND, Some(40)));
        limits.set_level("2 0:10 1").unwrap();
        limits.press(now, now + 4 * SECOND, 1);
        assert_eq!(black_clock(&mut limits, 1), (7 * SECOND, Some(1)));
        limits.press(now, now + 7 * SECOND, 2);
        assert_eq!(black_clock(&mut limits, 2), (11 * SECOND, Some(2)));
        limits.set_own_time("250").unwrap();
        assert_eq!(black_clock(&mut limits, 2).0, Duration::from_millis(2500));
        // The engine keeps its clock when it changes sides.
        let white = limits
            .limits(Color::White, 2)
            .clock
            .unwrap()
            .remaining
            .white;
        assert_eq!(white, Duration::from_millis(2500));
        limits.set_level("0 2 12").unwrap();
        assert_eq!(black_clock(&mut limits, 5), (120 * SECOND, None));
        limits.set_move_time("0.5").unwrap();
        assert_eq!(limits.limits(Color::White, 0).move_time, Some(SECOND / 2));
        limits.set_depth("4").unwrap();
        limits.reset();
        assert_eq!(limits.limits(Color::White, 0).depth, None);
    }

    #[test]
    fn absurd_numbers_are_clamped_or_refused() {
        let mut limits = GameLimits::default();
        for text in ["", "40", "40 x 0", "-1 5 0", "40 5 soon", "0 inf 0"] {
            assert_eq!(limits.set_level(text), None, "{text}");
        }
        assert_eq!(limits, GameLimits::default());
        limits.set_own_time("-300").unwrap();
        assert_eq!(black_clock(&mut limits, 0).0, Duration::ZERO);
        limits.set_own_time("1e300").unwrap();
        limits.set_level("0 1e300 1e300").unwrap();
        limits.press(Instant::now(), Instant::now(), 1);
        assert!(black_clock(&mut limits, 1).0 < Duration::MAX / 2);
        assert_eq!(limits.set_depth("deep"), None);
    }
}
