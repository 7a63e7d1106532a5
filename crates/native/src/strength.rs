//! Playing weaker on purpose, for `UCI_LimitStrength`: fewer nodes, and below master's strength a judgement that errs.
//!
//! Decided: nodes double with every 150 points; below [`SURE`] the choice among the best moves goes by their values with an
//! error added, greater the weaker the player. The error of a move in a position is always the same, so that a weak
//! player is as repeatable as a strong one; it comes from the place in the game and the move.

use play::Game;
use shakmaty::Position;

use crate::search::value::INFINITY;
use crate::search::worker::RootMove;

/// Points at which the greatest number of nodes is searched.
const GREATEST: i32 = 2800;
/// Nodes at that strength.
const NODES: f64 = 250_000.0;
/// From so many points on, no errors are made.
const SURE: i32 = 2000;
/// Hundredths of a pawn by which values err, for each hundred points below that.
const ERROR: i32 = 22;

/// What a rating allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strength {
    /// Nodes of a search.
    pub(crate) nodes: u64,
    /// Moves among which it chooses.
    pub(crate) choices: usize,
    /// The greatest error, in hundredths of a pawn.
    error: i32,
}

impl Strength {
    /// The means of a player of this rating.
    pub(crate) fn of(elo: i32) -> Strength {
        let nodes = NODES * (f64::from(elo - GREATEST) / 150.0).exp2();
        let below = (SURE - elo).max(0);
        let error = below * ERROR / 100;
        Strength { nodes: nodes.max(40.0) as u64, choices: if below > 0 { 8 } else { 1 }, error }
    }

    /// Brings the move that it takes for the best to the front. `shown` lines were asked for by the user.
    pub(crate) fn choose(&self, moves: &mut [RootMove], shown: usize, game: &Game) {
        if self.error == 0 {
            return;
        }
        let place = u64::from(game.position().fullmoves().get()) << 16 | game.moves().len() as u64;
        let judged = |root: &RootMove| {
            let noise = mix(place << 16 ^ u64::from(root.first.bits()));
            // The sum of two even chances: small errors are more frequent than great ones.
            let [a, b] = [noise as u32, (noise >> 32) as u32].map(|part| i64::from(part % 2048) - 1024);
            i64::from(root.value) + (a + b) * i64::from(self.error) / 2048
        };
        let known = moves.iter().take(self.choices.max(shown)).filter(|root| root.value > -INFINITY).count();
        let best = (0..known).max_by_key(|&at| (judged(&moves[at]), std::cmp::Reverse(at)));
        if let Some(best) = best {
            moves[..=best].rotate_right(1);
        }
    }
}

/// The mixing step of SplitMix64.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_points_never_mean_less() {
        let all: Vec<Strength> = (500..=2800).step_by(50).map(Strength::of).collect();
        assert!(all.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].error >= pair[1].error));
        assert_eq!((all[0].error > 300, all[46].nodes), (true, 250_000));
    }
}
