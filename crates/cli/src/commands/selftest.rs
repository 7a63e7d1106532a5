//! `belle selftest`

use anyhow::bail;
use clap::Args;
use microcode::selftest::{Outcome, selftest};

use crate::setup::working;

/// Run the self-test microprogram on the machine.
#[derive(Debug, Args)]
pub(crate) struct SelfTest {
    /// Describe each test.
    #[arg(short, long)]
    verbose: bool,
}

impl SelfTest {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let results = working("selftest", selftest);
        let width = results
            .iter()
            .map(|result| result.name.len())
            .max()
            .unwrap_or(0);
        for result in &results {
            try_println!(
                "{:>3}  {:width$}  {}",
                result.number,
                result.name,
                result.outcome
            )?;
            if self.verbose {
                try_println!("     {}", result.proves)?;
            }
        }
        match results.iter().find(|result| result.outcome != Outcome::Ok) {
            Some(failed) => bail!("the machine failed test {}, {}", failed.number, failed.name),
            None => Ok(try_println!(
                "The machine passed all {} tests.",
                results.len()
            )?),
        }
    }
}
