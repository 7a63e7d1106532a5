//! A strong chess engine after Belle's design: a modern search on bitboards and several threads,
//! and an evaluation whose terms can be shown ([`evaluation`]).
//!
//! ```
//! use native::Native;
//! use play::{Control, Game, Limits, Player};
//!
//! let game = Game::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let mut engine = Native::new();
//! let mut print = |report: &play::Report| println!("depth {}: {}", report.depth, report.score);
//! let choice = engine.search(&game, &Limits::depth(4), &Control::new(), &mut print);
//! let best = choice.best.expect("a legal move");
//! assert_eq!(play::san(game.position(), best), "Ra8#");
//! # Ok::<(), play::GameError>(())
//! ```
//!
//! `Limits` has depth, nodes, time and clocks; options are set by name
//! ([`play::Player::set_option`]). The program `belle-native` is this player behind UCI.

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
