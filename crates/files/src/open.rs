//! Inputs, none of which is read without an end.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::place::Place;

/// Most bytes of a text that is read whole, such as the openings of a match.
pub const MAX_TEXT: u64 = 1 << 30;

/// Opens a file, or what is open already, such as `/dev/stdin` or the pipe of a shell's `<(...)`.
/// Fails for a folder, a device and a named pipe: a device may never end, and a named pipe may wait
/// for ever for one who writes.
pub fn open(path: &Path) -> io::Result<File> {
    match Place::of(path)? {
        Place::Pipe(_) => Err(refused("a named pipe, expected a file or <(cat PIPE)")),
        Place::Open(path) => File::open(path),
        _ => open_regular(path),
    }
}

/// Opens a regular file. Fails for everything else.
pub fn open_regular(path: &Path) -> io::Result<File> {
    match Place::of(path)? {
        Place::File(path) | Place::Free(path) => File::open(path),
        Place::Folder => Err(refused("a folder, expected a file")),
        Place::Pipe(_) => Err(refused("a named pipe, expected a file")),
        Place::Device(_) => Err(refused("a device, expected a file")),
        Place::Open(path) => {
            let file = File::open(path)?;
            if file.metadata()?.is_file() {
                Ok(file)
            } else {
                Err(refused("a pipe or a device, expected a file"))
            }
        }
    }
}

fn refused(got: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, format!("it is {got}"))
}

/// Reads all bytes of what [`open`] opens, if they are no more than `most`.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded::new(open(path)?, most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text as [`read`] does. Fails if it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, most)?);
    text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// A reader that fails when more comes than it may. A decoder of compressed text is wrapped in it
/// too: few bytes can stand for very many.
#[derive(Debug)]
pub struct Bounded<R> {
    from: R,
    most: u64,
    left: u64,
}

impl<R: Read> Bounded<R> {
    /// Reads `from`, no more than `most` bytes.
    pub fn new(from: R, most: u64) -> Bounded<R> {
        Bounded {
            from,
            most,
            left: most,
        }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(bytes)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                let most = if self.most < 1 << 20 {
                    format!("{} bytes", self.most)
                } else {
                    format!("{} MiB", self.most >> 20)
                };
                let text = format!("it is too large: no more than {most} are read");
                return Err(io::Error::new(ErrorKind::FileTooLarge, text));
            }
        }
        Ok(read)
    }
}
