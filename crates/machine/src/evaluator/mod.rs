//! The evaluators.

pub mod full;
pub mod lazy;
