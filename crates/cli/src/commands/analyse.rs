//! `belle analyse`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use analysis::report::{self, SummaryFiles};
use analysis::{Analysis, Effort, GameNumbers, Journal, Notice, Pool, Selection, Settings, Totals};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use indicatif::ProgressBar;
use notation::Games;
use play::Player;
use shakmaty::Color;
use tempfile::TempDir;
use tournament::EngineSpec;

use crate::players;
use crate::setup::{Partly, PlayerSetup, SearchLimits, open_input, progress_bar, stopped_by_interrupt};

/// A bar over the bytes of the input, since the number of games is unknown before the end.
const BAR: &str = "{bar:30} {percent:>3} %  {elapsed} ({eta} left)  {wide_msg}";

/// Annotate games with evaluations, mistakes and better lines.
///
/// Malformed games are reported and skipped. To resume an interrupted analysis, add --resume to the same command.
/// Exit status: 0 if all games were analyzed, 3 if some were skipped, 1 on an interrupt or error.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// PGN file, or '-' for standard input.
    games: PathBuf,
    #[command(flatten)]
    player: PlayerSetup,
    /// Engine in place of a player, such as 'cmd=stockfish,option.Threads=2': any UCI program.
    #[arg(long, value_name = "ENGINE", value_parser = players::engine, conflicts_with_all = ["player", "options", "pace", "generation"])]
    engine: Option<EngineSpec>,
    /// Analyze only these games of the file, such as 3-7 or 1,4-6,9-.
    #[arg(long = "games", value_name = "NUMBERS")]
    numbers: Option<GameNumbers>,
    /// Analyze only games of players with this text in their names.
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
    #[command(flatten)]
    limits: SearchLimits,
    /// Output file, which must not exist, or '-' for standard output [default: GAMES.analysed.pgn].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Resume an interrupted analysis.
    #[arg(long)]
    resume: bool,
    /// Write a summary of games and players as JSON to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a summary of games as CSV to this file, and one of players to FILE-players.csv.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a graph of each game to this directory.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write a report with boards, graphs and moves to click through to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the summary as a table even with --json or --csv.
    #[arg(long)]
    table: bool,
    /// Games to analyze at the same time.
    #[arg(long, alias = "jobs", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

impl Analyse {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let effort =
            if self.limits.is_given() { Effort::Search(self.limits.limits()) } else { Effort::Game(MINUTE) };
        if !self.resume {
            self.summaries().check_new()?;
        }
        let players = (0..self.concurrency)
            .map(|_| self.engine.as_ref().map_or_else(|| self.player.make(), EngineSpec::player))
            .collect::<anyhow::Result<Vec<Box<dyn Player>>>>()?;
        let who = match self.engine {
            Some(_) => players[0].name(),
            None => self.player.described(&*players[0]),
        };
        let output = Output::new(&self)?;
        let (mut input, length) = open_input(&self.games)?;
        if let Some(folder) = &self.svg {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let settings = self.settings(&who);
        let (journal, start) = Journal::open(&output.path, settings.clone(), self.resume, &mut input)?;
        let control = stopped_by_interrupt()?;
        // The part of the file says nothing about the games chosen.
        let length = length.filter(|_| self.numbers.is_none() && self.of.is_none());
        let bar =
            progress_bar(length, if length.is_some() { BAR } else { "{spinner} {elapsed}  {wide_msg}" });
        bar.set_position(start.position.offset);
        bar.reset_eta();
        let pool = Pool::new(players, &effort, &control, &progress(&bar));
        let name = self.games.display().to_string();
        let notify = |notice: &Notice| bar.suspend(|| eprintln!("{name}:{notice}"));
        let mut analysis = Analysis {
            input_name: name.clone(),
            journal,
            annotator: format!("{who}, {}", self.limit()),
            graphs: self.svg.clone(),
            games_done: start.games,
            selection: Selection { numbers: self.numbers.clone(), player: self.of.clone() },
        };
        let games = Games::resume(input, start.position, start.games).lenient();
        let finished = analysis.run(games, pool, &control, &notify);
        bar.finish_and_clear();
        let (games, judged) = (analysis.games_done, analysis.journal.length() > 0);
        let finished = match finished {
            Ok(true) if judged => return self.finish(analysis.journal, &settings, &output),
            Ok(true) if games == 0 && self.numbers.is_none() && self.of.is_none() => {
                Err(anyhow!("{name} has no games"))
            }
            Ok(true) if games == 0 => Err(anyhow!("{name} has none of the games chosen")),
            Ok(true) => Err(anyhow!("none of the games in {name} could be read: {games} skipped")),
            Ok(false) => Err(anyhow!("interrupted after {games} games")),
            Err(error) => Err(error),
        };
        // Files of an analysis without a judged game would only block the next one.
        if judged && output.temporary.is_none() {
            return finished.context("the same command with --resume continues");
        }
        analysis.journal.discard()?;
        finished
    }

