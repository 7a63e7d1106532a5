//! Lines of a module for people: what is used once stands where it is used.

use std::collections::HashMap;

/// Longest line that comes of putting one expression into another.
const LONGEST: usize = 100;

/// How an expression is made at its outermost, which decides where it needs brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a number, something in brackets.
    Whole,
    Not,
    And,
    Or,
    Xor,
    Other,
}

/// A line: a wire with what drives it, an assignment, or an instance.
pub(super) struct Line {
    /// The block that it belongs to.
    pub(super) scope: usize,
    /// What stands before the expression.
    pub(super) head: Head,
    pub(super) kind: Kind,
    /// The expression, or a whole block of lines.
    pub(super) text: String,
}

pub(super) enum Head {
    /// A new wire.
    Wire {
        name: String,
        width: usize,
        /// Whether the name is only a number.
        numbered: bool,
    },
    /// A port or a wire declared before.
    Assign(String),
    /// Nothing: the text is an instance.
    Block,
    /// Nothing: the text is complete.
    Complete,
}

/// Calls `each` with every name in a text, and with what stands between them.
fn parts(text: &str, mut each: impl FnMut(Part<'_>)) {
    let bytes = text.as_bytes();
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let is_word = is_letter(bytes[at]);
        while at < bytes.len() && is_letter(bytes[at]) == is_word {
            at += 1;
        }
        let before = if start == 0 { b' ' } else { bytes[start - 1] };
        // Digits behind an apostrophe are a number, a name behind a dot is a port of an instance.
        if is_word && bytes[start].is_ascii_alphabetic() && before != b'\'' && before != b'.' {
            each(Part::Name(&text[start..at], &text[at..]));
        } else {
            each(Part::Between(&text[start..at]));
        }
    }
}

enum Part<'t> {
    /// A name, and the text behind it.
    Name(&'t str, &'t str),
    Between(&'t str),
}

/// The text with some names replaced.
fn replaced(text: &str, mut with: impl FnMut(&str, &str) -> Option<String>) -> String {
    let mut new = String::new();
    parts(text, |part| match part {
        Part::Name(name, rest) => match with(name, rest) {
            Some(other) => new.push_str(&other),
            None => new.push_str(name),
        },
        Part::Between(between) => new.push_str(between),
    });
    new
}

/// What of a wire's uses matters here.
#[derive(Default)]
struct Use {
    whole: usize,
    in_parts: bool,
}

/// Puts expressions that are used once where they are used, and counts the numbered wires that are
/// left from one.
pub(super) fn joined(lines: Vec<Line>) -> Vec<Line> {
    let mut uses: HashMap<String, Use> = HashMap::new();
    for line in &lines {
        parts(&line.text, |part| {
            if let Part::Name(name, rest) = part {
                let entry = uses.entry(name.to_owned()).or_default();
                if rest.starts_with('[') {
                    entry.in_parts = true;
                } else {
                    entry.whole += 1;
                }
            }
        });
    }
    let is_movable = |line: &Line| match &line.head {
        Head::Wire { name, numbered, .. } => {
            let used = &uses[name];
            *numbered && used.whole == 1 && !used.in_parts && !line.text.contains('\n')
        }
        Head::Assign(_) | Head::Block | Head::Complete => false,
    };
    // Expressions that may go elsewhere; in the end those that have not gone.
    let mut waiting: HashMap<String, (Kind, String)> = HashMap::new();
    let mut kept: Vec<Line> = Vec::new();
    for mut line in lines {
        take_in(&mut line, &mut waiting);
        if let Head::Wire { name, .. } = &line.head
            && is_movable(&line)
        {
            waiting.insert(name.clone(), (line.kind, line.text.clone()));
        }
        kept.push(line);
    }
    kept.retain(|line| match &line.head {
        Head::Wire { name, .. } => !is_movable(line) || waiting.contains_key(name),
        Head::Assign(_) | Head::Block | Head::Complete => true,
    });
    renumbered(kept)
}

/// Puts expressions that wait for it into a line, if it does not get too long.
fn take_in(line: &mut Line, waiting: &mut HashMap<String, (Kind, String)>) {
    let is_block = matches!(line.head, Head::Block | Head::Complete);
    let is_name = waiting.contains_key(&line.text);
    let mut length = line.text.len();
    let outer = line.kind;
    let mut kind = line.kind;
    line.text = replaced(&line.text, |name, rest| {
        let (inner, text) = waiting.get(name)?;
        if !is_block && length + text.len() > LONGEST {
            return None;
        }
        length += text.len();
        if is_name {
            kind = *inner;
        }
        // A comparison binds more tightly than all gates.
        let outer = if rest.starts_with(" ==") {
            Kind::Other
        } else {
            outer
        };
        let text = bracketed(outer, *inner, text, is_block);
        waiting.remove(name);
        Some(text)
    });
    line.kind = kind;
}

/// An expression within another one.
fn bracketed(outer: Kind, inner: Kind, text: &str, in_block: bool) -> String {
    let bare = match inner {
        Kind::Whole | Kind::Not => true,
        Kind::And | Kind::Or | Kind::Xor => in_block || outer == inner || outer == Kind::Whole,
        Kind::Other => in_block || outer == Kind::Whole,
    };
    if bare {
        text.to_owned()
    } else {
        format!("({text})")
    }
}

/// Counts the numbered wires from one.
fn renumbered(mut lines: Vec<Line>) -> Vec<Line> {
    let mut names: HashMap<String, String> = HashMap::new();
    for line in &lines {
        if let Head::Wire {
            name,
            numbered: true,
            ..
        } = &line.head
        {
            names.insert(name.clone(), format!("v{}", names.len() + 1));
        }
    }
    for line in &mut lines {
        line.text = replaced(&line.text, |name, _| names.get(name).cloned());
        if let Head::Wire {
            name,
            numbered: true,
            ..
        } = &mut line.head
        {
            *name = names[name].clone();
        }
    }
    lines
}

impl Line {
    /// The line as it stands in the file.
    pub(super) fn written(&self) -> String {
        match &self.head {
            Head::Wire { name, width, .. } => {
                format!("    wire {}{name} = {};", super::range(*width), self.text)
            }
            Head::Assign(name) => format!("    assign {name} = {};", self.text),
            Head::Block | Head::Complete => self.text.clone(),
        }
    }
}
