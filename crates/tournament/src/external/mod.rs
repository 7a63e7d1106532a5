//! Engines in other processes, over UCI or the xboard protocol.

mod client;
mod player;
mod process;
mod protocol;
mod uci;
mod xboard;

pub use client::ExternalEngine;
pub(crate) use player::UciPlayer;
pub use process::Program;
pub use protocol::Protocol;
