//! The games that the machine's weights are fitted to, and the match that compares two tables.

use play::Game;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use super::regression;
use super::search::{Features, MATERIAL, Search, Weights};
use super::{agreed, from_white, generator, points, random_opening};

#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) game: u64,
    pub(super) features: Features,
    result: f64,
}

impl regression::Sample for Sample {
    fn result(&self) -> f64 {
        self.result
    }

    fn value(&self, weights: &[f64]) -> f64 {
        self.features.rest(weights) + self.features.full_part(weights)
    }

    fn add_slopes(&self, slope: f64, sum: &mut [f64]) {
        let early = f64::from(self.features.class) / 7.0;
        for (term, count) in self.features.full.iter().enumerate() {
            let count = slope * f64::from(*count);
            sum[2 * term] += count * early;
            sum[2 * term + 1] += count * (1.0 - early);
        }
        for (kind, count) in self.features.material.iter().enumerate() {
            sum[MATERIAL + kind] += slope * f64::from(*count);
        }
    }
}

/// Plies after which a game is a draw.
const LONGEST: usize = 180;
/// A value from which, both sides agreeing for four plies, a game is decided.
const DECIDED: i32 = 901;

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

/// Random moves that leave neither side far ahead.
fn opening(random: &mut ChaCha8Rng, weights: &Weights) -> Chess {
    loop {
        let game = random_opening(random);
        let balanced = Search { weights }.quiet(game.position(), -200, 200).abs() < 120;
        if balanced && !game.position().legal_moves().is_empty() {
            return game.position().clone();
        }
    }
}

/// Plays a game out; White's result. Every position after the opening is shown to `visit`.
fn play(start: Chess, depth: u8, players: [&Weights; 2], mut visit: impl FnMut(&Chess)) -> f64 {
    let mut game = Game::from_position(start);
    let mut decided = 0;
    for _ in 0..LONGEST {
        if let Some(ending) = game.ending() {
            return points(ending);
        }
        let position = game.position();
        visit(position);
        let weights = players[usize::from(position.turn().is_black())];
        let (m, value) = Search { weights }.best(position, depth);
        decided = agreed(decided, from_white(position, value), DECIDED);
        if decided.abs() == 4 {
            return if decided > 0 { 1.0 } else { 0.0 };
        }
        game.play(m);
    }
    0.5
}
