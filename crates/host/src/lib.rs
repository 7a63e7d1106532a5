//! The host computer's half of Belle.
//!
//! Documented: a small computer (an LSI-11) beside the machine. Inferred: it drove the root and kept the game. Decided:
//! its commands (docs/search.md, "The host").

mod belle;
mod endgames;
mod key;
mod limits;
mod link;
mod multi;
mod options;
mod pv;
mod report;
mod root;

pub use belle::Belle;
pub use key::transposition_key;
pub use link::{BadProgram, CHECK_INTERVAL, CycleBudget, Link, Outcome, RootMove, unlimited};
