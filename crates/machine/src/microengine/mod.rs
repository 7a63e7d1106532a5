//! The microengine: the board that runs the microcode and controls all others.
//!
//! Fidelity: move registers and flags decided.

pub mod constants;
pub mod sequencer;
pub mod stack;
pub mod variant;
pub mod word;

use crate::part::Part;

/// Address, counters and side to move.
pub(crate) const SEQUENCER: Part = Part {
    block: "microengine/sequencer",
    fidelity: "documented (F080): 1,024 words of 64 bits; decided: the registers",
    wires: &[],
    file: "crates/machine/src/microengine/sequencer.rs",
};

/// The microword.
pub(crate) const WORD: Part = Part {
    block: "microengine/word",
    fidelity: "documented (F080): 64 bits; decided: the fields",
    wires: &[],
    file: "crates/machine/src/microengine/sequencer.rs",
};

/// The move registers.
pub(crate) const MOVE: Part = Part {
    block: "microengine/move",
    fidelity: "decided",
    wires: &[],
    file: file!(),
};

/// The flags of the state half.
pub(crate) const FLAGS: Part = Part {
    block: "microengine/flags",
    fidelity: "decided",
    wires: &[],
    file: file!(),
};

/// The stack.
pub(crate) const STACK: Part = Part {
    block: "microengine/stack",
    fidelity: "documented (F081): a stack; decided: 64 frames of eight slots",
    wires: &[],
    file: "crates/machine/src/microengine/stack.rs",
};
