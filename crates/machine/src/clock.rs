//! The clock: a ledger of cycles, by which machine seconds mean what they meant in 1982.
//!
//! Fidelity: no cycle time is on record. Decided: what each order costs, from the depth of the circuits it waits for
//! (docs/decisions/clock.md), and the length of a cycle, calibrated so that the machine searches the documented
//! 160,000 positions a second in the mean over the Bratko-Kopec positions.

use crate::microengine::word::{Find, Memory, Orders};

/// Machine cycles a second (decided, calibrated by `belle bench`).
pub const CYCLES_PER_SECOND: f64 = 8_000_000.0;

/// Positions a second of the original, as documented.
pub const ORIGINAL_NODES_PER_SECOND: f64 = 160_000.0;

/// Cycles of a word that only moves registers.
pub const WORD: u8 = 1;
/// Cycles more while the array settles.
pub const FIND: u8 = 2;
/// Cycles more for a read or write of the transposition memory, a processor of its own behind a wait line.
pub const MEMORY: u8 = 4;

/// Cycles a word takes.
pub const fn cost(orders: &Orders) -> u8 {
    let mut cycles = WORD;
    if !matches!(orders.find, Find::Nothing) {
        cycles += FIND;
    }
    if !matches!(orders.memory, Memory::Nothing) {
        cycles += MEMORY;
    }
    cycles
}

/// Machine seconds of a number of cycles.
pub fn seconds(cycles: u64) -> f64 {
    cycles as f64 / CYCLES_PER_SECOND
}
