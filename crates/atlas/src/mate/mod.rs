//! The mate solver.

mod driver;
mod solution;
mod solver;
mod suite;

pub use driver::Mate;
pub use solution::{MAX_MATE_MOVES, MateError, Task};
pub use suite::{Problem, Summary, Verdict, judge};
