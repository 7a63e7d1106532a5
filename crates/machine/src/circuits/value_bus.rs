//! Value bus: the adder with complement, and the comparator.
//!
//! ```text
//!                   +-------+                    +-----------+
//!  accumulator --16>|       |--16> sum    a --16>|           |--> less
//!  operand ------16>|  ADD  |                    |  COMPARE  |
//!  invert, carry -->|       |             b --16>|           |--> equal
//!                   +-------+                    +-----------+
//! ```
//!
//! Numbers are 16 bits in two's complement and wrap around.
//!
//! Source: Chess Programming Wiki, "Belle", section on the microcode: sixteen bits, add and compare. Fidelity:
//! documented; decided: complement and carry as orders of their own, without which a value could not be negated.

use crate::part::Part;
use logic::{Lanes, Logic, Netlist, Signal, lanes, scope};

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "microengine/value_bus",
    fidelity: "documented: 16 bits, add and compare; decided: complement and carry",
    wires: &[],
    file: file!(),
};

/// `accumulator + operand + carry`, the operand complemented while `invert` is high: with both it subtracts.
#[inline(always)]
pub fn add<L: Logic>(
    l: L,
    accumulator: L::Word,
    operand: L::Word,
    invert: L::Wire,
    carry: L::Wire,
) -> L::Word {
    scope!(
        l,
        "ADD",
        l.sum(accumulator, operand ^ L::Word::spread(invert), carry)
            .0
            .named("sum")
    )
}

/// Outputs of the comparator, for two signed numbers.
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
        // With their signs turned over, numbers compare as if they had none: a - b carries out unless a < b.
        let (flipped_a, flipped_b) = (a ^ l.word(0x8000), b ^ l.word(0x8000));
        let (_, not_less) = l.sum(flipped_a, !flipped_b, l.wire(true));
        Comparison {
            less: (!not_less).named("less"),
            equal: (!(a ^ b).any()).named("equal"),
        }
    })
}

/// One cycle of the bus: the sum, the accumulator gated by `gate`; and the accumulator compared with the
/// operand as it came.
#[inline(always)]
pub fn value_bus<L: Logic>(
    l: L,
    accumulator: L::Word,
    gate: L::Wire,
    operand: L::Word,
    invert: L::Wire,
    carry: L::Wire,
) -> (L::Word, Comparison<L>) {
    let gated = scope!(l, "ADD", accumulator & L::Word::spread(gate));
    (
        add(l, gated, operand, invert, carry),
        compare(l, accumulator, operand),
    )
}

/// Outputs of [`value_bus`] as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outputs {
    /// The adder's output.
    pub sum: i16,
    /// The accumulator is less than the operand.
    pub less: bool,
    /// The accumulator equals the operand.
    pub equal: bool,
}

/// [`value_bus`] on lanes.
#[inline(always)]
pub fn settle(accumulator: i16, gate: bool, operand: i16, invert: bool, carry: bool) -> Outputs {
    let word = |value: i16| lanes::Word(value as u16);
    let [gate, invert, carry] = [gate, invert, carry].map(lanes::Wire);
    let (sum, order) = value_bus(Lanes, word(accumulator), gate, word(operand), invert, carry);
    Outputs {
        sum: sum.0 as i16,
        less: order.less.0,
        equal: order.equal.0,
    }
}

/// Builds the value bus gate by gate. Inputs: `accumulator` (16 wires), `gate`, `operand` (16), `invert`, `carry`.
/// Outputs: `sum` (16 wires), `less`, `equal`.
pub fn netlist() -> Netlist {
    let net = Netlist::new();
    let (accumulator, gate) = (net.input_word("accumulator"), net.input_wire("gate"));
    let (operand, invert) = (net.input_word("operand"), net.input_wire("invert"));
    let (sum, order) = value_bus(
        &net,
        accumulator,
        gate,
        operand,
        invert,
        net.input_wire("carry"),
    );
    net.output("sum", sum);
    net.output("less", order.less);
    net.output("equal", order.equal);
    net
}
