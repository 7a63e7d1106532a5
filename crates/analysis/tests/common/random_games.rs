//! Games of random legal moves.

use std::fmt::Write as _;

use notation::Pgn;
use play::Game;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Outcome, Position};

/// The game with this number; reproducible for a seed.
pub(crate) fn random_game(seed: u64, number: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut game = Game::new();
    for _ in 0..random.random_range(2..=50) {
        match game.position().legal_moves().choose(&mut random) {
            Some(&made) if game.ending().is_none() => game.play(made),
            _ => break,
        }
    }
    let outcome = game
        .ending()
        .map_or(Outcome::Unknown, |ending| Outcome::Known(ending.outcome));
    let [white, black] = [(); 2].map(|()| format!("Player {}", random.random_range(1..=40)));
    let tags = [
        ("Event", "Random moves"),
        ("Round", &number.to_string()),
        ("White", &white),
        ("Black", &black),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
    let remarks: Vec<String> = (0..game.moves().len())
        .map(|_| remark(&mut random))
        .collect();
    Pgn {
        tags,
        game,
        outcome,
    }
    .annotated(&remarks)
}

/// A comment on some moves.
fn remark(random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    if random.random_ratio(1, 20) {
        let (minutes, number) = (random.random_range(0..60), random.random_range(0..1000));
        let _ = write!(text, "[%clk 0:{minutes:02}:00] remark {number}");
    }
    text
}
