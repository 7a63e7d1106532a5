//! `belle suite`

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use tournament::{SuiteSummary, read_suite, solve, suite_header};

use crate::setup::{PlayerSetup, SearchLimits, progress_bar, stopped_by_interrupt};

/// Test a player on a suite of positions in EPD (bm, am or dm).
///
/// The table shows nodes, seconds and machine seconds twice: for the whole search, and up to the point where the
/// solution was found and kept. Ctrl-C stops the suite and prints a summary.
#[derive(Debug, Args)]
pub(crate) struct Suite {
    /// EPD file with one position per line.
    file: PathBuf,
    #[command(flatten)]
    player: PlayerSetup,
    #[command(flatten)]
    limits: SearchLimits,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Suite {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let limits = self.limits.limits();
        let mut player = self.player.make()?;
        let (problems, malformed) = read_suite(&self.file)?;
        for problem in &malformed {
            eprintln!("{problem}");
        }
        ensure!(!problems.is_empty(), "{} has no positions with bm, am or dm", self.file.display());
        problems.iter().try_for_each(|problem| problem.check(&*player)).map_err(anyhow::Error::msg)?;
        let width = problems.iter().map(|problem| problem.id.chars().count()).max().unwrap_or(0).clamp(8, 40);
        let template = "{bar:30} {pos}/{len}  {elapsed} ({eta} left)  {msg}";
        let bar = progress_bar(Some(problems.len() as u64), template);
        if !self.json {
            try_println!("{}", suite_header(width))?;
        }
        let abort = stopped_by_interrupt()?;
        let mut positions = Vec::with_capacity(problems.len());
        for problem in &problems {
            bar.set_message(problem.id.clone());
            let line = solve(&mut *player, problem, &limits, &abort);
            if abort.stopped() {
                break;
            }
            if !self.json {
                bar.suspend(|| try_println!("{}", line.row(width)))?;
            }
            positions.push(line);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let results = SuiteSummary {
            file: self.file.display().to_string(),
            player: player.name(),
            version: env!("CARGO_PKG_VERSION"),
            solved: positions.iter().filter(|line| line.solved).count(),
            total: positions.iter().map(|line| line.end).sum(),
            interrupted: abort.stopped(),
            positions,
            malformed,
        };
        match self.json {
            true => try_println!("{}", serde_json::to_string_pretty(&results)?)?,
            false => try_println!("\n{results}")?,
        }
        let done = results.positions.len();
        ensure!(!results.interrupted, "interrupted after {done} of {} positions", problems.len());
        Ok(())
    }
}
