//! The evaluator's boards.

pub mod lazy;
