//! Draws and resignation: what the player's own values say about them. Decided.

use std::collections::VecDeque;

use play::Score;

/// A draw is accepted when so many searches in a row saw no more than a draw.
const ACCEPT: usize = 3;
/// A draw is offered from this move on.
const OFFER_FROM: u32 = 40;
/// A draw is offered when so many searches in a row saw one, and not again before as many more.
const OFFER: usize = 8;
/// Hundredths of a pawn from zero that are a draw still.
const LEVEL: i32 = 10;
/// A game is given up when so many searches in a row saw it lost.
const RESIGN: usize = 4;
/// Hundredths of a pawn that are lost.
const LOST: i32 = -1_000;
/// Hundredths of a pawn for any mate.
const MATE: i32 = 100_000;

/// The values of the player's last searches in this game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    /// The last one first; no more than are looked at.
    values: VecDeque<i32>,
    /// Searches since a draw was offered.
    since_offer: usize,
}

impl Values {
    /// The value of another search.
    pub(super) fn push(&mut self, score: Score) {
        self.values.push_front(match score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        });
        self.values.truncate(OFFER);
        self.since_offer += 1;
    }

    /// Whether a draw is accepted: whoever has `contempt` for it, in hundredths of a pawn, must be so much worse off.
    pub(super) fn accept(&self, contempt: i32) -> bool {
        self.last(ACCEPT, |value| value <= -contempt)
    }

    /// Whether a draw is offered with this move; that is noted. Whoever has contempt for it never does.
    pub(super) fn offer(&mut self, contempt: i32, move_number: u32) -> bool {
        let offers = contempt <= 0
            && move_number >= OFFER_FROM
            && self.since_offer >= OFFER
            && self.last(OFFER, |value| value.abs() <= LEVEL);
        if offers {
            self.since_offer = 0;
        }
        offers
    }

    /// Whether the game is given up.
    pub(super) fn resign(&self) -> bool {
        self.last(RESIGN, |value| value <= LOST)
    }

    fn last(&self, count: usize, holds: impl Fn(i32) -> bool) -> bool {
        self.values.len() >= count && self.values.iter().take(count).all(|&value| holds(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(all: &[i32]) -> Values {
        let mut values = Values::default();
        all.iter().for_each(|&value| values.push(Score::Centipawns(value)));
        values
    }

    #[test]
    fn draws_are_taken_by_the_value_and_the_contempt() {
        assert!(!Values::default().accept(0) && !values(&[0, 0]).accept(0));
        assert!(values(&[50, 0, -1, 0]).accept(0) && !values(&[0, 0, 1]).accept(0));
        assert!(!values(&[-49, -80, -90]).accept(50) && values(&[-50, -80, -90]).accept(50));
        assert!(values(&[40, 40, 40]).accept(-40));
    }

    #[test]
    fn draws_are_offered_late_and_not_at_every_move() {
        let mut level = values(&[5; 8]);
        assert!(!level.offer(0, 39) && !level.offer(1, 60));
        assert!(level.offer(0, 40) && !level.offer(0, 41));
        (0..8).for_each(|_| level.push(Score::Centipawns(0)));
        assert!(level.offer(-20, 49));
        assert!(!values(&[0, 0, 0, 0, 0, 0, 0, 11]).offer(0, 60));
    }

    #[test]
    fn lost_games_are_given_up_and_no_others() {
        assert!(values(&[-1_000, -1_100, -2_000, -1_500]).resign());
        assert!(!values(&[-1_100, -2_000, -1_500]).resign());
        assert!(!values(&[-1_000, -1_100, -999, -1_500]).resign());
        let mut mated = values(&[-1_000; 3]);
        mated.push(Score::Mate(3));
        assert!(!mated.resign());
    }
}
