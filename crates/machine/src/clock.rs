//! Clock: cycles of each microword, and the original machine's seconds for them.
//!
//! Fidelity: no cycle time is on record. Decided: the costs of orders, estimated and not derived
//! from gate delays (docs/decisions/clock.md). Decided: the length of a cycle, calibrated over the
//! Bratko-Kopec positions to the speed that is documented (F004, F010), about 160,000 positions a
//! second.

use crate::microengine::word::{Find, Memory, Orders, Put, Source, Test};
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "clock",
    fidelity: "decided; calibrated to what is documented (F004, F010): about 160,000 positions a second",
    wires: &[],
    file: file!(),
};

/// Machine cycles a second (decided, calibrated by `belle suite suites/bratko-kopec.epd --pace
/// authentic --seconds 30`).
pub const CYCLES_PER_SECOND: f64 = 4_160_000.0;

/// Length of a cycle, to the nanosecond.
pub const NANOSECONDS_PER_CYCLE: u64 = (1e9 / CYCLES_PER_SECOND) as u64;

/// Speed of the original, about 160,000 (documented, F004, F010).
pub const ORIGINAL_NODES_PER_SECOND: f64 = 160_000.0;

/// Cycles of a word that only moves registers.
pub const WORD_CYCLES: u8 = 1;
/// Extra cycle of a find: the array settles in the first, the priority network in the second.
pub const FIND_CYCLES: u8 = 1;
/// Extra cycles of a read or write of the transposition memory.
///
/// Documented (F070): a separate microprocessor system serves it. Against the record (F070):
/// fixed logic with a wait line.
pub const MEMORY_CYCLES: u8 = 4;

/// Cycles in which the full evaluator's cells report.
///
/// Documented (F062): eight cycles for the whole evaluation. Decided: cells report in all of them,
/// in one ray direction each, and [`PIPELINE_CYCLES`] follow.
pub const EVALUATION_CYCLES: u8 = 8;
/// Cycles from the last report to the full evaluator's latch: count, weigh, clamp (decided).
pub const PIPELINE_CYCLES: u8 = 3;
/// Cycles after which a started evaluation is ready. The microcode goes on meanwhile.
pub const READY_CYCLES: u8 = EVALUATION_CYCLES + PIPELINE_CYCLES;

/// Extra cycle of a word that writes to the board and tests `hit`: the key waits for the hash ROM.
pub const KEY_CYCLES: u8 = 1;

/// Cycles a word takes, but for what it waits for the full evaluator.
pub const fn cost(orders: &Orders) -> u8 {
    let mut cycles = WORD_CYCLES;
    if !matches!(orders.find, Find::Nothing) {
        cycles += FIND_CYCLES;
    }
    if !matches!(orders.memory, Memory::Nothing) {
        cycles += MEMORY_CYCLES;
    }
    if !matches!(orders.put, Put::Nothing) && matches!(orders.test, Test::Hit) {
        cycles += KEY_CYCLES;
    }
    cycles
}

/// Most cycles a word takes: one that reads the full value may wait for a whole evaluation.
pub const fn most(orders: &Orders) -> u8 {
    cost(orders)
        + if matches!(orders.source, Source::Full) {
            READY_CYCLES
        } else {
            0
        }
}
