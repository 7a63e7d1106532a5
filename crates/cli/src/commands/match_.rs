//! `belle match`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Error, bail, ensure};
use clap::{Args, ValueEnum};
use files::{check_distinct, job_path, shard_path};
use indicatif::HumanDuration;
use play::TimeControl;
use statistics::{Sprt, Verdict};
use tournament::{
    Adjudication, DrawRule, EngineLimits, EngineSpec, Entrant, LineLog, MatchJob, MatchPlan,
    Opening, ResignRule, Rules, Scoreboard, Summary, TablebaseRule, Tournament, check_engines,
    entrants, game_line, gauntlet, match_header, of_one_variant, parse_seconds, parse_sprt,
    read_openings, round_robin,
};

use crate::players::{self, PLAYERS};
use crate::setup::{
    JobOptions, RESUME_HINT, STANDARD, Usage, input_path, output_path, partly,
    stopped_by_interrupt, usage,
};

/// Play a match between engines.
#[derive(Debug, Args)]
#[command(long_about = include_str!("match.txt").trim_end())]
pub(crate) struct MatchCommand {
    /// Engines: two, or more with --round-robin or --gauntlet.
    #[arg(value_name = "ENGINE", value_parser = players::engine)]
    engines: Vec<EngineSpec>,
    /// Add an engine; repeatable.
    #[arg(long = "engine", value_name = "ENGINE", value_parser = players::engine)]
    more_engines: Vec<EngineSpec>,
    /// Settings of all engines, such as 'option.Hash=64,tc=10+0.1'; an engine's own settings outdo
    /// them.
    #[arg(long, value_name = "SETTINGS")]
    each: Option<String>,
    /// Play every pair of engines.
    #[arg(long)]
    round_robin: bool,
    /// Play the first engine against every other one.
    #[arg(long, conflicts_with = "round_robin")]
    gauntlet: bool,
    /// Games per pair of engines, rounded up to an even number.
    #[arg(
        long,
        default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    games: u32,
    /// Games to play at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Time control in seconds, SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT; three minutes and two
    /// seconds are 180+2 or 3:00+2 [default: 5+0.05, unless another limit is given].
    #[arg(long, help_heading = "Limits")]
    tc: Option<TimeControl>,
    /// Seconds per move.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    movetime: Option<Duration>,
    /// Plies per search.
    #[arg(
        long,
        value_name = "PLIES",
        value_parser = clap::value_parser!(u32).range(1..=99),
        help_heading = "Limits"
    )]
    depth: Option<u32>,
    /// Nodes per search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    nodes: Option<u64>,
    /// Seconds by which an engine may exceed its time.
    #[arg(long, default_value = "0.1", value_name = "SECONDS", value_parser = parse_seconds,
        help_heading = "Limits")]
    timemargin: Duration,
    /// Seconds until an engine without a clock counts as hung.
    #[arg(long, default_value = "600", value_name = "SECONDS", value_parser = parse_seconds,
        help_heading = "Limits")]
    hang_timeout: Duration,
    /// File of openings in EPD or PGN, or a book in Polyglot's format (.bin) [default: a varied
    /// set].
    #[arg(long, value_name = "FILE", value_parser = input_path(), help_heading = "Openings")]
    openings: Option<PathBuf>,
    /// Variant of chess.
    #[arg(long, value_enum, default_value_t, help_heading = "Openings")]
    variant: Variant,
    /// Plies to take from each PGN opening, or of each line from a book.
    #[arg(long, default_value_t = 16, help_heading = "Openings")]
    plies: usize,
    /// Seed for the order of the openings.
    #[arg(long, default_value_t = 1, help_heading = "Openings")]
    seed: u64,
    /// Adjudicate a draw when both scores stay near zero: 'from=40,moves=8,score=10' (first move,
    /// moves of each side, centipawns).
    #[arg(
        long,
        value_name = "RULE",
        num_args = 0..=1,
        default_missing_value = "",
        help_heading = "Early end"
    )]
    draw: Option<DrawRule>,
    /// Adjudicate a win when both scores agree on the winner: 'moves=4,score=700'.
    #[arg(
        long,
        value_name = "RULE",
        num_args = 0..=1,
        default_missing_value = "",
        help_heading = "Early end"
    )]
    resign: Option<ResignRule>,
    /// Adjudicate by endgame tables, Belle's or Syzygy's, once the result is certain: folders,
    /// separated as in PATH.
    #[arg(long, value_name = "FOLDERS", help_heading = "Early end")]
    tablebases: Option<String>,
    /// Adjudicate a draw after this many moves.
    #[arg(long, value_name = "MOVES", help_heading = "Early end")]
    max_moves: Option<u32>,
    /// Stop by SPRT: 'elo0=0,elo1=5,alpha=0.05,beta=0.05'.
    #[arg(
        long,
        value_name = "TEST",
        value_parser = parse_sprt,
        conflicts_with = "shard",
        help_heading = "Early end"
    )]
    sprt: Option<Sprt>,
    /// Write the games to a new file.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pgn: Option<PathBuf>,
    /// Show score, Elo, LLR and time left after this many games; 0 for never.
    #[arg(
        long,
        value_name = "GAMES",
        default_value_t = 10,
        help_heading = "Output"
    )]
    rating_interval: usize,
    /// Write all input and output of the engines, with times, to a new file; built-in players' as
    /// UCI.
    #[arg(long, value_name = "FILE", value_parser = output_path(), help_heading = "Output")]
    log: Option<PathBuf>,
    /// Print only the final report, as JSON.
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    job: JobOptions,
}

