//! Bytes of a text read in order, with lookahead and the position reached.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

const WINDOW: usize = 64 << 10;

/// FNV-1a hash (64 bits) of the bytes read so far. It finds accidental changes, not forgeries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(pub u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds bytes to the hash.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    }
}

/// A position in a file: offset, line and the hash of everything before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePosition {
    /// Bytes before it.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Hash of all bytes before it.
    pub fingerprint: Fingerprint,
}

impl Default for FilePosition {
    fn default() -> FilePosition {
        FilePosition {
            offset: 0,
            line: 1,
            fingerprint: Fingerprint::default(),
        }
    }
}

/// A text of which only a window is in memory. Every kind of line ending is read as `\n`.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    window: Vec<u8>,
    /// The unread bytes of the window.
    begin: usize,
    end: usize,
    pub(crate) position: FilePosition,
    /// Whether only whitespace precedes the next byte on its line.
    pub(crate) at_line_start: bool,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(input: R, position: FilePosition) -> Source<R> {
        Source {
            input,
            window: vec![0; WINDOW],
            begin: 0,
            end: 0,
            position,
            at_line_start: true,
        }
    }

    /// The next `count` bytes; fewer only at the end of the text.
    pub(crate) fn ahead(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.end - self.begin < count {
            self.fill(count)?;
        }
        Ok(&self.window[self.begin..self.end.min(self.begin + count)])
    }

    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.ahead(1)?.first().copied())
    }

    pub(crate) fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else {
            return Ok(None);
        };
        self.take();
        if byte == b'\r' && self.peek()? == Some(b'\n') {
            self.take();
        }
        let byte = if byte == b'\r' { b'\n' } else { byte };
        if byte == b'\n' {
            self.position.line += 1;
            self.at_line_start = true;
        } else if !byte.is_ascii_whitespace() {
            self.at_line_start = false;
        }
        Ok(Some(byte))
    }

    /// Reads `text`, which has no line ending, if it comes next.
    pub(crate) fn eat(&mut self, text: &[u8]) -> io::Result<bool> {
        let found = self.ahead(text.len())? == text;
        if found {
            text.iter().for_each(|_| self.take());
        }
        Ok(found)
    }

    fn take(&mut self) {
        self.position
            .fingerprint
            .add(&self.window[self.begin..=self.begin]);
        self.position.offset += 1;
        self.begin += 1;
    }

    fn fill(&mut self, count: usize) -> io::Result<()> {
        self.window.copy_within(self.begin..self.end, 0);
        (self.begin, self.end) = (0, self.end - self.begin);
        while self.end < count {
            match self.input.read(&mut self.window[self.end..]) {
                Ok(0) => break,
                Ok(bytes) => self.end += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings_of_every_kind_count_once() {
        let mut source = Source::new(&b"a\nb\r\nc\rd"[..], FilePosition::default());
        let mut read = Vec::new();
        while let Some(byte) = source.next().unwrap() {
            read.push(byte);
        }
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(b"a\nb\r\nc\rd");
        assert_eq!(read, b"a\nb\nc\nd");
        assert_eq!(
            source.position,
            FilePosition {
                offset: 8,
                line: 4,
                fingerprint
            }
        );
    }

    #[test]
    fn window_slides_over_long_text() {
        let text: Vec<u8> = (0..3 * WINDOW).map(|i| b'a' + (i % 23) as u8).collect();
        let mut source = Source::new(text.as_slice(), FilePosition::default());
        for at in 0..text.len() {
            assert_eq!(source.ahead(9).unwrap(), &text[at..text.len().min(at + 9)]);
            assert_eq!(source.next().unwrap(), Some(text[at]));
        }
        assert_eq!(
            (source.peek().unwrap(), source.ahead(4).unwrap().len()),
            (None, 0)
        );
    }
}
