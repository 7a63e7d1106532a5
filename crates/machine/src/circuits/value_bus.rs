//! Value bus: the adder with complement, and the comparator.
//!
//! ```text
//!                   +-------+                    +-----------+
//!  accumulator --16>|       |--16> sum    a --16>|           |--> less
//!  operand ------16>|  ADD  |                    |  COMPARE  |
//!  subtract ------->|       |             b --16>|           |--> equal
//!                   +-------+                    +-----------+
//! ```
//!
//! Numbers are 16 bits in two's complement and wrap around.
//!
//! Source: Chess Programming Wiki, "Belle": "a 16-bit value bus ... its only operations are add and
//! compare". Fidelity: documented; inferred: the complement, without which a value could not be negated.

use logic::{Lanes, Logic, Signal, lanes, scope};

/// What the adder settles on.
#[derive(Clone, Copy)]
struct Sum<L: Logic> {
    value: L::Word,
    /// The carry into the sign's place.
    into_sign: L::Wire,
    /// The carry out of it.
    out: L::Wire,
}

#[inline(always)]
fn adder<L: Logic>(l: L, accumulator: L::Word, operand: L::Word, subtract: L::Wire) -> Sum<L> {
    let operand = operand ^ L::Word::spread(subtract);
    let propagate = accumulator ^ operand;
    let (into, out) = l.carry(accumulator & operand, propagate, subtract);
    Sum { value: propagate ^ into, into_sign: into.bit(15), out }
}

/// `accumulator + operand`, or `accumulator - operand` while `subtract` is high.
#[inline(always)]
pub fn add<L: Logic>(l: L, accumulator: L::Word, operand: L::Word, subtract: L::Wire) -> L::Word {
    scope!(l, "ADD", adder(l, accumulator, operand, subtract).value.named("sum"))
}

/// What the comparator tells of two signed numbers.
#[derive(Clone, Copy)]
pub struct Comparison<L: Logic> {
    /// `a < b`.
    pub less: L::Wire,
    /// `a = b`.
    pub equal: L::Wire,
}

/// Compares two signed numbers.
#[inline(always)]
pub fn compare<L: Logic>(l: L, a: L::Word, b: L::Word) -> Comparison<L> {
    scope!(l, "COMPARE", {
        let difference = adder(l, a, b, l.wire(true));
        // The sign of the difference is wrong if the subtraction overflows.
        let overflow = difference.into_sign ^ difference.out;
        Comparison {
            less: (difference.value.bit(15) ^ overflow).named("less"),
            equal: (!(a ^ b).any()).named("equal"),
        }
    })
}

/// [`add`] on lanes.
#[inline]
pub fn add_value(accumulator: i16, operand: i16, subtract: bool) -> i16 {
    let word = |value: i16| lanes::Word(value as u16);
    add(Lanes, word(accumulator), word(operand), lanes::Wire(subtract)).0 as i16
}

/// [`compare`] on lanes.
#[inline]
pub fn compare_values(a: i16, b: i16) -> std::cmp::Ordering {
    let found = compare(Lanes, lanes::Word(a as u16), lanes::Word(b as u16));
    match (found.less.0, found.equal.0) {
        (true, _) => std::cmp::Ordering::Less,
        (_, true) => std::cmp::Ordering::Equal,
        _ => std::cmp::Ordering::Greater,
    }
}
