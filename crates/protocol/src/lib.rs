//! The protocols of chess programs: text on one side, a [`play::Player`] on the other.
//!
//! [`uci`] is the Universal Chess Interface, [`xboard`] the Chess Engine Communication Protocol
//! (CECP). Players do not depend on a protocol, nor protocols on a player. This crate guarantees
//! what chess programs rely on with every player: an exact line before each move and nothing after
//! it, legal moves only, no end of an infinite analysis before `stop`, and an immediate answer to
//! `isready`.

mod event;
mod player_handle;
mod search;
mod serve;
mod text;
pub mod uci;
pub mod xboard;

pub use serve::{run_uci, run_xboard};
