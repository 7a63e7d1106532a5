//! Extended Position Description: a position and operations on one line.
//!
//! Source: PGN Specification and Implementation Guide, section 16.2. Two deviations are accepted: FEN's counters after the
//! position, and a missing last semicolon.

use std::io::{self, BufRead, Read};

use shakmaty::Move;
use thiserror::Error;

use play::{Game, problem_from_fen};

use crate::san::parse_move;

/// A position with operations, such as `bm Qd1+; id "BK.01";`.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position, as a game of no moves.
    pub game: Game,
    /// Opcodes and their operands, in the order of the line, without quotes.
    pub operations: Vec<(String, Vec<String>)>,
}

const MAX_LINE_BYTES: u64 = 1 << 16;

/// The error of a line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct EpdError(String);

impl Epd {
    /// Reads one line. Fails if the position or an operation is malformed, or the position illegal.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let (fen, rest) = split_position(line);
        let game = Game::from_any_fen(&fen).map_err(|error| EpdError(error.to_string()))?;
        Ok(Epd {
            game,
            operations: operations(rest)?,
        })
    }

    /// Reads one line of a problem, which may have more pieces than a game can have. Fails as [`Epd::parse`].
    pub fn parse_problem(line: &str) -> Result<Epd, EpdError> {
        let (fen, rest) = split_position(line);
        let position = problem_from_fen(&fen).map_err(|error| EpdError(error.to_string()))?;
        Ok(Epd {
            game: Game::from_position(position),
            operations: operations(rest)?,
        })
    }

    /// The operands of the first operation with this code.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        self.operations
            .iter()
            .find(|(name, _)| name == code)
            .map(|(_, operands)| operands.as_slice())
    }

    /// The position's name, `id`.
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(String::as_str)
    }

    /// The moves of an operation; none without that operation. Fails if a move is not legal, or the operation has none.
    pub fn moves(&self, code: &str) -> Result<Vec<Move>, EpdError> {
        let Some(texts) = self.operands(code) else {
            return Ok(Vec::new());
        };
        if texts.is_empty() {
            return Err(EpdError(format!("{code} without a move")));
        }
        let read = |text: &String| parse_move(self.game.position(), text);
        texts
            .iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map_err(|e| EpdError(format!("{code}: {e}")))
    }

    /// The number of an operation. Fails if its operand is not a whole number.
    pub fn number(&self, code: &str) -> Result<Option<u32>, EpdError> {
        let Some(operands) = self.operands(code) else {
            return Ok(None);
        };
        match operands.first().map(|text| text.parse()) {
            Some(Ok(number)) => Ok(Some(number)),
            _ => Err(EpdError(format!(
                "{code}: '{}' is not a whole number",
                operands.join(" ")
            ))),
        }
    }
}

fn split_position(line: &str) -> (String, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    while fields.len() < 6 {
        let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let counter = fields.len() >= 4;
        if word.is_empty() || (counter && !word.bytes().all(|b| b.is_ascii_digit())) {
            break;
        }
        fields.push(word);
        rest = after.trim_start();
    }
    (fields.join(" "), rest)
}

fn operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut found = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    let mut finish = |words: &mut Vec<String>| {
        if !words.is_empty() {
            found.push((words.remove(0), std::mem::take(words)));
        }
    };
    while let Some(first) = rest.chars().next() {
        match first {
            ';' => {
                finish(&mut words);
                rest = &rest[1..];
            }
            '"' => {
                let (quoted, after) = rest[1..]
                    .split_once('"')
                    .ok_or_else(|| EpdError("quotation mark is not closed".to_owned()))?;
                words.push(quoted.to_owned());
                rest = after;
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || c == ';')
                    .unwrap_or(rest.len());
                words.push(rest[..end].to_owned());
                rest = &rest[end..];
            }
        }
        rest = rest.trim_start();
    }
    finish(&mut words);
    Ok(found)
}

/// The line trimmed, unless it is empty or a comment (`#`).
fn content(line: &str) -> Option<&str> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        None
    } else {
        Some(line)
    }
}

/// The lines of a text that are neither empty nor comments (`#`), trimmed, with their numbers from 1.
pub fn epd_text_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| Some((number, content(line)?)))
}

/// A line of a file that is neither empty nor a comment (`#`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdLine {
    /// Its number, from 1.
    pub number: u64,
    /// Offset of its end in the file.
    pub end: u64,
    /// Its text, trimmed, unless the line is too long.
    pub text: Result<String, EpdError>,
}

/// The lines of a file, read as a stream.
pub fn epd_lines<R: BufRead>(mut reader: R) -> impl Iterator<Item = io::Result<EpdLine>> {
    let (mut number, mut end) = (0, 0);
    let mut next = move || {
        loop {
            let mut bytes = Vec::new();
            let read = reader
                .by_ref()
                .take(MAX_LINE_BYTES)
                .read_until(b'\n', &mut bytes)? as u64;
            (number, end) = (number + 1, end + read);
            if read == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
                end += reader.skip_until(b'\n')? as u64;
                let text = Err(EpdError(format!("line longer than {MAX_LINE_BYTES} bytes")));
                return Ok(Some(EpdLine { number, end, text }));
            }
            if read == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&bytes);
            if let Some(text) = content(&line) {
                return Ok(Some(EpdLine {
                    number,
                    end,
                    text: Ok(text.to_owned()),
                }));
            }
        }
    };
    std::iter::from_fn(move || next().transpose())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Position as _;

    #[test]
    fn operations_of_a_suite_are_read() {
        let epd = Epd::parse(
            "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id \"BK; 05\"; dm 3",
        )
        .unwrap();
        assert_eq!(epd.id(), Some("BK; 05"));
        assert_eq!(epd.moves("bm").unwrap().len(), 2);
        assert_eq!(epd.moves("am").unwrap(), []);
        assert_eq!(epd.number("dm"), Ok(Some(3)));
        assert_eq!(epd.number("acd"), Ok(None));
    }

    #[test]
    fn counters_after_position_are_accepted() {
        let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - 12 40 bm O-O; hmvc 12;").unwrap();
        assert_eq!(epd.game.position().fullmoves().get(), 40);
        assert_eq!(epd.moves("bm").unwrap().len(), 1);
        assert_eq!(
            Epd::parse("4k3/8/8/8/8/8/8/4K2R w K -").unwrap().operations,
            []
        );
    }

    #[test]
    fn malformed_lines_are_errors() {
        let wrong = |line: &str, code: &str| match Epd::parse(line) {
            Ok(epd) => epd.moves(code).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(wrong("", "bm").contains("not a position"));
        assert!(wrong("8/8/8/8/8/8/8/8 w - - bm e4;", "bm").contains("not a legal position"));
        assert!(
            wrong("4k3/8/8/8/8/8/8/4K2R w K - bm Qd1;", "bm")
                .contains("no legal move with a queen")
        );
        assert!(wrong("4k3/8/8/8/8/8/8/4K2R w K - bm;", "bm").contains("bm without a move"));
        assert!(wrong("4k3/8/8/8/8/8/8/4K2R w K - id \"x", "bm").contains("quotation mark"));
        let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - dm soon;").unwrap();
        assert!(
            epd.number("dm")
                .unwrap_err()
                .to_string()
                .contains("'soon' is not a whole number")
        );
    }
}
