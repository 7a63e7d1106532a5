//! The Universal Chess Interface: text on one side, a [`play::Player`] on the other.
//!
//! The player knows no protocol and the protocol knows no search. What a chess program may rely on whatever
//! the player does (an exact line before every `bestmove`, nothing after it, only legal moves, no end of
//! `go infinite` by itself, an answer to `isready` at once) is kept here.

pub mod client;
pub mod uci;
