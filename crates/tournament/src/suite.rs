//! Test suites: EPD positions with known best moves (`bm`), avoided moves (`am`) or mates (`dm`),
//! or with points for moves, as the Strategic Test Suite has them: `c0 "f5=10, Be5+=2"`, or
//! `c8 "10 2"; c9 "f4f5 d4e5"`.

use std::io::{self, Read};
use std::sync::mpsc::channel;
use std::time::Instant;

use anyhow::{Context as _, bail};
use notation::{Epd, EpdLine, MAX_OTHER_LINES, epd_lines, parse_move};
use play::{
    Bound, Choice, Control, Crash, Limits, MAX_QUOTED, Player, Report, Score, Seat, san, shortened,
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
    /// Points for moves; none for the others. Empty if the position gives no points.
    values: Vec<MoveValue>,
}

/// A move and the points that it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MoveValue {
    chess_move: Move,
    points: u32,
}

/// Points for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Points {
    pub got: u32,
    /// Those for the best move.
    pub of: u32,
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
    pub(crate) played: Option<String>,
    pub(crate) expected: String,
    pub(crate) depth: u32,
    /// In pawns or `#moves`, from White's side.
    pub(crate) score: Option<String>,
    /// Points for the move, if the position gives any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
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
    let values = move_values(&epd)?;
    let mut goal = Goal {
        best: epd.moves("bm")?,
        avoid: epd.moves("am")?,
        mate: epd.number("dm")?,
    };
    if goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none() {
        let Some(best) = most_points(&values) else {
            bail!("no bm, am, dm or points for moves");
        };
        for value in &values {
            if value.points == best {
                goal.best.push(value.chess_move);
            }
        }
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
        values,
    })
}

fn most_points(values: &[MoveValue]) -> Option<u32> {
    values.iter().map(|value| value.points).max()
}

/// The points of a line. `c0` is a remark of any kind: it gives points only if each of its parts
/// ends in `=` and a number. `c8` and `c9` are the same in two lists, with coordinates for moves.
/// Fails if a move is not legal.
fn move_values(epd: &Epd) -> anyhow::Result<Vec<MoveValue>> {
    let words = |code: &str| epd.operands(code).unwrap_or_default().join(" ");
    let mut pairs = Vec::new();
    for part in words("c0").split([',', ';']) {
        if let Some((name, points)) = part.rsplit_once('=')
            && let Ok(points) = points.trim().parse()
        {
            pairs.push((name.trim().to_owned(), points));
        } else {
            pairs.clear();
            break;
        }
    }
    let mut code = "c0";
    if pairs.is_empty() {
        code = "c9";
        let (points, moves) = (words("c8"), words("c9"));
        let points: Vec<&str> = points.split_whitespace().collect();
        let moves: Vec<&str> = moves.split_whitespace().collect();
        if points.len() == moves.len() {
            for (name, points) in moves.into_iter().zip(points) {
                let Ok(points) = points.parse() else {
                    return Ok(Vec::new());
                };
                pairs.push((name.to_owned(), points));
            }
        }
    }
    let mut values = Vec::new();
    for (name, points) in pairs {
        let chess_move = parse_move(epd.game.position(), &name).with_context(|| code.to_owned())?;
        values.push(MoveValue { chess_move, points });
    }
    Ok(values)
}

impl Problem {
    /// Whether the position gives points for moves.
    pub fn has_points(&self) -> bool {
        !self.values.is_empty()
    }

    /// The result of a player that failed at the position.
    pub fn failed(&self) -> SuiteResult {
        SuiteResult {
            id: self.id.clone(),
            solved: false,
            played: None,
            expected: self.goal.describe(self.epd.game.position()),
            depth: 0,
            score: None,
            points: self.points(None),
            end: Moment {
                seconds: Some(0.0),
                ..Moment::default()
            },
            solution: None,
        }
    }

