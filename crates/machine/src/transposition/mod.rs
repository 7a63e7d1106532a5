//! The transposition memory's boards.

pub mod hash;
pub mod memory;
