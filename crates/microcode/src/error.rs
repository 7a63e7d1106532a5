//! Errors of a program: place, source line, and what was expected.

use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};

use thiserror::Error;

use crate::program::Call;
use crate::source::{Place, SourceFile};

/// Most characters of a source line that are shown.
const MAX_SHOWN: usize = 100;
/// Most errors reported, so that a file that is no microcode does not fill memory and screen.
const MOST: usize = 1000;

/// One thing that is wrong in a program.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}", Shown(self))]
pub struct Error {
    /// Name of the file.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column of the first character in question, counted from 1.
    pub column: u32,
    /// Number of characters in question.
    pub length: u32,
    /// The source line.
    pub source_line: String,
    /// The error.
    pub message: String,
    /// Expected text, or advice.
    pub help: Option<String>,
    /// The macro calls that led here, innermost first.
    pub calls: Vec<Call>,
}

/// All that is wrong in a program (no more than 1,000 errors), in the order of its text; never
/// empty.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}", Lines(.0))]
pub struct Errors(pub Vec<Error>);

struct Shown<'a>(&'a Error);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let error = self.0;
        write!(
            f,
            "{}:{}:{}: {}",
            error.file, error.line, error.column, error.message
        )?;
        let column = (error.column as usize).saturating_sub(1);
        // A very long line is shown round the place only.
        let from = if column < MAX_SHOWN {
            0
        } else {
            column - MAX_SHOWN / 2
        };
        let indent = column - from;
        let visible = |c: char| if c.is_control() && c != '\t' { '?' } else { c };
        let line: String = error
            .source_line
            .chars()
            .skip(from)
            .take(MAX_SHOWN)
            .map(visible)
            .collect();
        // Tabs stay, so that the carets stand below their characters.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let before: String = line
            .chars()
            .chain(std::iter::repeat(' '))
            .take(indent)
            .map(blank)
            .collect();
        let width = (error.length as usize).clamp(1, MAX_SHOWN - indent);
        let carets = "^".repeat(width);
        write!(f, "\n{:>5} | {}", error.line, line.trim_end())?;
        write!(f, "\n      | {before}{carets}")?;
        if let Some(help) = &error.help {
            write!(f, "\n      = {help}")?;
        }
        for call in &error.calls {
            write!(
                f,
                "\n      = in macro '{}', called at {}:{}",
                call.name, call.file, call.line
            )?;
        }
        Ok(())
    }
}

struct Lines<'a>(&'a [Error]);

impl Display for Lines<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for error in self.0 {
            writeln!(f, "{error}")?;
        }
        match self.0.len() {
            1 => write!(f, "1 error"),
            MOST => write!(f, "{MOST} errors, perhaps more"),
            count => write!(f, "{count} errors"),
        }
    }
}

/// An error before its file and line have been looked up.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) see: Option<(&'static str, Place)>,
}

impl Fault {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> Fault {
        Fault {
            place,
            message: message.into(),
            help: None,
            see: None,
        }
    }

    /// What else to look at, and where; shown only without `help`.
    pub(crate) fn see(mut self, what: &'static str, place: Place) -> Fault {
        self.see = Some((what, place));
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// The errors found so far, each once: a fault in a macro's body is not repeated for every call.
#[derive(Default)]
pub(crate) struct ErrorList {
    errors: Vec<(Place, Error)>,
    seen: HashSet<(Place, String)>,
}

impl ErrorList {
    pub(crate) fn add(&mut self, fault: Fault, sources: &[SourceFile], calls: Vec<Call>) {
        let Fault {
            place,
            message,
            help,
            see,
        } = fault;
        if self.errors.len() == MOST || !self.seen.insert((place, message.clone())) {
            return;
        }
        let file = &sources[place.file];
        let see = see.map(|(what, at)| {
            format!(
                "{what} at {}:{}:{}",
                sources[at.file].name, at.line, at.column
            )
        });
        let error = Error {
            file: file.name.clone(),
            line: place.line,
            column: place.column,
            length: place.length,
            source_line: file.line(place.line).to_owned(),
            message,
            help: help.or(see),
            calls,
        };
        self.errors.push((place, error));
    }

    pub(crate) fn finish(mut self) -> Result<(), Errors> {
        self.errors.sort_by_key(|(place, _)| *place);
        match self.errors.is_empty() {
            true => Ok(()),
            false => Err(Errors(
                self.errors.into_iter().map(|(_, error)| error).collect(),
            )),
        }
    }
}
