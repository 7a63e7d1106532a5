//! What a conversation hears, in the order in which it came.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use play::{Choice, Finished, Perft, Report, Stopped};

/// From the other side, or from the player at work.
pub(crate) enum Event {
    Line(String),
    EndOfInput,
    Report(Report),
    Searched(Finished<Choice>),
    Counted(Finished<Result<Perft, Stopped>>),
}

/// Reads `input` on a thread of its own, which may outlive the conversation, blocked in a read. Returns where the player
/// answers to, and where all is heard.
pub(crate) fn listen(input: impl BufRead + Send + 'static) -> (Sender<Event>, Receiver<Event>) {
    let (events, inbox) = channel();
    let lines = events.clone();
    thread::spawn(move || read_lines(input, &lines));
    (events, inbox)
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
