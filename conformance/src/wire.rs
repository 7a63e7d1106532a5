//! A pipe of lines inside one process.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Reading end: blocks until bytes come, ends when the writer is dropped.
#[derive(Debug)]
pub struct Input {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

/// Writing end: sends whole lines to the receiver.
#[derive(Debug)]
pub struct Output {
    lines: Sender<String>,
    partial: Vec<u8>,
}

/// A sender of bytes and the reader that gets them.
pub fn input() -> (Sender<Vec<u8>>, BufReader<Input>) {
    let (sender, bytes) = channel();
    (
        sender,
        BufReader::new(Input {
            bytes,
            rest: Vec::new(),
        }),
    )
}

/// A writer and the receiver that gets its lines.
pub fn output() -> (Output, Receiver<String>) {
    let (lines, receiver) = channel();
    (
        Output {
            lines,
            partial: Vec::new(),
        },
        receiver,
    )
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.bytes.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        for &byte in buffer {
            if byte != b'\n' {
                self.partial.push(byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.partial)).into_owned();
            self.lines
                .send(line)
                .map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
