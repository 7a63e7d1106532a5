//! Limited strength (`UCI_LimitStrength`): a node limit, and random errors in the choice of the move.
//!
//! Decided: the node limits were fitted to matches (docs/native-tests.md, Limited strength). Below [`NO_ERROR_ELO`] an
//! error is added to the values of the best moves. It depends on game position and move only, so that play is repeatable.

use play::{Game, mix};
use shakmaty::Position;

use crate::search::root_move::RootMove;
use crate::search::value::INFINITY;

/// Rating, nodes of a search, and greatest error in centipawns; error and log of nodes are interpolated.
const LEVELS: [(i32, f64, f64); 11] = [
    (500, 40.0, 1600.0),
    (750, 40.0, 750.0),
    (950, 50.0, 450.0),
    (1350, 250.0, 108.0),
    (1725, 1_400.0, 66.0),
    (1900, 7_000.0, 28.0),
    (2000, 16_000.0, 0.0),
    (2125, 28_000.0, 0.0),
    (2300, 220_000.0, 0.0),
    (2500, 1_700_000.0, 0.0),
    (2800, 34_000_000.0, 0.0),
];
/// Rating from which no errors are made.
const NO_ERROR_ELO: i32 = 2000;
/// Rating points per further candidate move, and the most candidates.
const ELO_PER_CANDIDATE: i32 = 43;
const MAX_CANDIDATES: i32 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strength {
    pub(crate) nodes: u64,
    pub(crate) choices: usize,
    /// Greatest error in centipawns.
    error: i32,
}

impl Strength {
    pub(crate) fn of(elo: i32) -> Strength {
        let last = LEVELS.len() - 2;
        let at = LEVELS[1..]
            .iter()
            .position(|&(points, ..)| elo < points)
            .unwrap_or(last);
        let [(low, few, great), (high, many, small)] = [LEVELS[at], LEVELS[at + 1]];
        let part = (f64::from(elo - low) / f64::from(high - low)).clamp(0.0, 1.0);
        let more = (NO_ERROR_ELO - elo + ELO_PER_CANDIDATE - 1) / ELO_PER_CANDIDATE;
        Strength {
            nodes: (few * (many / few).powf(part)).round() as u64,
            choices: (1 + more).clamp(1, MAX_CANDIDATES) as usize,
            error: (great + (small - great) * part).round() as i32,
        }
    }

    /// Moves the chosen move to the front; returns whether it is not the best. At least `shown` moves are candidates.
    pub(crate) fn choose(&self, moves: &mut [RootMove], shown: usize, game: &Game) -> bool {
        if self.error == 0 {
            return false;
        }
        let place = u64::from(game.position().fullmoves().get()) << 16 | game.moves().len() as u64;
        let judged = |root: &RootMove| {
            let noise = mix(place << 16 ^ u64::from(root.first.bits()));
            // The sum of two uniform errors: small ones are more frequent.
            let [a, b] =
                [noise as u32, (noise >> 32) as u32].map(|part| i64::from(part % 2048) - 1024);
            i64::from(root.latest_value()) + (a + b) * i64::from(self.error) / 2048
        };
        let choices = moves.len().min(self.choices.max(shown));
        let known = (0..choices).filter(|&at| moves[at].latest_value() > -INFINITY);
        let best = known
            .max_by_key(|&at| (judged(&moves[at]), std::cmp::Reverse(at)))
            .unwrap_or(0);
        moves[..=best].rotate_right(1);
        best > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_higher_rating_never_plays_worse() {
        let all: Vec<Strength> = (500..=2800).step_by(50).map(Strength::of).collect();
        assert!(all.windows(2).all(|pair| {
            pair[0].nodes <= pair[1].nodes
                && pair[0].error >= pair[1].error
                && pair[0].choices >= pair[1].choices
        }));
        let ends =
            [all[0], all[46]].map(|strength| (strength.nodes, strength.choices, strength.error));
        assert_eq!(ends, [(40, 8, 1600), (34_000_000, 1, 0)]);
    }
}
