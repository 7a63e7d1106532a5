//! The executable specification of the machine's search and evaluation: `docs/search.md`, step by
//! step.
//!
//! The tests compare the microcode with it: value, best move and node count must agree on every
//! position. [`Searcher`] and [`Position`] are therefore written from that page alone, as plainly
//! as possible: hash key, lazy value and checks are computed from scratch each time. The tests also
//! compare the searcher with [`minimax`].
//!
//! ```
//! use reference::{Position, Searcher};
//! use roms::value::INFINITY;
//!
//! let start = Position::from(&shakmaty::Chess::default());
//! let found = Searcher::new().search(&start, 2, -INFINITY, INFINITY);
//! assert!(found.best.is_some());
//! ```

pub mod full;
mod lazy;
mod memory;
pub mod minimax;
mod moves;
mod plain;
mod position;
mod reading;
mod search;

pub use lazy::LazyTerms;
pub use memory::{Address, Bound, Entry, Memory};
pub use moves::{Move, Promotion, Victim};
pub use position::Position;
pub use reading::Reading;
pub use search::{
    DEEP, LATE, MemoryUse, MoveSet, Outcome, PrincipalVariation, QuietNodes, Searcher,
};
