//! Lines of a session, each as it comes.

use std::io::{BufRead, Read as _};

/// Most bytes of a line: a game of a million moves.
const MAX_LINE: u64 = 16 << 20;

/// Gives `each` every line, with invalid UTF-8 replaced, until it returns false. A read error
/// counts as the end of input.
///
/// Who sends a line without an end fills no memory: what is too long is passed over, and a few
/// words that no command knows come in its place.
pub fn each_line(mut input: impl BufRead, mut each: impl FnMut(String) -> bool) {
    let mut line = Vec::new();
    while let Ok(1..) = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE;
        let text = if is_whole {
            String::from_utf8_lossy(&line).into_owned()
        } else {
            line = Vec::new();
            if input.skip_until(b'\n').is_err() {
                return;
            }
            format!("a line of {} MiB or more", MAX_LINE >> 20)
        };
        if !each(text) {
            return;
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, repeat};

    fn lines(input: impl BufRead) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(input, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_come_one_by_one_with_what_is_no_text_replaced() {
        let found = lines(&b"uci\r\n\xFF\n\nquit"[..]);
        assert_eq!(found, ["uci\r\n", "\u{fffd}\n", "\n", "quit"]);
    }

    #[test]
    fn line_without_end_is_passed_over() {
        let long = repeat(b'x').take(3 * MAX_LINE);
        let found = lines(BufReader::new(long.chain(&b"\nquit\n"[..])));
        assert_eq!(found, ["a line of 16 MiB or more", "quit\n"]);
        let found = lines(BufReader::new(repeat(b'x').take(2 * MAX_LINE)));
        assert_eq!(found, ["a line of 16 MiB or more"]);
    }
}
