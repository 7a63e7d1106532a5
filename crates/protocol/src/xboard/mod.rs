//! The Chess Engine Communication Protocol (CECP 2), as Tim Mann and H.G. Muller describe it for xboard.
//!
//! After every line and every word of the player's the session settles: it looks what the player should be at now (a move,
//! pondering, analysis, nothing), and a search that is no longer asked for is stopped and its answer dropped. So commands
//! may come in any order and at any time.

mod command;
mod limits;
mod obey;
mod offers;
mod session;
mod write;

use std::io::{self, BufRead, Write};

use crate::conversation::{Protocol, converse};
use play::PlayerList;

pub use command::{COMMANDS, Row};
pub(crate) use session::Session;

/// Speaks CECP on `input` and `output` until `quit`, the end of input or a broken output, with a player of the players;
/// should it panic, another of its kind takes its place. If the first line is `uci`, the other protocol is spoken.
///
/// The thread that reads `input` may outlive this call, blocked in a read.
///
/// # Errors
/// The output could not be written.
pub fn run(players: PlayerList, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    converse(Protocol::XBoard, players, input, output)
}
