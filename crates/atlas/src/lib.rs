//! Atlas: Alex Bell's chess program of 1967, as far as it is on record, and his solver of mates in
//! two moves.
//!
//! ```
//! use atlas::mate::{Mate, Task};
//! use play::{Control, Game};
//!
//! let game = Game::from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")?;
//! let solution = Mate::new(Control::new()).solve(game.position(), Task::default())?;
//! assert_eq!(solution.keys[0].first.san, "Kf7");
//! println!("{solution}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts, from the ground up: pieces on two boards ([`Side`]), six tables, move generation with
//! its exit, legality through the exit ([`legal_moves`]), the solver ([`mate`]), the choice of a
//! move ([`Reason`]) and the player ([`Atlas`]). docs/atlas.md has the source of each rule.
//!
//! Every file labels its parts, with the facts of the record that they rest on.

mod castling;
mod explain;
mod legal;
mod machine;
mod make;
pub mod mate;
mod movegen;
mod player;
mod root;
mod search;
#[cfg(test)]
mod search_tests;
mod settings;
mod side;
#[cfg(test)]
mod slider_tests;
mod tables;
mod value;

pub use castling::Step;
pub use legal::{from_chess_move, legal_moves};
pub use make::{make, unmake};
pub use movegen::Move;
pub use player::Atlas;
pub use root::Reason;
pub use settings::{Captures, MAX_PLIES, Measure, QueenRule, Rules, Settings};
pub use side::Side;

/// The player `atlas`. Its benchmark is a search of three plies, his depth.
pub fn factory() -> play::PlayerFactory {
    play::PlayerFactory::new("atlas", 3, || Box::new(Atlas::new()))
}
