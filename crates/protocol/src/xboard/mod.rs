//! The Chess Engine Communication Protocol (CECP 2), as Tim Mann and H.G. Muller describe it for xboard.
//!
//! After every event the session determines which work the player should do now: a move, pondering, analysis or nothing.
//! A search that is no longer needed is stopped and its answer dropped, so commands may come in any order at any time.

mod commands;
mod limits;
mod offers;
mod session;
mod write;

use std::io::{self, BufRead, Write};

use play::PlayerList;

use crate::serve::{Protocol, serve};

pub use commands::commands;
pub(crate) use session::Session;

/// Speaks CECP on `input` and `output` until `quit`, the end of input or a broken output. A player that panics is
/// replaced by a fresh one. If the first line is `uci`, the session uses that protocol.
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
    serve(Protocol::XBoard, players, input, output)
}
