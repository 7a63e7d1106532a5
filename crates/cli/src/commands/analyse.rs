//! `belle analyse`

use std::fs::{self, File};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use analysis::{Done, Evaluation, Pool, Summary, annotated, graph, judge};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use notation::{Games, MalformedGame, ParsedGame};
use play::{Control, Player};
use shakmaty::Color;

use crate::Partly;
use crate::analysis::journal::{Entry, Journal, Result, Settings, Start};
use crate::analysis::summaries;
use crate::setup::{PlayerSetup, SearchLimits};
use files::write_atomically_with;

/// Let a player judge games: writes them again with values, bad moves marked, and what would have been better.
///
/// Games that cannot be read are named and skipped. It can be stopped at any moment; the same command with --resume goes
/// on. Exit status: 0 all games are judged, 3 some were skipped, 1 it was interrupted or failed.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// Games in PGN; '-' reads them from standard input.
    games: PathBuf,
    #[command(flatten)]
    player: PlayerSetup,
    #[command(flatten)]
    limits: SearchLimits,
    /// Write the games to this file, which must be new; without it GAMES.analysed.pgn.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on with the analysis of this output, if it was begun.
    #[arg(long)]
    resume: bool,
    /// Write a summary of games and players as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a summary of games as CSV, and one of players to a second file, FILE-players.csv.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a graph of each game to this folder.
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Print the summary as a table, also with --json or --csv.
    #[arg(long)]
    table: bool,
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

impl Analyse {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let limits = self.limits.limits()?;
        let players =
            (0..self.jobs).map(|_| self.player.make()).collect::<anyhow::Result<Vec<Box<dyn Player>>>>()?;
        let who = self.player.described(&*players[0]);
        let output = self.output()?;
        let (mut input, length) = self.input()?;
        let settings = self.settings(&who);
        let (journal, start) = Journal::open(&output, settings.clone(), self.resume, &mut input)?;
        if let Some(folder) = &self.svg {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let control = Control::new();
        let wire = control.clone();
        ctrlc::set_handler(move || wire.stop()).context("cannot listen for interruptions")?;
        let bar = progress_bar(length, start);
        let pool = Pool::new(players, &limits, &control, &progress(&bar));
        let annotator = format!("{who}, {}", self.limits.described());
        let mut work = Work { command: &self, journal, annotator, bar, games: start.games };
        let finished = work.run(Games::resume(input, start.place, start.games), pool, &control);
        work.bar.finish_and_clear();
        if !finished? {
            bail!("interrupted after {} games; the same command with --resume goes on", work.games);
        }
        if work.games == 0 {
            work.journal.discard()?;
            bail!("{} has no games", self.games.display());
        }
        self.finish(work.journal, &settings, &output)
    }

    fn output(&self) -> anyhow::Result<PathBuf> {
        match &self.output {
            Some(path) => Ok(path.clone()),
            None if self.games == Path::new("-") => bail!("say with -o where to write the games"),
            None => Ok(self.games.with_extension("analysed.pgn")),
        }
    }

    /// The games, and how many bytes they are, if that is known.
    fn input(&self) -> anyhow::Result<(Box<dyn io::Read>, Option<u64>)> {
        if self.games == Path::new("-") {
            return Ok((Box::new(io::stdin()), None));
        }
        let shown = self.games.display();
        let file = File::open(&self.games).with_context(|| format!("cannot read {shown}"))?;
        let about = file.metadata().with_context(|| format!("cannot read {shown}"))?;
        if about.is_dir() {
            bail!("{shown} is a folder");
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

    /// Everything that is written at the end. The games get their name last: when they are there, all is there.
    fn finish(&self, journal: Journal, settings: &Settings, output: &Path) -> anyhow::Result<()> {
        let totals = summaries::totals(&journal)?;
        if let Some(path) = &self.json {
            let input = self.games.display().to_string();
            write_atomically_with(path, |out| summaries::json(out, &input, settings, &journal, &totals))?;
        }
        if let Some(path) = &self.csv {
            write_atomically_with(path, |out| summaries::games_csv(out, &journal))?;
            write_atomically_with(&players_path(path), |out| Ok(summaries::players_csv(out, &totals)?))?;
        }
        let mut shown = Ok(());
        if self.table || (self.json.is_none() && self.csv.is_none()) {
            let mut out = io::BufWriter::new(io::stdout().lock());
            shown =
                summaries::table(&mut out, &journal, &totals).and_then(|()| Ok(io::Write::flush(&mut out)?));
        }
        let (mut all, mut skipped) = (0_u64, 0_u64);
        for entry in journal.entries()? {
            all += 1;
            skipped += u64::from(matches!(entry?.result, Result::Malformed { .. }));
        }
        journal.finish()?;
        shown?;
        if skipped > 0 {
            let written = output.display();
            return Err(Partly(format!(
                "{skipped} of {all} games were skipped; the others are in {written}"
            ))
            .into());
        }
        Ok(())
    }
}

/// Writes a graph whole or not at all. What a kill leaves of it has a name that is written over when the game is done again.
fn write_graph(path: &Path, svg: &str) -> io::Result<()> {
    let part = path.with_extension("svg.part");
    let mut file = File::create(&part)?;
    io::Write::write_all(&mut file, svg.as_bytes())?;
    file.sync_all()?;
    fs::rename(part, path)
}

/// `FILE-players.csv` beside `FILE.csv`.
fn players_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-players.csv"))
}

/// An analysis in progress.
struct Work<'a> {
    command: &'a Analyse,
    journal: Journal,
    annotator: String,
    bar: ProgressBar,
    /// Games done.
    games: u64,
}

