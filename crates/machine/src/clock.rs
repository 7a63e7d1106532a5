//! Clock: a ledger of cycles, by which machine seconds mean what they meant in 1982.
//!
//! Fidelity: no cycle time is on record. Decided: the costs of orders, estimated and not derived from gate delays
//! (docs/decisions/clock.md), and the length of a cycle, calibrated to the documented 160,000 positions a second in
//! the mean over the Bratko-Kopec positions.

use crate::microengine::word::{Find, Memory, Orders, Put, Source, Test};

/// Machine cycles a second (decided, calibrated by `belle suite suites/bratko-kopec.epd --pace authentic --seconds 180`).
pub const CYCLES_PER_SECOND: f64 = 6_170_000.0;

/// Positions a second of the original, as documented.
pub const ORIGINAL_NODES_PER_SECOND: f64 = 160_000.0;

/// Cycles of a word that only moves registers.
pub const WORD: u8 = 1;
/// Cycles more while the array settles.
pub const FIND: u8 = 2;
/// Cycles more for a read or write of the transposition memory: fixed logic behind a wait line (decided; the record has
/// a microprocessor system of its own).
pub const MEMORY: u8 = 4;

/// Cycles more for the full evaluator, one ray direction a cycle (documented: eight).
pub const EVALUATION: u8 = 8;

/// Cycles more while the hash ROM's words for a write to the board arrive, if the same word asks whether the key hits.
pub const KEY: u8 = 1;

/// Cycles a word takes.
pub const fn cost(orders: &Orders) -> u8 {
    let mut cycles = WORD;
    if !matches!(orders.find, Find::Nothing) {
        cycles += FIND;
    }
    if !matches!(orders.memory, Memory::Nothing) {
        cycles += MEMORY;
    }
    if matches!(orders.source, Source::Full) {
        cycles += EVALUATION;
    }
    if !matches!(orders.put, Put::Nothing) && matches!(orders.test, Test::Hit) {
        cycles += KEY;
    }
    cycles
}

/// The machines of three years. Documented: their speeds. Decided: the two earlier ones search as the third, only
/// slower; a generation is a factor on the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// The program on a PDP-11: 200 positions a second.
    Program1972,
    /// Three devices of 325 chips beside a PDP-11: 5,000 positions a second.
    Devices1978,
    /// The machine of 1,700 chips: 160,000 positions a second.
    #[default]
    Machine1980,
}

impl Generation {
    /// All of them, oldest first.
    pub const ALL: [Generation; 3] =
        [Generation::Program1972, Generation::Devices1978, Generation::Machine1980];

    /// Its year, by which it is called.
    pub const fn year(self) -> &'static str {
        match self {
            Generation::Program1972 => "1972",
            Generation::Devices1978 => "1978",
            Generation::Machine1980 => "1980",
        }
    }

    /// Positions a second, as documented.
    pub const fn nodes_per_second(self) -> f64 {
        match self {
            Generation::Program1972 => 200.0,
            Generation::Devices1978 => 5_000.0,
            Generation::Machine1980 => ORIGINAL_NODES_PER_SECOND,
        }
    }

    /// Cycles it makes in a second.
    pub fn cycles_per_second(self) -> f64 {
        CYCLES_PER_SECOND * self.nodes_per_second() / ORIGINAL_NODES_PER_SECOND
    }

    /// Its seconds for a number of cycles.
    pub fn seconds(self, cycles: u64) -> f64 {
        cycles as f64 / self.cycles_per_second()
    }
}
