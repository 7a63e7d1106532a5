//! Programs as words in hexadecimal, one a line: what Verilog's `$readmemh` reads.
//!
//! Labels and entry points stand in comments, which `$readmemh` passes over and [`read_hex`] does not.

use std::fmt::Write;

use machine::microengine::word::{WORDS, Word};

use crate::error::{Errors, Fault, Found};
use crate::lexer::is_name;
use crate::program::{Location, Program};
use crate::source::{Place, SourceFile};

/// The program's words, 16 digits each, with `// LABEL:` before the word of a label and `// .entry LABEL` for each
/// entry point.
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

/// Reads what [`write_hex`] writes, and any list of at most 1,024 hexadecimal words.
///
/// # Errors
/// All lines that are no word, and labels that make no sense.
pub fn read_hex(name: &str, text: &str) -> Result<Program, Errors> {
    let mut program = Program { sources: vec![SourceFile::new(name, text)], ..Program::default() };
    let (mut found, mut faults) = (Found::default(), Vec::new());
    let mut entries = Vec::new();
    let mut last = Place { file: 0, line: 1, column: 1, length: 1 };
    for (index, line) in text.lines().enumerate() {
        let place = Place {
            file: 0,
            line: index as u32 + 1,
            column: 1,
            length: line.trim_end().chars().count() as u32,
        };
        let (digits, comment) =
            line.split_once("//").map_or((line, ""), |(digits, comment)| (digits, comment.trim()));
        if let Some(entry) = comment.strip_prefix(".entry ").filter(|entry| is_name(entry)) {
            entries.push((entry, place));
        } else if let Some(label) = comment.strip_suffix(':').filter(|label| is_name(label)) {
            last = place;
            if program.labels.insert(label.to_owned(), program.words.len() as u16).is_some() {
                faults.push(Fault::new(place, format!("the label '{label}' stands here again")));
            }
        }
        for digits in digits.split_whitespace() {
            match word(digits) {
                Ok(_) if program.words.len() == WORDS => {
                    faults.push(Fault::new(place, format!("the memory holds {WORDS} words")));
                }
                Ok(word) => {
                    let line = place.line;
                    program.words.push(word);
                    program.locations.push(Location { file: 0, line, last_line: line, calls: Vec::new() });
                }
                Err(message) => {
                    let help = "expected at most 16 hexadecimal digits a word";
                    faults.push(Fault::new(place, message).help(help));
                }
            }
        }
    }
    for (entry, place) in entries {
        if program.address(entry).is_none() {
            faults.push(Fault::new(place, format!("there is no label '{entry}'")));
        }
        program.entries.insert(entry.to_owned());
    }
    if program.labels.values().any(|&address| usize::from(address) >= program.words.len()) {
        faults.push(Fault::new(last, "no word follows this label"));
    }
    faults.into_iter().for_each(|fault| found.add(fault, &program.sources, Vec::new()));
    found.finish().map(|()| program)
}

fn word(digits: &str) -> Result<Word, String> {
    let plain = digits.replace('_', "");
    if plain.chars().all(|c| c.is_ascii_hexdigit()) {
        let word = u64::from_str_radix(&plain, 16);
        word.map(Word).map_err(|_| format!("'{digits}' is no word of 64 bits"))
    } else {
        Err(format!("'{}' is no hexadecimal number", digits.escape_default()))
    }
}
