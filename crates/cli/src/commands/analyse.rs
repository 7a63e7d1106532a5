//! `belle analyse`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use analysis::{Analysis, EntryResult, Journal, Pool, Settings, report};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use notation::{Games, MalformedGame};
use play::Player;
use shakmaty::Color;

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
    #[command(flatten)]
    limits: SearchLimits,
    /// Output file, which must not exist [default: GAMES.analysed.pgn].
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
    /// Print the summary as a table even with --json or --csv.
    #[arg(long)]
    table: bool,
    /// Games to analyze at the same time.
    #[arg(long, alias = "jobs", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

impl Analyse {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let limits = self.limits.limits()?;
        let players = (0..self.concurrency)
            .map(|_| self.player.make())
            .collect::<anyhow::Result<Vec<Box<dyn Player>>>>()?;
        let who = self.player.described(&*players[0]);
        let output = self.output()?;
        let (mut input, length) = self.input()?;
        let settings = self.settings(&who);
        let (journal, start) = Journal::open(&output, settings.clone(), self.resume, &mut input)?;
        if let Some(folder) = &self.svg {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let control = stopped_by_interrupt()?;
        let bar =
            progress_bar(length, if length.is_some() { BAR } else { "{spinner} {elapsed}  {wide_msg}" });
        bar.set_position(start.position.offset);
        bar.reset_eta();
        let pool = Pool::new(players, &limits, &control, &progress(&bar));
        let name = self.games.display().to_string();
        let skipped = |malformed: &MalformedGame| {
            let MalformedGame { number, line, players, reason, .. } = malformed;
            let players = players.as_ref().map_or_else(String::new, |players| format!(" ({players})"));
            bar.suspend(|| eprintln!("{name}:{line}: game {number}{players}: {reason}; skipped"));
        };
        let annotator = format!("{who}, {}", self.limits.described());
        let (input_name, graphs) = (name.clone(), self.svg.clone());
        let mut analysis = Analysis { input: input_name, journal, annotator, graphs, games: start.games };
        let games = Games::resume(input, start.position, start.games);
        let finished = analysis.run(games, pool, &control, &skipped);
        bar.finish_and_clear();
        if !finished? {
            bail!("interrupted after {} games; the same command with --resume continues", analysis.games);
        }
        if analysis.games == 0 {
            analysis.journal.discard()?;
            bail!("{name} has no games");
        }
        self.finish(analysis.journal, &settings, &output)
    }

    fn output(&self) -> anyhow::Result<PathBuf> {
        match &self.output {
            Some(path) => Ok(path.clone()),
            None if self.games == Path::new("-") => bail!("output file missing: name it with -o"),
            None => Ok(self.games.with_extension("analysed.pgn")),
        }
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
        [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("player", who.to_owned()),
            ("limit", self.limits.described()),
            ("graphs", graphs),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }

    /// Writes the summaries. The output gets its name last, so it is complete when it exists.
    fn finish(&self, journal: Journal, settings: &Settings, output: &Path) -> anyhow::Result<()> {
        let totals = report::totals(&journal)?;
        if let Some(path) = &self.json {
            let input = self.games.display().to_string();
            write_atomically_with(path, |out| report::json(out, &input, settings, &journal, &totals))?;
        }
        if let Some(path) = &self.csv {
            write_atomically_with(path, |out| report::games_csv(out, &journal))?;
            write_atomically_with(&players_path(path), |out| Ok(report::players_csv(out, &totals)?))?;
        }
        let mut shown = Ok(());
        if self.table || (self.json.is_none() && self.csv.is_none()) {
            let mut out = io::BufWriter::new(io::stdout().lock());
            shown = report::table(&mut out, &journal, &totals).and_then(|()| Ok(out.flush()?));
        }
        let (mut all, mut skipped) = (0_u64, 0_u64);
        for entry in journal.entries()? {
            all += 1;
            skipped += u64::from(matches!(entry?.result, EntryResult::Malformed { .. }));
        }
        journal.finish()?;
        shown?;
        if skipped > 0 {
            let written = output.display();
            let message = format!("{skipped} of {all} games were skipped; the others are in {written}");
            return Err(Partly(message).into());
        }
        Ok(())
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
