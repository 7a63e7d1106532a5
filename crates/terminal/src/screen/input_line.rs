//! The input line.

use unicode_segmentation::UnicodeSegmentation;

use crate::text_width::{columns, fitting, fitting_end};

/// Most bytes: more than any command needs, and enough for a game in one line.
const LIMIT: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct InputLine {
    /// The text before the cursor, and the text after it.
    before: String,
    after: String,
    /// Lines entered before.
    entered: Vec<String>,
    /// How many lines back the text is.
    back: usize,
}

/// The part of the line that is on the screen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownLine {
    pub(super) text: String,
    /// The column of the cursor.
    pub(super) cursor: usize,
}

impl InputLine {
    pub(super) fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    pub(super) fn push(&mut self, c: char) {
        let length = self.before.len() + self.after.len();
        if !c.is_control() && length + c.len_utf8() <= LIMIT {
            self.before.push(c);
        }
    }

    /// Removes the character before the cursor.
    pub(super) fn pop(&mut self) {
        let start = self.start_of_last();
        self.before.truncate(start);
    }

    /// Removes the character after the cursor.
    pub(super) fn delete(&mut self) {
        let end = self.end_of_next();
        self.after.drain(..end);
    }

    pub(super) fn pop_word(&mut self) {
        let end_of_word_before = match self.before.trim_end().rfind(' ') {
            Some(space) => space + 1,
            None => 0,
        };
        self.before.truncate(end_of_word_before);
    }

    pub(super) fn left(&mut self) {
        let start = self.start_of_last();
        self.after.insert_str(0, &self.before[start..]);
        self.before.truncate(start);
    }

    pub(super) fn right(&mut self) {
        let end = self.end_of_next();
        self.before.extend(self.after.drain(..end));
    }

    pub(super) fn home(&mut self) {
        self.after.insert_str(0, &self.before);
        self.before.clear();
    }

    pub(super) fn go_to_end(&mut self) {
        self.before += &self.after;
        self.after.clear();
    }

    /// Where the character before the cursor starts; an accent belongs to its letter.
    fn start_of_last(&self) -> usize {
        match self.before.grapheme_indices(true).next_back() {
            Some((start, _)) => start,
            None => 0,
        }
    }

    /// Where the character after the cursor ends.
    fn end_of_next(&self) -> usize {
        match self.after.graphemes(true).next() {
            Some(next) => next.len(),
            None => 0,
        }
    }

    pub(super) fn take(&mut self) -> String {
        self.back = 0;
        self.go_to_end();
        std::mem::take(&mut self.before)
    }

    /// Takes the line and remembers it.
    pub(super) fn enter(&mut self) -> String {
        let line = self.take();
        if self.entered.last() != Some(&line) {
            self.entered.push(line.clone());
        }
        line
    }

    pub(super) fn set(&mut self, text: &str) {
        text.clone_into(&mut self.before);
        self.after.clear();
    }

    /// Whether a line was entered before.
    pub(super) fn has_earlier(&self) -> bool {
        !self.entered.is_empty()
    }

    /// The line entered before the one shown.
    pub(super) fn earlier(&mut self) {
        self.back = (self.back + 1).min(self.entered.len());
        self.recall();
    }

    /// The line entered after the one shown; in the end an empty one.
    pub(super) fn later(&mut self) {
        self.back = self.back.saturating_sub(1);
        self.recall();
    }

    fn recall(&mut self) {
        let index = self.entered.len() - self.back;
        let line = self.entered.get(index).cloned().unwrap_or_default();
        self.set(&line);
    }

    /// As much of the text as fits into `width` columns, with the cursor in it.
    pub(super) fn shown(&self, width: u16) -> ShownLine {
        let width = usize::from(width);
        let before = fitting_end(&self.before, width);
        let cursor = columns(before);
        let after = fitting(&self.after, width - cursor);
        ShownLine {
            text: format!("{before}{after}"),
            cursor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_lines_are_recalled() {
        let mut input = InputLine::default();
        input.earlier();
        assert_eq!(input.text(), "");
        for line in ["e4", "level 3+2", "level 3+2"] {
            input.set(line);
            assert_eq!(input.enter(), line);
        }
        let mut shown = Vec::new();
        for _ in 0..3 {
            input.earlier();
            shown.push(input.text());
        }
        assert_eq!(shown, ["level 3+2", "e4", "e4"]);
        input.later();
        assert_eq!(input.text(), "level 3+2");
        input.later();
        assert_eq!(input.text(), "");
    }

    #[test]
    fn editing_keeps_text_within_limit() {
        let mut input = InputLine::default();
        "setup 8/8 w\n\u{7}é".chars().for_each(|c| input.push(c));
        assert_eq!(input.text(), "setup 8/8 wé");
        input.pop();
        input.pop_word();
        assert_eq!(input.text(), "setup 8/8 ");
        assert_eq!(input.shown(4).text, "8/8 ");
        "x".repeat(LIMIT + 10).chars().for_each(|c| input.push(c));
        assert_eq!(input.take().len(), LIMIT);
        input.pop_word();
        assert_eq!(input.text(), "");
    }

    #[test]
    fn cursor_moves_by_whole_characters() {
        let mut input = InputLine::default();
        "Åse🙂x".chars().for_each(|c| input.push(c));
        input.left();
        input.left();
        assert_eq!(input.shown(20).cursor, 3);
        input.pop();
        input.right();
        input.delete();
        assert_eq!(input.text(), "Ås🙂");
        input.home();
        input.left();
        input.push('>');
        input.go_to_end();
        input.right();
        input.push('<');
        assert_eq!(input.text(), ">Ås🙂<");
        let end = ShownLine {
            text: "🙂<".to_owned(),
            cursor: 3,
        };
        assert_eq!(input.shown(3), end);
    }
}
