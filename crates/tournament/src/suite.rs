//! Test suites: EPD positions with known best moves (`bm`), avoided moves (`am`) or mates (`dm`).

use std::io::{self, Read};
use std::iter::Sum;
use std::sync::mpsc::channel;
use std::time::Instant;

use anyhow::bail;
use notation::{Epd, EpdLine, MAX_OTHER_LINES, epd_lines};
use play::{
    Choice, Control, Crash, Limits, MAX_QUOTED, Player, Report, Score, Seat, san, shortened,
};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position};

/// A position with its solution.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, or its line number.
    pub id: String,
    epd: Epd,
    goal: Goal,
}

/// Conditions of a solution: a move of `best`, none of `avoid`, and a mate in `mate` moves, as far
/// as given.
#[derive(Clone, Debug)]
struct Goal {
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<u32>,
}

/// A point in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// Nodes searched.
    pub nodes: u64,
    /// Wall-clock seconds, unless they are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Seconds of machine time, for a player that has a machine.
    pub machine_seconds: Option<f64>,
}

/// The result of one position.
#[derive(Debug, Serialize, Deserialize)]
pub struct SuiteResult {
    pub(crate) id: String,
    /// Whether the position was solved.
    pub solved: bool,
    played: Option<String>,
    expected: String,
    depth: u32,
    /// In pawns or `#moves`, from White's side.
    score: Option<String>,
    /// The whole search.
    #[serde(flatten)]
    pub end: Moment,
    /// The point at which the solution was found and kept.
    pub solution: Option<Moment>,
}

/// Parses the problems of a text in EPD, with a message for each malformed line. `name` stands in
/// the messages. Fails if the input does, or has very many lines and no problem.
pub fn parse_suite(input: impl Read, name: &str) -> io::Result<(Vec<Problem>, Vec<String>)> {
    let (mut problems, mut malformed) = (Vec::new(), Vec::new());
    for line in epd_lines(input) {
        let EpdLine { number, text, .. } = line?;
        let read = text.map_err(anyhow::Error::new);
        match read.and_then(|line| problem(&line, number)) {
            Ok(found) => problems.push(found),
            Err(error) => malformed.push(format!("{name}:{number}: {error:#}; skipped")),
        }
        if problems.is_empty() && malformed.len() > MAX_OTHER_LINES {
            break;
        }
    }
    Ok((problems, malformed))
}

fn problem(line: &str, number: u64) -> anyhow::Result<Problem> {
    let epd = Epd::parse(line)?;
    let goal = Goal {
        best: epd.moves("bm")?,
        avoid: epd.moves("am")?,
        mate: epd.number("dm")?,
    };
    if goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none() {
        bail!("no bm, am or dm");
    }
    if epd.game.position().legal_moves().is_empty() {
        bail!("the game is over");
    }
    Ok(Problem {
        id: epd
            .id()
            .map_or_else(|| format!("line {number}"), |id| shortened(id, MAX_QUOTED)),
        epd,
        goal,
    })
}

impl Problem {
    /// Fails if the player cannot search the position.
    pub fn check(&self, seat: &Seat) -> Result<(), String> {
        match seat.refusal(self.epd.game.position()) {
            Some(reason) => Err(format!("{}: {reason}", self.id)),
            None => Ok(()),
        }
    }
}

impl Goal {
    fn met(&self, played: Move, score: Score) -> bool {
        (self.best.is_empty() || self.best.contains(&played))
            && !self.avoid.contains(&played)
            && self
                .mate
                .is_none_or(|moves| matches!(score, Score::Mate(n) if n > 0 && n <= moves as i32))
    }

    /// A description such as `Qd1+ or Nd5`, `not Kh1` or `mate in 2`.
    fn describe(&self, position: &Chess) -> String {
        let list = |moves: &[Move]| {
            moves
                .iter()
                .map(|&m| san(position, m))
                .collect::<Vec<_>>()
                .join(" or ")
        };
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

/// Searches a problem with cleared memory.
pub fn solve(
    player: &mut dyn Player,
    problem: &Problem,
    limits: &Limits,
    abort: &Control,
) -> SuiteResult {
    let Problem { id, epd, goal } = problem;
    let position = epd.game.position();
    let mut last: Option<(u32, Score, Moment)> = None;
    let mut solution = None;
    player.new_game();
    let started = Instant::now();
    let Choice { best, .. } = player.search(&epd.game, limits, abort, &mut |report| {
        if report.multipv != 1 {
            return;
        }
        let Some(&first) = report.pv.first() else {
            return;
        };
        let moment = Moment::of(report);
        last = Some((report.depth, report.score, moment));
        solution = if goal.met(first, report.score) {
            solution.or(Some(moment))
        } else {
            None
        };
    });
    let seconds = started.elapsed().as_secs_f64();
    let (depth, score, end) = last.unwrap_or((0, Score::Centipawns(0), Moment::default()));
    let solved = best.is_some_and(|best| goal.met(best, score));
    SuiteResult {
        id: id.clone(),
        solved,
        played: best.map(|best| san(position, best)),
        expected: goal.describe(position),
        depth,
        score: last.map(|(_, score, _)| format!("{:+}", score.for_white(position.turn()))),
        end: Moment {
            seconds: Some(seconds),
            ..end
        },
        solution: if solved { solution } else { None },
    }
}

/// Searches a problem as [`solve`] does, with a player on its thread. Fails if the player does, as
/// an engine may.
pub fn solve_seated(
    seat: &mut Seat,
    problem: &Problem,
    limits: &Limits,
    abort: &Control,
) -> Result<SuiteResult, Crash> {
    let (sender, inbox) = channel();
    let (problem, limits) = (problem.clone(), limits.clone());
    let work =
        move |player: &mut dyn Player, control: &Control| solve(player, &problem, &limits, control);
    seat.start(abort.clone(), work, move |finished| {
        drop(sender.send(finished));
    });
    match inbox.recv() {
        Ok(finished) => seat.finish(finished),
        Err(_) => Err(Crash("it is gone".to_owned())),
    }
}

/// Table header. The second nodes, seconds and machine seconds are those to the solution.
pub fn suite_header(width: usize) -> String {
    let moment = format!("{:>10} {:>8} {:>8}", "nodes", "seconds", "machine");
    format!(
        "{:width$} ok  {:8} {:>5} {:>7} {moment} |{moment}  {}",
        "position", "played", "depth", "value", "expected"
    )
}

impl SuiteResult {
    /// A table row.
    pub fn row(&self, width: usize) -> String {
        let solution = self
            .solution
            .map_or_else(String::new, |moment| moment.columns());
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
            seconds: Some(report.time.as_secs_f64()),
            machine_seconds: report.machine.map(|time| time.seconds),
        }
    }

    fn columns(&self) -> String {
        let shown = |seconds: Option<f64>| {
            seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2}"))
        };
        let (seconds, machine) = (shown(self.seconds), shown(self.machine_seconds));
        format!("{:>10} {seconds:>8} {machine:>8}", self.nodes)
    }
}

impl Sum for Moment {
    fn sum<I: Iterator<Item = Moment>>(all: I) -> Moment {
        let add =
            |sum: Option<f64>, one: Option<f64>| one.map(|seconds| seconds + sum.unwrap_or(0.0));
        all.fold(Moment::default(), |sum, one| Moment {
            nodes: sum.nodes + one.nodes,
            seconds: add(sum.seconds, one.seconds),
            machine_seconds: add(sum.machine_seconds, one.machine_seconds),
        })
    }
}
