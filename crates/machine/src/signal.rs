//! Signals: all registers and derived values by name, for waveforms, RTL and databook.
//!
//! The blocks are those of the block diagram. A register has its name and help text from the RTL
//! ([`rtl::pins`](crate::rtl::pins)); derived signals have their own.

use logic::Lanes;
use logic::pins::{Pin, list};

use self::Reading::{Address, Bits, Number, Piece, Rights, Signed, Square, SquareOrNone};
use crate::microengine::word::Slot;
use crate::rtl::pins::Registers;
use crate::state::State;

/// How a level is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Wire by wire: a key, a board's plane, an entry.
    Bits,
    /// A number that is never negative.
    Number,
    /// A number in two's complement.
    Signed,
    /// The number of a square.
    Square,
    /// The number of a square; 0 is none.
    SquareOrNone,
    /// A wire for each square, a1 lowest.
    Squares,
    /// A piece: its kind, 1 to 6, and 8 if it is black.
    Piece,
    /// Castling rights: K, Q, k, q, lowest first.
    Rights,
    /// The address of a microword.
    Address,
}

/// A named register, memory or function of them.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// The block, outermost first, separated by `/`.
    pub block: &'static str,
    /// Its name within the block.
    pub name: &'static str,
    /// Wires, at most 64.
    pub width: usize,
    /// How its level is read.
    pub reading: Reading,
    /// Meaning of a signal that is no register of the RTL.
    derived: &'static str,
    /// Its level at the beginning of a word, lowest wire first.
    pub read: fn(&State) -> u64,
}

impl Signal {
    /// Its level as a number: of 64 wires at most, so that 128 bits have room for a sign.
    pub fn level(&self, state: &State) -> i128 {
        let level = (self.read)(state);
        match self.reading {
            Signed => i128::from(level as u16 as i16),
            _ => i128::from(level),
        }
    }

    /// Block and name.
    pub fn path(&self) -> String {
        format!("{}/{}", self.block, self.name)
    }

    /// Meaning.
    pub fn help(&self) -> &'static str {
        if self.derived.is_empty() {
            self.register().map_or("", |pin| pin.help)
        } else {
            self.derived
        }
    }

    /// The RTL's register of this name.
    pub fn register(&self) -> Option<&'static Pin> {
        list::<Registers<Lanes>>()
            .into_iter()
            .find(|pin| pin.name == self.name)
    }
}

/// The signal of this name, or of this block and name.
pub fn find(name: &str) -> Option<&'static Signal> {
    SIGNALS
        .iter()
        .find(|signal| signal.name == name || signal.path() == name)
}

/// The row of a register: block, name, wires, reading, level.
const fn register(
    block: &'static str,
    name: &'static str,
    width: usize,
    reading: Reading,
    read: fn(&State) -> u64,
) -> Signal {
    derived(block, name, width, reading, "", read)
}

/// The row of a function of registers, with its meaning.
const fn derived(
    block: &'static str,
    name: &'static str,
    width: usize,
    reading: Reading,
    derived: &'static str,
    read: fn(&State) -> u64,
) -> Signal {
    Signal {
        block,
        name,
        width,
        reading,
        derived,
        read,
    }
}

/// The row of a slot of this ply's frame.
const fn slot<const SLOT: u8>(
    name: &'static str,
    reading: Reading,
    meaning: &'static str,
) -> Signal {
    let read = |state: &State| word(state.stack.slot(state.ply, SLOT));
    derived(STACK, name, 16, reading, meaning, read)
}

fn word(value: i16) -> u64 {
    u64::from(value as u16)
}

/// The level of a wing register: White's king's and queen's wing, Black's king's and queen's wing.
fn wing(state: &State, number: usize) -> u64 {
    state.board.lazy.wings >> (9 * number) & 0x1FF
}

const SEQUENCER: &str = "microengine/sequencer";
const MOVE: &str = "microengine/move";
const FLAGS: &str = "microengine/flags";
const BUS: &str = "microengine/value_bus";
const STACK: &str = "microengine/stack";
const FIND: &str = "move_generator";
const BOARD: &str = "board";
const LAZY: &str = "evaluator/lazy";
const FULL: &str = "evaluator/full";
const MEMORY: &str = "memory";

