//! The clocks of both sides.

use std::time::{Duration, Instant};

use play::TimeControl;
use shakmaty::{ByColor, Color};

/// Two clocks, of which one may run. Without a time control they only count what was used.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Option<TimeControl>,
    faces: ByColor<Face>,
    running: Option<(Color, Instant)>,
    /// The faces at the beginning and after each move, so that moves taken back give their time back.
    past: Vec<ByColor<Face>>,
}

/// One clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Face {
    used: Duration,
    left: Duration,
    /// Moves until time is added.
    moves: u32,
}

impl Clocks {
    /// Both clocks at the start of a game.
    pub(crate) fn new(control: Option<TimeControl>) -> Clocks {
        let face = Face {
            used: Duration::ZERO,
            left: control.map_or(Duration::ZERO, |control| control.time),
            moves: control.and_then(|control| control.moves).unwrap_or(0),
        };
        let faces = ByColor::new_with(|_| face);
        Clocks { control, faces, running: None, past: vec![faces] }
    }

    /// Lets this side's clock run from now on, or none.
    pub(crate) fn run(&mut self, side: Option<Color>, now: Instant) {
        if self.running.map(|(side, _)| side) != side {
            self.account(now);
            self.running = side.map(|side| (side, now));
        }
    }

    /// The side has moved: its clock stops, and gets what the control adds.
    pub(crate) fn press(&mut self, side: Color, now: Instant) {
        self.account(now);
        self.running = None;
        if let Some(control) = self.control {
            let face = &mut self.faces[side];
            face.left += control.increment;
            if let Some(moves) = control.moves {
                face.moves -= 1;
                if face.moves == 0 {
                    (face.left, face.moves) = (face.left + control.time, moves);
                }
            }
        }
        self.past.push(self.faces);
    }

    /// A move is taken back, and its time with it.
    pub(crate) fn take_back(&mut self) {
        if self.past.len() > 1 {
            self.past.pop();
        }
        self.faces = self.past[self.past.len() - 1];
        self.running = None;
    }

    /// Time used by this side in the game.
    pub(crate) fn used(&self, side: Color, now: Instant) -> Duration {
        self.faces[side].used + self.since(side, now)
    }

    /// Time left to this side, with a time control.
    pub(crate) fn left(&self, side: Color, now: Instant) -> Option<Duration> {
        self.control.map(|_| self.faces[side].left.saturating_sub(self.since(side, now)))
    }

    /// The side whose time is up.
    pub(crate) fn fallen(&self, now: Instant) -> Option<Color> {
        let (side, _) = self.running?;
        self.left(side, now).filter(Duration::is_zero).map(|_| side)
    }

    /// Whether a clock runs down.
    pub(crate) fn runs_down(&self) -> bool {
        self.control.is_some() && self.running.is_some()
    }

    /// The clocks as the player of `side` is told of them.
    pub(crate) fn told(&self, side: Color, now: Instant) -> Option<play::Clock> {
        let control = self.control?;
        Some(play::Clock {
            remaining: ByColor::new_with(|color| self.left(color, now).unwrap_or_default()),
            increment: ByColor::new_with(|_| control.increment),
            moves_to_go: control.moves.map(|_| self.faces[side].moves),
        })
    }

    fn since(&self, side: Color, now: Instant) -> Duration {
        match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        }
    }

    fn account(&mut self, now: Instant) {
        let Some((side, _)) = self.running else { return };
        let spent = self.since(side, now);
        let face = &mut self.faces[side];
        face.used += spent;
        face.left = face.left.saturating_sub(spent);
        self.running = Some((side, now));
    }
}

/// A time as clocks show it: `0:04:59`, and tenths in the last minute of a clock that runs down.
pub(crate) fn face(time: Duration, tenths: bool) -> String {
    let seconds = time.as_secs();
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if tenths && seconds < 60 { format!("{text}.{}", time.subsec_millis() / 100) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const SECOND: Duration = Duration::from_secs(1);

    fn control(moves: Option<u32>, time: u32, increment: u32) -> Option<TimeControl> {
        Some(TimeControl { moves, time: SECOND * time, increment: SECOND * increment })
    }

    #[test]
    fn time_runs_is_added_and_is_given_back() {
        let start = Instant::now();
        let mut clocks = Clocks::new(control(Some(2), 60, 1));
        clocks.run(Some(White), start);
        assert_eq!(clocks.left(White, start + SECOND * 10), Some(SECOND * 50));
        clocks.press(White, start + SECOND * 10);
        clocks.run(Some(Black), start + SECOND * 10);
        assert_eq!(clocks.left(White, start + SECOND * 30), Some(SECOND * 51));
        assert_eq!(clocks.told(White, start).unwrap().moves_to_go, Some(1));
        clocks.press(Black, start + SECOND * 15);
        clocks.run(Some(White), start + SECOND * 15);
        clocks.press(White, start + SECOND * 16);
        assert_eq!(clocks.left(White, start + SECOND * 99), Some(SECOND * (51 - 1 + 1 + 60)));
        assert_eq!(clocks.told(White, start).unwrap().moves_to_go, Some(2));
        clocks.take_back();
        clocks.take_back();
        assert_eq!(
            (clocks.left(White, start), clocks.left(Black, start)),
            (Some(SECOND * 51), Some(SECOND * 60))
        );
        clocks.take_back();
        clocks.take_back();
        assert_eq!(clocks.used(White, start), Duration::ZERO);
    }

    #[test]
    fn flags_fall() {
        let start = Instant::now();
        let mut clocks = Clocks::new(control(None, 5, 0));
        assert_eq!(clocks.fallen(start + SECOND * 9), None);
        clocks.run(Some(Black), start);
        assert_eq!(clocks.fallen(start + SECOND * 4), None);
        assert_eq!(clocks.fallen(start + SECOND * 5), Some(Black));
        clocks.run(None, start + SECOND * 4);
        assert_eq!(clocks.fallen(start + SECOND * 9), None);
        assert_eq!(clocks.left(Black, start + SECOND * 9), Some(SECOND));
    }

    #[test]
    fn without_a_control_clocks_count_up() {
        let start = Instant::now();
        let mut clocks = Clocks::new(None);
        clocks.run(Some(White), start);
        assert_eq!(clocks.used(White, start + SECOND * 3), SECOND * 3);
        assert_eq!((clocks.left(White, start), clocks.fallen(start + SECOND * 3)), (None, None));
        assert!(!clocks.runs_down());
    }

    #[test]
    fn faces() {
        assert_eq!(face(Duration::from_millis(3_725_900), true), "1:02:05");
        assert_eq!(face(Duration::from_millis(59_950), true), "0:00:59.9");
        assert_eq!(face(Duration::from_millis(59_950), false), "0:00:59");
    }
}
