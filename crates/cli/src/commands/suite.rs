//! `belle suite`

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Error, bail, ensure};
use clap::Args;
use files::{check_distinct, job_path};
use play::{Player, Seat};
use tournament::{
    EngineSpec, Problem, Suite, SuiteResult, SuiteResults, SuiteTable, distinct_names, solve_seated,
};

use crate::players;
use crate::setup::{
    JobOptions, PlayerSetup, RESUME_HINT, STANDARD, SearchLimits, Usage, input_path, is_given,
    partly, progress_bar, stopped_by_interrupt, usage,
};

/// Test players and engines on a suite of positions in EPD (bm, am, dm, or points for moves).
///
/// Nodes, seconds and machine seconds in the table are those up to the point where the solution was
/// found and kept; --json has those of the whole search too. Points for moves are those of the
/// Strategic Test Suite: c0 "f5=10, Be5=2", or c8 "10 2" with c9 "f4f5 d4e5". Ctrl-C stops the
/// suite and prints a summary; with -o FILE, the same command with --resume continues it.
#[derive(Debug, Args)]
pub(crate) struct SuiteCommand {
    /// EPD file with one position per line, also compressed (.gz, .zst, .bz2), or '-' for standard
    /// input.
    #[arg(value_parser = input_path())]
    file: PathBuf,
    #[command(flatten)]
    player: PlayerSetup,
    /// Engine in place of the player, such as 'cmd=stockfish,option.Threads=2'; one of xboard's
    /// needs proto=xboard. Several engines, and a player that --player names, search each position
    /// one after the other, and share one table.
    #[arg(long = "engine", value_name = "ENGINE", value_parser = players::engine)]
    engines: Vec<EngineSpec>,
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
        let (output, json) = match &self.output {
            Some(output) if output == Path::new(STANDARD) => (None, true),
            output => (output.clone(), self.json),
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
        let mut contestants = self.contestants()?;
        let suite = Suite::read(&self.file)?;
        for problem in &suite.malformed {
            eprintln!("{problem}");
        }
        for Contestant { seat, .. } in &contestants {
            for problem in &suite.problems {
                problem.check(seat).map_err(Error::msg)?;
            }
        }
        let names = contestants.iter().map(|contestant| contestant.name.clone());
        let names = distinct_names(names);
        let limits = self.limits.limits();
        let header = suite.job(
            names.clone(),
            self.limits.described(),
            limits.move_time.is_some(),
            env!("CARGO_PKG_VERSION"),
            shard,
        )?;
        let mut job = None;
        if let Some(output) = &output {
            job = Some(self.job.open(output, header.clone())?);
        }
        // The tasks of this shard, position by position.
        let mut mine = Vec::new();
        let mut tasks = 0;
        // What an earlier run did takes no time, and would spoil the estimate of the time left.
        let mut left = 0;
        for (position, problem) in suite.problems.iter().enumerate() {
            let mut row = Vec::new();
            for player in 0..names.len() {
                let task = position * names.len() + player;
                if !header.has(task) {
                    continue;
                }
                row.push(Task { task, player });
                let is_done = match &job {
                    Some(job) => job.has(task),
                    None => false,
                };
                left += u64::from(!is_done);
            }
            tasks += row.len();
            if !row.is_empty() {
                mine.push((problem, row));
            }
        }
        let template = "{bar:30} {pos}/{len}  {elapsed} ({eta} left)  {msg}";
        let bar = progress_bar(Some(left), template);
        let has_file = output.is_some();
        let has_points = suite.problems.iter().any(Problem::has_points);
        let abort = stopped_by_interrupt()?;
        let mut results: Vec<(usize, SuiteResult)> = Vec::new();
        let mut table: Option<SuiteTable> = None;
        'positions: for (problem, row) in &mine {
            bar.set_message(problem.id.clone());
            let begin = results.len();
            for &Task { task, player } in row {
                if let Some(job) = &job
                    && job.has(task)
                {
                    results.push((task, job.record(task)?));
                    continue;
                }
                let contestant = &mut contestants[player];
                let found = solve_seated(&mut contestant.seat, problem, &limits, &abort);
                if abort.stopped() {
                    break 'positions;
                }
                // One position must not end a suite of hours: an engine that fails there has not
                // solved it, and goes on with the next.
                let result = match found {
                    Ok(result) => result,
                    Err(crash) => {
                        contestant.restart(&crash)?;
                        let id = &problem.id;
                        bar.suspend(|| eprintln!("{id}: {crash}; not solved"));
                        problem.failed()
                    }
                };
                if let Some(job) = &mut job {
                    job.add(task, &result)?;
                }
                bar.inc(1);
                results.push((task, result));
            }
            if json {
                continue;
            }
            let mut shown = vec![None; names.len()];
            for (task, result) in &results[begin..] {
                shown[task % names.len()] = Some(result);
            }
            let mut text = String::new();
            let table = match &table {
                Some(table) => table,
                None => {
                    let ids = mine.iter().map(|(problem, _)| &problem.id[..]);
                    let first = &results[begin].1;
                    let new = table.insert(SuiteTable::new(&names, ids, has_points, first));
                    text = new.header() + "\n";
                    new
                }
            };
            text += &table.row(&shown);
            unless_unread(has_file, bar.suspend(|| try_println!("{text}")))?;
        }
        bar.finish_and_clear();
        let done = results.len();
        let results = SuiteResults::new(&header, results)?;
        let shown = if json {
            try_println!("{}", results.json()?)
        } else {
            try_println!("\n{results}")
        };
        unless_unread(has_file, shown)?;
        if results.interrupted() {
            let hint = if job.is_some() { RESUME_HINT } else { "" };
            let what = if names.len() > 1 {
                "searches"
            } else {
                "positions"
            };
            bail!("interrupted after {done} of {tasks} {what}{hint}");
        }
        if let (Some(job), Some(output)) = (job, &output) {
            let job = job.finish(None)?;
            if shard.is_none() {
                SuiteResults::write(&job, output)?;
            }
        }
        // What is missing from the whole is said when it is merged.
        if shard.is_some() {
            return Ok(());
        }
        partly(results.faults())
    }

    /// The engines, and the player if it is named or there are no engines.
    fn contestants(&self) -> anyhow::Result<Vec<Contestant>> {
        let mut contestants = Vec::new();
        let mut add = |name: String, player: Box<dyn Player>, engine: Option<EngineSpec>| {
            let seat = Seat::without_replacement(player);
            contestants.push(Contestant { name, seat, engine });
        };
        for engine in &self.engines {
            let player = engine.player()?;
            let name = match engine.given_name() {
                Some(name) => name.to_owned(),
                None => player.name(),
            };
            add(name, player, Some(engine.clone()));
        }
        if self.engines.is_empty() || is_given("player") {
            let player = self.player.make()?;
            add(self.player.described(&*player), player, None);
        } else if let Some(given) = self.player.given_options()?.first() {
            bail!(Usage(format!(
                "{} is for a player: expected --player beside --engine, whose own settings follow \
                 after commas",
                given.flag
            )));
        }
        Ok(contestants)
    }
}

/// A player or an engine on its seat.
struct Contestant {
    name: String,
    seat: Seat,
    /// How to start the engine again; none for a player of this program.
    engine: Option<EngineSpec>,
}

impl Contestant {
    /// Starts an engine again that has failed. Fails for a player: a fault in this program is to be
    /// seen.
    fn restart(&mut self, failure: impl Display) -> anyhow::Result<()> {
        let Some(engine) = &self.engine else {
            bail!("{}: {failure}", self.name);
        };
        self.seat = Seat::without_replacement(engine.player()?);
        Ok(())
    }
}

/// A search of a position by a player.
#[derive(Clone, Copy)]
struct Task {
    task: usize,
    player: usize,
}

/// The outcome of showing something. With an output file the work goes on when nobody reads what is
/// shown.
fn unless_unread(has_file: bool, shown: io::Result<()>) -> io::Result<()> {
    match shown {
        Err(error) if has_file && error.kind() == ErrorKind::BrokenPipe => Ok(()),
        shown => shown,
    }
}
