//! The plain twin of the machine's microcode: the search of `docs/search.md`, step by step, in ordinary Rust.
//!
//! It is the judge of the microcode: both must agree on value, best move and node count, position by position.
//! So it was written from that page alone, and nothing in it is clever. What the machine keeps up with every
//! write to the board (hash key, lazy value, kings under attack) is worked out here from the board each time.

mod board;
mod lazy;
mod memory;
mod moves;
mod position;
mod search;

pub use board::{Board, Tried};
pub use lazy::LazyTerms;
pub use memory::{Bound, Entry, Memory, Place};
pub use moves::{Move, Promotion, Victim};
pub use position::Position;
pub use search::{Classic, DEEP, LATE, Outcome, Remembers};
