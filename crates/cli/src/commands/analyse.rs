//! `belle analyse`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use analysis::{
    Analysis, Effort, EntryResult, GameNumbers, Journal, Notice, Pool, Selection, Settings, html, report,
};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use indicatif::ProgressBar;
use notation::Games;
use play::Player;
use shakmaty::Color;
use tempfile::TempDir;
use tournament::EngineSpec;

use super::match_::engine;
use crate::Partly;
use crate::setup::{PlayerSetup, SearchLimits, progress_bar, stopped_by_interrupt};
use files::write_atomically_with;

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
    #[arg(long, value_name = "ENGINE", value_parser = engine, conflicts_with_all = ["player", "options", "pace", "generation"])]
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
        let effort = self.effort()?;
        self.check_summaries()?;
        let players = (0..self.concurrency)
            .map(|_| self.engine.as_ref().map_or_else(|| self.player.make(), EngineSpec::player))
            .collect::<anyhow::Result<Vec<Box<dyn Player>>>>()?;
        let who = match self.engine {
            Some(_) => players[0].name(),
            None => self.player.described(&*players[0]),
        };
        let output = Output::new(&self)?;
        let (mut input, length) = self.input()?;
        if let Some(folder) = &self.svg {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let settings = self.settings(&who);
        let (journal, start) = Journal::open(&output.path, settings.clone(), self.resume, &mut input)?;
        let control = stopped_by_interrupt()?;
        let bar =
            progress_bar(length, if length.is_some() { BAR } else { "{spinner} {elapsed}  {wide_msg}" });
        bar.set_position(start.position.offset);
        bar.reset_eta();
        let pool = Pool::new(players, &effort, &control, &progress(&bar));
        let name = self.games.display().to_string();
        let notify = |notice: &Notice| {
            let Notice { line, game, players, text } = notice;
            let players = players.as_ref().map_or_else(String::new, |players| format!(" ({players})"));
            bar.suspend(|| eprintln!("{name}:{line}: game {game}{players}: {text}"));
        };
        let annotator = format!("{who}, {}", self.limit());
        let (input_name, graphs) = (name.clone(), self.svg.clone());
        let selection = Selection { numbers: self.numbers.clone(), player: self.of.clone() };
        let mut analysis =
            Analysis { input: input_name, journal, annotator, graphs, games: start.games, selection };
        let games = Games::resume(input, start.position, start.games).lenient();
        let finished = analysis.run(games, pool, &control, &notify);
        bar.finish_and_clear();
        let (games, judged) = (analysis.games, analysis.journal.length() > 0);
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

    fn effort(&self) -> anyhow::Result<Effort> {
        if self.limits.is_given() {
            Ok(Effort::Search(self.limits.limits()?))
        } else {
            Ok(Effort::Game(MINUTE))
        }
    }

    /// The limit as text.
    fn limit(&self) -> String {
        if self.limits.is_given() { self.limits.described() } else { "a minute a game".to_owned() }
    }

    /// Checks that no summary would overwrite a file. A resumed analysis replaces its own.
    fn check_summaries(&self) -> anyhow::Result<()> {
        let players = self.csv.as_deref().map(players_path);
        for path in [&self.json, &self.csv, &players, &self.html].into_iter().flatten() {
            if path.exists() && !self.resume {
                bail!("{} exists already: choose another name", path.display());
            }
        }
        Ok(())
    }

    /// The input and its length in bytes, if known.
    fn input(&self) -> anyhow::Result<(Box<dyn io::Read>, Option<u64>)> {
        if self.games == Path::new("-") {
            return Ok((Box::new(io::stdin()), None));
        }
        let shown = self.games.display();
        let file = File::open(&self.games).with_context(|| format!("cannot read {shown}"))?;
        let about = file.metadata().with_context(|| format!("cannot read {shown}"))?;
        if about.is_dir() {
            bail!("{shown} is a folder, expected a file");
        }
        Ok((Box::new(file), about.is_file().then_some(about.len())))
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
        if let Some(path) = &self.json {
            let input = self.games.display().to_string();
            write_atomically_with(path, |out| report::json(out, &input, settings, &journal, &totals))?;
        }
        if let Some(path) = &self.csv {
            write_atomically_with(path, |out| report::games_csv(out, &journal))?;
            write_atomically_with(&players_path(path), |out| Ok(report::players_csv(out, &totals)?))?;
        }
        if let Some(path) = &self.html {
            let games = File::open(journal.part()).context("cannot read the games")?;
            write_atomically_with(path, |out| html::report(out, &self.games.display().to_string(), games))?;
        }
        let mut shown = Ok(());
        let wanted = self.json.is_none() && self.csv.is_none() && output.temporary.is_none();
        if self.table || wanted {
            let mut out = io::BufWriter::new(io::stdout().lock());
            shown = report::table(&mut out, &journal, &totals).and_then(|()| Ok(out.flush()?));
        }
        let (mut all, mut skipped, mut incomplete) = (0_u64, 0_u64, 0_u64);
        for entry in journal.entries()? {
            let entry = entry?;
            all += 1;
            skipped += u64::from(matches!(entry.result, EntryResult::Malformed { .. }));
            incomplete += u64::from(!entry.remarks.is_empty());
        }
        journal.finish()?;
        shown?;
        if output.temporary.is_some() {
            let mut games = File::open(&output.path).context("cannot read the games")?;
            io::copy(&mut games, &mut io::stdout().lock())?;
        }
        if skipped + incomplete == 0 {
            return Ok(());
        }
        let (path, written) = (output.path.display().to_string(), all - skipped);
        let place = if output.temporary.is_some() { "standard output" } else { &path };
        let mut message = format!("{skipped} of {all} games skipped, {written} written to {place}");
        if incomplete > 0 {
            message += &format!(" ({incomplete} incomplete)");
        }
        Err(Partly(message).into())
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

/// `FILE-players.csv` beside `FILE.csv`.
fn players_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-players.csv"))
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
