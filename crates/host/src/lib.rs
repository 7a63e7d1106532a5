//! The host computer's half of Belle: that of the machine of 1980, and the software of 1978.
//!
//! Documented: a small computer (an LSI-11) beside the machine. Inferred: it drove the root and kept the game. Decided:
//! its commands (docs/search.md, "The host").

#[cfg(feature = "player")]
mod belle;
#[cfg(feature = "player")]
mod devices;
#[cfg(feature = "player")]
mod endgames;
#[cfg(feature = "player")]
mod iterate;
mod key;
#[cfg(feature = "player")]
mod limits;
mod link;
#[cfg(feature = "player")]
mod multi;
#[cfg(feature = "player")]
mod options;
mod pv;
#[cfg(feature = "player")]
mod report;
pub mod root;
#[cfg(feature = "player")]
mod searcher;

#[cfg(feature = "player")]
pub use belle::Belle;
pub use compiled::set_back_end;
#[cfg(feature = "player")]
pub use devices::Devices;
pub use key::transposition_key;
pub use link::{BadProgram, CHECK_INTERVAL, CycleBudget, Link, Outcome, RootMove, unlimited};
pub use pv::principal_variation;
#[cfg(feature = "player")]
pub use report::score;
