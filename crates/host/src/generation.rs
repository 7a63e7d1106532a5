//! The years of Belle that a player may choose.

use machine::clock::{CYCLES_PER_SECOND, ORIGINAL_NODES_PER_SECOND};
use play::Choices;

/// Belle's forms, named by year.
///
/// Documented (F004, F006, F007, F010, F014): structures and speeds; those of 1976, and the numbers
/// of chips, second-hand (F005, F008, F011). The programs are crate `tbelle`, the software of 1978
/// is in crate `belle-player`. Against the record (F015), 1983 searches as the machine of 1980
/// does, and only the clock differs: its search had been changed, in a way that is not described.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// The program on a PDP-11: 200 positions a second.
    Program1972,
    /// The program with a move generator of 25 chips: about 200 positions a second.
    Generator1976,
    /// Special hardware of 325 chips beside a PDP-11: 5,000 positions a second.
    Devices1978,
    /// The machine of 1,700 chips: 160,000 positions a second.
    #[default]
    Machine1980,
    /// The machine as entered in the world championship of 1983: 110,000 positions a second.
    Entry1983,
}

/// Named by their years, oldest first.
impl Choices for Generation {
    const ALL: &'static [(Generation, &'static str)] = &[
        (Generation::Program1972, "1972"),
        (Generation::Generator1976, "1976"),
        (Generation::Devices1978, "1978"),
        (Generation::Machine1980, "1980"),
        (Generation::Entry1983, "1983"),
    ];
}

impl Generation {
    /// Whether the program plays, with or without hardware that generates moves.
    pub const fn is_program(self) -> bool {
        matches!(self, Generation::Program1972 | Generation::Generator1976)
    }

    /// Positions a second of the record.
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
