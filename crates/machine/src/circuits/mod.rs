//! The small combinational circuits beside the boards' memories.

pub mod castling;
pub mod en_passant;
pub mod special;
pub mod value_bus;

/// The names of the piece registers' planes where a circuit is built as a netlist, bit 0 first.
pub(crate) const REGISTERS: [&str; 4] = ["p0", "p1", "p2", "p3"];
