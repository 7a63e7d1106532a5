//! The listing: every word with its address, its bits, its labels and the text it was made from.

use std::fmt::Write;

use crate::program::{Location, Program};

/// The program word by word: address and word in hexadecimal, labels, source line and its number.
/// Where the words come from another file or macro call, a line names it.
pub fn listing(program: &Program) -> String {
    let mut text = format!("; {} words\n", program.words.len());
    for entry in &program.entries {
        let _ = writeln!(
            text,
            "; entry {:03X} {entry}",
            program.address(entry).unwrap_or_default()
        );
    }
    let mut before: Option<&Location> = None;
    for (address, (word, location)) in program.words.iter().zip(&program.locations).enumerate() {
        let Some(source) = program.sources.get(location.file) else {
            continue;
        };
        let is_same_text = match before {
            Some(before) => before.file == location.file && before.calls == location.calls,
            None => false,
        };
        if !is_same_text {
            let _ = write!(text, "\n; {}", source.name);
            for call in &location.calls {
                let _ = write!(
                    text,
                    ", {} called at {}:{}",
                    call.name, call.file, call.line
                );
            }
            text.push('\n');
        }
        before = Some(location);
        for label in program.labels_at(address as u16) {
            let _ = writeln!(text, "{:28}{label}:", "");
        }
        let bits = format!("{address:03X}  {:016X}", word.0);
        for line in location.line..=location.last_line {
            // The word stands beside its first line.
            let bits = if line == location.line { &bits } else { "" };
            let line_text = source.line(line).trim_end();
            let _ = writeln!(text, "{bits:21}  {line:>4}  {line_text}");
        }
    }
    text
}
