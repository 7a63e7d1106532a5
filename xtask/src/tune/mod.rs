//! Evaluation weights fitted to the results of games.
//!
//! `cargo xtask tune` fits those of the machine's full evaluator, `cargo xtask selfplay` and `cargo xtask fit` those of
//! `native`.

mod games;
pub(crate) mod machine;
pub(crate) mod native;
mod regression;
mod search;
pub(crate) mod selfplay;

use play::{Ending, Game};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Color, KnownOutcome, Position};

/// Plies of an opening, all random.
const OPENING: usize = 8;

fn generator(seed: u64, game: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed << 32 | game)
}

fn random_opening(random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new();
    for _ in 0..OPENING {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.random_range(0..moves.len())]);
    }
    game
}

/// White's result: 1, 0.5 or 0.
fn points(ending: Ending) -> f64 {
    match ending.outcome() {
        KnownOutcome::Decisive { winner: Color::White } => 1.0,
        KnownOutcome::Decisive { winner: Color::Black } => 0.0,
        KnownOutcome::Draw => 0.5,
    }
}

/// Counts plies for which both sides agree on the winner: the new count, positive for White.
fn agreed(before: i32, white_value: i32, decided: i32) -> i32 {
    if white_value.abs() >= decided { before + white_value.signum() } else { 0 }
}

/// A value for the mover from White's side, or the reverse.
fn from_white(position: &shakmaty::Chess, value: i32) -> i32 {
    position.turn().fold_wb(value, -value)
}
