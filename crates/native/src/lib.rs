//! The native player: Belle's design on bitboards, with a modern search and evaluation.

mod endgames;
pub mod evaluation;
#[cfg(feature = "files")]
mod lone_king;
mod options;
mod player;
mod search;
mod strength;
mod transposition_table;

pub use player::Native;

/// Depth in plies of the benchmark, whose node count is the search's signature.
pub const BENCH_DEPTH: u32 = 13;

/// The player `native`.
pub fn factory() -> play::PlayerFactory {
    play::PlayerFactory::new("native", BENCH_DEPTH, || Box::new(Native::new()))
}
