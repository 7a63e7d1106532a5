//! An assembled program.

use std::collections::{BTreeMap, BTreeSet};

use machine::microengine::word::Word;

use crate::source::SourceFile;

/// An assembled program: at most 1,024 words, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The words, from address 0.
    pub words: Vec<Word>,
    /// Addresses of the labels. A label local to a macro's expansion is called
    /// `macro@number.label`, one local to another label `label.local`.
    pub labels: BTreeMap<String, u16>,
    /// The labels the program exports as entry points.
    pub entries: BTreeSet<String>,
    /// Where each word stands in the sources.
    pub locations: Vec<Location>,
    /// The files the program is made of.
    pub sources: Vec<SourceFile>,
}

/// Where a word comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Index of the file in [`Program::sources`].
    pub file: usize,
    /// Its first line, counted from 1.
    pub line: u32,
    /// Its last line.
    pub last_line: u32,
    /// The macro calls that made it, innermost first.
    pub calls: Vec<Call>,
}

/// A call of a macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The macro's name.
    pub name: String,
    /// File of the call.
    pub file: String,
    /// Line of the call.
    pub line: u32,
}

impl Program {
    /// The address of a label.
    pub fn address(&self, label: &str) -> Option<u16> {
        self.labels.get(label).copied()
    }

    /// The labels that stand before a word, in alphabetical order.
    pub fn labels_at(&self, address: u16) -> impl Iterator<Item = &str> {
        self.labels
            .iter()
            .filter(move |&(_, at)| *at == address)
            .map(|(name, _)| name.as_str())
    }

    /// File name and line of a word.
    pub fn source(&self, address: u16) -> Option<(&str, u32)> {
        let location = self.locations.get(usize::from(address))?;
        Some((&self.sources.get(location.file)?.name, location.line))
    }
}
