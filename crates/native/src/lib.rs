//! Belle's design at the speed of today, and the machine's plain twin.

pub mod board;
pub mod classic;
pub mod full;
pub mod minimax;
