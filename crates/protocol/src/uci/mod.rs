//! UCI as published by Stefan Meyer-Kahlen and Rudolf Huber.
//!
//! One thread reads lines, one runs the player, and the caller of [`crate::run_uci`] handles the
//! events of both. It alone writes, so the order of the output is the order of its decisions.

mod arguments;
mod commands;
mod session;
mod write;

pub use commands::commands;
pub(crate) use session::Session;
