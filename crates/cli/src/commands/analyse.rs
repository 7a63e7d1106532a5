//! `belle analyse`.

use std::fs::File;
use std::io::{self, IsTerminal as _, Seek as _};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use analysis::{
    Analysis, Effort, GameNumbers, Notice, Outputs, Pool, Selection, TrainingFilter,
    TrainingFilterError, finish,
};
use anyhow::{bail, ensure};
use clap::Args;
use clap::builder::ArgPredicate;
use files::{Input, InputEnd, Job, Settings, is_stream, job_path, uncompressed_name, unnamed_file};
use indicatif::ProgressBar;
use notation::{Games, ParsedGame};
use play::Player;
use shakmaty::Color;

use crate::listed::ListedValues;
use crate::setup::{
    EngineSetup, JobOptions, RESUME_HINT, STANDARD, SearchLimits, Usage, folder_path, open_input,
    partly, progress_bar, stopped_by_interrupt, usage,
};

/// The player that judges, unless another is named: it sees most in the same time.
const JUDGE: &str = "native";
/// The player meant by options that only the machine has.
const MACHINE: &str = "belle";
const MACHINE_OPTIONS: [&str; 3] = ["pace", "generation", "device"];

/// A bar over the bytes of the input, since the number of games is unknown before the end.
const BAR: &str = "{bar:30} {percent:>3} %  {elapsed} ({eta} left)  {wide_msg}";

/// Annotate games with evaluations, mistakes and better lines.
///
/// Malformed games are reported and skipped. After an interrupt, the same command with --resume
/// continues. Exit status: 0 if all games were judged whole, 3 if some were skipped or cut, 1 on an
/// error; an interrupt ends it by the signal (130 for Ctrl-C in a shell).
#[derive(Debug, Args)]
#[command(mut_arg("seconds", |arg| arg.help(
    "Seconds per search, by the player's own clock if it has one [default: about a minute per \
     game, unless another limit is given]"
)), mut_arg("player", |arg| arg
    .default_value(JUDGE)
    .default_value_ifs(MACHINE_OPTIONS.map(|option| (option, ArgPredicate::IsPresent, MACHINE)))
    .help(
        "Player that judges the moves; belle is the machine of 1980, which sees less in the same \
         time"
    )
))]
pub(crate) struct Analyse {
    /// PGN file, also compressed (.gz, .zst, .bz2), or '-' for standard input.
    games: PathBuf,
    #[command(flatten)]
    player: EngineSetup,
    /// Analyze only these games of the file, such as 3-7 or 1,4-6,9-.
    #[arg(long = "games", value_name = "NUMBERS")]
    numbers: Option<GameNumbers>,
    /// Analyze only games of players with this text in their names. Of an analysis that has all
    /// games --resume writes outputs with these only.
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
    #[command(flatten)]
    limits: SearchLimits,
    /// Output file, which must not exist, or '-' for standard output [default: GAMES.analysed.pgn].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a summary of games and players as JSON to this file; '-' is standard output, here and
    /// below.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a summary of games as CSV to this file, and one of players to FILE-players.csv beside
    /// it.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a graph of each game to this directory.
    #[arg(long, value_name = "DIR", value_parser = folder_path())]
    svg: Option<PathBuf>,
    /// Write a report with boards, graphs and moves to click through to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write training positions to this file in EPD: the move made as 'am', a win missed as 'bm',
    /// values, and game and move in 'id' and 'c0'; with --of only of the moves of that player.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Moves that become training positions: mistakes (? and ??), blunders (??), wins (a win was
    /// missed), mates (a mate was missed), worst (the ten that lost most), or a number of
    /// centipawns lost, such as 200.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "mistakes",
        value_parser = ListedValues::<TrainingFilter>::new(TrainingFilter::NAMES, |text| {
            text.parse().map_err(|error: TrainingFilterError| error.to_string())
        }),
        requires = "epd"
    )]
    epd_filter: TrainingFilter,
    /// Print the summary as a table even with --json or --csv.
    #[arg(long)]
    table: bool,
    /// Games to analyze at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    #[command(flatten)]
    job: JobOptions,
}

