//! `cargo xtask fuzz`: rubbish for both protocols, for as long as one likes.

use std::process::Command;

use anyhow::Context;
use clap::Args;

use crate::tools::{cargo, run};

/// MiB by which memory may grow under the address sanitizer: any. It keeps 256 of what is freed and, for ever, some 190
/// bytes of every thread that has ended; it looks for leaks itself when the run ends.
const SANITIZER_KEEPS: u32 = 1 << 20;

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
    /// Only the runs whose names hold this, as `native_under_uci`.
    #[arg(long)]
    only: Option<String>,
    /// Build with the address sanitizer (in target/sanitized): no access beyond what is allocated or after it is freed,
    /// no leak.
    #[arg(long)]
    sanitize: bool,
}

impl Fuzz {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut command = cargo(["test", "--package", "conformance", "--test", "fuzz"]);
        if self.sanitize {
            // A compiler that is not a nightly one allows the sanitizer only so.
            command
                .args(["--target", &host()?, "--target-dir", "target/sanitized"])
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTFLAGS", "-Zsanitizer=address")
                .env("BELLE_FUZZ_GROWTH", SANITIZER_KEEPS.to_string());
        }
        command.args(["--", "--nocapture", "--test-threads", "1"]).args(self.only);
        run(command
            .env("BELLE_FUZZ_SECONDS", self.seconds.to_string())
            .env("BELLE_FUZZ_SEED", self.seed.to_string()))
    }
}

/// The machine that the compiler runs on, in its own words.
fn host() -> anyhow::Result<String> {
    let said = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output()
        .context("asking rustc for its host")?;
    Ok(String::from_utf8(said.stdout)?.trim().to_owned())
}
