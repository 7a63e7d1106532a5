//! `belle suite`

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use notation::Epd;
use play::{Choice, Control, Limits, Player, Report, Score};
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use crate::setup::{PlayerSetup, SearchLimits};
use terminal::report;

/// Try a player on a suite of test positions (EPD with bm, am or dm).
///
/// Ctrl-C ends it with the summary of the positions done.
///
/// The table has nodes, seconds and machine seconds twice: of the whole search, and to the moment when the solution was
/// first chosen and then kept.
#[derive(Debug, Args)]
pub(crate) struct Suite {
    /// Positions in EPD, one a line.
    file: PathBuf,
    #[command(flatten)]
    player: PlayerSetup,
    #[command(flatten)]
    limits: SearchLimits,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A position and what is asked of its solver.
struct Problem {
    id: String,
    epd: Epd,
    goal: Goal,
}

/// A solution has one of `best`, none of `avoid`, and the mate announced, as far as each is given.
struct Goal {
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<u32>,
}

/// A moment of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
struct Moment {
    nodes: u64,
    seconds: f64,
    machine_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Line {
    id: String,
    solved: bool,
    played: Option<String>,
    expected: String,
    depth: u32,
    /// In pawns or `#moves`, from White's side.
    score: Option<String>,
    /// The whole search.
    #[serde(flatten)]
    end: Moment,
    /// When the solution was first chosen and then kept.
    solution: Option<Moment>,
}

#[derive(Debug, Serialize)]
struct Results {
    file: String,
    player: String,
    version: &'static str,
    positions: Vec<Line>,
    /// Lines that were skipped, and why.
    malformed: Vec<String>,
    solved: usize,
    total: Moment,
    /// It was ended before all positions were tried.
    interrupted: bool,
}

impl Suite {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let limits = self.limits.limits()?;
        let mut player = self.player.make()?;
        let (problems, malformed) = read(&self.file)?;
        for problem in &malformed {
            eprintln!("{problem}");
        }
        if problems.is_empty() {
            bail!("{} has no position with bm, am or dm", self.file.display());
        }
        let width = problems.iter().map(|problem| problem.id.chars().count()).max().unwrap_or(0).clamp(8, 40);
        let bar = progress(problems.len());
        if !self.json {
            say!("{}", header(width))?;
        }
        let abort = Control::new();
        let wire = abort.clone();
        ctrlc::set_handler(move || wire.stop()).context("cannot listen for interruptions")?;
        let mut positions = Vec::with_capacity(problems.len());
        for problem in &problems {
            bar.set_message(problem.id.clone());
            let line = solve(&mut *player, problem, &limits, &abort);
            if abort.stopped() {
                break;
            }
            if !self.json {
                bar.suspend(|| say!("{}", line.row(width)))?;
            }
            positions.push(line);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let results = Results {
            file: self.file.display().to_string(),
            player: player.name(),
            version: env!("CARGO_PKG_VERSION"),
            solved: positions.iter().filter(|line| line.solved).count(),
            total: positions.iter().map(|line| line.end).sum(),
            interrupted: abort.stopped(),
            positions,
            malformed,
        };
        if self.json {
            say!("{}", serde_json::to_string_pretty(&results)?)?;
        } else {
            results.print()?;
        }
        if results.interrupted {
            bail!("interrupted after {} of {} positions", results.positions.len(), problems.len());
        }
        Ok(())
    }
}

/// The problems of a file, and a message for each line that is none.
fn read(path: &Path) -> anyhow::Result<(Vec<Problem>, Vec<String>)> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut problems, mut malformed) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match problem(line, number) {
            Ok(found) => problems.push(found),
            Err(error) => malformed.push(format!("{}:{number}: {error:#}; skipped", path.display())),
        }
    }
    Ok((problems, malformed))
}

fn problem(line: &str, number: usize) -> anyhow::Result<Problem> {
    let epd = Epd::parse(line)?;
    let goal = Goal { best: epd.moves("bm")?, avoid: epd.moves("am")?, mate: epd.number("dm")? };
    if goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none() {
        bail!("there is neither bm nor am nor dm");
    }
    if epd.game.position().legal_moves().is_empty() {
        bail!("the game is over here");
    }
    Ok(Problem { id: epd.id().map_or_else(|| format!("line {number}"), str::to_owned), epd, goal })
}

impl Goal {
    fn met(&self, played: Move, score: Score) -> bool {
        (self.best.is_empty() || self.best.contains(&played))
            && !self.avoid.contains(&played)
            && self.mate.is_none_or(|moves| matches!(score, Score::Mate(n) if n > 0 && n <= moves as i32))
    }

