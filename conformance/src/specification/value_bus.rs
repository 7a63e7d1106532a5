//! The value bus: sums place by place, and comparisons of signed numbers.

use logic::{Netlist, Signal};

use super::{all, some};

const SIGN: usize = 15;

/// Inputs `accumulator`, `gate`, `operand`, `invert` and `carry`. Output `sum`, modulo 65,536: the
/// accumulator, or zero if `gate` is low, and the operand, each of its places inverted if `invert`
/// is high, and carry, added as on paper. Outputs of the accumulator and the operand, both signed:
/// `less`, the accumulator is the less, and `equal`.
pub fn value_bus() -> Netlist {
    let net = Netlist::new();
    let (accumulator, gate) = (net.input_word("accumulator"), net.input_wire("gate"));
    let (operand, invert) = (net.input_word("operand"), net.input_wire("invert"));
    let mut carry = net.input_wire("carry");
    let mut sum = Vec::new();
    for place in 0..16 {
        let (a, b) = (accumulator.bit(place) & gate, operand.bit(place) ^ invert);
        sum.push(a ^ b ^ carry);
        let two_of_three = (a & b) | (a & carry) | (b & carry);
        carry = two_of_three;
    }
    net.output_wires("sum", &sum);

    let (a, b) = (accumulator, operand);
    let same = |place: usize| !(a.bit(place) ^ b.bit(place));
    // Of two numbers alike down to one place, that with a one there is the greater; at the sign the
    // less.
    let less_at = |place: usize| {
        let (zero, one) = if place == SIGN { (b, a) } else { (a, b) };
        all(&net, (place + 1..16).map(same)) & !zero.bit(place) & one.bit(place)
    };
    net.output("less", some(&net, (0..16).map(less_at)));
    net.output("equal", all(&net, (0..16).map(same)));
    net
}
