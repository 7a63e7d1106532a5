//! Clock: cycles of each microword, and the original machine's seconds for them.
//!
//! Fidelity: no cycle time is on record. Decided: the costs of orders, estimated and not derived from gate delays
//! (docs/decisions/clock.md). Decided: the length of a cycle, calibrated to the documented mean of 160,000 positions a
//! second, over the Bratko-Kopec positions.

use crate::microengine::word::{Find, Memory, Orders, Put, Source, Test};
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "clock",
    fidelity: "decided, calibrated to the documented 160,000 positions a second",
    wires: &[],
    file: file!(),
};

/// Machine cycles a second (decided, calibrated by `belle suite suites/bratko-kopec.epd --pace authentic --seconds 30`).
pub const CYCLES_PER_SECOND: f64 = 4_160_000.0;

/// Documented speed of the original.
pub const ORIGINAL_NODES_PER_SECOND: f64 = 160_000.0;

/// Cycles of a word that only moves registers.
pub const WORD_CYCLES: u8 = 1;
/// Extra cycle of a find: the array settles in the first, the priority network in the second.
pub const FIND_CYCLES: u8 = 1;
/// Extra cycles of a read or write of the transposition memory.
///
/// Documented: a separate microprocessor system serves it. Decided: fixed logic with a wait line.
pub const MEMORY_CYCLES: u8 = 4;

/// Cycles in which the full evaluator's cells report: eight (documented), one for each ray direction (inferred).
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

/// Belle's forms, named by year.
///
/// Documented (1976 at second hand): structures and speeds. The programs are crate `tbelle`, the software of 1978 is in
/// crate `host`. Decided: 1983 searches as the machine of 1980 does; only the clock differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// The program on a PDP-11: 200 positions a second.
    Program1972,
    /// The program with a move generator of 25 chips: about 200 positions a second.
    Generator1976,
    /// Three devices of 325 chips beside a PDP-11: 5,000 positions a second.
    Devices1978,
    /// The machine of 1,700 chips: 160,000 positions a second.
    #[default]
    Machine1980,
    /// The machine as entered in the world championship of 1983: 110,000 positions a second.
    Entry1983,
}

impl Generation {
    /// All generations, oldest first.
    pub const ALL: [Generation; 5] = [
        Generation::Program1972,
        Generation::Generator1976,
        Generation::Devices1978,
        Generation::Machine1980,
        Generation::Entry1983,
    ];

    /// The year, which is also the name.
    pub const fn year(self) -> &'static str {
        match self {
            Generation::Program1972 => "1972",
            Generation::Generator1976 => "1976",
            Generation::Devices1978 => "1978",
            Generation::Machine1980 => "1980",
            Generation::Entry1983 => "1983",
        }
    }

    /// Whether the program plays, with or without hardware that generates moves.
    pub const fn is_program(self) -> bool {
        matches!(self, Generation::Program1972 | Generation::Generator1976)
    }

    /// Positions a second, as documented.
    pub const fn nodes_per_second(self) -> f64 {
        match self {
            Generation::Program1972 | Generation::Generator1976 => 200.0,
            Generation::Devices1978 => 5_000.0,
            Generation::Machine1980 => ORIGINAL_NODES_PER_SECOND,
            Generation::Entry1983 => 110_000.0,
        }
    }

    /// Cycles a second; for 1978 the microseconds of its cost model.
    pub fn cycles_per_second(self) -> f64 {
        match self {
            Generation::Devices1978 => 1_000_000.0,
            _ => CYCLES_PER_SECOND * self.nodes_per_second() / ORIGINAL_NODES_PER_SECOND,
        }
    }

    /// Seconds that a number of cycles takes.
    pub fn seconds(self, cycles: u64) -> f64 {
        cycles as f64 / self.cycles_per_second()
    }
}
