//! The Chess Engine Communication Protocol (CECP 2), as Tim Mann and H.G. Muller describe it for
//! xboard.
//!
//! After every event the session determines which work the player should do now: a move, pondering,
//! analysis or nothing. A search that is no longer needed is stopped and its answer dropped, so
//! commands may come in any order at any time.

mod commands;
mod limits;
mod offers;
mod session;
mod write;

pub use commands::commands;
pub(crate) use session::Session;
