//! Bytes read in order, with a look ahead, and the place that was reached.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::Fingerprint;

/// Bytes kept in memory.
const WINDOW: usize = 64 << 10;

/// How far a text has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Bytes before it.
    pub offset: u64,
    /// The line it is on, from 1.
    pub line: u64,
    /// Of all bytes before it.
    pub fingerprint: Fingerprint,
}

impl Default for Place {
    fn default() -> Place {
        Place { offset: 0, line: 1, fingerprint: Fingerprint::default() }
    }
}

/// A text of which only a window is in memory. However it ends its lines, they end in `\n` here.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    window: Vec<u8>,
    /// Of the window, what has been read and what is still to be read.
    begin: usize,
    end: usize,
    place: Place,
    /// Nothing but blanks was read on this line.
    fresh: bool,
}

impl<R: Read> Source<R> {
    /// Reads on from `place`, where `input` stands.
    pub(crate) fn new(input: R, place: Place) -> Source<R> {
        Source { input, window: vec![0; WINDOW], begin: 0, end: 0, place, fresh: true }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Whether nothing but blanks stands before this on its line.
    pub(crate) fn at_line_start(&self) -> bool {
        self.fresh
    }

    /// Up to `count` bytes that are to be read next: fewer only where the text ends.
    pub(crate) fn ahead(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.end - self.begin < count {
            self.fill(count)?;
        }
        Ok(&self.window[self.begin..self.end.min(self.begin + count)])
    }

    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.ahead(1)?.first().copied())
    }

    /// Reads a byte.
    pub(crate) fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.take();
        if byte == b'\r' && self.peek()? == Some(b'\n') {
            self.take();
        }
        let byte = if byte == b'\r' { b'\n' } else { byte };
        if byte == b'\n' {
            self.place.line += 1;
            self.fresh = true;
        } else if !byte.is_ascii_whitespace() {
            self.fresh = false;
        }
        Ok(Some(byte))
    }

    /// Reads these bytes, if they come next. They are on one line.
    pub(crate) fn eat(&mut self, text: &[u8]) -> io::Result<bool> {
        let found = self.ahead(text.len())? == text;
        if found {
            text.iter().for_each(|_| self.take());
        }
        Ok(found)
    }

    fn take(&mut self) {
        self.place.fingerprint.add(&self.window[self.begin..=self.begin]);
        self.place.offset += 1;
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
    fn every_way_to_end_a_line_counts_once() {
        let mut source = Source::new(&b"a\nb\r\nc\rd"[..], Place::default());
        let mut read = Vec::new();
        while let Some(byte) = source.next().unwrap() {
            read.push(byte);
        }
        let mut all = Fingerprint::default();
        all.add(b"a\nb\r\nc\rd");
        assert_eq!(
            (read.as_slice(), source.place()),
            (&b"a\nb\nc\nd"[..], Place { offset: 8, line: 4, fingerprint: all })
        );
    }

    #[test]
    fn the_window_slides() {
        let text: Vec<u8> = (0..3 * WINDOW).map(|i| b'a' + (i % 23) as u8).collect();
        let mut source = Source::new(text.as_slice(), Place::default());
        for at in 0..text.len() {
            assert_eq!(source.ahead(9).unwrap(), &text[at..text.len().min(at + 9)]);
            assert_eq!(source.next().unwrap(), Some(text[at]));
        }
        assert_eq!((source.peek().unwrap(), source.ahead(4).unwrap().len()), (None, 0));
    }
}
