//! The modules of the machine's Verilog: one for each board of Belle, and what it is for.

use logic::Module;
use logic::netlist::Form;

/// Makes the modules and their list.
macro_rules! modules {
    ($( $(#[$meta:meta])* $id:ident $name:literal $about:literal; )*) => {
        $( $(#[$meta])* pub static $id: Module = Module::new($name, $about); )*
    };
}

modules! {
    /// One cycle of the machine.
    GATES "gates"
        "one cycle of the machine: the boards between its registers, and how they are wired";
    /// The decoder of the microword.
    ORDERS "orders"
        "ORDERS, the decoder of the microword: a line for each value of each field, so that the other boards need no codes";
    /// The decoder of the host's accesses.
    HOST_ORDERS "host_orders"
        "what the host does in this cycle: a line for each register that it writes, and for what it asks for";
    /// The length of a word.
    PHASES "phases"
        "PHASES, the length of a microword: how many cycles it takes, and in which of them it ends";
    /// The disable order.
    DISABLE_ORDER "disable_order"
        "DISABLE, the word of the disable memory after this microword's order: squares that no longer answer a find";
    /// The incremental registers with what is settling.
    LAZY_ADDER "lazy_adder"
        "LAZY, its adders: the hash, material and piece-square registers with the ROMs' words of the last write to the board";
    /// The lazy value.
    LAZY_VALUE "lazy_value"
        "LAZY, the quick evaluation: material, piece-square values and kings, added up from the mover's side";
    /// The drivers of the value bus.
    VALUE_SOURCE "value_source"
        "the drivers of the value bus: which register, slot, evaluator or constant the microword puts on it";
    /// Adder and comparator.
    VALUE_BUS "value_bus"
        "VALUE BUS, the adder and the comparator: all arithmetic of the search";
    /// The board buses.
    BOARD_BUS "board_bus"
        "BOARD BUS: the square that the microword addresses, the piece there, and the piece that it puts there";
    /// The key of a position.
    HASH_KEY "hash_key"
        "HASH, the key of a position: the hash register with en-passant latch and castling rights folded in";
    /// The state half of the stack.
    STATE_FRAME "state_frame"
        "the state half of the stack's frame: what of a move is saved before the next one, and brought back after it";
    /// The registers that listen to the board buses.
    BUS_LISTENERS "bus_listeners"
        "the registers that listen to the board buses: moved and captured piece, en-passant latch, castling rights";
    /// The registers that a find loads.
    FOUND "found"
        "the registers that a find loads: victim, aggressor, none, check";
    /// Accumulator, entry latch and the halt.
    LOADS "loads"
        "what accumulator and entry latch take from their buses, and the halt";
    /// The counters.
    COUNTERS "counters"
        "the counters: ply, greatest ply, nodes, and the side to move";
    /// Flags and kind register.
    FLAGS "flags"
        "the flags of the search and the kind of the move";
    /// The sequencer.
    SEQUENCER "sequencer"
        "SEQUENCER: reads the test line that the microword names, and takes the next word, the following one or that at its jump address";
    /// The end of a word.
    WORD_END "word_end"
        "the end of a word: until then the registers stay as they are; and the counter of cycles";
    /// The piece registers.
    PIECE_REGISTERS "piece_registers"
        "the piece registers of the move generator and of the full evaluator: what a write to the board makes of them";
    /// The priority network.
    PRIORITY "priority"
        "PRIORITY: of all candidates those on the best of six lines, and of these the lowest square";
    /// The full evaluator.
    FULL_EVALUATOR "full_evaluator"
        "FULL EVALUATOR, the slow evaluation: 64 cells look at the board in eight cycles, and their reports are counted, weighed and added up";
    /// The full evaluator's sequence.
    EVALUATION_SEQUENCE "evaluation_sequence"
        "the full evaluator's sequence: which of its eight cycles cells, counters and weights are in";
    /// Weights and sum.
    WEIGH "weigh"
        "the weights of the full evaluator: each line's count times its weight in this cycle, added to the SUM register";
    /// The clamp.
    CLAMP "clamp"
        "the clamp of the full evaluator: its value stays within the margin that a lazy cut-off counts with";
    /// The host's writes.
    HOST_WRITES "host_writes"
        "the registers that the host writes while the machine has halted, and the start and the stop";
    /// The lazy evaluator's registers.
    LAZY_REGISTERS "lazy_registers"
        "LAZY, the registers that follow every write to the board, and the addresses of the evaluator's ROMs";
    /// Addresses and write lines of stack and disable memory.
    STACK_ACCESS "stack_access"
        "addresses and write lines of the stack and of the disable memory";
    /// The transposition memory's ports.
    MEMORY_ACCESS "memory_access"
        "the microword's access to the transposition memory: address, and the entry that is stored";
    /// The host's side of the transposition memory.
    HOST_MEMORY "host_memory"
        "the host's access to the transposition memory: reading an entry, clearing all";
    /// What the host reads.
    HOST_READS "host_reads"
        "what the host reads: the register that it addresses";
    /// The move generator alone.
    MOVE_GENERATOR "move_generator"
        "the move generator: FIND VICTIM names the most valuable square that the side to move can move to, FIND AGGRESSOR the least valuable piece that can move to the addressed one";
    /// One square of the array.
    SQUARE "square"
        "one of the 64 squares of the move generator: its piece, the lines that it sends to its neighbors (XMIT), and what it makes of those that arrive (RECV)";
    /// One cell of the full evaluator.
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
