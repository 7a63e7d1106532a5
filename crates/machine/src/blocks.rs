//! Blocks: every combinational circuit of the machine as a netlist.
//!
//! Verilog, proofs, synthesis and listings go through this table.

use logic::combinational::{in_modules, netlist};
use logic::netlist::Adders;
use logic::{Module, Netlist};

use crate::circuits::castling::{Castling, CastlingRights};
use crate::circuits::en_passant::EnPassant;
use crate::circuits::special::{BarredEmpties, Promoted, Special};
use crate::circuits::value_bus::ValueBus;
use crate::evaluator::full::FullEvaluator;
use crate::move_generator::disable::DisableWord;
use crate::move_generator::{self, MoveGenerator};
use crate::rtl::fast::parts as fast;
use crate::rtl::parts;

/// One circuit.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its name: that of the module in Verilog, too.
    pub name: &'static str,
    /// Function, in one line.
    pub about: &'static str,
    /// Builds it gate by gate.
    pub netlist: fn() -> Netlist,
    /// Form in Verilog.
    pub form: Form,
}

/// The form of a block in Verilog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For tools: one module, a vector for what all squares do.
    Flat,
    /// For tools, with adders gate by gate: no check could show that a synthesizer keeps many of
    /// them in a row.
    Gates,
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
        let adders = match self.form {
            Form::Flat => Adders::Additions,
            Form::Gates => Adders::Gates,
            Form::Squares => return squares(&about),
        };
        netlist
            .write_verilog(self.name, &about, adders, &mut text)
            .expect("memory takes all that is written");
        String::from_utf8(text).expect("names are in ASCII")
    }
}

/// The move generator in modules, all in one file.
fn squares(about: &str) -> String {
    let net = in_modules::<move_generator::InModules>();
    let mut text = String::from("/* verilator lint_off DECLFILENAME */\n\n");
    for file in net.modules_in_verilog(&SQUARES, "move_generator_", about) {
        text += &file.text;
        text.push('\n');
    }
    text
}

/// The module of [`squares`].
static SQUARES: Module = Module::new("squares", "the move generator, square by square");

/// All of the authentic machine.
pub const BLOCKS: [Block; 30] = [
    block(
        "move_generator",
        "finds the best victim, or the least aggressor of a victim",
        netlist::<MoveGenerator>,
    ),
    Block {
        form: Form::Squares,
        ..block(
            "move_generator_squares",
            "the move generator, square by square",
            netlist::<MoveGenerator>,
        )
    },
    block(
        "disable_word",
        "a word of the disable memory after an order",
        netlist::<DisableWord>,
    ),
    Block {
        form: Form::Gates,
        ..block(
            "full_evaluator",
            "one of the eight cycles of the full value",
            netlist::<FullEvaluator>,
        )
    },
    block(
        "value_bus",
        "adds, inverts, and compares",
        netlist::<ValueBus>,
    ),
    block(
        "castling",
        "whether the way between king and rook is open",
        netlist::<Castling>,
    ),
    block(
        "castling_rights",
        "the rights that a write to a square leaves",
        netlist::<CastlingRights>,
    ),
    block(
        "en_passant",
        "next value of the en-passant latch",
        netlist::<EnPassant>,
    ),
    block(
        "special",
        "whether a pawn promotes or takes in passing",
        netlist::<Special>,
    ),
    block("promoted", "the piece a pawn becomes", netlist::<Promoted>),
    block(
        "barred_empties",
        "the empty squares that quiescence closes",
        netlist::<BarredEmpties>,
    ),
    block(
        "lazy_adder",
        "the lazy value, and the registers with what is settling",
        parts::lazy_adder,
    ),
    block(
        "lazy_registers",
        "stage, kings and wings after a write to the board",
        parts::lazy_registers,
    ),
    block(
        "hash_register",
        "the key of pieces and squares, with what is settling",
        parts::hash_register,
    ),
    block(
        "hash_key",
        "the key: hash register, en-passant latch, castling rights",
        parts::hash_key,
    ),
    block(
        "memory_access",
        "ports of the transposition memory",
        parts::memory_access,
    ),
    block("orders", "decoder of the microword", parts::orders),
    block("phases", "end of a microword", parts::phases),
    block(
        "evaluation_sequence",
        "start and cycles of the full evaluator, and its ready line",
        parts::evaluation_sequence,
    ),
    block(
        "sequencer",
        "the test line, and the address of the next microword",
        parts::sequencer,
    ),
    block("flags", "flags and kind register", parts::flags),
    block(
        "counters",
        "ply, nodes, cycles and the side to move",
        parts::counters,
    ),
    block(
        "board_bus",
        "drivers of the board buses, and the piece registers of both boards",
        parts::board_bus,
    ),
    block(
        "bus_listeners",
        "the registers that listen to the board buses",
        parts::bus_listeners,
    ),
    block(
        "value_source",
        "source of the value bus",
        parts::value_source,
    ),
    block(
        "slot_access",
        "ports of the stack's slots",
        parts::slot_access,
    ),
    block(
        "state_frame",
        "state of a move that the stack saves and restores",
        parts::state_frame,
    ),
    block(
        "disable_order",
        "the disable word after the microword's order",
        parts::disable_order,
    ),
    block("found", "the registers that a find loads", parts::found),
    block("host_port", "the host's registers", parts::host_port),
];

/// The circuits that only the fast variant has.
pub const FAST_BLOCKS: [Block; 9] = [
    block(
        "fast_phases",
        "end of a microword of the fast variant",
        fast::phases,
    ),
    block(
        "fast_board_bus",
        "both ports of the fast variant's board",
        fast::board_bus,
    ),
    block(
        "fast_bus_listeners",
        "the registers that listen to the fast variant's board buses",
        fast::bus_listeners,
    ),
    block(
        "fast_disable_order",
        "the disable word for the array, and that written back",
        fast::disable_order,
    ),
    block(
        "fast_hash_register",
        "the hash register with a piece that goes across",
        fast::hash_register,
    ),
    block(
        "fast_lazy_adder",
        "the lazy adder with a piece that goes across",
        fast::lazy_adder,
    ),
    block(
        "fast_lazy_registers",
        "stage, kings and wings with a piece that goes across",
        fast::lazy_registers,
    ),
    block(
        "window_slots",
        "the slots of a window, copied at once",
        fast::window_slots,
    ),
    block(
        "window_judge",
        "the lazy value and the returning one, judged",
        fast::window_judge,
    ),
];

const fn block(name: &'static str, about: &'static str, netlist: fn() -> Netlist) -> Block {
    Block {
        name,
        about,
        netlist,
        form: Form::Flat,
    }
}

/// The blocks of both machines, the authentic one's first.
pub fn all() -> impl Iterator<Item = &'static Block> {
    const { &BLOCKS }.iter().chain(const { &FAST_BLOCKS })
}

/// The block of this name.
pub fn find(name: &str) -> Option<&'static Block> {
    all().find(|block| block.name == name)
}
