//! Texts by the columns that they take on a terminal, where some characters are two wide.

use std::io::{self, IsTerminal};

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Columns of the terminal that standard output is; none if it is none.
pub fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    match crossterm::terminal::size() {
        Ok((width @ 1.., _)) => Some(width.into()),
        _ => None,
    }
}

/// Columns of a text.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A text with blanks after it, so that it has at least `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(columns(text));
    format!("{text}{:blanks$}", "")
}

/// The beginning of a text that fits into `width` columns.
pub(crate) fn fitting(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (at, character) in text.grapheme_indices(true) {
        used += columns(character);
        if used > width {
            return &text[..at];
        }
    }
    text
}

/// The end of a text that fits into `width` columns.
pub(crate) fn fitting_end(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (at, character) in text.grapheme_indices(true).rev() {
        used += columns(character);
        if used > width {
            return &text[at + character.len()..];
        }
    }
    text
}

/// A text in lines of at most `width` columns.
pub(crate) fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.extend(wrap(line, width));
    }
    lines
}

/// A line in lines of at most `width` columns, broken at spaces where there are any.
pub fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line;
    while columns(rest) > width {
        let mut end = fitting(rest, width).len();
        if end == 0 {
            // A wide character does not fit into one column: it is shown alone.
            end = fitting(rest, width + 1).len().max(1);
            while !rest.is_char_boundary(end) {
                end += 1;
            }
        }
        let breaks_at_space = rest[end..].starts_with(' ');
        // A space in the first column would leave an empty line.
        if !breaks_at_space && let Some(space @ 1..) = rest[..end].rfind(' ') {
            end = space;
        }
        lines.push(rest[..end].to_owned());
        rest = &rest[end..];
        rest = rest.strip_prefix(' ').unwrap_or(rest);
    }
    lines.push(rest.to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(columns("Åse 🙂"), 6);
        assert_eq!(padded("王", 4), "王  ");
        assert_eq!(fitting("王王", 3), "王");
        assert_eq!(fitting_end("ab王", 3), "b王");
        assert_eq!(fitting("abc", 3), "abc");
    }

    #[test]
    fn wrap_breaks_at_spaces() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(wrap(" abcdef", 3), [" ab", "cde", "f"]);
    }
}
