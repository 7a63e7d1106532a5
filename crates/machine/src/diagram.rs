//! The block diagram: all parts with their labels, from which page, waveforms and databook take
//! their texts.

use crate::evaluator::{full, lazy};
use crate::move_generator::{
    check, dir_mux, disable, priority, ray_mux, receiver, square, transmitter,
};
use crate::part::Part;
use crate::transposition::memory;
use crate::{board_bus, circuits, clock, microengine, move_generator};

/// All of them.
pub static PARTS: &[Part] = &[
    clock::PART,
    microengine::SEQUENCER,
    microengine::WORD,
    microengine::MOVE,
    microengine::FLAGS,
    microengine::STACK,
    circuits::value_bus::PART,
    move_generator::PART,
    square::PART,
    transmitter::PART,
    ray_mux::PART,
    dir_mux::PART,
    receiver::KNIGHT_IN,
    receiver::KING_IN,
    receiver::PART,
    priority::PART,
    check::PART,
    disable::PART,
    board_bus::PART,
    lazy::PART,
    full::PART,
    memory::PART,
];

/// The part that a block belongs to: its own row, or that of the nearest block around it.
pub fn part(block: &str) -> Option<&'static Part> {
    let mut block = block;
    loop {
        if let Some(found) = PARTS.iter().find(|part| part.block == block) {
            return Some(found);
        }
        block = block.rsplit_once('/')?.0;
    }
}

/// What a wire of a block means; empty if no row says it.
pub(crate) fn wire_help(block: &str, name: &str) -> &'static str {
    let Some(part) = part(block) else { return "" };
    let text = part.wires.iter().find(|wire| wire.name == name);
    text.map_or("", |wire| wire.help)
}
