//! The evaluator's boards.

pub mod full;
pub mod lazy;
