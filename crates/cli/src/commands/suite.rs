//! `belle suite`

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use files::{check_new, part_path};
use play::Seat;
use tournament::{Suite, id_width, solve_seated, suite_header};

use crate::setup::{EngineSetup, SearchLimits, ShardOption, progress_bar, stopped_by_interrupt};

/// Test a player or an engine on a suite of positions in EPD (bm, am or dm).
///
/// The table shows nodes, seconds and machine seconds twice: for the whole search, and up to the point where the
/// solution was found and kept. Ctrl-C stops the suite and prints a summary.
#[derive(Debug, Args)]
pub(crate) struct SuiteCommand {
    /// EPD file with one position per line.
    file: PathBuf,
    #[command(flatten)]
    player: EngineSetup,
    #[command(flatten)]
    limits: SearchLimits,
    /// Write the results as JSON to this file; seconds stand in it only with a limit of time.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shard: ShardOption,
}

impl SuiteCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let limits = self.limits.limits();
        let shard = self.shard.shard;
        let output = self.output.as_ref().map(|path| part_path(path, shard));
        ensure!(shard.is_none() || output.is_some(), "--shard needs -o FILE");
        output
            .as_deref()
            .map_or(Ok(()), |path| check_new(path, "choose another name"))?;
        let player = self.player.make()?;
        let name = self.player.described(&*player);
        let mut seat = Seat::without_replacement(player);
        let suite = Suite::read(&self.file, shard)?;
        for problem in &suite.malformed {
            eprintln!("{problem}");
        }
        let problems = &suite.problems;
        for problem in problems {
            problem.check(&seat).map_err(anyhow::Error::msg)?;
        }
        let (width, all) = (
            id_width(problems.iter().map(|problem| &problem.id[..])),
            problems.len(),
        );
        let template = "{bar:30} {pos}/{len}  {elapsed} ({eta} left)  {msg}";
        let bar = progress_bar(Some(all as u64), template);
        if !self.json {
            try_println!("{}", suite_header(width))?;
        }
        let abort = stopped_by_interrupt()?;
        let mut positions = Vec::with_capacity(all);
        for problem in problems {
            bar.set_message(problem.id.clone());
            let line = solve_seated(&mut seat, problem, &limits, &abort)?;
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
        let limit = self.limits.described();
        let results = suite.summary(name, limit, env!("CARGO_PKG_VERSION"), positions);
        match self.json {
            true => try_println!("{}", serde_json::to_string_pretty(&results)?)?,
            false => try_println!("\n{results}")?,
        }
        let done = results.positions.len();
        ensure!(
            !results.interrupted,
            "interrupted after {done} of {all} positions"
        );
        output.map_or(Ok(()), |path| results.write(&path, &limits))
    }
}