    /// The limit as text.
    fn limit(&self) -> String {
        if self.limits.is_given() { self.limits.described() } else { "a minute a game".to_owned() }
    }

    fn settings(&self, who: &str) -> Settings {
        let graphs = self.svg.as_ref().map_or_else(|| "none".to_owned(), |path| path.display().to_string());
        let engine = self.engine.as_ref().map(|engine| ("engine", engine.text.clone()));
        let numbers = self.numbers.as_ref().map(|numbers| ("games", numbers.to_string()));
        let of = self.of.clone().map(|name| ("of", name));
        let always = [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("player", who.to_owned()),
            ("limit", self.limit()),
            ("graphs", graphs),
        ];
        let chosen = [engine, numbers, of].into_iter().flatten();
        always.into_iter().chain(chosen).map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Writes the summaries. The output gets its name last, so it is complete when it exists.
    fn finish(&self, journal: Journal, settings: &Settings, output: &Output) -> anyhow::Result<()> {
        let totals = report::totals(&journal)?;
        self.summaries().write(&self.games.display().to_string(), settings, &journal, &totals)?;
        let mut shown = Ok(());
        let wanted = self.json.is_none() && self.csv.is_none() && output.temporary.is_none();
        if self.table || wanted {
            let mut out = io::BufWriter::new(io::stdout().lock());
            shown = report::table(&mut out, &journal, &totals).and_then(|()| Ok(out.flush()?));
        }
        journal.finish()?;
        shown?;
        if output.temporary.is_some() {
            let mut games = File::open(&output.path).context("cannot read the games")?;
            io::copy(&mut games, &mut io::stdout().lock())?;
        }
        let Totals { games, skipped, incomplete, .. } = totals;
        if skipped + incomplete == 0 {
            return Ok(());
        }
        let path = output.path.display().to_string();
        let place = if output.temporary.is_some() { "standard output" } else { &path };
        let partly = if incomplete > 0 { format!(" ({incomplete} incomplete)") } else { String::new() };
        let written = games - skipped;
        Err(Partly(format!("{skipped} of {games} games skipped, {written} written to {place}{partly}"))
            .into())
    }

    fn summaries(&self) -> SummaryFiles {
        SummaryFiles { json: self.json.clone(), csv: self.csv.clone(), html: self.html.clone() }
    }
}

/// Time for a game without other limits.
const MINUTE: Duration = Duration::from_secs(60);

/// Where the games are written.
struct Output {
    path: PathBuf,
    /// The folder of games that go to standard output in the end.
    temporary: Option<TempDir>,
}

impl Output {
    fn new(command: &Analyse) -> anyhow::Result<Output> {
        let standard = Path::new("-");
        let output = command.output.as_deref();
        if output == Some(standard) || (output.is_none() && command.games == standard) {
            if command.resume {
                bail!("--resume: expected an output file, got standard output");
            }
            let folder = TempDir::new().context("cannot make a temporary folder")?;
            return Ok(Output { path: folder.path().join("games.pgn"), temporary: Some(folder) });
        }
        let path = output.map_or_else(|| command.games.with_extension("analysed.pgn"), Path::to_owned);
        Ok(Output { path, temporary: None })
    }
}

/// Moves the bar within games as well. With several players it shows the one that is farthest.
fn progress(bar: &ProgressBar) -> analysis::Progress {
    let bar = bar.clone();
    let farthest = AtomicU64::new(0);
    Arc::new(move |parsed, ply| {
        let moves = parsed.game.moves().len();
        let length = (parsed.end.offset - parsed.begin) as f64;
        let reached = parsed.begin + (length * ply as f64 / (moves + 1) as f64) as u64;
        if farthest.fetch_max(reached, Ordering::Relaxed) <= reached {
            bar.set_position(reached);
            let (white, black) = (parsed.name(Color::White), parsed.name(Color::Black));
            let all = moves.div_ceil(2);
            let now = (ply / 2 + 1).min(all);
            bar.set_message(format!("game {}: {white} - {black}, move {now} of {all}", parsed.number));
        }
    })
}
