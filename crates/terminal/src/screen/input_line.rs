//! The input line.

/// Maximum characters: more than any command needs.
const LIMIT: usize = 400;

#[derive(Debug, Default)]
pub(super) struct InputLine {
    text: String,
    /// Lines entered before.
    entered: Vec<String>,
    /// How many lines back the text is.
    back: usize,
}

impl InputLine {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn push(&mut self, c: char) {
        if !c.is_control() && self.text.chars().count() < LIMIT {
            self.text.push(c);
        }
    }

    pub(super) fn pop(&mut self) {
        self.text.pop();
    }

    pub(super) fn pop_word(&mut self) {
        let end_of_word_before = match self.text.trim_end().rfind(' ') {
            Some(space) => space + 1,
            None => 0,
        };
        self.text.truncate(end_of_word_before);
    }

    pub(super) fn take(&mut self) -> String {
        self.back = 0;
        std::mem::take(&mut self.text)
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
        text.clone_into(&mut self.text);
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
        self.text = self.entered.get(index).cloned().unwrap_or_default();
    }

    /// The end of the text that fits into `width` columns.
    pub(super) fn end(&self, width: u16) -> String {
        let count = self.text.chars().count();
        self.text
            .chars()
            .skip(count.saturating_sub(width.into()))
            .collect()
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
            shown.push(input.text().to_owned());
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
        assert_eq!(input.end(4), "8/8 ");
        "x".repeat(1000).chars().for_each(|c| input.push(c));
        assert_eq!(input.take().len(), LIMIT);
        input.pop_word();
        assert_eq!(input.text(), "");
    }
}
