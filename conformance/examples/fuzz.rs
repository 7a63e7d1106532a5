//! A long fuzz of the protocols, for `cargo xtask fuzz`. An example, since only tests and examples
//! have all players.

#[path = "../tests/common/fuzz.rs"]
mod fuzz;
#[path = "../tests/common/players.rs"]
mod players;

use std::time::{Duration, Instant};

use clap::Parser;
use fuzz::{Settings, TARGETS};

#[derive(Debug, Parser)]
struct Arguments {
    /// Seconds of each target.
    #[arg(long)]
    seconds: u64,
    /// Seed of the random lines.
    #[arg(long)]
    seed: u64,
    /// MiB by which resident memory may grow.
    #[arg(long)]
    growth: usize,
    /// Only targets with this in their names.
    #[arg(long, default_value = "")]
    only: String,
}

fn main() {
    let arguments = Arguments::parse();
    let settings = Settings {
        seed: arguments.seed,
        growth: arguments.growth,
    };
    let time = Duration::from_secs(arguments.seconds);
    for target in TARGETS {
        if target.name.contains(&arguments.only) {
            let started = Instant::now();
            target.fuzz(settings, |_| started.elapsed() >= time);
        }
    }
}
