//! Blocks: every combinational circuit of the machine that stands for itself, as a netlist.
//!
//! Whatever is done to all of them (written out, proved, synthesised, listed) goes through this table.

use logic::Netlist;

use crate::circuits::{castling, en_passant, special, value_bus};
use crate::evaluator::full;
use crate::move_generator::{self, disable};

/// One circuit.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its name: that of the module in Verilog, too.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Builds it gate by gate.
    pub netlist: fn() -> Netlist,
}

impl Block {
    /// The circuit as a module of Verilog-2005.
    pub fn verilog(&self) -> String {
        let about = format!(
            "{}: {}.\nWritten by Belle {} from the function that it simulates.",
            self.name,
            self.about,
            env!("CARGO_PKG_VERSION")
        );
        let mut text = Vec::new();
        (self.netlist)()
            .write_verilog(self.name, &about, &mut text)
            .expect("memory takes all that is written");
        String::from_utf8(text).expect("names are in ASCII")
    }
}

/// All of them.
pub const BLOCKS: [Block; 10] = [
    block(
        "move_generator",
        "finds the best victim, or the least aggressor of a victim",
        move_generator::netlist,
    ),
    block("disable_word", "what an order makes of a word of the disable memory", disable::netlist),
    block("full_evaluator", "one of the eight cycles of the full value", full::netlist),
    block("value_bus", "adds with complement, and compares", value_bus::netlist),
    block("castling", "whether the way between king and rook is open", castling::netlist),
    block("castling_rights", "the rights that a write to a square leaves", castling::kept_netlist),
    block("en_passant", "what the en-passant latch takes in", en_passant::netlist),
    block("special", "whether a pawn promotes or takes in passing", special::netlist),
    block("promoted", "the man a pawn becomes", special::promoted_netlist),
    block("barred_empties", "the empty squares that quiescence closes", special::barred_netlist),
];

const fn block(name: &'static str, about: &'static str, netlist: fn() -> Netlist) -> Block {
    Block { name, about, netlist }
}

/// The block of this name.
pub fn find(name: &str) -> Option<&'static Block> {
    const { &BLOCKS }.iter().find(|block| block.name == name)
}
