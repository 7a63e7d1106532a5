//! The modules of the machine's Verilog: one for each board of Belle, and what it is for.

use logic::Module;
use logic::netlist::Form;

/// Makes the modules. What each is for is also its documentation here.
macro_rules! modules {
    ($( $id:ident $name:literal $about:literal; )*) => {
        $( #[doc = $about] pub static $id: Module = Module::new($name, $about); )*
    };
}

modules! {
    GATES "gates"
        "one cycle of the machine: the boards between its registers, and how they are wired";
    ORDERS "orders"
        "ORDERS, the decoder of the microword: a line for each value of each field, so that the other boards need no codes";
    HOST_ORDERS "host_orders"
        "what the host does in this cycle: a line for each register that it writes, and for what it asks for";
    PHASES "phases"
        "PHASES, the length of a microword: how many cycles it takes, and in which of them it ends";
    DISABLE_ORDER "disable_order"
        "DISABLE, the word of the disable memory after this microword's order: squares that no longer answer a find";
    LAZY_ADDER "lazy_adder"
        "LAZY, its adders: the hash, material and piece-square registers with the ROMs' words of the last write to the board";
    LAZY_VALUE "lazy_value"
        "LAZY, the quick evaluation: material, piece-square values and kings, added up from the mover's side";
    VALUE_SOURCE "value_source"
        "the drivers of the value bus: which register, slot, evaluator or constant the microword puts on it";
    VALUE_BUS "value_bus"
        "VALUE BUS, the adder and the comparator: all arithmetic of the search";
    BOARD_BUS "board_bus"
        "BOARD BUS: the square that the microword addresses, the piece there, and the piece that it puts there";
    HASH_KEY "hash_key"
        "HASH, the key of a position: the hash register with en-passant latch and castling rights folded in";
    STATE_FRAME "state_frame"
        "the state half of the stack's frame: what of a move is saved before the next one, and brought back after it";
    BUS_LISTENERS "bus_listeners"
        "the registers that listen to the board buses: moved and captured piece, en-passant latch, castling rights";
    FOUND "found"
        "the registers that a find loads: victim, aggressor, none, check";
    LOADS "loads"
        "what accumulator and entry latch take from their buses, and the halt";
    COUNTERS "counters"
        "the counters: ply, greatest ply, nodes, and the side to move";
    FLAGS "flags"
        "the flags of the search and the kind of the move";
    SEQUENCER "sequencer"
        "SEQUENCER: reads the test line that the microword names, and takes the next word, the following one or that at its jump address";
    WORD_END "word_end"
        "the end of a word: until then the registers stay as they are; and the counter of cycles";
    PIECE_REGISTERS "piece_registers"
        "the piece registers of the move generator and of the full evaluator: what a write to the board makes of them";
    PRIORITY "priority"
        "PRIORITY: of all candidates those on the best of six lines, and of these the lowest square";
    FULL_EVALUATOR "full_evaluator"
        "FULL EVALUATOR, the slow evaluation: 64 cells look at the board in eight cycles, and their reports are counted, weighed and added up";
    EVALUATION_SEQUENCE "evaluation_sequence"
        "the full evaluator's sequence: which of its eight cycles cells, counters and weights are in";
    WEIGH "weigh"
        "the weights of the full evaluator: each line's count times its weight in this cycle, added to the SUM register";
    CLAMP "clamp"
        "the clamp of the full evaluator: its value stays within the margin that a lazy cut-off counts with";
    HOST_WRITES "host_writes"
        "the registers that the host writes while the machine has halted, and the start and the stop";
    LAZY_REGISTERS "lazy_registers"
        "LAZY, the registers that follow every write to the board, and the addresses of the evaluator's ROMs";
    STACK_ACCESS "stack_access"
        "addresses and write lines of the stack and of the disable memory";
    MEMORY_ACCESS "memory_access"
        "the microword's access to the transposition memory: address, and the entry that is stored";
    HOST_MEMORY "host_memory"
        "the host's access to the transposition memory: reading an entry, clearing all";
    HOST_READS "host_reads"
        "what the host reads: the register that it addresses";
    SQUARE "square"
        "one of the 64 squares of the move generator: its piece, the lines that it sends to its neighbors (XMIT), and what it makes of those that arrive (RECV)";
    CELL "cell"
        "one of the 64 cells of the full evaluator, one side's half: what a square reports on seven lines in each of eight cycles";
}

/// The array.
pub static ARRAY: Module = Module {
    name: "array",
    about: "ARRAY: the 64 squares of the move generator, each wired to its neighbors, and what all of them share",
    form: Form::Squares(&SQUARE),
};

/// The cells of one side.
pub static CELLS: Module = Module {
    name: "cells",
    about: "one side's half of the full evaluator's 64 cells, each wired to its neighbors",
    form: Form::Squares(&CELL),
};
