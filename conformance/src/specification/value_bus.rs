//! What the value bus must compute: sums place by place, and comparisons of signed numbers.

use logic::{Netlist, Signal};

use super::{all, some};

const SIGN: usize = 15;

/// Inputs `accumulator`, `operand`, `invert` and `carry`; output `sum`, modulo 65,536: accumulator and
/// operand, each place of the operand inverted if `invert` is high, and carry, added as on paper.
pub fn add() -> Netlist {
    let net = Netlist::new();
    let (accumulator, operand) = (net.input_word("accumulator"), net.input_word("operand"));
    let invert = net.input_wire("invert");
    let mut carry = net.input_wire("carry");
    let mut sum = Vec::new();
    for place in 0..16 {
        let (a, b) = (accumulator.bit(place), operand.bit(place) ^ invert);
        sum.push(a ^ b ^ carry);
        let two_of_three = (a & b) | (a & carry) | (b & carry);
        carry = two_of_three;
    }
    net.output_wires("sum", &sum);
    net
}

/// Inputs `a` and `b`, signed; outputs `less`: a < b, and `equal`: a = b.
pub fn compare() -> Netlist {
    let net = Netlist::new();
    let (a, b) = (net.input_word("a"), net.input_word("b"));
    let same = |place: usize| !(a.bit(place) ^ b.bit(place));
    // Of two numbers alike down to one place, that with a one there is the greater; at the sign the less.
    let less_at = |place: usize| {
        let (zero, one) = if place == SIGN { (b, a) } else { (a, b) };
        all(&net, (place + 1..16).map(same)) & !zero.bit(place) & one.bit(place)
    };
    net.output("less", some(&net, (0..16).map(less_at)));
    net.output("equal", all(&net, (0..16).map(same)));
    net
}
