//! The small combinational circuits beside the boards' memories.

pub mod castling;
pub mod en_passant;
pub mod special;
pub mod value_bus;
