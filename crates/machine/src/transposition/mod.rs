//! The transposition memory.

pub mod hash;
pub mod memory;
