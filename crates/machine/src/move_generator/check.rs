//! Check: the OR of the king lines of all 64 squares.
//!
//! ```text
//!                  +---------+
//!  king, 64 lines  |         |
//!  from RECV ----->|  CHECK  |--> check: the enemy's king can be taken
//!                  +---------+
//! ```
//!
//! Source: Chess Programming Wiki, "Belle", block diagram of the square: the king line and CHECK.
//! Fidelity: documented (F048). Against the record (F051): the find that asks it of the own king.

use crate::part::{Part, wire};
use logic::{Logic, Signal, scope};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "move_generator/check",
    fidelity: "documented (F048): the line; against the record (F051): the find that asks it of the own king",
    wires: &[wire(
        "check",
        "A king could be taken now: the move before was illegal, or, in a find for check, the side to move stands in check.",
    )],
    file: file!(),
};

/// Whether any king line is high.
#[inline(always)]
pub fn check<L: Logic>(l: L, king: L::Plane) -> L::Wire {
    scope!(l, "CHECK", king.any().named("check"))
}
