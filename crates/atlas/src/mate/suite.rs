//! Problems of a file, compared with their solutions.

use std::fmt::{self, Display, Formatter};

use notation::{Epd, EpdError};
use shakmaty::{Chess, Move as ChessMove};

use crate::mate::driver::Mate;
use crate::mate::solution::{MAX_MATE_MOVES, MateError, Solution, Task};

/// A problem of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Chess,
    /// Opcode `id`: its name.
    pub id: Option<String>,
    /// Opcode `bm`: its keys.
    pub best: Option<Vec<ChessMove>>,
    /// Opcode `dm`: moves to mate.
    pub mates: Option<u32>,
}

impl Problem {
    /// Reads a line of EPD. Fails if the position is malformed or illegal, or a move of `bm` is.
    pub fn parse(line: &str) -> Result<Problem, EpdError> {
        let epd = Epd::parse_problem(line)?;
        let best = epd.operands("bm").map(|_| epd.moves("bm")).transpose()?;
        let mates = epd.number("dm").ok().flatten();
        Ok(Problem {
            position: epd.game.position().clone(),
            id: epd.id().map(str::to_owned),
            best,
            mates,
        })
    }
}

/// Comparison of a solution with its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[allow(missing_docs, reason = "their texts say it")]
pub enum Verdict {
    Agrees,
    Solved,
    Outside,
    Differs,
    NoMate,
}

/// Counts over a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Problems by [`Verdict`].
    pub verdicts: [u64; 5],
    /// Lines that are not problems, and positions that are not supported.
    pub errors: u64,
    /// Problems with more moves than the solver looks for.
    pub beyond: u64,
    /// Nodes of all problems.
    pub nodes: u64,
}

/// Solves a problem and compares the keys. The number of moves is `mates`, or else the file's, or
/// two.
pub fn judge(
    mate: &mut Mate,
    problem: &Problem,
    mates: Option<u32>,
    task: Task,
) -> Result<(Solution, Verdict), MateError> {
    let task = Task {
        mates: mates.or(problem.mates).unwrap_or(2),
        ..task
    };
    let solution = mate.solve(&problem.position, task)?;
    let found: Vec<ChessMove> = solution
        .keys
        .iter()
        .map(|key| key.first.chess_move)
        .collect();
    let verdict = match &problem.best {
        Some(best) if best.len() == found.len() && best.iter().all(|mv| found.contains(mv)) => {
            Verdict::Agrees
        }
        _ if solution.needs_all_rules() => Verdict::Outside,
        // That there is a mate was only assumed: `bm` is the best move, and not a key.
        Some(_) if found.is_empty() && mates.or(problem.mates).is_none() => Verdict::NoMate,
        Some(_) => Verdict::Differs,
        None if found.is_empty() => Verdict::NoMate,
        None => Verdict::Solved,
    };
    Ok((solution, verdict))
}

impl Summary {
    /// Adds a problem, or a line that is none.
    pub fn count(&mut self, judged: Option<(&Solution, Verdict)>) {
        match judged {
            Some((solution, verdict)) => {
                self.verdicts[verdict as usize] += 1;
                self.nodes += solution.nodes;
            }
            None => self.errors += 1,
        }
    }

    /// Number of problems.
    pub fn problems(&self) -> u64 {
        self.verdicts.iter().sum()
    }

    /// Whether a solution differs from the file.
    pub fn has_differences(&self) -> bool {
        self.verdicts[Verdict::Differs as usize] > 0
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "as the file says",
            Verdict::Solved => "solved",
            Verdict::Outside => "outside Bell's scope",
            Verdict::Differs => "DIFFERS from the file",
            Verdict::NoMate => "no mate",
        })
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        write!(f, "{} problem{}", self.problems(), plural(self.problems()))?;
        let all = [
            Verdict::Agrees,
            Verdict::Solved,
            Verdict::Outside,
            Verdict::Differs,
            Verdict::NoMate,
        ];
        for verdict in all
            .into_iter()
            .filter(|&verdict| self.verdicts[verdict as usize] > 0)
        {
            write!(f, ", {} {verdict}", self.verdicts[verdict as usize])?;
        }
        if self.beyond > 0 {
            write!(f, ", {} beyond {MAX_MATE_MOVES} moves", self.beyond)?;
        }
        if self.errors > 0 {
            let plural = plural(self.errors);
            write!(f, ", {} line{plural} not understood", self.errors)?;
        }
        write!(f, "; {} nodes", self.nodes)
    }
}
