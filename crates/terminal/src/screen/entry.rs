//! The line being typed.

/// More than any position, file name or move needs.
const LONGEST: usize = 400;

/// The text so far.
#[derive(Debug, Default)]
pub(super) struct Entry {
    text: String,
}

impl Entry {
    /// What was typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds a character, if it can be shown and there is room.
    pub(super) fn push(&mut self, c: char) {
        if !c.is_control() && self.text.chars().count() < LONGEST {
            self.text.push(c);
        }
    }

    /// Takes the last character away.
    pub(super) fn pop(&mut self) {
        self.text.pop();
    }

    /// Takes the last word away.
    pub(super) fn pop_word(&mut self) {
        let end = self.text.trim_end().rfind(' ').map_or(0, |space| space + 1);
        self.text.truncate(end);
    }

    /// Takes all of it.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The end of it that fits in so many columns, if a column shows a character.
    pub(super) fn end(&self, width: u16) -> String {
        let count = self.text.chars().count();
        self.text.chars().skip(count.saturating_sub(width.into())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_edited() {
        let mut entry = Entry::default();
        "setup 8/8 w\n\u{7}é".chars().for_each(|c| entry.push(c));
        assert_eq!(entry.text(), "setup 8/8 wé");
        entry.pop();
        entry.pop_word();
        assert_eq!(entry.text(), "setup 8/8 ");
        assert_eq!(entry.end(4), "8/8 ");
        "x".repeat(1000).chars().for_each(|c| entry.push(c));
        assert_eq!(entry.take().len(), LONGEST);
        entry.pop_word();
        assert_eq!(entry.text(), "");
    }
}