impl Analyse {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let effort = if self.limits.is_given() {
            Effort::Search(self.limits.limits())
        } else {
            Effort::Game(MINUTE)
        };
        let JobOptions { resume, shard } = self.job;
        let output = self.output();
        let needs_file = resume || shard.is_some();
        ensure!(
            !needs_file || output.is_some(),
            Usage("--resume and --shard need an output file: -o FILE".to_owned())
        );
        self.check_distinct(output.as_deref())?;
        // What goes to standard output is written to a temporary file first.
        let mut outputs = self.outputs(output.is_none());
        let printed = printed(&mut outputs)?;
        ensure!(
            printed.is_none() || shard.is_none(),
            "--shard: the whole is written by `belle merge`: expected files, not standard output"
        );
        if shard.is_none() && resume {
            outputs.check()?;
        } else if shard.is_none() {
            outputs.check_new()?;
        }
        let players = (0..self.concurrency)
            .map(|_| self.player.make())
            .collect::<anyhow::Result<Vec<Box<dyn Player>>>>()?;
        let who = self.player.described(&*players[0]);
        let Input { reader, length } = open_input(&self.games)?;
        if shard.is_none() {
            outputs.make_folder()?;
        }
        let name = self.games.display().to_string();
        let mut settings = self.settings(&who);
        let mut chosen = self.of.clone();
        if resume && judges_all(output.as_deref()) {
            // The job has the games of all players; only the outputs are of one.
            settings.remove("of");
            chosen = None;
        }
        let header = outputs.header(settings, shard)?;
        let job = match &output {
            Some(output) => self.job.open(output, header)?,
            // Nobody could continue it.
            None => Job::unnamed(header)?,
        };
        let control = stopped_by_interrupt()?;
        let chooses_games = self.numbers.is_some() || self.of.is_some();
        let bar = match length {
            Some(length) if !chooses_games => progress_bar(Some(length), BAR),
            // The part of the file says nothing about the games chosen.
            _ => progress_bar(None, "{spinner} {elapsed}  {wide_msg}"),
        };
        let shown: analysis::Progress = if io::stderr().is_terminal() {
            progress(&bar)
        } else {
            progress_in_lines()
        };
        let pool = Pool::new(players, &effort, &control, &shown);
        let notify = |notice: &Notice| bar.suspend(|| eprintln!("{name}:{notice}"));
        let mut analysis = Analysis {
            input_name: name.clone(),
            job,
            annotator: format!("{who}, {}", self.limit()),
            selection: Selection {
                numbers: self.numbers.clone(),
                player: chosen,
                shard,
            },
            end: InputEnd::default(),
        };
        let finished = analysis.run(Games::new(reader).lenient(), pool, &control, &notify);
        bar.finish_and_clear();
        let Analysis { job, end, .. } = analysis;
        let is_file = match &output {
            Some(path) => !is_stream(path),
            None => false,
        };
        let is_kept = is_file && !job.is_empty();
        let hint = if is_kept { RESUME_HINT } else { "" };
        match finished {
            Ok(true) => {}
            Ok(false) => {
                let games = if job.len() == 1 { "game" } else { "games" };
                bail!("interrupted after {} {games}{hint}", job.len());
            }
            // Input that is damaged is so the next time too.
            Err(error) if is_damaged(&error) => bail!("{error:#}"),
            Err(error) => bail!("{error:#}{hint}"),
        }
        let job = job.finish(Some(end))?;
        if shard.is_some() {
            return Ok(());
        }
        let totals = finish(job, output.as_deref(), &mut io::stdout())?;
        if let Some(mut printed) = printed {
            printed.rewind()?;
            io::copy(&mut printed, &mut io::stdout().lock())?;
        }
        if let Some(output) = &output
            && io::stderr().is_terminal()
        {
            self.say_where(output);
        }
        let shown = match &output {
            Some(path) => path.display().to_string(),
            None => "standard output".to_owned(),
        };
        partly(totals.faults(&shown))
    }

    /// Tells a person where the outputs are.
    fn say_where(&self, games: &Path) {
        let mut files = vec![games.display().to_string()];
        for path in [&self.html, &self.epd, &self.json, &self.csv, &self.svg] {
            if let Some(path) = path
                && path != Path::new(STANDARD)
            {
                files.push(path.display().to_string());
            }
        }
        eprintln!("written: {}", files.join(", "));
        if self.html.is_none() && !is_stream(games) {
            eprintln!(
                "the same command with --resume --html FILE makes a page of it, \
                 without judging again"
            );
        }
    }

    /// The file of the games; none for standard output.
    fn output(&self) -> Option<PathBuf> {
        let standard = Path::new(STANDARD);
        match &self.output {
            Some(output) if output == standard => None,
            Some(output) => Some(output.clone()),
            None if self.games == standard => None,
            None => Some(uncompressed_name(&self.games).with_extension("analysed.pgn")),
        }
    }

    /// Fails if two outputs are one file, or one is the input.
    fn check_distinct(&self, games: Option<&Path>) -> anyhow::Result<()> {
        let job = games.map(job_path);
        let players = self.outputs(false).players_csv();
        // Without --resume no output may exist, so none is the input.
        let input = if self.job.resume && self.games != Path::new(STANDARD) {
            Some(self.games.as_path())
        } else {
            None
        };
        let given = [
            ("the input", input),
            ("-o", Some(games.unwrap_or(Path::new(STANDARD)))),
            ("the job of -o", job.as_deref()),
            ("--json", self.json.as_deref()),
            ("--csv", self.csv.as_deref()),
            ("the players of --csv", players.as_deref()),
            ("--html", self.html.as_deref()),
            ("--epd", self.epd.as_deref()),
            ("--svg", self.svg.as_deref()),
        ];
        files::check_distinct(&given).map_err(usage)
    }

    /// The limit as text.
    fn limit(&self) -> String {
        if self.limits.is_given() {
            self.limits.described()
        } else {
            "a minute a game".to_owned()
        }
    }

    fn settings(&self, who: &str) -> Settings {
        let mut settings = Settings::new();
        let mut set = |name: &str, value: String| settings.insert(name.to_owned(), value);
        set("version", env!("CARGO_PKG_VERSION").to_owned());
        set("player", who.to_owned());
        set("limit", self.limit());
        if let Some(engine) = self.player.engine() {
            set("engine", engine.to_owned());
        }
        if let Some(numbers) = &self.numbers {
            set("games", numbers.to_string());
        }
        if let Some(name) = &self.of {
            set("of", name.clone());
        }
        settings
    }

    /// The outputs besides the games, which are on standard output if `is_standard`.
    fn outputs(&self, is_standard: bool) -> Outputs {
        let is_summed_up = self.json.is_some() || self.csv.is_some() || is_standard;
        Outputs {
            input: self.games.display().to_string(),
            json: self.json.clone(),
            csv: self.csv.clone(),
            html: self.html.clone(),
            epd: self.epd.clone(),
            epd_filter: self.epd_filter,
            svg: self.svg.clone(),
            table: self.table || !is_summed_up,
            of: self.of.clone(),
        }
    }
}

