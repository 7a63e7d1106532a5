//! Weigh: the ROM of weights, and the clamp at the end.
//!
//! ```text
//!                                +---------+                      +-------+
//!  cycle, stage class (8 x 8) -->| WEIGHTS |--> weight    sum --->| CLAMP |--> value
//!                                +---------+                      +-------+
//! ```
//!
//! Fidelity: weights and clamp decided. The clamp makes a lazy cut-off safe: what the full part
//! could still add is known beforehand.

use logic::{Logic, Signal, scope, select};
use roms::STAGES;
use roms::full::{CYCLES, FULL_MARGIN, full_slot, full_weight};

use crate::circuits::value_bus::compare;

/// The squares of the decoded address (cycle and stage class) at which the ROM word of `line` has
/// bit `place` set.
const fn rom(line: usize, place: usize) -> u64 {
    let mut mask = 0;
    let mut cycle = 0;
    while cycle < CYCLES {
        if let Some(term) = full_slot(line, cycle) {
            let mut class = 0;
            while class < STAGES {
                mask |= (full_weight(term, class) as u64 >> place & 1) << (cycle + CYCLES * class);
                class += 1;
            }
        }
        cycle += 1;
    }
    mask
}

/// The ROM word for a line; `selected` is the decoded address.
#[inline(always)]
pub fn weight<L: Logic>(l: L, selected: L::Plane, line: usize) -> L::Word {
    l.join_word(std::array::from_fn(|place| {
        (selected & l.plane(rom(line, place))).any()
    }))
}

/// Keeps a sum within the margin.
#[inline(always)]
pub fn clamp<L: Logic>(l: L, sum: L::Word) -> L::Word {
    scope!(l, "CLAMP", {
        let (most, least) = (
            l.word(FULL_MARGIN as u16),
            l.word(FULL_MARGIN.wrapping_neg() as u16),
        );
        let high = compare(l, most, sum).less;
        let low = compare(l, sum, least).less;
        select(high, most, select(low, least, sum))
    })
}
