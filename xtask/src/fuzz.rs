//! `cargo xtask fuzz`: rubbish for both protocols, for as long as one likes.

use clap::Args;

use crate::tools::{cargo, run};

/// Pours random and mutated lines of UCI and xboard's protocol into all players: no panic, no hang, no memory that grows.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Seconds for each of the four runs: two protocols, the test player and the real ones.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Another seed, other lines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Fuzz {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        run(cargo([
            "test",
            "--package",
            "conformance",
            "--test",
            "fuzz",
            "--",
            "--nocapture",
            "--test-threads",
            "1",
        ])
        .env("BELLE_FUZZ_SECONDS", self.seconds.to_string())
        .env("BELLE_FUZZ_SEED", self.seed.to_string()))
    }
}
