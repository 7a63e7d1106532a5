//! The constant ROM of the value bus: eight words that a diode matrix could hold.

use roms::full::FULL_MARGIN;
use roms::value::{MATE, MATE_ZONE};

/// One word of the constant ROM.
#[derive(Debug, PartialEq, Eq)]
pub struct Constant {
    /// Symbol in the assembler.
    pub name: &'static str,
    /// The word.
    pub value: i16,
    /// Purpose.
    pub help: &'static str,
}

const fn c(name: &'static str, value: i16, help: &'static str) -> Constant {
    Constant { name, value, help }
}

/// The constants, by number (decided).
pub const CONSTANTS: [Constant; 8] = [
    c(
        "minus_margin",
        -FULL_MARGIN,
        "what the full evaluator can take from the lazy value",
    ),
    c(
        "twice_margin",
        2 * FULL_MARGIN,
        "from there to what it can add",
    ),
    c("mated", -MATE, "the mover is mated on the spot"),
    c("zone", MATE_ZONE, "values above this are mates"),
    c("minus_zone", -MATE_ZONE, "values below this are mates"),
    c("odd", 0x5555, "every other bit, for the self-test"),
    c(
        "even",
        0xAAAA_u16 as i16,
        "the other bits, for the self-test",
    ),
    c("ones", -1, "all bits"),
];
