//! The mate solver.

mod driver;
mod solution;
mod solver;
mod suite;
mod table;

pub use driver::Mate;
pub use solution::{Defense, MAX_MATE_MOVES, MateError, MatingMove, SanMove, Solution, Task, Try};
pub use suite::{Problem, Summary, Verdict, judge};
