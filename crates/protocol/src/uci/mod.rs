//! UCI as published by Stefan Meyer-Kahlen and Rudolf Huber.
//!
//! One thread reads lines, one runs the player, and [`run`]'s own handles the events of both. It alone writes, so the
//! order of the output is the order of its decisions.

mod arguments;
mod commands;
mod session;
mod write;

use std::io::{self, BufRead, Write};

use play::PlayerList;

use crate::serve::{Protocol, serve};

pub use commands::commands;
pub(crate) use session::Session;

/// Speaks UCI on `input` and `output` until `quit`, the end of input or a broken output. A player that panics is replaced
/// by a fresh one. If the first line is `xboard`, the session uses that protocol.
///
/// The thread that reads `input` may outlive this call, blocked in a read.
///
/// # Errors
/// The output could not be written.
pub fn run(
    players: PlayerList,
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    serve(Protocol::Uci, players, input, output)
}