    /// The points for a move, if the position gives any.
    fn points(&self, played: Option<Move>) -> Option<Points> {
        let of = most_points(&self.values)?;
        let mut got = 0;
        for value in &self.values {
            if Some(value.chess_move) == played {
                got = value.points;
            }
        }
        Some(Points { got, of })
    }

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

/// What a search has found so far: its last exact score, or its last bound.
#[derive(Clone, Copy)]
struct Value {
    depth: u32,
    score: Score,
    is_exact: bool,
}

/// Searches a problem with cleared memory.
pub fn solve(
    player: &mut dyn Player,
    problem: &Problem,
    limits: &Limits,
    abort: &Control,
) -> SuiteResult {
    let Problem { id, epd, goal, .. } = problem;
    let position = epd.game.position();
    let mut value: Option<Value> = None;
    let mut end = Moment::default();
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
        end = Moment::of(report);
        // A search may end on a bound, which can be far from the value.
        let is_exact = report.bound == Bound::Exact;
        let current = match value {
            Some(known) if known.is_exact && !is_exact => known,
            _ => Value {
                depth: report.depth,
                score: report.score,
                is_exact,
            },
        };
        value = Some(current);
        solution = if goal.met(first, current.score) {
            solution.or(Some(end))
        } else {
            None
        };
    });
    let seconds = started.elapsed().as_secs_f64();
    let score = match value {
        Some(value) => value.score,
        None => Score::Centipawns(0),
    };
    let solved = best.is_some_and(|best| goal.met(best, score));
    SuiteResult {
        id: id.clone(),
        solved,
        played: best.map(|best| san(position, best)),
        expected: goal.describe(position),
        depth: value.map_or(0, |value| value.depth),
        score: value.map(|value| format!("{:+}", value.score.for_white(position.turn()))),
        points: problem.points(best),
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

impl Moment {
    fn of(report: &Report) -> Moment {
        Moment {
            nodes: report.nodes,
            seconds: Some(report.time.as_secs_f64()),
            machine_seconds: report.machine.map(|time| time.seconds),
        }
    }

    /// The sum of two. A part that one of them lacks is unknown.
    pub(crate) fn plus(self, other: Moment) -> Moment {
        let sum = |first: Option<f64>, second: Option<f64>| Some(first? + second?);
        Moment {
            nodes: self.nodes + other.nodes,
            seconds: sum(self.seconds, other.seconds),
            machine_seconds: sum(self.machine_seconds, other.machine_seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use play::Game;

    use super::*;

    /// Announces a mate in one, and ends its search with a bound.
    struct Bounded {
        bound: Bound,
    }

    impl Player for Bounded {
        fn name(&self) -> String {
            "Bounded".to_owned()
        }

        fn search(
            &mut self,
            game: &Game,
            _: &Limits,
            _: &Control,
            report: &mut dyn FnMut(&Report),
        ) -> Choice {
            let best = parse_move(game.position(), "Ra8").unwrap();
            let mut say = |depth, score, bound| {
                report(&Report {
                    score,
                    bound,
                    ..Report::unsearched(depth, vec![best])
                });
            };
            say(2, Score::Mate(1), self.bound);
            say(3, Score::Centipawns(90), Bound::Upper);
            Choice {
                best: Some(best),
                ponder: None,
            }
        }
    }

    #[test]
    fn solve_takes_the_last_exact_score() {
        let suite = "6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1;\n";
        let (problems, _) = parse_suite(suite.as_bytes(), "suite").unwrap();
        for (bound, solved, depth, score) in [
            (Bound::Exact, true, 2, "#1"),
            (Bound::Lower, false, 3, "+0.90"),
        ] {
            let result = solve(
                &mut Bounded { bound },
                &problems[0],
                &Limits::default(),
                &Control::new(),
            );
            assert_eq!((result.solved, result.depth), (solved, depth));
            assert_eq!(result.score.as_deref(), Some(score));
        }
    }
}
