//! Engines in other processes, over UCI or the xboard protocol.

mod client;
mod process;
mod protocol;
mod uci;
mod xboard;

pub use client::ExternalEngine;
pub use process::Program;
pub use protocol::Protocol;
