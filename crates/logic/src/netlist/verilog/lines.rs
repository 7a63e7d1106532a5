//! Lines of a module for people: what is used once stands where it is used.

use std::collections::HashMap;

/// Longest expression that comes of putting others into it, roughly.
const LONGEST_EXPRESSION: usize = 100;

/// The outermost operation of an expression, which decides where it needs brackets.
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

/// A line: a wire with what drives it, an assignment, an instance,
/// or text that is written as it is.
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
        /// Whether the wire has no name of its own but a letter and a number.
        numbered: bool,
    },
    /// A port or a wire declared before.
    Assign(String),
    /// Nothing: the text is an instance, which an empty line comes before.
    Instance,
    /// Nothing: the text is written as it is.
    Verbatim,
}

/// Calls `each` with every name of a wire in a text, and with all that stands between them.
fn for_each_part(text: &str, mut each: impl FnMut(Part<'_>)) {
    let bytes = text.as_bytes();
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let is_word = is_of_word(bytes[at]);
        while at < bytes.len() && is_of_word(bytes[at]) == is_word {
            at += 1;
        }
        let before = start.checked_sub(1).map(|at| bytes[at]);
        // Digits behind an apostrophe are a number, a name behind a dot is a port of an instance.
        let is_of_wire = !matches!(before, Some(b'\'' | b'.'));
        if is_word && bytes[start].is_ascii_alphabetic() && is_of_wire {
            each(Part::Name {
                name: &text[start..at],
                rest: &text[at..],
            });
        } else {
            each(Part::Between(&text[start..at]));
        }
    }
}

enum Part<'t> {
    Name {
        name: &'t str,
        /// The text behind the name.
        rest: &'t str,
    },
    Between(&'t str),
}

/// The text with other words for some of its names.
fn replace_names(text: &str, mut with: impl FnMut(&str, &str) -> Option<String>) -> String {
    let mut new = String::new();
    for_each_part(text, |part| match part {
        Part::Name { name, rest } => match with(name, rest) {
            Some(other) => new.push_str(&other),
            None => new.push_str(name),
        },
        Part::Between(between) => new.push_str(between),
    });
    new
}

/// How often a wire is used whole, and whether some of its bits are used.
#[derive(Default)]
struct Uses {
    whole: usize,
    by_bits: bool,
}

/// Moves the expression of each numbered wire that is used once to where it is used, and renumbers
/// the wires that are left.
pub(super) fn inline_single_uses(lines: Vec<Line>) -> Vec<Line> {
    let mut uses: HashMap<String, Uses> = HashMap::new();
    for line in &lines {
        for_each_part(&line.text, |part| {
            if let Part::Name { name, rest } = part {
                let entry = uses.entry(name.to_owned()).or_default();
                if rest.starts_with('[') {
                    entry.by_bits = true;
                } else {
                    entry.whole += 1;
                }
            }
        });
    }
    let is_movable = |line: &Line| match &line.head {
        Head::Wire { name, numbered, .. } => {
            let used = &uses[name];
            *numbered && used.whole == 1 && !used.by_bits && !line.text.contains('\n')
        }
        Head::Assign(_) | Head::Instance | Head::Verbatim => false,
    };
    // Expressions of wires met so far that may be moved; a wire whose expression is placed goes.
    let mut waiting: HashMap<String, (Kind, String)> = HashMap::new();
    let mut kept: Vec<Line> = Vec::new();
    for mut line in lines {
        place_waiting(&mut line, &mut waiting);
        if let Head::Wire { name, .. } = &line.head
            && is_movable(&line)
        {
            waiting.insert(name.clone(), (line.kind, line.text.clone()));
        }
        kept.push(line);
    }
    kept.retain(|line| match &line.head {
        Head::Wire { name, .. } => !is_movable(line) || waiting.contains_key(name),
        Head::Assign(_) | Head::Instance | Head::Verbatim => true,
    });
    renumber(kept)
}

/// Puts into a line the waiting expressions that it uses, unless it gets too long.
fn place_waiting(line: &mut Line, waiting: &mut HashMap<String, (Kind, String)>) {
    let has_no_expression = matches!(line.head, Head::Instance | Head::Verbatim);
    let is_single_name = waiting.contains_key(&line.text);
    let mut length = line.text.len();
    let outer = line.kind;
    let mut kind = line.kind;
    line.text = replace_names(&line.text, |name, rest| {
        let (inner, text) = waiting.get(name)?;
        if !has_no_expression && length + text.len() > LONGEST_EXPRESSION {
            return None;
        }
        length += text.len();
        if is_single_name {
            kind = *inner;
        }
        // A comparison binds more tightly than all gates: what stands before it needs brackets, as
        // it does within `Other`. The comparisons are written with this space.
        let around = if rest.starts_with(" ==") {
            Kind::Other
        } else {
            outer
        };
        let text = in_brackets_if_needed(around, *inner, text, has_no_expression);
        waiting.remove(name);
        Some(text)
    });
    line.kind = kind;
}

/// An expression, in brackets if it needs them within `outer`.
fn in_brackets_if_needed(outer: Kind, inner: Kind, text: &str, in_block: bool) -> String {
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

/// Gives the numbered wires the names `v1`, `v2` and so on.
fn renumber(mut lines: Vec<Line>) -> Vec<Line> {
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
        line.text = replace_names(&line.text, |name, _| names.get(name).cloned());
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
    pub(super) fn to_text(&self) -> String {
        match &self.head {
            Head::Wire { name, width, .. } => {
                format!("    wire {}{name} = {};", super::range(*width), self.text)
            }
            Head::Assign(name) => format!("    assign {name} = {};", self.text),
            Head::Instance | Head::Verbatim => self.text.clone(),
        }
    }
}
