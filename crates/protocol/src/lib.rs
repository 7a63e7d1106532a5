//! The protocols of chess programs: text on one side, a [`play::Player`] on the other.
//!
//! [`uci`] is the Universal Chess Interface, [`xboard`] the Chess Engine Communication Protocol. The player knows no
//! protocol and the protocols know no search. What a chess program may rely on whatever the player does (an exact line
//! before every move, nothing after it, only legal moves, no end of an analysis by itself, an answer to `isready` at once)
//! is kept here.

mod conversation;
mod event;
mod player_handle;
mod search;
mod text;
pub mod uci;
pub mod xboard;
