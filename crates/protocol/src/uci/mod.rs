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

use crate::conversation::{Protocol, converse};
use play::PlayerList;

pub use command::{COMMANDS, Row};
pub(crate) use session::Session;

/// Speaks UCI on `input` and `output` until `quit`, the end of input or a broken output, with a player of the players;
/// should it panic, another of its kind takes its place. If the first line is `xboard`, the other protocol is spoken.
///
/// The thread that reads `input` may outlive this call, blocked in a read.
///
/// # Errors
/// The output could not be written.
pub fn run(players: PlayerList, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    converse(Protocol::Uci, players, input, output)
}
