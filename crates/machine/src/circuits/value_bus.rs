//! Value bus: the adder, which can invert its operand, and the comparator.
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
//! Source: Chess Programming Wiki, "Belle", section on the microcode: sixteen bits, add and
//! compare. Fidelity: documented (F081); decided: inversion and carry as orders of their own,
//! without which a value could not be negated.

use logic::{Combinational, Lanes, Logic, Signal, lanes, pins, scope};

use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "microengine/value_bus",
    fidelity: "documented (F081): 16 bits, add and compare; decided: inversion and carry",
    wires: &[],
    file: file!(),
};

/// `accumulator + operand + carry`, the operand inverted while `invert` is high: with both it
/// subtracts.
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
        // With their signs inverted, numbers compare as if they had none: a - b carries out unless
        // a < b.
        let (flipped_a, flipped_b) = (a ^ l.word(0x8000), b ^ l.word(0x8000));
        let (_, not_less) = l.sum(flipped_a, !flipped_b, l.wire(true));
        Comparison {
            less: (!not_less).named("less"),
            equal: (!(a ^ b).any()).named("equal"),
        }
    })
}

pins! {
    /// Inputs of [`ValueBus`].
    Inputs {
        "the accumulator" accumulator: word,
        "the accumulator goes to the adder" gate: wire,
        "the source" operand: word,
        "the adder takes the source inverted" invert: wire,
        "the adder's carry in" carry: wire,
    }
}

pins! {
    /// Outputs of [`ValueBus`]. The comparator takes the accumulator and the source as they come.
    Outputs {
        "the adder's output" sum: word,
        "the accumulator is less than the source" less: wire,
        "they are equal" equal: wire,
    }
}

/// One cycle of the bus.
#[derive(Clone, Copy, Debug)]
pub struct ValueBus;

impl Combinational for ValueBus {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    #[inline(always)]
    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let Inputs {
            accumulator,
            gate,
            operand,
            invert,
            carry,
        } = inputs;
        let gated = scope!(l, "ADD", accumulator & L::Word::spread(gate));
        let sum = add(l, gated, operand, invert, carry);
        let Comparison { less, equal } = compare(l, accumulator, operand);
        Outputs { sum, less, equal }
    }
}

/// Outputs of [`ValueBus`] as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The adder's output.
    pub sum: i16,
    /// The accumulator is less than the source.
    pub less: bool,
    /// They are equal.
    pub equal: bool,
}

/// [`ValueBus`] on lanes.
#[inline(always)]
pub fn settle(accumulator: i16, gate: bool, operand: i16, invert: bool, carry: bool) -> Levels {
    let inputs = Inputs {
        accumulator: lanes::Word(accumulator as u16),
        gate: lanes::Wire(gate),
        operand: lanes::Word(operand as u16),
        invert: lanes::Wire(invert),
        carry: lanes::Wire(carry),
    };
    let outputs = ValueBus::settle(Lanes, inputs);
    Levels {
        sum: outputs.sum.0 as i16,
        less: outputs.less.0,
        equal: outputs.equal.0,
    }
}