/// Variant of chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Variant {
    #[default]
    Standard,
    /// Chess960, by default from its 960 start positions.
    Chess960,
}

impl MatchCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut specs = Vec::new();
        for spec in self.engines.iter().chain(&self.more_engines) {
            specs.push(match &self.each {
                Some(each) => {
                    EngineSpec::parse_with(&spec.text, each, &PLAYERS).map_err(Error::msg)?
                }
                None => spec.clone(),
            });
        }
        check_engines(
            specs.len(),
            self.round_robin || self.gauntlet,
            self.sprt.is_some(),
        )
        .map_err(usage)?;
        self.check_outputs()?;
        for spec in &mut specs {
            spec.introduce()?;
        }
        let JobOptions { resume, shard } = self.job;
        let needs_file = resume || shard.is_some();
        ensure!(
            !needs_file || self.pgn.is_some(),
            Usage("--resume and --shard need --pgn FILE".to_owned())
        );
        let entrants = entrants(specs);
        let (openings, skipped) = self.openings(&entrants)?;
        let rounds = self.games.div_ceil(2) as usize;
        let make_pairings = if self.gauntlet { gauntlet } else { round_robin };
        let pairings = make_pairings(entrants.len(), rounds, openings.len(), self.seed);
        let mut plan = MatchPlan {
            entrants,
            openings,
            rules: self.rules()?,
            limits: self.limits(),
            seed: self.seed,
            pairings,
        };
        let header = match_header(plan.settings(), plan.pairings.len(), shard);
        plan.pairings.retain(|pairing| header.has(pairing.number));
        let mut job = None;
        if let Some(pgn) = &self.pgn {
            let date = chrono::Local::now().format("%Y.%m.%d").to_string();
            job = Some(MatchJob::new(self.job.open(pgn, header)?, pgn, date)?);
        }
        let log = match &self.log {
            Some(log) => Some(LineLog::create(&shard_path(log, shard))?),
            None => None,
        };
        let names = plan.names();
        let tournament = plan.start(self.concurrency as usize, log.as_ref())?;
        let mut board = Scoreboard::new(names);
        let mut done = BTreeSet::new();
        if let Some(job) = &job {
            job.add_done(&mut board)?;
            done = job.job().tasks();
        }
        if !done.is_empty() && !self.json {
            try_println!("resuming after {} games", done.len())?;
        }
        let finished = self.play(&tournament, &done, job.as_mut(), &mut board)?;
        let is_kept = job.is_some();
        if let Some(job) = job {
            job.finish()?;
        }
        let summary = Summary::new(&board, self.sprt);
        if self.json {
            try_println!("{}", serde_json::to_string_pretty(&summary)?)?;
        } else {
            try_print!("\n{summary}")?;
        }
        if !finished {
            let hint = if is_kept { RESUME_HINT } else { "" };
            bail!("interrupted{hint}");
        }
        // What is missing from the whole is said when it is merged.
        if shard.is_some() {
            return Ok(());
        }
        let mut faults = Vec::new();
        match skipped {
            0 => {}
            1 => faults.push("1 opening skipped".to_owned()),
            _ => faults.push(format!("{skipped} openings skipped")),
        }
        faults.extend(board.failures());
        partly(if faults.is_empty() {
            None
        } else {
            Some(faults.join("; "))
        })
    }

    /// Fails if the games would go to standard output, or two outputs are one file.
    fn check_outputs(&self) -> anyhow::Result<()> {
        ensure!(
            self.pgn.as_deref() != Some(Path::new(STANDARD)),
            Usage(format!(
                "--pgn {STANDARD}: the report is on standard output, expected a file"
            ))
        );
        let job = self.pgn.as_deref().map(job_path);
        let given = [
            ("--pgn", self.pgn.as_deref()),
            ("the job of --pgn", job.as_deref()),
            ("--log", self.log.as_deref()),
        ];
        check_distinct(&given).map_err(usage)
    }

    /// The openings, and the number of those that are left out, which are named.
    fn openings(&self, entrants: &[Entrant]) -> anyhow::Result<(Vec<Opening>, usize)> {
        let file = self.openings.as_deref();
        let (openings, skipped) =
            read_openings(file, self.plies, self.variant == Variant::Chess960)?;
        for error in &skipped {
            let file = file.unwrap_or(Path::new("openings"));
            eprintln!("{}: {error}; skipped", file.display());
        }
        let read = openings.len();
        let (openings, remark) = of_one_variant(openings, entrants)?;
        if let Some(remark) = remark {
            eprintln!("{remark}");
        }
        let skipped = skipped.len() + read - openings.len();
        Ok((openings, skipped))
    }

    /// Plays the remaining games; false if interrupted.
    fn play(
        &self,
        tournament: &Tournament,
        done: &BTreeSet<usize>,
        mut job: Option<&mut MatchJob>,
        board: &mut Scoreboard,
    ) -> anyhow::Result<bool> {
        let abort = stopped_by_interrupt()?;
        let (before, started) = (board.games(), Instant::now());
        if !self.is_decided(board) {
            tournament.run(done, &abort, &mut |game| {
                if let Some(job) = &mut job {
                    job.add(&game)?;
                }
                board.add_played(&game)?;
                if !self.json {
                    // The match goes on even if nobody reads the output.
                    let (done, all) = (board.games(), tournament.pairings.len());
                    let _ = try_println!("{}", game_line(done, all, &game));
                    if self.rating_interval > 0
                        && done.is_multiple_of(self.rating_interval)
                        && done < all
                    {
                        let each = started.elapsed() / (done - before).max(1) as u32;
                        let left = HumanDuration(each * (all - done) as u32);
                        let _ = try_println!(
                            "      {}; {left} left",
                            Summary::new(board, self.sprt).line()
                        );
                    }
                }
                Ok(!self.is_decided(board))
            })?;
        }
        Ok(!abort.stopped())
    }

    /// Whether the sequential test has ended.
    fn is_decided(&self, board: &Scoreboard) -> bool {
        match self.sprt {
            Some(sprt) => sprt.verdict(&board.pairs(0, 1)) != Verdict::Continue,
            None => false,
        }
    }

    fn limits(&self) -> EngineLimits {
        let MatchCommand {
            tc: control,
            movetime: move_time,
            depth,
            nodes,
            ..
        } = *self;
        EngineLimits {
            control,
            move_time,
            depth,
            nodes,
        }
        .or_default()
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let tablebases = self
            .tablebases
            .as_deref()
            .map(TablebaseRule::open)
            .transpose()?;
        let max_moves = self.max_moves;
        let adjudication = Adjudication {
            draw: self.draw,
            resign: self.resign,
            tablebases,
            max_moves,
        };
        Ok(Rules {
            adjudication,
            time_margin: self.timemargin,
            hang_timeout: self.hang_timeout,
        })
    }
}
