//! `belle analyse`.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use analysis::{
    Analysis, Effort, GameNumbers, Header, Journal, Notice, Output, Part, Pool, ResultFiles,
    Selection, Settings,
};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use files::Shard;
use indicatif::ProgressBar;
use notation::Games;
use play::Player;
use shakmaty::Color;

use crate::setup::{
    EngineSetup, SearchLimits, ShardOption, open_input, partly, progress_bar, stopped_by_interrupt,
};

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
    player: EngineSetup,
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
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    #[command(flatten)]
    shard: ShardOption,
}

impl Analyse {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let effort = if self.limits.is_given() {
            Effort::Search(self.limits.limits())
        } else {
            Effort::Game(MINUTE)
        };
        let shard = self.shard.shard;
        let output = Output::new(&self.games, self.output.as_deref(), shard)?;
        let needs_file = self.resume || shard.is_some();
        ensure!(
            !needs_file || !output.is_standard(),
            "--resume and --shard need an output file: -o FILE"
        );
        let results = self.results(output.is_standard());
        if !self.resume {
            results.check_new()?;
        }
        let players = (0..self.concurrency)
            .map(|_| self.player.make())
            .collect::<anyhow::Result<Vec<Box<dyn Player>>>>()?;
        let who = self.player.described(&*players[0]);
        let (mut input, length) = open_input(&self.games)?;
        if let Some(folder) = &self.svg {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let name = self.games.display().to_string();
        let part = |shard: Shard| Part {
            shard: shard.to_string(),
            input: name.clone(),
            results: results.clone(),
        };
        let header = Header {
            settings: self.settings(&who),
            part: shard.map(part),
        };
        let (journal, start) = Journal::open(&output.path, &header, self.resume, &mut input)?;
        let control = stopped_by_interrupt()?;
        // The part of the file says nothing about the games chosen.
        let length = length.filter(|_| self.numbers.is_none() && self.of.is_none());
        let bar = progress_bar(
            length,
            if length.is_some() {
                BAR
            } else {
                "{spinner} {elapsed}  {wide_msg}"
            },
        );
        bar.set_position(start.position.offset);
        bar.reset_eta();
        let pool = Pool::new(players, &effort, &control, &progress(&bar));
        let notify = |notice: &Notice| bar.suspend(|| eprintln!("{name}:{notice}"));
        let mut analysis = Analysis {
            input_name: name.clone(),
            journal,
            annotator: format!("{who}, {}", self.limit()),
            graphs: self.svg.clone(),
            games_done: start.games,
            end: start,
            selection: Selection {
                numbers: self.numbers.clone(),
                player: self.of.clone(),
                shard,
            },
        };
        let games = Games::resume(input, start.position, start.games).lenient();
        let finished = analysis.run(games, pool, &control, &notify);
        bar.finish_and_clear();
        let (games, judged) = (analysis.games_done, analysis.journal.length() > 0);
        let finished = match finished {
            Ok(true) if shard.is_some() => return analysis.journal.finish_part(analysis.end),
            Ok(true) if judged => {
                let out = &mut io::stdout();
                return partly(output.finish(
                    analysis.journal,
                    &name,
                    &header.settings,
                    &results,
                    out,
                )?);
            }
            Ok(true) => Err(analysis::without_games(&name, &header.settings, games)),
            Ok(false) => Err(anyhow!("interrupted after {games} games")),
            Err(error) => Err(error),
        };
        // Files of an analysis without a judged game would only block the next one.
        if judged && !output.is_standard() {
            return finished.context("the same command with --resume continues");
        }
        analysis.journal.discard()?;
        finished
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
        let graphs = self
            .svg
            .as_ref()
            .map_or_else(|| "none".to_owned(), |path| path.display().to_string());
        let engine = self
            .player
            .engine()
            .map(|engine| ("engine", engine.to_owned()));
        let numbers = self
            .numbers
            .as_ref()
            .map(|numbers| ("games", numbers.to_string()));
        let of = self.of.clone().map(|name| ("of", name));
        let always = [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("player", who.to_owned()),
            ("limit", self.limit()),
            ("graphs", graphs),
        ];
        let chosen = [engine, numbers, of].into_iter().flatten();
        always
            .into_iter()
            .chain(chosen)
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    fn results(&self, is_standard: bool) -> ResultFiles {
        let (json, csv, html) = (self.json.clone(), self.csv.clone(), self.html.clone());
        let table = self.table || json.is_none() && csv.is_none() && !is_standard;
        ResultFiles {
            json,
            csv,
            html,
            table,
        }
    }
}

/// Time for a game without other limits.
const MINUTE: Duration = Duration::from_secs(60);

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
            bar.set_message(format!(
                "game {}: {white} - {black}, move {now} of {all}",
                parsed.number
            ));
        }
    })
}
