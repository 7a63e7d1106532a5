//! The games that the weights are fitted to, and the match that compares two tables.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use super::search::{Features, Search, Weights, after};

/// A quiet position and the result of its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) game: u64,
    pub(super) features: Features,
    /// 1 if White won, 0 if Black did.
    pub(super) result: f64,
}

/// Plies of an opening, all random.
const OPENING: usize = 8;
/// Plies after which a game is a draw.
const LONGEST: usize = 180;
/// A value beyond this, both sides agreeing, decides a game.
const DECIDED: i32 = 900;

/// Positions from self-play.
pub(super) fn learn(seed: u64, games: u64, depth: u8, weights: &Weights) -> Vec<Sample> {
    let of_game = |game: u64| {
        let mut random = generator(seed, game);
        let start = opening(&mut random, weights);
        let mut features = Vec::new();
        let search = Search { weights };
        let result = play(start, depth, [weights, weights], |position| {
            if random.random_ratio(1, 3) && !position.is_check() {
                let standing = search.standing(position);
                if search.quiet(position, standing - 1, standing + 1) == standing {
                    features.push(Features::of(position));
                }
            }
        });
        features.into_iter().map(|features| Sample { game, features, result }).collect::<Vec<_>>()
    };
    (0..games).into_par_iter().flat_map_iter(of_game).collect()
}

/// Each opening twice, with colors exchanged: games that `new` won, drew and lost.
pub(super) fn contest(seed: u64, pairs: u64, depth: u8, new: &Weights, old: &Weights) -> [u64; 3] {
    let of_pair = |pair: u64| {
        let start = opening(&mut generator(seed, pair), old);
        let white = play(start.clone(), depth, [new, old], |_| {});
        let black = 1.0 - play(start, depth, [old, new], |_| {});
        let mut results = [0; 3];
        for result in [white, black] {
            results[2 - (2.0 * result) as usize] += 1;
        }
        results
    };
    let add = |a: [u64; 3], b: [u64; 3]| std::array::from_fn(|i| a[i] + b[i]);
    (0..pairs).into_par_iter().map(of_pair).reduce(|| [0; 3], add)
}

fn generator(seed: u64, game: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed << 32 | game)
}

/// Random moves that leave neither side far ahead.
fn opening(random: &mut ChaCha8Rng, weights: &Weights) -> Chess {
    loop {
        let mut position = Chess::default();
        for _ in 0..OPENING {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        let balanced = Search { weights }.quiet(&position, -200, 200).abs() < 120;
        if balanced && !position.legal_moves().is_empty() {
            return position;
        }
    }
}

/// Plays a game out; White's result. Every position after the opening is shown to `visit`.
fn play(start: Chess, depth: u8, players: [&Weights; 2], mut visit: impl FnMut(&Chess)) -> f64 {
    let mut position = start;
    let mut seen: Vec<Chess> = Vec::new();
    let mut decided = 0;
    for _ in 0..LONGEST {
        if position.legal_moves().is_empty() {
            let lost = if position.turn().is_white() { 0.0 } else { 1.0 };
            return if position.is_check() { lost } else { 0.5 };
        }
        let again = seen.iter().filter(|old| **old == position).count();
        if again >= 2 || position.halfmoves() >= 100 || position.is_insufficient_material() {
            return 0.5;
        }
        visit(&position);
        let weights = players[usize::from(position.turn().is_black())];
        let (m, value) = Search { weights }.best(&position, depth);
        let white = if position.turn().is_white() { value } else { -value };
        decided = if white.abs() > DECIDED { decided + white.signum() } else { 0 };
        if decided.abs() == 4 {
            return if decided > 0 { 1.0 } else { 0.0 };
        }
        if m.is_zeroing() {
            seen.clear();
        } else {
            seen.push(position.clone());
        }
        position = after(&position, m);
    }
    0.5
}
