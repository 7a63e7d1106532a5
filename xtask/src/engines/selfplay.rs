//! `cargo xtask selfplay`: quiet positions from self-play of `native`, with results.
//!
//! Every game has a new player, a random opening and a fixed number of nodes a move. The file
//! therefore depends on the program and the seed, not on the machine or its threads.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use native::Native;
use play::{Choice, Control, Game, Limits, Player};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, KnownOutcome, Move, Position};

/// Plays `native` against itself and writes quiet positions with the games' results.
#[derive(Debug, Args)]
pub(crate) struct SelfPlay {
    /// Games to play.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Number of the first game, to continue an earlier file.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Nodes searched for each move.
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Output: a FEN, a semicolon, and 2, 1 or 0 for White's win, draw or loss.
    #[arg(short, long)]
    output: PathBuf,
}

/// Plies of an opening, all random.
const OPENING: usize = 8;
/// Largest value of an opening after a short search, in centipawns for either side.
const BALANCED: i32 = 150;
/// Value that decides a game when it stands for [`AGREED`] plies, in centipawns.
const DECIDED: i32 = 1_200;
const AGREED: i32 = 4;
/// Plies after which a game is a draw.
const LONGEST: usize = 320;
/// Games between two lines of progress.
const BATCH: u64 = 500;

impl SelfPlay {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let name = self.output.display();
        let mut file = BufWriter::new(
            File::create(&self.output).with_context(|| format!("cannot write {name}"))?,
        );
        let end = self.first + self.games;
        let mut positions = 0;
        for first in (self.first..end).step_by(BATCH as usize) {
            let games = first..end.min(first + BATCH);
            let lines: Vec<String> = games
                .into_par_iter()
                .flat_map_iter(|game| self.game(game))
                .collect();
            positions += lines.len();
            for line in lines {
                writeln!(file, "{line}")?;
            }
            println!(
                "{} games, {positions} positions",
                end.min(first + BATCH) - self.first
            );
        }
        file.flush().with_context(|| format!("cannot write {name}"))
    }

    fn game(&self, number: u64) -> Vec<String> {
        let mut player = Native::new();
        let mut game = self.opening(
            &mut player,
            &mut ChaCha8Rng::seed_from_u64(self.seed << 32 | number),
        );
        let (mut quiet, mut plies) = (Vec::new(), 0);
        let result = loop {
            if let Some(ending) = game.ending() {
                break match ending.outcome {
                    KnownOutcome::Decisive {
                        winner: Color::White,
                    } => 1.0,
                    KnownOutcome::Decisive {
                        winner: Color::Black,
                    } => 0.0,
                    KnownOutcome::Draw => 0.5,
                };
            }
            if game.moves().len() >= LONGEST {
                break 0.5;
            }
            let Some((best, value)) = think(&mut player, &game, self.nodes) else {
                break 0.5;
            };
            let position = game.position();
            let white = position.turn().fold_wb(value, -value);
            // Plies for which both sides agree on the winner, positive for White.
            plies = if white.abs() >= DECIDED {
                plies + white.signum()
            } else {
                0
            };
            if plies.abs() >= AGREED {
                break if plies > 0 { 1.0 } else { 0.0 };
            }
            let is_quiet = !position.is_check() && !best.is_capture() && !best.is_promotion();
            if is_quiet && white.abs() < DECIDED {
                quiet.push(Fen::from_position(position, EnPassantMode::Legal).to_string());
            }
            game.play(best);
        };
        quiet
            .into_iter()
            .map(|fen| format!("{fen};{}", 2.0 * result))
            .collect()
    }

    fn opening(&self, player: &mut Native, random: &mut ChaCha8Rng) -> Game {
        loop {
            let game = random_opening(random);
            let value = think(player, &game, self.nodes).map(|(_, value)| value.abs());
            player.new_game();
            if value.is_some_and(|value| value <= BALANCED) {
                return game;
            }
        }
    }
}

/// Best move and its value for the mover; `None` if the game is over.
fn think(player: &mut Native, game: &Game, nodes: u64) -> Option<(Move, i32)> {
    let mut value = 0;
    let Choice { best, .. } = player.search(
        game,
        &Limits::nodes(nodes),
        &Control::new(),
        &mut |report| {
            value = report.score.centipawns(10_000);
        },
    );
    best.map(|best| (best, value))
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
