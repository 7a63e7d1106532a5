//! The listing: every word with its address, its bits, its labels and the text it was made from.

use std::fmt::Write;

use crate::program::Program;

/// The program word by word: address and word in hexadecimal, labels, and the source line. A word from a macro
/// shows the macro's line, and where it was called.
pub fn listing(program: &Program) -> String {
    let mut text = format!("; {} words\n", program.words.len());
    for entry in &program.entries {
        let _ = writeln!(text, "; entry {entry} = {:03X}", program.address(entry).unwrap_or_default());
    }
    let mut file = None;
    for (address, (word, location)) in program.words.iter().zip(&program.locations).enumerate() {
        let Some(source) = program.sources.get(location.file) else { continue };
        if file.replace(location.file) != Some(location.file) {
            let _ = writeln!(text, "\n; {}", source.name);
        }
        for label in program.labels_at(address as u16) {
            let _ = writeln!(text, "{:22}{label}:", "");
        }
        let _ = write!(
            text,
            "{address:03X}  {:016X}  {:>5}  {}",
            word.0,
            location.line,
            source.line(location.line).trim_end()
        );
        if let Some(call) = location.calls.last() {
            let _ = write!(text, "  ; {} at {}:{}", call.name, call.file, call.line);
        }
        text.push('\n');
        for line in location.line + 1..=location.last_line {
            let _ = writeln!(text, "{:21}  {line:>5}  {}", "", source.line(line).trim_end());
        }
    }
    text
}
