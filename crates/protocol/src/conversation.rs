//! The beginning of a conversation: the first line may say which protocol is spoken.

use std::io::{self, BufRead, Write};

use crate::event::{Event, listen};
use crate::mind::Mind;
use crate::roster::Roster;
use crate::{uci, xboard};

/// What is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    XBoard,
}

/// Speaks `protocol`, or the other one if the first line asks for it.
pub(crate) fn converse(
    protocol: Protocol,
    roster: Roster,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (events, inbox) = listen(input);
    let first = inbox.recv().unwrap_or(Event::EndOfInput);
    let asked = match &first {
        Event::Line(line) if line.trim() == "xboard" => Protocol::XBoard,
        Event::Line(line) if line.trim() == "uci" => Protocol::Uci,
        _ => protocol,
    };
    let mind = Mind::new(roster, events);
    match asked {
        Protocol::Uci => uci::Session::new(mind, output).run(first, &inbox),
        Protocol::XBoard => xboard::Session::new(mind, output).run(first, &inbox),
    }
}
