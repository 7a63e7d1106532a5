//! `belle suite`

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Error, bail, ensure};
use clap::Args;
use files::{check_distinct, job_path};
use play::Seat;
use tournament::{Suite, SuiteResult, SuiteSummary, id_width, solve_seated, suite_header};

use crate::setup::{
    EngineSetup, JobOptions, RESUME_HINT, STANDARD, SearchLimits, Usage, input_path, partly,
    progress_bar, stopped_by_interrupt, usage,
};

/// Test a player or an engine on a suite of positions in EPD (bm, am or dm).
///
/// The table shows nodes, seconds and machine seconds twice: for the whole search, and up to the
/// point where the solution was found and kept. Ctrl-C stops the suite and prints a summary; with
/// -o FILE, the same command with --resume continues it.
#[derive(Debug, Args)]
pub(crate) struct SuiteCommand {
    /// EPD file with one position per line, also compressed (.gz, .zst, .bz2), or '-' for standard
    /// input.
    #[arg(value_parser = input_path())]
    file: PathBuf,
    #[command(flatten)]
    player: EngineSetup,
    #[command(flatten)]
    limits: SearchLimits,
    /// Write the results as JSON to this file, or '-' for standard output; seconds stand in a file
    /// only with a limit of time.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    job: JobOptions,
}

impl SuiteCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let JobOptions { resume, shard } = self.job;
        // On standard output the results are what --json prints.
        let (output, json) = match self.output {
            Some(output) if output == Path::new(STANDARD) => (None, true),
            output => (output, self.json),
        };
        if let Some(output) = &output {
            let job = job_path(output);
            check_distinct(&[("-o", Some(output)), ("its job", Some(&job))]).map_err(usage)?;
        }
        let needs_file = resume || shard.is_some();
        ensure!(
            !needs_file || output.is_some(),
            Usage("--resume and --shard need -o FILE".to_owned())
        );
        let player = self.player.make()?;
        let name = self.player.described(&*player);
        let mut seat = Seat::without_replacement(player);
        let suite = Suite::read(&self.file)?;
        for problem in &suite.malformed {
            eprintln!("{problem}");
        }
        let skipped = match suite.malformed.len() {
            0 => None,
            1 => Some("1 malformed line skipped".to_owned()),
            skipped => Some(format!("{skipped} malformed lines skipped")),
        };
        for problem in &suite.problems {
            problem.check(&seat).map_err(Error::msg)?;
        }
        let limits = self.limits.limits();
        let header = suite.job(
            name,
            self.limits.described(),
            limits.move_time.is_some(),
            env!("CARGO_PKG_VERSION"),
            shard,
        )?;
        let mut job = None;
        if let Some(output) = &output {
            job = Some(self.job.open(output, header.clone())?);
        }
        let mut mine = Vec::new();
        // What an earlier run did takes no time, and would spoil the estimate of the time left.
        let mut left = 0;
        for (number, problem) in suite.problems.iter().enumerate() {
            if !header.has(number) {
                continue;
            }
            mine.push((number, problem));
            let is_done = match &job {
                Some(job) => job.has(number),
                None => false,
            };
            left += u64::from(!is_done);
        }
        let width = id_width(mine.iter().map(|(_, problem)| &problem.id[..]));
        let template = "{bar:30} {pos}/{len}  {elapsed} ({eta} left)  {msg}";
        let bar = progress_bar(Some(left), template);
        let has_file = output.is_some();
        if !json {
            unread(has_file, try_println!("{}", suite_header(width)))?;
        }
        let abort = stopped_by_interrupt()?;
        let mut positions = Vec::with_capacity(mine.len());
        for &(number, problem) in &mine {
            bar.set_message(problem.id.clone());
            let known = match &job {
                Some(job) if job.has(number) => Some(job.record(number)?),
                _ => None,
            };
            let is_known = known.is_some();
            let line: SuiteResult = match known {
                Some(line) => line,
                None => solve_seated(&mut seat, problem, &limits, &abort)?,
            };
            if abort.stopped() {
                break;
            }
            if !is_known {
                if let Some(job) = &mut job {
                    job.add(number, &line)?;
                }
                bar.inc(1);
            }
            if !json {
                let shown = bar.suspend(|| try_println!("{}", line.row(width)));
                unread(has_file, shown)?;
            }
            positions.push(line);
        }
        bar.finish_and_clear();
        let results = SuiteSummary::new(&header, positions)?;
        let shown = if json {
            try_println!("{}", serde_json::to_string_pretty(&results)?)
        } else {
            try_println!("\n{results}")
        };
        unread(has_file, shown)?;
        let (done, all) = (results.positions.len(), mine.len());
        if results.interrupted {
            let hint = if job.is_some() { RESUME_HINT } else { "" };
            bail!("interrupted after {done} of {all} positions{hint}");
        }
        if let (Some(job), Some(output)) = (job, &output) {
            let job = job.finish(None)?;
            if shard.is_none() {
                SuiteSummary::write(&job, output)?;
            }
        }
        // What is missing from the whole is said when it is merged.
        if shard.is_some() {
            return Ok(());
        }
        partly(skipped)
    }
}

/// The outcome of showing something. With an output file the work goes on when nobody reads what is
/// shown.
fn unread(has_file: bool, shown: io::Result<()>) -> io::Result<()> {
    match shown {
        Err(error) if has_file && error.kind() == ErrorKind::BrokenPipe => Ok(()),
        shown => shown,
    }
}
