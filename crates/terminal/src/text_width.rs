//! Texts by the columns that they take on a terminal, where some characters are two wide.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

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
}
