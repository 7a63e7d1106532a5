//! The clocks of both sides in a game, and time controls as PGN and match programs write them.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use shakmaty::{ByColor, Color};
use thiserror::Error;

use crate::Clock;

/// Two clocks, of which one may run. The present time is always an argument; nothing here reads a
/// system clock. A side without a time control only counts the time it uses. Where players report
/// their time, as in a match, the present time is the start plus all time reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    controls: ByColor<Option<TimeControl>>,
    sides: ByColor<SideClock>,
    running: Option<RunningClock>,
    /// Clocks at the start and after each move, for [`GameClock::undo`].
    history: Vec<ByColor<SideClock>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    used: Duration,
    left: Duration,
    moves_made: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunningClock {
    side: Color,
    since: Instant,
}

impl GameClock {
    /// Both clocks at the start of a game, with the same control.
    pub fn new(control: Option<TimeControl>) -> GameClock {
        GameClock::with_controls(ByColor {
            white: control,
            black: control,
        })
    }

    /// Both clocks at the start of a game, each with its own control.
    pub fn with_controls(controls: ByColor<Option<TimeControl>>) -> GameClock {
        let side = |control: Option<TimeControl>| SideClock {
            used: Duration::ZERO,
            left: match control {
                Some(control) => control.time,
                None => Duration::ZERO,
            },
            moves_made: 0,
        };
        let sides = controls.map(side);
        GameClock {
            controls,
            sides,
            running: None,
            history: vec![sides],
        }
    }

    /// Starts this side's clock and stops the other, or stops both. A clock that runs already goes
    /// on.
    pub fn start(&mut self, side: Option<Color>, now: Instant) {
        if self.running.map(|running| running.side) != side {
            self.stop(now);
            self.running = side.map(|side| RunningClock { side, since: now });
        }
    }

    /// Records a move of `side`: both clocks stop, and the side gets what its control adds.
    pub fn press(&mut self, side: Color, now: Instant) {
        self.stop(now);
        let clock = &mut self.sides[side];
        clock.moves_made += 1;
        if let Some(control) = self.controls[side] {
            clock.left = clock.left.saturating_add(control.increment);
            if let Some(moves) = control.moves
                && clock.moves_made.is_multiple_of(moves)
            {
                clock.left = clock.left.saturating_add(control.time);
            }
        }
        self.history.push(self.sides);
    }

    /// Takes back the last move recorded, with its time; both clocks stop.
    pub fn undo(&mut self) {
        if self.history.len() > 1 {
            self.history.pop();
        }
        self.sides = self.history[self.history.len() - 1];
        self.running = None;
    }

    /// Sets the time left to a side, as another program keeps it.
    pub fn set_left(&mut self, side: Color, left: Duration) {
        self.sides[side].left = left;
    }

    /// Goes on with a game in which each side has made so many moves and has so much time left; a
    /// side of which that is not known has its whole time.
    pub fn go_on(&mut self, left: ByColor<Option<Duration>>, moves_made: ByColor<u32>) {
        for side in Color::ALL {
            self.sides[side].moves_made = moves_made[side];
            if let Some(left) = left[side] {
                self.sides[side].left = left;
            }
        }
        // A move of before that is taken back gives no time back.
        self.history = vec![self.sides];
    }

    /// Sets the number of moves a side has made, as another program counts them.
    pub fn set_moves_made(&mut self, side: Color, moves: u32) {
        self.sides[side].moves_made = moves;
    }

    /// Exchanges the clocks of the two sides, with their controls.
    pub fn swap_sides(&mut self) {
        let swap = |sides: &ByColor<SideClock>| ByColor {
            white: sides.black,
            black: sides.white,
        };
        self.controls = ByColor {
            white: self.controls.black,
            black: self.controls.white,
        };
        self.sides = swap(&self.sides);
        self.history = self.history.iter().map(swap).collect();
        if let Some(running) = &mut self.running {
            running.side = !running.side;
        }
    }

    /// Time used by a side in the game.
    pub fn used(&self, side: Color, now: Instant) -> Duration {
        self.sides[side].used + self.running_time(side, now)
    }

    /// Time left to a side that has a control.
    pub fn left(&self, side: Color, now: Instant) -> Option<Duration> {
        self.controls[side].map(|_| {
            self.sides[side]
                .left
                .saturating_sub(self.running_time(side, now))
        })
    }

    /// Side whose clock runs and has no time left.
    pub fn side_out_of_time(&self, now: Instant) -> Option<Color> {
        let side = self.running?.side;
        if self.left(side, now)?.is_zero() {
            Some(side)
        } else {
            None
        }
    }

    /// Side whose clock runs and is overstepped by more than `margin`.
    pub fn overstepping_side(&self, now: Instant, margin: Duration) -> Option<Color> {
        let side = self.running?.side;
        self.controls[side]?;
        let allowed = self.sides[side].left.saturating_add(margin);
        if self.running_time(side, now) > allowed {
            Some(side)
        } else {
            None
        }
    }

    /// Whether a clock runs towards zero.
    pub fn counts_down(&self) -> bool {
        match self.running {
            Some(running) => self.controls[running.side].is_some(),
            None => false,
        }
    }

    /// The clock for a search of `side`, if it has a control. Where its opponent has none, both get
    /// its own.
    pub fn search_clock(&self, side: Color, now: Instant) -> Option<Clock> {
        let control = self.controls[side]?;
        let own = self.left(side, now)?;
        Some(Clock {
            remaining: ByColor::new_with(|color| self.left(color, now).unwrap_or(own)),
            increment: ByColor::new_with(|_| control.increment),
            moves_to_go: control
                .moves
                .map(|moves| moves - self.sides[side].moves_made % moves),
        })
    }

