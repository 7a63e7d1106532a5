//! Text into tokens, and lines into statements: a line that ends in a comma goes on with the next.

use std::rc::Rc;

use crate::error::Fault;
use crate::source::{Place, SourceFile};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A name, with the dots in it: `find`, `frame.alpha`, `.loop`.
    Name(Rc<str>),
    Number(u64),
    Text(Rc<str>),
    Sign(&'static str),
    /// A token already reported as an error.
    Bad,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    /// The macro expansion the token was written in, 0 for none: the scope of a name with a leading
    /// dot.
    pub(crate) scope: usize,
}

pub(crate) type Line = Vec<Token>;

/// Most bytes of a line.
const LONGEST: usize = 1000;

const SIGNS: [&str; 10] = ["<-", ",", ":", "=", "+", "-", "~", "&", "(", ")"];

impl Token {
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(this) if this == sign)
    }

    /// The token as an error message quotes it.
    pub(crate) fn quoted(&self) -> String {
        match &self.kind {
            Kind::Name(name) => format!("'{name}'"),
            Kind::Number(number) => format!("'{number}'"),
            Kind::Text(text) => format!("\"{text}\""),
            Kind::Sign(sign) => format!("'{sign}'"),
            Kind::Bad => "this".to_owned(),
        }
    }
}

/// Whether a text is a name: what a label may be called.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.chars().all(within_name)
}

fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '.'
}

// '@' stands in the names of labels local to a macro's expansion.
fn within_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '@')
}

pub(crate) fn lex(file: usize, source: &SourceFile, faults: &mut Vec<Fault>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut continues = false;
    for (index, text) in source.lines().enumerate() {
        let start = Place {
            file,
            line: index as u32 + 1,
            column: 1,
            length: 1,
        };
        let tokens = lex_line(start, text, faults);
        let Some(last) = tokens.last() else { continue };
        let ends_in_comma = last.is_sign(",");
        match lines.last_mut() {
            Some(line) if continues => line.extend(tokens),
            _ => lines.push(tokens),
        }
        continues = ends_in_comma;
    }
    lines
}

fn lex_line(start: Place, text: &str, faults: &mut Vec<Fault>) -> Line {
    if text.len() > LONGEST {
        faults.push(Fault::new(
            start,
            format!("this line is longer than {LONGEST} characters"),
        ));
        return Vec::new();
    }
    let mut tokens = Vec::new();
    let (mut rest, mut column) = (text, 1);
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count() as u32;
        rest = trimmed;
        if rest.is_empty() || rest.starts_with(';') {
            return tokens;
        }
        let (kind, taken) = token(rest);
        let length = rest[..taken].chars().count() as u32;
        let place = Place {
            column,
            length,
            ..start
        };
        let kind = match kind {
            Ok(kind) => kind,
            Err(message) => {
                faults.push(Fault::new(place, message));
                Kind::Bad
            }
        };
        tokens.push(Token {
            kind,
            place,
            scope: 0,
        });
        rest = &rest[taken..];
        column += length;
    }
}

/// The token at the beginning of a text, and how many bytes it takes.
fn token(text: &str) -> (Result<Kind, String>, usize) {
    let run = |within: fn(char) -> bool| text.find(|c| !within(c)).unwrap_or(text.len());
    if let Some(sign) = SIGNS.into_iter().find(|sign| text.starts_with(sign)) {
        (Ok(Kind::Sign(sign)), sign.len())
    } else if text.starts_with(begins_name) {
        let taken = run(within_name);
        (Ok(Kind::Name(text[..taken].into())), taken)
    } else if text.starts_with(|c: char| c.is_ascii_digit()) {
        let taken = run(within_name);
        (number(&text[..taken]).map(Kind::Number), taken)
    } else if let Some(quoted) = text.strip_prefix('"') {
        match quoted.find('"') {
            Some(end) => (Ok(Kind::Text(quoted[..end].into())), end + 2),
            None => (
                Err("a quotation mark is missing at the end".to_owned()),
                text.len(),
            ),
        }
    } else {
        // Neighbors that make no sense are one error.
        let is_odd = |c: char| !c.is_ascii() || c.is_ascii_control();
        let first = text.chars().next().map_or(1, char::len_utf8);
        let taken = if text.starts_with(is_odd) {
            text.find(|c| !is_odd(c)).unwrap_or(text.len())
        } else {
            first
        };
        let message = match &text[..first] {
            "<" => "'<' means nothing by itself: the arrow is '<-'".to_owned(),
            other => format!("'{}' means nothing here", other.escape_default()),
        };
        (Err(message), taken)
    }
}

fn number(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let parsed = if let Some(digits) = plain.strip_prefix("0x") {
        u64::from_str_radix(digits, 16)
    } else if let Some(digits) = plain.strip_prefix("0b") {
        u64::from_str_radix(digits, 2)
    } else {
        plain.parse()
    };
    let kinds = "decimal, 0x.. and 0b.. are understood";
    parsed.map_err(|_| format!("'{text}' is no number this assembler can hold ({kinds})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<Vec<Kind>>, Vec<String>) {
        let mut faults = Vec::new();
        let lines = lex(0, &SourceFile::new("x", text), &mut faults);
        let kinds = lines
            .into_iter()
            .map(|line| line.into_iter().map(|token| token.kind).collect());
        (
            kinds.collect(),
            faults.into_iter().map(|fault| fault.message).collect(),
        )
    }

    #[test]
    fn lex_trailing_comma_continues_line() {
        let (lines, faults) = kinds("a, ; first\n\n b\nc\n");
        let name = |text: &str| Kind::Name(text.into());
        assert_eq!(
            lines,
            [vec![name("a"), Kind::Sign(","), name("b")], vec![name("c")]]
        );
        assert!(faults.is_empty());
    }

    #[test]
    fn numbers_and_names() {
        let (lines, faults) = kinds("0x1F 0b101 1_000 frame.alpha .loop \"a b\" <- 0b2 9z");
        let values = [Kind::Number(31), Kind::Number(5), Kind::Number(1000)];
        assert_eq!(lines[0][..3], values);
        assert_eq!(lines[0][3], Kind::Name("frame.alpha".into()));
        assert_eq!(lines[0][5..7], [Kind::Text("a b".into()), Kind::Sign("<-")]);
        assert_eq!(faults.len(), 2);
    }

    #[test]
    fn lex_odd_characters_report_once() {
        let (_, faults) = kinds("find \u{1F600}\u{1F600} $ victim");
        assert_eq!(
            faults,
            ["'\\u{1f600}' means nothing here", "'$' means nothing here"]
        );
    }
}
