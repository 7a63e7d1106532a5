//! The input line.

/// Maximum characters: more than any command needs.
const LIMIT: usize = 400;

#[derive(Debug, Default)]
pub(super) struct InputLine {
    text: String,
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
        let end = self.text.trim_end().rfind(' ').map_or(0, |space| space + 1);
        self.text.truncate(end);
    }

    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
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
