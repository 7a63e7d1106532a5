//! `belle selftest`

use std::io::{Write, stdout};

use crate::progress::working;
use anyhow::bail;
use clap::Args;
use microcode::selftest::{Outcome, selftest};

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
        let width = results.iter().map(|result| result.name.len()).max().unwrap_or(0);
        let mut out = stdout().lock();
        for result in &results {
            let outcome = match &result.outcome {
                Outcome::Ok => "ok".to_owned(),
                Outcome::Failed(why) => format!("FAILED: {why}"),
                Outcome::NotRun => "not run".to_owned(),
            };
            writeln!(out, "{:>3}  {:width$}  {outcome}", result.number, result.name)?;
            if self.verbose {
                writeln!(out, "     {}", result.proves)?;
            }
        }
        match results.iter().find(|result| result.outcome != Outcome::Ok) {
            Some(failed) => bail!("the machine failed test {}, {}", failed.number, failed.name),
            None => Ok(writeln!(out, "The machine passed all {} tests.", results.len())?),
        }
    }
}
