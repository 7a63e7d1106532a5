//! Signals: all registers and derived values by name, for waveforms, RTL and databook.
//!
//! The blocks are those of the block diagram. A register has its name and help text from the RTL
//! ([`rtl::pins`](crate::rtl::pins)); derived signals have their own.

use logic::Lanes;
use logic::pins::{Pin, list};

use crate::microengine::word::Slot;
use crate::rtl::pins::Registers;
use crate::state::State;

/// A named register, memory or function of them.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// The block, outermost first, separated by `/`.
    pub block: &'static str,
    /// Its name within the block.
    pub name: &'static str,
    /// Wires, at most 64.
    pub width: usize,
    /// Meaning of a signal that is no register of the RTL.
    derived: &'static str,
    /// Its level at the beginning of a word, lowest wire first.
    pub read: fn(&State) -> u64,
}

impl Signal {
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

const fn register(
    block: &'static str,
    name: &'static str,
    width: usize,
    read: fn(&State) -> u64,
) -> Signal {
    Signal {
        block,
        name,
        width,
        derived: "",
        read,
    }
}

const fn derived(
    block: &'static str,
    name: &'static str,
    width: usize,
    derived: &'static str,
    read: fn(&State) -> u64,
) -> Signal {
    Signal {
        block,
        name,
        width,
        derived,
        read,
    }
}

fn word(value: i16) -> u64 {
    u64::from(value as u16)
}

fn slot(state: &State, slot: Slot) -> u64 {
    word(state.stack.slot(state.ply, slot as u8))
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
    register(SEQUENCER, "running", 1, |s| u64::from(!s.halted)),
    register(SEQUENCER, "hosted", 1, |s| u64::from(s.hosted)),
    register(SEQUENCER, "address", 10, |s| u64::from(s.address)),
    register(SEQUENCER, "ply", 6, |s| u64::from(s.ply)),
    register(SEQUENCER, "deepest", 6, |s| u64::from(s.deepest)),
    register(SEQUENCER, "white_to_move", 1, |s| {
        u64::from(s.white_to_move)
    }),
    register(SEQUENCER, "nodes", 64, |s| s.nodes),
    register(SEQUENCER, "cycles", 64, |s| s.cycles),
    register(MOVE, "to", 6, |s| u64::from(s.now.to)),
    register(MOVE, "from", 6, |s| u64::from(s.now.from)),
    register(MOVE, "moved", 4, |s| u64::from(s.moved)),
    register(MOVE, "captured", 4, |s| u64::from(s.now.captured)),
    register(MOVE, "kind", 3, |s| s.now.kind as u64),
    register(MOVE, "en_passant", 6, |s| u64::from(s.now.en_passant)),
    register(MOVE, "rights", 4, |s| u64::from(s.now.rights)),
    register(FLAGS, "in_check", 1, |s| u64::from(s.now.flags.in_check)),
    register(FLAGS, "legal", 1, |s| u64::from(s.now.flags.legal)),
    register(FLAGS, "raised", 1, |s| u64::from(s.now.flags.raised)),
    register(FLAGS, "quiet", 1, |s| u64::from(s.now.flags.quiet)),
    register(FLAGS, "spent", 1, |s| u64::from(s.now.flags.spent)),
    register(BUS, "acc", 16, |s| word(s.acc)),
    register(BUS, "draw", 16, |s| word(s.draw)),
    derived(
        STACK,
        "alpha",
        16,
        "slot `alpha` of this ply's frame",
        |s| slot(s, Slot::Alpha),
    ),
    derived(STACK, "beta", 16, "slot `beta` of this ply's frame", |s| {
        slot(s, Slot::Beta)
    }),
    derived(
        STACK,
        "limit",
        16,
        "slot `limit` of this ply's frame",
        |s| slot(s, Slot::Limit),
    ),
    derived(
        STACK,
        "depth",
        16,
        "slot `depth` of this ply's frame, negated",
        |s| slot(s, Slot::Depth),
    ),
    derived(
        STACK,
        "next",
        16,
        "slot `next` of this ply's frame, negated",
        |s| slot(s, Slot::Next),
    ),
    derived(STACK, "best", 16, "slot `best` of this ply's frame", |s| {
        slot(s, Slot::Best)
    }),
    derived(
        STACK,
        "spare",
        16,
        "slot `spare` of this ply's frame",
        |s| slot(s, Slot::Spare),
    ),
    derived(
        STACK,
        "count",
        16,
        "slot `count` of this ply's frame",
        |s| slot(s, Slot::Count),
    ),
    derived(FIND, "disable", 64, "the disable word of this ply", |s| {
        s.disable.word(s.ply)
    }),
    register(FIND, "none", 1, |s| u64::from(s.none)),
    register(FIND, "check", 1, |s| u64::from(s.check)),
    register(BOARD, "p0", 64, |s| s.board.planes[0]),
    register(BOARD, "p1", 64, |s| s.board.planes[1]),
    register(BOARD, "p2", 64, |s| s.board.planes[2]),
    register(BOARD, "p3", 64, |s| s.board.planes[3]),
    register(BOARD, "hash", 64, |s| s.board.hash),
    register(LAZY, "material", 16, |s| word(s.board.lazy.material)),
    register(LAZY, "piece_square", 16, |s| {
        word(s.board.lazy.piece_square)
    }),
    register(LAZY, "stage", 8, |s| u64::from(s.board.lazy.stage)),
    register(LAZY, "king_white", 6, |s| u64::from(s.board.lazy.king[0])),
    register(LAZY, "king_black", 6, |s| u64::from(s.board.lazy.king[1])),
    register(LAZY, "wings", 64, |s| s.board.lazy.wings),
    derived(LAZY, "lazy", 16, "the lazy value, from White's side", |s| {
        word(s.board.lazy.value())
    }),
    register(FULL, "e0", 64, |s| s.board.full[0]),
    register(FULL, "e1", 64, |s| s.board.full[1]),
    register(FULL, "e2", 64, |s| s.board.full[2]),
    register(FULL, "e3", 64, |s| s.board.full[3]),
    derived(
        FULL,
        "left",
        4,
        "cycles until the ready line is high",
        |s| s.evaluation.left(s.cycles),
    ),
    register(FULL, "full", 16, |s| word(s.full_latch())),
    derived(
        FULL,
        "value",
        16,
        "the full value of the board, from White's side",
        |s| word(s.full_value()),
    ),
    register(MEMORY, "entry", 64, |s| s.entry.0),
    derived(MEMORY, "key", 48, "the key of the position", |s| {
        s.key().bits
    }),
];