/// Whether the input's data are not what they should be.
fn is_damaged(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| match cause.downcast_ref::<io::Error>() {
            Some(error) => error.kind() == io::ErrorKind::InvalidData,
            None => false,
        })
}

/// Whether the job of an output was begun with the games of all players.
fn judges_all(output: Option<&Path>) -> bool {
    let Some(output) = output else {
        return false;
    };
    match Job::read(&job_path(output)) {
        Ok(job) => !job.is_empty() && !job.header().settings.contains_key("of"),
        Err(_) => false,
    }
}

/// Sends the output that is `-`, of which there is at most one, to a file without a name. Returns
/// that file, which is to be printed at the end.
fn printed(outputs: &mut Outputs) -> anyhow::Result<Option<File>> {
    for output in [
        &mut outputs.json,
        &mut outputs.csv,
        &mut outputs.html,
        &mut outputs.epd,
    ] {
        if output.as_deref() == Some(Path::new(STANDARD)) {
            let file = unnamed_file()?;
            *output = Some(PathBuf::from(format!("/dev/fd/{}", file.as_raw_fd())));
            outputs.table = false;
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// Time for a game without other limits.
const MINUTE: Duration = Duration::from_secs(60);

/// Time before the first line of progress where there is no terminal.
const FIRST_LINE: Duration = Duration::from_secs(10);
/// Time between two such lines.
const NEXT_LINE: Duration = Duration::from_secs(60);

/// Tells now and then, in lines, which move is judged: a long analysis is not silent in a pipe.
fn progress_in_lines() -> analysis::Progress {
    let next = Mutex::new(Instant::now() + FIRST_LINE);
    Arc::new(move |parsed, ply| {
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= *next {
            *next = now + NEXT_LINE;
            eprintln!("judging {}", place(parsed, ply));
        }
    })
}

/// The game and the move that are judged.
fn place(parsed: &ParsedGame, ply: usize) -> String {
    let (white, black) = (parsed.name(Color::White), parsed.name(Color::Black));
    let all = parsed.game.moves().len().div_ceil(2);
    let now = (ply / 2 + 1).min(all);
    format!(
        "game {}: {white} - {black}, move {now} of {all}",
        parsed.number
    )
}

/// Moves the bar within games as well. With several players it shows the one that is farthest.
fn progress(bar: &ProgressBar) -> analysis::Progress {
    let bar = bar.clone();
    let farthest = AtomicU64::new(0);
    Arc::new(move |parsed, ply| {
        let moves = parsed.game.moves().len();
        let length = (parsed.end.offset - parsed.begin) as f64;
        let reached = parsed.begin + (length * ply as f64 / (moves + 1) as f64) as u64;
        let before = farthest.fetch_max(reached, Ordering::Relaxed);
        if before <= reached {
            bar.set_position(reached);
            if before == 0 {
                // What an earlier run has judged took no time in this one.
                bar.reset_eta();
            }
            bar.set_message(place(parsed, ply));
        }
    })
}