impl Work<'_> {
    /// Judges game after game; false if it was stopped.
    fn run(
        &mut self,
        mut games: Games<Box<dyn io::Read>>,
        mut pool: Pool,
        control: &Control,
    ) -> anyhow::Result<bool> {
        let mut more = true;
        while !control.stopped() {
            while more && pool.has_room() {
                let shown = self.command.games.display();
                match games.next().transpose().with_context(|| format!("cannot read {shown}"))? {
                    Some(game) => pool.put(game),
                    None => more = false,
                }
            }
            match pool.take()? {
                None => return Ok(true),
                Some(Done::Malformed(malformed)) => self.skip(malformed)?,
                Some(Done::Evaluated(record, Some(evaluations))) => self.write(&record, &evaluations)?,
                Some(Done::Evaluated(_, None)) => break,
            }
        }
        Ok(false)
    }

    fn write(&mut self, record: &ParsedGame, evaluations: &[Evaluation]) -> anyhow::Result<()> {
        let verdicts = judge(&record.game, evaluations);
        if let Some(folder) = &self.command.svg {
            let path = folder.join(format!("game-{:06}.svg", record.number));
            write_graph(&path, &graph(record, evaluations, &verdicts))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let text = annotated(record, evaluations, &verdicts, &self.annotator);
        self.journal.add(&text, |output| Entry {
            game: record.number,
            line: record.line,
            input: record.end,
            output,
            result: Result::Judged(Summary::new(record, &verdicts)),
        })?;
        self.games = record.number;
        Ok(())
    }

    fn skip(&mut self, malformed: MalformedGame) -> anyhow::Result<()> {
        let MalformedGame { number, line, players, reason, end, .. } = malformed;
        let who = players.as_ref().map_or_else(String::new, |players| format!(" ({players})"));
        let shown = self.command.games.display();
        self.bar.suspend(|| eprintln!("{shown}:{line}: game {number}{who}: {reason}; skipped"));
        let result = Result::Malformed { players, reason };
        self.journal.add("", |output| Entry { game: number, line, input: end, output, result })?;
        self.games = number;
        Ok(())
    }
}

/// The bar counts bytes of the input: how many games there are nobody knows before the end.
fn progress_bar(length: Option<u64>, start: Start) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => {
            (ProgressBar::new(length), "{bar:30} {percent:>3} %  {elapsed} ({eta} left)  {wide_msg}")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {elapsed}  {wide_msg}"),
    };
    let bar = bar.with_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar.set_position(start.place.offset);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Moves the bar within a game as well. Several players may be at work: the bar shows the one that is farthest.
fn progress(bar: &ProgressBar) -> analysis::Progress {
    let bar = bar.clone();
    let farthest = AtomicU64::new(0);
    Arc::new(move |record, ply| {
        let moves = record.game.moves().len();
        let length = (record.end.offset - record.begin) as f64;
        let reached = record.begin + (length * ply as f64 / (moves + 1) as f64) as u64;
        if farthest.fetch_max(reached, Ordering::Relaxed) <= reached {
            bar.set_position(reached);
            let (white, black) = (record.name(Color::White), record.name(Color::Black));
            let (now, all) = (ply / 2 + 1, moves.div_ceil(2));
            bar.set_message(format!(
                "game {}: {white} - {black}, move {} of {all}",
                record.number,
                now.min(all)
            ));
        }
    })
}
