//! Start of a session: its thread for input, its events, and the choice of protocol.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use files::each_line;
use play::PlayerList;

use crate::event::Event;
use crate::player_handle::PlayerHandle;
use crate::{uci, xboard};

/// Speaks UCI on `input` and `output` until `quit`, the end of input or a broken output. A player
/// that panics is replaced by a fresh one. If the first line is `xboard`, the session uses that
/// protocol. The thread that reads `input` may outlive this call, blocked in a read. Fails if the
/// output could not be written.
pub fn run_uci(
    players: PlayerList,
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    serve(Protocol::Uci, players, input, output)
}

/// Speaks the protocol of xboard, otherwise as [`run_uci`]. If the first line is `uci`, the session
/// uses that protocol. Fails if the output could not be written.
pub fn run_xboard(
    players: PlayerList,
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    serve(Protocol::XBoard, players, input, output)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Uci,
    XBoard,
}

/// Runs a session in `protocol`, or in the other one if the first line is its name.
fn serve(
    protocol: Protocol,
    players: PlayerList,
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    let (events, inbox) = channel();
    let for_lines = events.clone();
    if let Err(error) = thread::Builder::new().spawn(move || read_lines(input, &for_lines)) {
        let reason = format!("the system starts no thread: {error}");
        return Err(io::Error::new(error.kind(), reason));
    }
    let first = inbox.recv().unwrap_or(Event::EndOfInput);
    let protocol = match &first {
        Event::Line(line) if line.trim() == "xboard" => Protocol::XBoard,
        Event::Line(line) if line.trim() == "uci" => Protocol::Uci,
        _ => protocol,
    };
    let (player, output) = (PlayerHandle::new(players, events), Box::new(output));
    match protocol {
        Protocol::Uci => uci::Session::new(player, output).run(first, &inbox),
        Protocol::XBoard => xboard::Session::new(player, output).run(first, &inbox),
    }
}

/// Sends each line, and then the end of the input.
fn read_lines(input: impl BufRead, events: &Sender<Event>) {
    each_line(input, |line| events.send(Event::Line(line)).is_ok());
    let _ = events.send(Event::EndOfInput);
}
