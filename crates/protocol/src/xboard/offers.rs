//! Draw offers and resignation, decided by the scores of the engine's own searches.

use std::collections::VecDeque;

use play::Score;

/// Consecutive searches without an advantage after which a draw is accepted.
const ACCEPT: usize = 3;
/// First move at which a draw is offered.
const OFFER_FROM: u32 = 40;
/// Consecutive drawn searches after which a draw is offered, and the least number between two
/// offers.
const OFFER: usize = 8;
/// Largest score of a drawn search, in centipawns.
const DRAWN: i32 = 10;
/// Consecutive lost searches after which the game is resigned.
const RESIGN: usize = 4;
/// Highest score of a lost search, in centipawns.
const LOST: i32 = -1_000;
/// Score that stands for any mate, in centipawns.
const MATE: i32 = 100_000;

/// What the engine's last searches found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    /// In centipawns, the latest first, at most [`OFFER`].
    values: VecDeque<i32>,
    /// Searches since the last draw offer.
    since_offer: usize,
}

impl Values {
    pub(super) fn push(&mut self, score: Score) {
        self.values.push_front(score.centipawns(MATE));
        self.values.truncate(OFFER);
        self.since_offer += 1;
    }

    /// Whether a draw is accepted. With `contempt`, in centipawns, the engine must be that much
    /// worse.
    pub(super) fn accepts_draw(&self, contempt: i32) -> bool {
        self.last_all(ACCEPT, |value| value <= -contempt)
    }

    /// Whether a draw is offered with this move, which is recorded. With contempt none is offered.
    pub(super) fn offers_draw(&mut self, contempt: i32, move_number: u32) -> bool {
        let offers = contempt <= 0
            && move_number >= OFFER_FROM
            && self.since_offer >= OFFER
            && self.last_all(OFFER, |value| value.abs() <= DRAWN);
        if offers {
            self.since_offer = 0;
        }
        offers
    }

    pub(super) fn resigns(&self) -> bool {
        self.last_all(RESIGN, |value| value <= LOST)
    }

    fn last_all(&self, count: usize, holds: impl Fn(i32) -> bool) -> bool {
        self.values.len() >= count && self.values.iter().take(count).all(|&value| holds(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(all: &[i32]) -> Values {
        let mut values = Values::default();
        all.iter()
            .for_each(|&value| values.push(Score::Centipawns(value)));
        values
    }

    #[test]
    fn draw_acceptance_depends_on_score_and_contempt() {
        assert!(!Values::default().accepts_draw(0) && !values(&[0, 0]).accepts_draw(0));
        assert!(values(&[50, 0, -1, 0]).accepts_draw(0) && !values(&[0, 0, 1]).accepts_draw(0));
        assert!(
            !values(&[-49, -80, -90]).accepts_draw(50) && values(&[-50, -80, -90]).accepts_draw(50)
        );
        assert!(values(&[40, 40, 40]).accepts_draw(-40));
    }

    #[test]
    fn draw_offers_are_late_and_not_repeated() {
        let mut level = values(&[5; 8]);
        assert!(!level.offers_draw(0, 39) && !level.offers_draw(1, 60));
        assert!(level.offers_draw(0, 40) && !level.offers_draw(0, 41));
        (0..8).for_each(|_| level.push(Score::Centipawns(0)));
        assert!(level.offers_draw(-20, 49));
        assert!(!values(&[0, 0, 0, 0, 0, 0, 0, 11]).offers_draw(0, 60));
    }

    #[test]
    fn only_lost_games_are_resigned() {
        assert!(values(&[-1_000, -1_100, -2_000, -1_500]).resigns());
        assert!(!values(&[-1_100, -2_000, -1_500]).resigns());
        assert!(!values(&[-1_000, -1_100, -999, -1_500]).resigns());
        let mut mated = values(&[-1_000; 3]);
        mated.push(Score::Mate(3));
        assert!(!mated.resigns());
    }
}
