//! The twin of the machine's microcode: the search of `docs/search.md`, step by step, in ordinary Rust.
//!
//! It is the judge of the microcode: both must agree on value, best move and node count, position by position.
//! So it was written from that page alone, and nothing in it is clever. It asks a [`Board`] for its moves and values, and
//! there are two. [`Position`] is the plain one, the reference: what the machine keeps up with every write to the board
//! (hash key, lazy value, kings under attack) it works out from the board each time. [`Bitboards`] gives the same answers,
//! and the tests hold that, but fast. See `docs/decisions/twin.md`.
//!
//! ```
//! use native::board::{self, Cpu, Task};
//! use native::classic::{Bitboards, Classic, Outcome, Position};
//! use roms::value::INFINITY;
//!
//! struct Search(Position);
//! impl Task for Search {
//!     type Output = Outcome;
//!     fn run<C: Cpu>(self, cpu: C) -> Outcome {
//!         Classic::new().search(&Bitboards::new(cpu, &self.0), 4, -INFINITY, INFINITY)
//!     }
//! }
//! let start = Position::from(&shakmaty::Chess::default());
//! let plain = Classic::new().search(&start, 4, -INFINITY, INFINITY);
//! assert_eq!(board::run(Search(start)), plain);
//! ```

mod bitboards;
mod board;
mod lazy;
mod memory;
mod moves;
mod position;
mod search;

pub use bitboards::Bitboards;
pub use board::{Board, Tried};
pub use lazy::LazyTerms;
pub use memory::{Bound, Entry, Memory, Place};
pub use moves::{Move, Promotion, Victim};
pub use position::Position;
pub use search::{Classic, DEEP, LATE, Outcome, Remembers};
