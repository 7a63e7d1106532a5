//! Extended Position Description: a position and operations on one line.
//!
//! Source: PGN Specification and Implementation Guide, section 16.2. Two deviations are accepted:
//! FEN's counters after the position, and a missing last semicolon. White space is also what
//! `source::is_blank` calls so.

use std::io::{self, Read};

use shakmaty::Move;
use thiserror::Error;

use play::{Game, MAX_QUOTED, problem_from_fen, shortened};

use crate::lexer::rest_of_line;
use crate::san::parse_move;
use crate::source::{FilePosition, HEAD_BYTES, Source, check_encoding, is_blank};

/// A position with operations, such as `bm Qd1+; id "BK.01";`.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position, as a game of no moves.
    pub game: Game,
    /// Opcodes and their operands, in the order of the line, without quotes.
    pub operations: Vec<Operation>,
}

/// An opcode and its operands.
pub type Operation = (String, Vec<String>);

const MAX_LINE_BYTES: usize = 1 << 16;

/// After so many lines without a single position a text is no EPD. It is not read further, since it
/// may have no end.
pub const MAX_OTHER_LINES: usize = 10_000;

/// The error of a line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct EpdError(String);

impl Epd {
    /// Reads one line. Fails if the position or an operation is malformed, or the position illegal.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let (fields, rest) = split_position(line);
        let operations = operations(rest)?;
        let game = Game::from_any_fen(&fen(&fields, &operations))
            .map_err(|error| EpdError(error.to_string()))?;
        Ok(Epd { game, operations })
    }

    /// Reads one line of a problem, which may have more pieces than a game can have. Fails as
    /// [`Epd::parse`].
    pub fn parse_problem(line: &str) -> Result<Epd, EpdError> {
        let (fields, rest) = split_position(line);
        let operations = operations(rest)?;
        let position = problem_from_fen(&fen(&fields, &operations))
            .map_err(|error| EpdError(error.to_string()))?;
        Ok(Epd {
            game: Game::from_position(position),
            operations,
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

    /// The moves of an operation; none without that operation. Fails if a move is not legal, or the
    /// operation has none.
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
            .filter(|text| mate_length(text).is_none())
            .map(read)
            .collect::<Result<_, _>>()
            .map_err(|e| EpdError(format!("{code}: {e}")))
    }

    /// The number of an operation. Fails if its operand is not a whole number. Some suites write
    /// `dm 3` as `bm #3`.
    pub fn number(&self, code: &str) -> Result<Option<u32>, EpdError> {
        let Some(operands) = self.operands(code) else {
            let best = self.operands("bm").unwrap_or_default();
            return Ok(match code {
                "dm" => best.iter().find_map(|text| mate_length(text)),
                _ => None,
            });
        };
        match operands.first().map(|text| text.parse()) {
            Some(Ok(number)) => Ok(Some(number)),
            _ => Err(EpdError(format!(
                "{code}: '{}' is not a whole number",
                shortened(&operands.join(" "), MAX_QUOTED)
            ))),
        }
    }
}

/// The moves of a mate that stands in place of a move, such as `#3`.
fn mate_length(text: &str) -> Option<u32> {
    text.strip_prefix('#')?.parse().ok()
}

/// The words of the position, and the operations. Some programs write a semicolon between them.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim_matches(is_blank);
    while fields.len() < 6 {
        let end = rest.find(|c: char| is_blank(c) || c == ';');
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        let is_counter = fields.len() >= 4;
        if word.is_empty() || (is_counter && !word.bytes().all(|b| b.is_ascii_digit())) {
            break;
        }
        fields.push(word);
        rest = after.trim_start_matches(is_blank);
    }
    (fields, rest)
}

/// The position in FEN. Its counters come after the position as in FEN, or from the operations
/// `hmvc` and `fmvn`.
fn fen(fields: &[&str], operations: &[Operation]) -> String {
    let counter = |at: usize, code: &str, missing: &'static str| {
        if let Some(&field) = fields.get(at) {
            return field.to_owned();
        }
        if let Some((_, operands)) = operations.iter().find(|(name, _)| name == code)
            && let Some(number) = operands.first()
            && number.parse::<u32>().is_ok()
        {
            return number.clone();
        }
        missing.to_owned()
    };
    let position = &fields[..fields.len().min(4)];
    if position.len() < 4 {
        return position.join(" ");
    }
    let halfmoves = counter(4, "hmvc", "0");
    let fullmoves = counter(5, "fmvn", "1");
    format!("{} {halfmoves} {fullmoves}", position.join(" "))
}

fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut found = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
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
                    .find(|c: char| is_blank(c) || c == ';')
                    .unwrap_or(rest.len());
                words.push(rest[..end].to_owned());
                rest = &rest[end..];
            }
        }
        rest = rest.trim_start_matches(is_blank);
    }
    finish(&mut words);
    Ok(found)
}

/// The line trimmed, unless it is empty or a comment (`#`).
fn content(line: &str) -> Option<&str> {
    let line = line.trim_matches(is_blank);
    if line.is_empty() || line.starts_with('#') {
        None
    } else {
        Some(line)
    }
}

/// The lines of a text that are neither empty nor comments (`#`), trimmed, with their numbers,
/// which begin at 1.
pub fn epd_text_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // Lines end with LF, CR and LF, or on old Macintoshes with CR.
    let lines = text
        .split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    (1..)
        .zip(lines)
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

/// The lines of a file, read as a stream. Fails as [`Games`](crate::Games) does.
pub fn epd_lines<R: Read>(reader: R) -> impl Iterator<Item = io::Result<EpdLine>> {
    let mut source = Source::new(reader, FilePosition::default());
    std::iter::from_fn(move || next_line(&mut source).transpose())
}

fn next_line<R: Read>(source: &mut Source<R>) -> io::Result<Option<EpdLine>> {
    if source.position.offset == 0 {
        check_encoding(source.ahead(HEAD_BYTES)?)?;
    }
    while source.peek()?.is_some() {
        let (begin, number) = (source.position.offset, source.position.line);
        source.begin_item();
        let line = rest_of_line(source, MAX_LINE_BYTES)?;
        let end = source.position.offset;
        let text = if end - begin > MAX_LINE_BYTES as u64 {
            Err(EpdError(format!("line longer than {MAX_LINE_BYTES} bytes")))
        } else {
            match content(&line) {
                Some(text) => Ok(text.to_owned()),
                None => continue,
            }
        };
        return Ok(Some(EpdLine { number, end, text }));
    }
    Ok(None)
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
