//! The fast variant's registers and memory pins: those of the authentic machine, without some and
//! with some more.

use logic::pins::{Extended, LeftOut};

use crate::rtl::pins;

/// The circuit of the fast variant.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

/// What the fast variant has not of the authentic machine: the latches in the middle of a find, and
/// the slots' one memory.
#[derive(Clone, Copy, Debug)]
pub struct AuthenticOnly;

impl LeftOut for AuthenticOnly {
    const NAMES: &'static [&'static str] = &[
        "line1",
        "line2",
        "line3",
        "line4",
        "line5",
        "line6",
        "king_taken",
        "slot",
        "depth",
        "slot_address",
        "depth_address",
        "slot_write",
        "slot_write_address",
        "slot_data",
    ];
}

/// The registers.
pub type Registers<L> = Extended<pins::Registers<L>, MoreRegisters<L>, AuthenticOnly>;
/// Data read from the memories.
pub type Reads<L> = Extended<pins::Reads<L>, MoreReads<L>, AuthenticOnly>;
/// Addresses, data and write lines of the memories.
pub type Accesses<L> = Extended<pins::Accesses<L>, MoreAccesses<L>, AuthenticOnly>;

logic::pins! {
    /// Registers of this variant alone.
    MoreRegisters {
        "the lazy value as it was in the cycle before, from the side that was to move then" lazy_latch: word,
        "the captured piece that is settling was taken off, not put back" taken_off: wire,
        "the stage class as it was in the cycle before" class_latch: wires[3],
        "the en-passant latch holds a square" latch_set: wire,
        "in the cycle before, the en-passant latch and the to register held the same square" at_latch: wire,
    }
}

logic::pins! {
    /// Data of this variant's memories.
    MoreReads {
        "slot `alpha` of the frame read" alpha: word,
        "slot `beta` of the frame read" beta: word,
        "slot `limit` of the frame read" limit: word,
        "slot `depth` of the frame read" frame_depth: word,
        "slot `next` of the frame read" next_depth: word,
        "another slot of the frame read" other_slot: word,
        "slot `alpha` of the frame of the ply before" parent_alpha: word,
        "the disable word of the ply before" parent_disable: plane,
        "hash ROM: the captured piece" hash_captured: wires[48],
        "lazy ROM: material and piece-square value of the captured piece" lazy_captured: wires[32],
    }
}

logic::pins! {
    /// Inputs of this variant's memories.
    MoreAccesses {
        "the frame whose slots are read" read_frame: address,
        "frame and slot of another slot" other_address: wires[9],
        "the ply before" parent_frame: address,
        "slot `alpha` is written" alpha_write: wire,
        "slot `beta` is written" beta_write: wire,
        "slot `limit` is written" limit_write: wire,
        "slot `depth` is written" depth_write: wire,
        "slot `next` is written" next_write: wire,
        "another slot is written" other_write: wire,
        "the frame whose slots alpha, beta and depth are written" child_frame: address,
        "the frame whose slots limit and next are written" own_frame: address,
        "frame and slot written" other_write_address: wires[9],
        "what slot `alpha` takes" alpha_data: word,
        "what slot `beta` takes" beta_data: word,
        "what slot `limit` takes" limit_data: word,
        "what slot `depth` takes" depth_data: word,
        "what slot `next` takes" next_data: word,
        "what another slot takes" other_data: word,
        "the ply whose disable word is written" disable_write_address: address,
        "square and captured piece" captured_address: wires[10],
    }
}