    fn running_time(&self, side: Color, now: Instant) -> Duration {
        match self.running {
            Some(running) if running.side == side => now.saturating_duration_since(running.since),
            _ => Duration::ZERO,
        }
    }

    fn stop(&mut self, now: Instant) {
        let Some(RunningClock { side, .. }) = self.running else {
            return;
        };
        let spent = self.running_time(side, now);
        let clock = &mut self.sides[side];
        clock.used += spent;
        clock.left = clock.left.saturating_sub(spent);
        self.running = None;
    }
}

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
    "time control: expected 5+0.05 (seconds, increment) or 40/60+1 (moves, seconds, increment), \
     got '{0}'"
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
            Some(TimeControl {
                moves,
                time,
                increment: seconds(increment)?,
            })
        };
        read()
            .filter(|control| !control.time.is_zero())
            .ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text
        .trim()
        .parse()
        .ok()
        .filter(|seconds| (0.0..=1e7).contains(seconds))?;
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
    use Color::{Black, White};

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(control: &str) -> GameClock {
        GameClock::new(Some(control.parse().unwrap()))
    }

    #[test]
    fn game_that_goes_on_has_the_time_and_moves_of_before() {
        let start = Instant::now();
        let mut clock = clock("40/60");
        let left = ByColor {
            white: Some(SECOND * 9),
            black: None,
        };
        clock.go_on(
            left,
            ByColor {
                white: 39,
                black: 38,
            },
        );
        let search = clock.search_clock(White, start).unwrap();
        assert_eq!(search.moves_to_go, Some(1));
        assert_eq!(clock.left(Black, start), Some(SECOND * 60));
        clock.press(White, start);
        assert_eq!(clock.left(White, start), Some(SECOND * 69));
        for _ in 0..2 {
            clock.undo();
            assert_eq!(clock.left(White, start), Some(SECOND * 9));
        }
    }

    #[test]
    fn clock_with_control_counts_down_adds_time_and_undoes() {
        let start = Instant::now();
        let at = |seconds| start + SECOND * seconds;
        let mut clock = clock("2/60+1");
        clock.start(Some(White), start);
        assert_eq!(clock.left(White, at(10)), Some(SECOND * 50));
        clock.press(White, at(10));
        clock.start(Some(Black), at(10));
        assert!(clock.counts_down());
        assert_eq!(clock.left(White, at(30)), Some(SECOND * 51));
        assert_eq!(
            clock.search_clock(White, start).unwrap().moves_to_go,
            Some(1)
        );
        clock.press(Black, at(15));
        clock.start(Some(White), at(15));
        clock.press(White, at(16));
        assert_eq!(clock.left(White, at(99)), Some(SECOND * (51 - 1 + 1 + 60)));
        assert_eq!(
            clock.search_clock(White, start).unwrap().moves_to_go,
            Some(2)
        );
        clock.undo();
        clock.undo();
        let left = [White, Black].map(|side| clock.left(side, start));
        assert_eq!(left, [Some(SECOND * 51), Some(SECOND * 60)]);
        clock.undo();
        clock.undo();
        assert_eq!(clock.used(White, start), Duration::ZERO);
    }

    #[test]
    fn flag_falls_only_on_the_running_clock() {
        let start = Instant::now();
        let mut clock = clock("5");
        assert_eq!(clock.side_out_of_time(start + SECOND * 9), None);
        clock.start(Some(Black), start);
        assert_eq!(clock.side_out_of_time(start + SECOND * 4), None);
        assert_eq!(clock.side_out_of_time(start + SECOND * 5), Some(Black));
        assert_eq!(
            clock.overstepping_side(start + SECOND * 5, Duration::ZERO),
            None
        );
        assert_eq!(
            clock.overstepping_side(start + SECOND * 7, SECOND),
            Some(Black)
        );
        assert_eq!(
            clock.overstepping_side(start + SECOND * 7, SECOND * 2),
            None
        );
        clock.start(None, start + SECOND * 4);
        assert_eq!(clock.side_out_of_time(start + SECOND * 9), None);
        assert_eq!(clock.left(Black, start + SECOND * 9), Some(SECOND));
    }

    #[test]
    fn clock_without_control_counts_up() {
        let start = Instant::now();
        let mut clock = GameClock::new(None);
        clock.start(Some(White), start);
        let now = start + SECOND * 3;
        assert_eq!(
            (clock.used(White, now), clock.left(White, now)),
            (SECOND * 3, None)
        );
        assert_eq!(
            (
                clock.side_out_of_time(now),
                clock.overstepping_side(now, Duration::ZERO)
            ),
            (None, None)
        );
        assert!(!clock.counts_down());
    }

    #[test]
    fn limits_without_opponents_control_repeat_own_clock() {
        let controls = ByColor {
            white: Some("10+1".parse().unwrap()),
            black: None,
        };
        let mut clock = GameClock::with_controls(controls);
        let now = Instant::now();
        let limits = clock.search_clock(White, now).unwrap();
        assert_eq!(
            (limits.remaining.black, limits.increment.black),
            (SECOND * 10, SECOND)
        );
        assert_eq!(clock.search_clock(Black, now), None);
        clock.swap_sides();
        assert_eq!(clock.search_clock(White, now), None);
        assert_eq!(clock.left(Black, now), Some(SECOND * 10));
    }

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
        for text in [
            "", "0", "-1", "0/5", "x/5", "5+", "5+x", "nan", "inf", "1e99", "+1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
