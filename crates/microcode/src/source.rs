//! Source files, and places in them.

/// A file of a program: the name it was loaded by, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Name, as errors and listings give it.
    pub name: String,
    /// The whole text.
    pub text: String,
    starts: Vec<usize>,
}

impl SourceFile {
    /// A file of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        let text = text.into();
        let after_newline = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after_newline).collect();
        SourceFile {
            name: name.into(),
            text,
            starts,
        }
    }

    /// A line's text without its end; the first line is number 1. Empty if there is no such line.
    pub fn line(&self, number: u32) -> &str {
        let index = (number as usize).wrapping_sub(1);
        let Some(&start) = self.starts.get(index) else {
            return "";
        };
        let end = self
            .starts
            .get(index + 1)
            .copied()
            .unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// All lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        (1..=self.starts.len() as u32).map(|number| self.line(number))
    }
}

/// A stretch of characters on one line of one file; line and column count from 1, columns in
/// characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: usize,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) length: u32,
}

impl Place {
    /// The place right after this one.
    pub(crate) fn after(self) -> Place {
        Place {
            column: self.column + self.length,
            length: 1,
            ..self
        }
    }

    /// From here to the end of another place, if that is on the same line.
    pub(crate) fn to(self, end: Place) -> Place {
        if (self.file, self.line) != (end.file, end.line) || end.column < self.column {
            return self;
        }
        Place {
            length: end.column + end.length - self.column,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_lines_are_found() {
        let file = SourceFile::new("x", "one\r\ntwo\n\nfour");
        assert_eq!(file.lines().collect::<Vec<_>>(), ["one", "two", "", "four"]);
        assert_eq!((file.line(0), file.line(5)), ("", ""));
    }
}
