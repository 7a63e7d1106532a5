//! The host computer's half of Belle: the link to the machine, and the search of the root.
//!
//! Documented (F012, F081): a small computer (an LSI-11) beside the machine. Second-hand (F019): it
//! coordinated the hardware. Inferred (F019): so it drove the root and kept the game. Decided: its
//! commands (docs/search.md, "The host").

mod deepening;
mod generation;
mod iterations;
mod key;
mod link;
mod port;
mod pv;
mod root;
mod root_move;
mod rtl;
mod searcher;
mod simulated;

pub use compiled::set_back_end;
pub use deepening::{Deepening, MAX_DEPTH};
pub use generation::Generation;
pub use iterations::{Iteration, iterations};
pub use key::{castling_rights, en_passant_latch, piece_code, transposition_key};
pub use link::{BadProgram, Link, Outcome};
pub use port::{Port, RegisterWrite, SEARCH_WRITES, read_wide};
pub use pv::principal_variation;
pub use root::{Ask, Candidate, Root, RootRule, RootScore, score};
pub use root_move::RootMove;
pub use rtl::{FastRtl, Rtl};
pub use searcher::{Budget, CHECK_INTERVAL, Counters, Searcher, unlimited};
pub use simulated::Simulated;