    /// As `Qd1+ or Nd5`, `not Kh1`, `mate in 2`.
    fn words(&self, position: &Chess) -> String {
        let list = |moves: &[Move]| moves.iter().map(|&m| san(position, m)).collect::<Vec<_>>().join(" or ");
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(list(&self.best));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("not {}", list(&self.avoid)));
        }
        if let Some(moves) = self.mate {
            parts.push(format!("mate in {moves}"));
        }
        parts.join(", ")
    }
}

/// One search with a fresh memory.
fn solve(player: &mut dyn Player, problem: &Problem, limits: &Limits, abort: &Control) -> Line {
    let Problem { id, epd, goal } = problem;
    let position = epd.game.position();
    let mut last: Option<(u32, Score, Moment)> = None;
    let mut solution = None;
    player.new_game();
    let started = std::time::Instant::now();
    let Choice { best, .. } = player.search(&epd.game, limits, abort, &mut |report| {
        let Some(&first) = report.pv.first().filter(|_| report.multipv == 1) else { return };
        let moment = Moment::of(report);
        last = Some((report.depth, report.score, moment));
        solution = if goal.met(first, report.score) { solution.or(Some(moment)) } else { None };
    });
    let seconds = started.elapsed().as_secs_f64();
    let (depth, score, end) = last.unwrap_or((0, Score::Centipawns(0), Moment::default()));
    let solved = best.is_some_and(|best| goal.met(best, score));
    Line {
        id: id.clone(),
        solved,
        played: best.map(|best| san(position, best)),
        expected: goal.words(position),
        depth,
        score: last.map(|(_, score, _)| report::score(score, position.turn())),
        end: Moment { seconds, ..end },
        solution: solution.filter(|_| solved),
    }
}

fn san(position: &Chess, chess_move: Move) -> String {
    SanPlus::from_move(position.clone(), chess_move).to_string()
}

fn progress(positions: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed} ({eta} left)  {msg}");
    let bar = ProgressBar::new(positions as u64).with_style(style.expect("the template is right"));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// The second nodes, seconds and machine seconds are those to the solution.
fn header(width: usize) -> String {
    let moment = format!("{:>10} {:>8} {:>8}", "nodes", "seconds", "machine");
    format!(
        "{:width$} ok  {:8} {:>5} {:>7} {moment} |{moment}  {}",
        "position", "played", "depth", "value", "expected"
    )
}

impl Line {
    fn row(&self, width: usize) -> String {
        let solution = self.solution.map_or_else(String::new, |moment| moment.columns());
        format!(
            "{:width$} {} {:8} {:>5} {:>7} {} |{solution:>28}  {}",
            self.id.chars().take(width).collect::<String>(),
            if self.solved { "yes" } else { " no" },
            self.played.as_deref().unwrap_or("-"),
            self.depth,
            self.score.as_deref().unwrap_or("-"),
            self.end.columns(),
            self.expected,
        )
    }
}

impl Moment {
    fn of(report: &Report) -> Moment {
        Moment {
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            machine_seconds: report.machine.map(|time| time.seconds),
        }
    }

    /// Nodes, seconds and machine seconds in 10, 8 and 8 columns.
    fn columns(&self) -> String {
        let machine = self.machine_seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}"));
        format!("{:>10} {:>8.2} {machine:>8}", self.nodes, self.seconds)
    }
}

impl std::iter::Sum for Moment {
    fn sum<I: Iterator<Item = Moment>>(all: I) -> Moment {
        all.fold(Moment::default(), |sum, one| Moment {
            nodes: sum.nodes + one.nodes,
            seconds: sum.seconds + one.seconds,
            machine_seconds: one.machine_seconds.map(|seconds| seconds + sum.machine_seconds.unwrap_or(0.0)),
        })
    }
}

impl Results {
    fn print(&self) -> std::io::Result<()> {
        say!("\n{}: {} of {} solved", self.player, self.solved, self.positions.len())?;
        say_part!("{} nodes, {:.1} s", self.total.nodes, self.total.seconds)?;
        if let Some(machine) = self.total.machine_seconds.filter(|&seconds| seconds > 0.0) {
            say_part!(
                ", {machine:.1} machine s ({:.0} nodes a machine second)",
                self.total.nodes as f64 / machine
            )?;
        }
        say!("")?;
        if !self.malformed.is_empty() {
            say!("{} malformed lines skipped", self.malformed.len())?;
        }
        Ok(())
    }
}
