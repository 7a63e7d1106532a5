//! Files of problems: one a line in Extended Position Description, read as a stream however long the file is.

use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, Read};

use play::{GameError, problem_from_fen};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move as Named};
use thiserror::Error;

use crate::mate::{Mate, MateError, Solution, Task};

/// No position and its remarks are longer; a longer line is no EPD.
const LONGEST_LINE: u64 = 1 << 16;

/// A problem of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Chess,
    /// Opcode `id`: a name.
    pub id: Option<String>,
    /// Opcode `bm`: the keys, if the file tells them.
    pub best: Option<Vec<Named>>,
    /// Opcode `dm`: moves to mate.
    pub mates: Option<u32>,
}

/// Why a line is no problem.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineError {
    /// Not a position.
    #[error("'{text}' is not a position: {reason}")]
    Position {
        /// The text given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move of `bm` is not legal.
    #[error("bm '{0}' is no legal move")]
    Best(String),
    /// Longer than any position is.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    Long,
}

/// A line of a file that is not empty and no comment (`#`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Where it ends in the file, in bytes: for a progress bar.
    pub end: u64,
    /// The problem, or why it is none.
    pub problem: Result<Problem, LineError>,
}

/// Reads a position: FEN, or its first four fields. As in `play::Game`, marks of castling and en passant that
/// cannot be are dropped; and the men may be more than a game has, as composers sometimes need.
///
/// # Errors
/// [`LineError::Position`] says what is wrong.
pub fn position(text: &str) -> Result<Chess, LineError> {
    problem_from_fen(text).map_err(|error| {
        let (GameError::Fen { reason, .. } | GameError::Position { reason, .. }) = error;
        LineError::Position { text: shorten(text), reason }
    })
}

fn shorten(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads one line.
///
/// # Errors
/// [`LineError`] says why it is no problem.
pub fn read_line(line: &str) -> Result<Problem, LineError> {
    let (fields, operations) = split(line);
    let position = position(&fields)?;
    let mut problem = Problem { position, id: None, best: None, mates: None };
    for operation in operations {
        let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((&operation, ""));
        match opcode {
            "id" => problem.id = Some(operand.trim().trim_matches('"').to_owned()),
            "dm" => problem.mates = operand.trim().parse().ok(),
            "bm" => problem.best = Some(best(&problem.position, operand)?),
            _ => {}
        }
    }
    Ok(problem)
}

fn best(position: &Chess, operand: &str) -> Result<Vec<Named>, LineError> {
    let one = |san: &str| {
        let parsed = san.parse::<SanPlus>().ok().and_then(|plus| plus.san.to_move(position).ok());
        parsed.ok_or_else(|| LineError::Best(san.to_owned()))
    };
    operand.split_whitespace().map(one).collect()
}

/// The position's fields (four, or six if two numbers follow) and the operations behind them. A semicolon
/// between quotation marks is part of the text.
fn split(line: &str) -> (String, Vec<String>) {
    let words: Vec<&str> = line.split_whitespace().take(6).collect();
    let numbers = words.len() == 6 && words[4..].iter().all(|word| word.parse::<u32>().is_ok());
    let count = if numbers { 6 } else { words.len().min(4) };
    let mut rest = line;
    for word in &words[..count] {
        rest = rest.trim_start().strip_prefix(word).unwrap_or(rest);
    }
    let mut quoted = false;
    let operations = rest.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let operations = operations.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    (words[..count].join(" "), operations)
}

/// The problems of a file, one after another, never more than one line in memory.
pub fn lines<R: BufRead>(mut reader: R) -> impl Iterator<Item = io::Result<Line>> {
    let (mut number, mut end) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let mut bytes = Vec::new();
            let read = match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(read) => read as u64,
                Err(error) => return Some(Err(error)),
            };
            (number, end) = (number + 1, end + read);
            let long = read == LONGEST_LINE && bytes.last() != Some(&b'\n');
            if long {
                match skip_line(&mut reader) {
                    Ok(skipped) => end += skipped,
                    Err(error) => return Some(Err(error)),
                }
                return Some(Ok(Line { number, end, problem: Err(LineError::Long) }));
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(Ok(Line { number, end, problem: read_line(text) }));
            }
        }
    })
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = reader.fill_buf()?;
        let found = buffer.iter().position(|&byte| byte == b'\n');
        let used = found.map_or(buffer.len(), |at| at + 1);
        reader.consume(used);
        skipped += used as u64;
        if found.is_some() || used == 0 {
            return Ok(skipped);
        }
    }
}

/// What became of a problem of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Verdict {
    /// Every key of the file found, and no other.
    Agrees,
    /// The file tells no key; one or more were found.
    Solved,
    /// The keys differ, because the problem needs castling or en passant, which Bell left out.
    Outside,
    /// The keys differ, and not for that reason.
    Differs,
    /// No key of the file, and none found.
    NoMate,
}

/// Counts of a whole file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Problems with these verdicts, in their order.
    pub verdicts: [u64; 5],
    /// Lines that are no problems, or positions that do not fit.
    pub errors: u64,
    /// Nodes of all problems.
    pub nodes: u64,
}

/// Solves a problem of a file and compares. Where neither `mates` nor the file says how many moves, it is two.
///
/// # Errors
/// As [`Mate::solve`].
pub fn judge(
    mate: &mut Mate,
    problem: &Problem,
    mates: Option<u32>,
    task: Task,
) -> Result<(Solution, Verdict), MateError> {
    let task = Task { mates: mates.or(problem.mates).unwrap_or(2), ..task };
    let solution = mate.solve(&problem.position, task)?;
    let found: Vec<Named> = solution.keys.iter().map(|key| key.first.named).collect();
    let verdict = match &problem.best {
        Some(best) if best.len() == found.len() && best.iter().all(|one| found.contains(one)) => {
            Verdict::Agrees
        }
        _ if solution.needs_all_rules() => Verdict::Outside,
        Some(_) => Verdict::Differs,
        None if found.is_empty() => Verdict::NoMate,
        None => Verdict::Solved,
    };
    Ok((solution, verdict))
}

impl Summary {
    /// Counts one more.
    pub fn count(&mut self, judged: &Result<(Solution, Verdict), MateError>) {
        match judged {
            Ok((solution, verdict)) => {
                self.verdicts[*verdict as usize] += 1;
                self.nodes += solution.nodes;
            }
            Err(_) => self.errors += 1,
        }
    }

    /// Problems solved or tried.
    pub fn problems(&self) -> u64 {
        self.verdicts.iter().sum()
    }

    /// Whether nothing went against the file.
    pub fn all_well(&self) -> bool {
        self.errors == 0 && self.verdicts[Verdict::Differs as usize] == 0
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
        write!(f, "{} problems", self.problems())?;
        let all = [Verdict::Agrees, Verdict::Solved, Verdict::Outside, Verdict::Differs, Verdict::NoMate];
        for verdict in all.into_iter().filter(|&verdict| self.verdicts[verdict as usize] > 0) {
            write!(f, ", {} {verdict}", self.verdicts[verdict as usize])?;
        }
        if self.errors > 0 {
            write!(f, ", {} lines not understood", self.errors)?;
        }
        write!(f, "; {} nodes", self.nodes)
    }
}
