//! Belle's design at the speed of today, and the machine's plain twin.

pub mod board;
pub mod classic;
mod endgames;
pub mod evaluation;
pub mod full;
mod memory;
pub mod minimax;
mod options;
mod perft;
mod player;
mod search;
mod strength;
mod table;
mod wdl;

pub use perft::{PerftError, PerftSetup, perft};
pub use player::Native;

/// The depth, in plies, at which the field's fixed signature of nodes is taken.
pub const BENCH_DEPTH: u32 = 13;
