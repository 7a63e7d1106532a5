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
    /// How it is written in Verilog.
    pub form: Form,
}

/// The form of a block in Verilog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For tools: one module, a vector for what all squares do.
    Flat,
    /// For people: the circuit of one square, and how 64 of them are wired.
    Squares,
}

impl Block {
    /// The circuit in Verilog-2005, its module called as the block.
    pub fn verilog(&self) -> String {
        let about = format!(
            "{}: {}.\nWritten by Belle {} from the function that it simulates.",
            self.name,
            self.about,
            env!("CARGO_PKG_VERSION")
        );
        let (netlist, mut text) = ((self.netlist)(), Vec::new());
        let written = match self.form {
            Form::Flat => netlist.write_verilog(self.name, &about, &mut text),
            Form::Squares => netlist.write_verilog_squares(self.name, &about, &mut text),
        };
        written.expect("memory takes all that is written");
        String::from_utf8(text).expect("names are in ASCII")
    }
}

/// All of them.
pub const BLOCKS: [Block; 11] = [
    block(
        "move_generator",
        "finds the best victim, or the least aggressor of a victim",
        move_generator::netlist,
    ),
    Block {
        form: Form::Squares,
        ..block("move_generator_squares", "the same, square by square", move_generator::netlist)
    },
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
    Block { name, about, netlist, form: Form::Flat }
}

/// The block of this name.
pub fn find(name: &str) -> Option<&'static Block> {
    const { &BLOCKS }.iter().find(|block| block.name == name)
}
