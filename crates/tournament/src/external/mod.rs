//! Engines in other processes, over UCI or the xboard protocol.

mod client;
mod log;
mod process;
mod protocol;
mod uci;
mod xboard;

pub use client::ExternalEngine;
pub(crate) use log::Direction;
pub use log::LineLog;
pub use process::Program;
pub use protocol::Protocol;
pub(crate) use uci::{go, position};
