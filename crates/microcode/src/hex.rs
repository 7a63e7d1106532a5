//! Programs as words in hexadecimal, one a line: what Verilog's `$readmemh` reads.
//!
//! Labels and entry points stand in comments, which `$readmemh` passes over and [`read_hex`] does
//! not.

use std::fmt::Write;

use machine::microengine::word::{WORDS, Word};

use crate::error::{ErrorList, Errors, Fault};
use crate::lexer::is_name;
use crate::program::{Location, Program};
use crate::source::{Place, SourceFile};

/// The program's words, 16 digits each, with `// LABEL:` before the word of a label and `// .entry
/// LABEL` for each entry point.
pub fn write_hex(program: &Program) -> String {
    let mut text = String::new();
    for entry in &program.entries {
        let _ = writeln!(text, "// .entry {entry}");
    }
    for (address, word) in program.words.iter().enumerate() {
        for label in program.labels_at(address as u16) {
            let _ = writeln!(text, "// {label}:");
        }
        let _ = writeln!(text, "{:016x}", word.0);
    }
    text
}

/// Reads what [`write_hex`] writes, and any list of at most 1,024 hexadecimal words. The error
/// lists all that are no words, and labels that stand before no word.
pub fn read_hex(name: &str, text: &str) -> Result<Program, Errors> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let length = line.trim_end().chars().count().max(1) as u32;
        let place = Place {
            file: 0,
            line: index as u32 + 1,
            column: 1,
            length,
        };
        let (words, comment) = line.split_once("//").unwrap_or((line, ""));
        reader.comment(comment.trim(), place);
        words
            .split_whitespace()
            .for_each(|digits| reader.word(digits, place));
    }
    reader.finish(SourceFile::new(name, text))
}

#[derive(Default)]
struct Reader {
    program: Program,
    faults: Vec<Fault>,
    entries: Vec<(String, Place)>,
    /// The labels that no word has followed yet.
    waiting: Vec<(String, Place)>,
}

impl Reader {
    /// A comment can hold a label or an entry point; any other is passed over.
    fn comment(&mut self, comment: &str, place: Place) {
        let is_label = |text: &str| is_name(text) && !text.starts_with('.');
        if let Some(entry) = comment
            .strip_prefix(".entry ")
            .filter(|entry| is_label(entry))
        {
            self.entries.push((entry.to_owned(), place));
        } else if let Some(label) = comment.strip_suffix(':').filter(|text| is_label(text)) {
            self.waiting.push((label.to_owned(), place));
        }
    }

    fn word(&mut self, digits: &str, place: Place) {
        let address = self.program.words.len();
        let plain = digits.replace('_', "");
        // The library's function would take a plus sign, too.
        let number = match u64::from_str_radix(&plain, 16) {
            Ok(number) if !plain.starts_with('+') => Some(number),
            _ => None,
        };
        let Some(number) = number else {
            let message = format!("'{}' is no word", digits.escape_default());
            self.faults
                .push(Fault::new(place, message).help("expected at most 16 hexadecimal digits"));
            return;
        };
        if address == WORDS {
            self.faults
                .push(Fault::new(place, format!("the memory holds {WORDS} words")));
            return;
        }
        for (label, place) in self.waiting.drain(..) {
            if self.program.labels.insert(label, address as u16).is_some() {
                self.faults
                    .push(Fault::new(place, "this label stands here again"));
            }
        }
        let line = place.line;
        self.program.words.push(Word(number));
        self.program.locations.push(Location {
            file: 0,
            line,
            last_line: line,
            calls: Vec::new(),
        });
    }

    fn finish(mut self, source: SourceFile) -> Result<Program, Errors> {
        for (label, place) in self.waiting {
            self.faults.push(Fault::new(
                place,
                format!("no word follows the label '{label}'"),
            ));
        }
        for (entry, place) in self.entries {
            if self.program.address(&entry).is_none() {
                self.faults
                    .push(Fault::new(place, format!("there is no label '{entry}'")));
            }
            self.program.entries.insert(entry);
        }
        self.program.sources.push(source);
        let mut found = ErrorList::default();
        self.faults
            .into_iter()
            .for_each(|fault| found.add(fault, &self.program.sources, Vec::new()));
        found.finish().map(|()| self.program)
    }
}
