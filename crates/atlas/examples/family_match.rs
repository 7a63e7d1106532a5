//! A match between two members of Atlas's family, in one process.
//!
//! `cargo run --release -p atlas --example family_match -- "Mobility=ratio" "" 400`
//!
//! plays 400 games of Atlas with mobility by ratio against Atlas as it was. Every opening is one of the 400 first
//! moves of both sides, in an order fixed by the seed, and is played with both colours.

use std::error::Error;
use std::io::Write;

use atlas::Atlas;
use play::{Control, Ending, Game, Limits, Player};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, Position};

const SEED: u64 = 1967;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games] = words.as_slice() else {
        return Err(
            "what plays what? give two lists of options, as in \"Plies=6,Mobility=squares\", and the games"
                .into(),
        );
    };
    let mut players = [member(first)?, member(second)?];
    let pairs = games.parse::<usize>()?.div_ceil(2);
    let mut scores = Vec::new();
    let mut counts = [0_u32; 3];
    for opening in openings().iter().cycle().take(pairs) {
        let mut score = 0.0;
        for first_is in Color::ALL {
            let points = play_game(&mut players, first_is, opening);
            counts[(2.0 * points) as usize] += 1;
            score += points;
        }
        scores.push(score / 2.0);
        eprint!("\r{} games: +{} ={} -{} ", 2 * scores.len(), counts[2], counts[1], counts[0]);
        std::io::stderr().flush()?;
    }
    eprintln!();
    let [lost, drawn, won] = counts;
    let (score, error) = estimate(&scores);
    println!("'{first}' against '{second}': {} games, +{won} ={drawn} -{lost}", 2 * scores.len());
    println!("score {:.1} % +- {:.1} (95 %)", 100.0 * score, 100.0 * error);
    println!("Elo {:+.0} [{:+.0}, {:+.0}]", elo(score), elo(score - error), elo(score + error));
    Ok(())
}

/// An Atlas with the options of a list like `QueenRule=false,Mobility=ratio`.
fn member(options: &str) -> Result<Atlas, Box<dyn Error>> {
    let mut atlas = Atlas::new();
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        atlas.set_option(name, value)?;
    }
    Ok(atlas)
}

/// All positions after one move of each side, shuffled.
fn openings() -> Vec<Chess> {
    let after = |position: &Chess| {
        let next = |one| {
            let mut next = position.clone();
            next.play_unchecked(one);
            next
        };
        position.legal_moves().into_iter().map(next).collect::<Vec<Chess>>()
    };
    let mut openings: Vec<Chess> = after(&Chess::default()).iter().flat_map(after).collect();
    openings.shuffle(&mut ChaCha8Rng::seed_from_u64(SEED));
    openings
}

/// The first player's points.
fn play_game(players: &mut [Atlas; 2], first_is: Color, opening: &Chess) -> f64 {
    let mut game = Game::from_position(opening.clone());
    let ending = loop {
        if let Some(ending) = game.ending() {
            break ending;
        }
        let player = &mut players[usize::from(game.position().turn() != first_is)];
        let choice = player.search(&game, &Limits::default(), &Control::new(), &mut |_| ());
        game.play(choice.best.expect("the game goes on"));
    };
    match ending {
        Ending::Checkmate { winner } if winner == first_is => 1.0,
        Ending::Checkmate { .. } => 0.0,
        _ => 0.5,
    }
}

/// The mean score and half its 95 % interval, from the scores of pairs of games.
fn estimate(pairs: &[f64]) -> (f64, f64) {
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}