/// All of them.
pub static SIGNALS: &[Signal] = &[
    register(SEQUENCER, "running", 1, Number, |s| u64::from(!s.halted)),
    register(SEQUENCER, "hosted", 1, Number, |s| u64::from(s.hosted)),
    register(SEQUENCER, "address", 10, Address, |s| u64::from(s.address)),
    register(SEQUENCER, "ply", 6, Number, |s| u64::from(s.ply)),
    register(SEQUENCER, "deepest", 6, Number, |s| u64::from(s.deepest)),
    register(SEQUENCER, "white_to_move", 1, Number, |s| {
        u64::from(s.white_to_move)
    }),
    register(SEQUENCER, "nodes", 64, Number, |s| s.nodes),
    register(SEQUENCER, "cycles", 64, Number, |s| s.cycles),
    register(MOVE, "to", 6, Square, |s| u64::from(s.now.to)),
    register(MOVE, "from", 6, Square, |s| u64::from(s.now.from)),
    register(MOVE, "moved", 4, Piece, |s| u64::from(s.moved)),
    register(MOVE, "captured", 4, Piece, |s| u64::from(s.now.captured)),
    register(MOVE, "kind", 3, Number, |s| s.now.kind as u64),
    register(MOVE, "en_passant", 6, SquareOrNone, |s| {
        u64::from(s.now.en_passant)
    }),
    register(MOVE, "rights", 4, Rights, |s| u64::from(s.now.rights)),
    register(FLAGS, "in_check", 1, Number, |s| {
        u64::from(s.now.flags.in_check)
    }),
    register(FLAGS, "legal", 1, Number, |s| u64::from(s.now.flags.legal)),
    register(FLAGS, "raised", 1, Number, |s| {
        u64::from(s.now.flags.raised)
    }),
    register(FLAGS, "quiet", 1, Number, |s| u64::from(s.now.flags.quiet)),
    register(FLAGS, "spent", 1, Number, |s| u64::from(s.now.flags.spent)),
    register(BUS, "acc", 16, Signed, |s| word(s.acc)),
    register(BUS, "draw", 16, Signed, |s| word(s.draw)),
    slot::<{ Slot::Alpha as u8 }>(
        "alpha",
        Signed,
        "What the side to move is sure of already, by another move: a move must be worth more to be played. Slot `alpha` of this ply's frame.",
    ),
    slot::<{ Slot::Beta as u8 }>(
        "beta",
        Signed,
        "What the other side will not exceed, since it has a better choice earlier: a move worth this much ends the node as a cutoff. Slot `beta` of this ply's frame.",
    ),
    slot::<{ Slot::Limit as u8 }>(
        "limit",
        Signed,
        "The upper end of the window for the next move. Once a good move is known it is alpha and one: the others need only be shown to be no better. Slot `limit`.",
    ),
    slot::<{ Slot::Depth as u8 }>(
        "depth",
        Signed,
        "How many moves ahead are still to be searched here; it counts up to zero, and on with the plies of captures. Slot `depth`, negated.",
    ),
    slot::<{ Slot::Next as u8 }>(
        "next",
        Signed,
        "How many moves ahead the replies will be searched: one less than here, or as many after a check. Slot `next`, negated.",
    ),
    slot::<{ Slot::Best as u8 }>(
        "best",
        Number,
        "The best move found at this node so far, as its squares and kind side by side. Slot `best`.",
    ),
    slot::<{ Slot::Spare as u8 }>(
        "spare",
        Signed,
        "Nothing: a place in each frame that the search leaves free for programs of your own. Slot `spare`.",
    ),
    slot::<{ Slot::Count as u8 }>(
        "count",
        Signed,
        "How many moves a program has counted at this node, as the move count of `perft` does; the search does not use it. Slot `count`.",
    ),
    derived(
        FIND,
        "disable",
        64,
        Bits,
        "Squares that have been tried at this ply and no longer answer, so that the next find names another: one wire a square.",
        |s| s.disable.word(s.ply),
    ),
    register(FIND, "none", 1, Number, |s| u64::from(s.none)),
    register(FIND, "check", 1, Number, |s| u64::from(s.check)),
    register(BOARD, "p0", 64, Bits, |s| s.board.planes[0]),
    register(BOARD, "p1", 64, Bits, |s| s.board.planes[1]),
    register(BOARD, "p2", 64, Bits, |s| s.board.planes[2]),
    register(BOARD, "p3", 64, Bits, |s| s.board.planes[3]),
    register(BOARD, "hash", 48, Bits, |s| s.board.hash),
    register(LAZY, "material", 16, Signed, |s| {
        word(s.board.lazy.material)
    }),
    register(LAZY, "piece_square", 16, Signed, |s| {
        word(s.board.lazy.piece_square)
    }),
    register(LAZY, "stage", 8, Number, |s| {
        word(s.board.lazy.stage) & 0xFF
    }),
    register(LAZY, "king_white", 6, Square, |s| {
        u64::from(s.board.lazy.king[0])
    }),
    register(LAZY, "king_black", 6, Square, |s| {
        u64::from(s.board.lazy.king[1])
    }),
    register(LAZY, "wing_white_king", 9, Bits, |s| wing(s, 0)),
    register(LAZY, "wing_white_queen", 9, Bits, |s| wing(s, 1)),
    register(LAZY, "wing_black_king", 9, Bits, |s| wing(s, 2)),
    register(LAZY, "wing_black_queen", 9, Bits, |s| wing(s, 3)),
    derived(
        LAZY,
        "lazy",
        16,
        Signed,
        "What the position is worth by material, squares, kings and pawn shelter, in centipawns for White: known at once after every move.",
        |s| word(s.board.lazy.value()),
    ),
    register(FULL, "e0", 64, Bits, |s| s.board.full[0]),
    register(FULL, "e1", 64, Bits, |s| s.board.full[1]),
    register(FULL, "e2", 64, Bits, |s| s.board.full[2]),
    register(FULL, "e3", 64, Bits, |s| s.board.full[3]),
    derived(
        FULL,
        "left",
        4,
        Number,
        "How many cycles the full evaluation still needs; a word that asks for its value waits until this is 0.",
        |s| s.evaluation.left(s.cycles),
    ),
    register(FULL, "full", 16, Signed, |s| word(s.full_latch())),
    derived(
        FULL,
        "value",
        16,
        Signed,
        "What the full evaluator will add to the lazy value of this position, in centipawns for White: known here before its cycles have run, never beyond 192.",
        |s| word(s.full_value()),
    ),
    register(MEMORY, "entry", 64, Bits, |s| s.entry.0),
    derived(
        MEMORY,
        "key",
        48,
        Bits,
        "The fingerprint by which the position is looked up in the transposition memory: pieces, side to move, castling and en passant.",
        |s| s.key().bits,
    ),
];
