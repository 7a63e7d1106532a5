//! Bytes of a text read in order, with lookahead and the position reached.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};

/// Bytes of a text that are in memory at a time.
const WINDOW: usize = 64 << 10;

/// Longest word, comment or line, in bytes. What is longer comes from a device or a flood, and may
/// have no end.
const MAX_ITEM_BYTES: u64 = 16 << 20;

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

/// A reader that keeps the hash of what was read.
#[derive(Debug, Default)]
pub struct Fingerprinted<R> {
    from: R,
    /// The hash of the bytes read so far.
    pub fingerprint: Fingerprint,
}

impl<R> Fingerprinted<R> {
    /// Reads `from`.
    pub fn new(from: R) -> Fingerprinted<R> {
        Fingerprinted {
            from,
            fingerprint: Fingerprint::default(),
        }
    }
}

impl<R: Read> Read for Fingerprinted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.from.read(buffer)?;
        self.fingerprint.add(&buffer[..bytes]);
        Ok(bytes)
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

/// Bytes that [`check_encoding`] looks at.
pub(crate) const HEAD_BYTES: usize = 16;

/// Checks by the beginning of a text that it is not in UTF-16 or UTF-32, with or without a byte
/// order mark.
pub(crate) fn check_encoding(head: &[u8]) -> io::Result<()> {
    // Latin letters are units of which one byte, the first or the last, is not zero.
    let is_wide = |width: usize| {
        let units = head.chunks_exact(width).take(HEAD_BYTES / width);
        let has_letter_at = |at: usize| {
            units.clone().all(|unit| {
                let zeros = unit.iter().filter(|&&byte| byte == 0).count();
                unit[at] != 0 && zeros == width - 1
            })
        };
        units.len() >= 3 && (has_letter_at(0) || has_letter_at(width - 1))
    };
    let has_mark = |mark: &[u8]| head.starts_with(mark);
    // The mark of UTF-32 begins with that of UTF-16.
    let name = if is_wide(4) || has_mark(b"\xff\xfe\0\0") || has_mark(b"\0\0\xfe\xff") {
        "UTF-32"
    } else if is_wide(2) || has_mark(b"\xff\xfe") || has_mark(b"\xfe\xff") {
        "UTF-16"
    } else {
        return Ok(());
    };
    let reason = format!(
        "text encoding: expected UTF-8 or Latin-1, got {name}: save it as UTF-8, or convert it \
         with iconv -f {name} -t UTF-8"
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, reason))
}

/// Windows-1252's characters 128 to 159; zero where it has none. Windows programs that say Latin-1
/// mean it, and Latin-1 has nothing printable there.
const WINDOWS: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// A byte of a text in Latin-1 or Windows-1252.
fn latin(byte: u8) -> char {
    match WINDOWS.get(usize::from(byte).wrapping_sub(128)) {
        None | Some('\0') => char::from(byte),
        Some(&character) => character,
    }
}

/// A text in UTF-8, or else in Latin-1 or Windows-1252.
pub(crate) fn decode(text: Vec<u8>) -> String {
    match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => error.as_bytes().iter().copied().map(latin).collect(),
    }
}

/// The text at the beginning of some bytes, as far as it is valid UTF-8.
pub(crate) fn valid_start(bytes: &[u8]) -> &str {
    match bytes.utf8_chunks().next() {
        Some(chunk) => chunk.valid(),
        None => "",
    }
}

/// A character that is seen nowhere: zero-width spaces and joiners, marks of direction, soft
/// hyphens, byte order marks. Web pages and word processors leave them in copied text, also inside
/// words.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    )
}

/// White space in the widest sense: Unicode's, invisible characters, and the NUL and Ctrl-Z with
/// which CP/M and DOS filled the last block of a file.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || is_invisible(character) || matches!(character, '\0' | '\u{1a}')
}

/// The first character of a text in UTF-8, Latin-1 or Windows-1252, and its length in bytes.
fn first_character(bytes: &[u8]) -> Option<(char, usize)> {
    let first = *bytes.first()?;
    Some(match valid_start(bytes).chars().next() {
        Some(character) => (character, character.len_utf8()),
        None => (latin(first), 1),
    })
}

/// Bytes of the longest character in UTF-8.
const LONGEST_CHARACTER: usize = 4;

/// A text of which only a window is in memory. Every kind of line ending is read as `\n`.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    window: Vec<u8>,
    /// Where the unread bytes of the window begin.
    begin: usize,
    /// Where they end.
    end: usize,
    pub(crate) position: FilePosition,
    /// Where the word, comment or line begins that is being read.
    item_begin: u64,
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
            item_begin: position.offset,
            position,
            at_line_start: true,
        }
    }

    /// Begins a word, comment or line, whose length [`next`](Source::next) limits.
    pub(crate) fn begin_item(&mut self) {
        self.item_begin = self.position.offset;
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
        if self.position.offset - self.item_begin > MAX_ITEM_BYTES {
            let reason = format!(
                "line {}: more than {} MiB without an end",
                self.position.line,
                MAX_ITEM_BYTES >> 20
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
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

    /// The next character and its length in bytes.
    pub(crate) fn peek_character(&mut self) -> io::Result<Option<(char, usize)>> {
        match self.peek()? {
            Some(byte) if byte.is_ascii() => Ok(Some((char::from(byte), 1))),
            Some(_) => Ok(first_character(self.ahead(LONGEST_CHARACTER)?)),
            None => Ok(None),
        }
    }

    /// Reads one blank, if it comes next. A word that only blanks precede is still the first of its
    /// line.
    pub(crate) fn skip_blank(&mut self) -> io::Result<bool> {
        self.skip_if(is_blank)
    }

    /// Reads one invisible character, if it comes next.
    pub(crate) fn skip_invisible(&mut self) -> io::Result<bool> {
        self.skip_if(is_invisible)
    }

    fn skip_if(&mut self, wanted: fn(char) -> bool) -> io::Result<bool> {
        match self.peek_character()? {
            Some((character, length)) if wanted(character) => {
                if character.is_ascii_whitespace() {
                    self.next()?;
                } else {
                    for _ in 0..length {
                        self.take();
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
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
    fn decode_reads_the_quotes_and_dashes_of_windows() {
        for (text, expected) in [
            (&b"Blitz \x96 Caf\xe9"[..], "Blitz – Café"),
            (b"O\x92Kelly", "O’Kelly"),
            (b"\x84sch\xf6n\x93", "„schön“"),
            (b"100 \x80", "100 €"),
            // Windows-1252 has nothing there.
            (b"\x81\x8d", "\u{81}\u{8d}"),
            ("Ševčík – ’".as_bytes(), "Ševčík – ’"),
        ] {
            assert_eq!(decode(text.to_vec()), expected);
        }
    }

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
    fn blanks_of_every_kind_are_skipped() {
        let blanks = "\u{feff} \t\u{a0}\u{200b}\u{2009}\u{3000}\0\u{1a}";
        for text in [blanks.as_bytes(), b"\xa0\xad\xa0"] {
            let text = [text, b"x"].concat();
            let mut source = Source::new(&text[..], FilePosition::default());
            while source.skip_blank().unwrap() {}
            assert_eq!(source.next().unwrap(), Some(b'x'));
            assert_eq!(source.position.offset as usize, text.len());
        }
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
