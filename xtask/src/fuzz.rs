//! `cargo xtask fuzz`: rubbish for both protocols, for as long as one likes.

use clap::Args;

use crate::tools::{cargo, run};

/// Pours random and mutated lines of UCI and xboard's protocol into all players: no panic, no hang, no memory
/// that grows (compared in those runs that get beyond their first 5,000 lines).
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Seconds for each of the six runs: two protocols, and in each the test player, all players by turns, and native alone.
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
