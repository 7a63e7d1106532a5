//! `cargo xtask fuzz`: malformed input for both protocols.

use std::process::Command;

use anyhow::Context;
use clap::Args;

use crate::tools::{cargo, run};

/// MiB by which memory may grow.
const GROWTH: u32 = 64;
/// The same under the address sanitizer, which keeps freed memory and looks for leaks itself.
const SANITIZED_GROWTH: u32 = 1 << 20;

/// Sends random and mutated lines in both protocols to all players: no panic, no hang, no growing
/// memory.
///
/// Memory is compared after the first 5,000 lines.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Seconds of each of the six runs: two protocols by the test player, all players in turn, and
    /// native alone.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Seed of the random lines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only runs with this in their names, such as `uci_native`.
    #[arg(long)]
    only: Option<String>,
    /// Build with the address sanitizer (in target/sanitized), which finds invalid accesses and
    /// leaks.
    #[arg(long)]
    sanitize: bool,
}

impl Fuzz {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut command = cargo("run --package conformance --example fuzz");
        let mut growth = GROWTH;
        if self.sanitize {
            // Stable compilers accept the sanitizer only with RUSTC_BOOTSTRAP.
            command
                .args(["--target", &host()?, "--target-dir", "target/sanitized"])
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")
                .env("RUSTFLAGS", "-Zsanitizer=address");
            growth = SANITIZED_GROWTH;
        }
        command
            .args(["--", "--seconds", &self.seconds.to_string()])
            .args(["--seed", &self.seed.to_string()])
            .args(["--growth", &growth.to_string()]);
        if let Some(only) = &self.only {
            command.args(["--only", only]);
        }
        run(&mut command)
    }
}

/// Target triple of this machine.
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output()
        .context("cannot run rustc")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
