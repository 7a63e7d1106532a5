//! UCI as published by Stefan Meyer-Kahlen and Rudolf Huber.
//!
//! One thread reads lines, one lends its time to the player, and [`run`]'s own takes turns answering both:
//! it alone writes, so the order of the output is the order of its decisions.

mod answer;
mod command;
mod go;
mod position;
mod session;
mod write;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use play::Player;

use session::{Event, Session};

/// Speaks UCI on `input` and `output` until `quit`, the end of input or a broken output, with players that
/// `make` builds: one at the start, and another should it panic.
///
/// The thread that reads `input` may outlive this call, blocked in a read.
///
/// # Errors
/// The output could not be written.
pub fn run<R, W, F>(make: F, input: R, output: W) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write,
    F: Fn() -> Box<dyn Player>,
{
    let (events, inbox) = channel();
    let lines = events.clone();
    thread::spawn(move || read_lines(input, &lines));
    Session::new(make, output, events).run(&inbox)
}

/// Sends each line, whatever bytes are in it; a reading error is an end of input.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    while let Ok(1..) = input.read_until(b'\n', &mut line) {
        if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::EndOfInput);
}
