//! The beginning of a conversation: the first line may say which protocol is spoken.

use std::io::{self, BufRead, Write};

use crate::event::{Event, listen};
use crate::player_handle::PlayerHandle;
use crate::{uci, xboard};
use play::PlayerList;

/// What is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    XBoard,
}

/// Speaks `protocol`, or the other one if the first line asks for it.
pub(crate) fn converse(
    protocol: Protocol,
    players: PlayerList,
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
    let player = PlayerHandle::new(players, events);
    match asked {
        Protocol::Uci => uci::Session::new(player, output).run(first, &inbox),
        Protocol::XBoard => xboard::Session::new(player, output).run(first, &inbox),
    }
}
