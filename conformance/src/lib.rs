//! Tests that cross crates live in tests/; here is what they share.

pub mod minimax;
pub mod referee;
pub mod transcript;
pub mod wire;
