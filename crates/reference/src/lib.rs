//! The executable specification of the machine's search and evaluation: `docs/search.md`, step by step.
//!
//! The tests compare the microcode with it: value, best move and node count must agree on every position. [`Searcher`] is
//! therefore written from that page alone, as plainly as possible. It is generic over a [`Board`]; there are two:
//!
//! - [`Position`], the plain one, computes hash key, lazy value and checks from scratch each time.
//! - [`Bitboards`], the fast one, is built on crate `board`; the tests compare every answer of the two.
//!
//! The tests also compare the searcher with [`minimax`].
//! See `docs/decisions/reference.md`.
//!
//! ```
//! use reference::{Bitboards, Outcome, Position, Searcher};
//! use roms::value::INFINITY;
//!
//! let start = Position::from(&shakmaty::Chess::default());
//! let fast = board::with_cpu!(|cpu, start: Position| -> Outcome {
//!     Searcher::new().search(&Bitboards::new(cpu, &start), 4, -INFINITY, INFINITY)
//! });
//! assert_eq!(fast, Searcher::new().search(&start, 4, -INFINITY, INFINITY));
//! ```

mod bitboards;
pub mod full;
mod lazy;
mod memory;
pub mod minimax;
mod moves;
mod plain;
mod position;
mod search;

pub use bitboards::Bitboards;
pub use lazy::LazyTerms;
pub use memory::{Address, Bound, Entry, Memory};
pub use moves::{Move, Promotion, Victim};
pub use position::Position;
pub use search::{Board, DEEP, LATE, MemoryUse, MoveSet, Outcome, QuietNodes, Searcher};
