//! A file of games of random legal moves: `cargo run --example random_games -- GAMES [SEED] > games.pgn`.

use std::io::Write as _;

#[path = "../tests/common/random_games.rs"]
mod random_games;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().ok_or("say how many games")?.parse()?;
    let seed: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for number in 1..=games {
        out.write_all(random_games::random_game(seed, number).as_bytes())?;
    }
    Ok(out.flush()?)
}
