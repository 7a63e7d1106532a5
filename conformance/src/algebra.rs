//! The proof that adders add, by arithmetic.
//!
//! An equivalence checker proves a circuit by comparing it gate by gate with another, which fails
//! where trees of adders are built in another order. But every gate is a polynomial of its inputs:
//! NOT is 1 - a, AND ab, OR a + b - ab, XOR a + b - 2ab. Starting from the number that an output
//! stands for, the sum of its wires times their powers of two, the gates are put in one after the
//! other, the last first, until only inputs are left. What is left is the number as a polynomial of
//! the inputs, and there is only one, so it is that of the specification or the circuit is wrong.
//! An adder's products cancel as soon as both its gates are in: 2(ab) + (a + b - 2ab) = a + b.
//! Products that hold both an XOR and the AND of the same two wires are zero, for never are both
//! high, and are dropped at once: without that a chain of carries would triple them at each place.
//!
//! All is reckoned modulo 65,536, as on the value bus.

use std::collections::{BTreeMap, HashMap};

use logic::Netlist;
use logic::netlist::{Gate, Node};

/// Wires multiplied with each other: gates before inputs, later ones first, none twice (a wire
/// times itself is itself).
type Product = Vec<(bool, Node)>;
/// Products on the way, each with its factor.
type Sum = BTreeMap<Product, u16>;
/// A number as a sum of products of input wires, each with its factor; the empty product is 1.
pub type Polynomial = BTreeMap<Vec<Node>, u16>;
/// More products than any circuit that adds has on the way.
const MOST: usize = 20_000;

/// The polynomial grew beyond all bounds: these gates do not add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MOST} products: these gates are no adders")]
pub struct Grown;

/// The number on `output` as a polynomial of the inputs, modulo 65,536, with the inputs in `fixed`
/// at these values.
pub fn value_of(net: &Netlist, output: &str, fixed: &[(&str, u64)]) -> Result<Polynomial, Grown> {
    let [value] = Algebra::new(net).values_of([output], fixed);
    value
}

/// A netlist whose outputs are asked for many times, with inputs at different values.
///
/// Different values often leave the same gates: of two squares of a king that its decoder tells
/// apart by no wire that matters, say. What is left is a polynomial once.
#[derive(Clone, Debug)]
pub struct Algebra<'n> {
    net: &'n Netlist,
    gates: Vec<Node>,
    /// Of each XOR the AND of the same two wires.
    never_with: HashMap<Node, Node>,
    found: HashMap<Remainder, Result<Polynomial, Grown>>,
}

/// What decides about a polynomial: an output's wires, and the levels of all settled wires that its
/// unsettled gates read.
type Remainder = (Vec<Node>, Vec<(Node, bool)>);

impl<'n> Algebra<'n> {
    /// Prepares a netlist.
    pub fn new(net: &'n Netlist) -> Self {
        let gates = net.live_gates();
        let inputs = |node: &Node| net.gate(*node).inputs().collect::<Vec<_>>();
        let is_and = |node: &&Node| matches!(net.gate(**node), Gate::And(..));
        let ands: HashMap<_, _> = gates
            .iter()
            .filter(is_and)
            .map(|node| (inputs(node), *node))
            .collect();
        let is_xor = |node: &&Node| matches!(net.gate(**node), Gate::Xor(..));
        let xors = gates.iter().filter(is_xor);
        let never_with = xors
            .filter_map(|xor| Some((*xor, *ands.get(&inputs(xor))?)))
            .collect();
        Self {
            net,
            gates,
            never_with,
            found: HashMap::new(),
        }
    }

    /// The numbers on some outputs, as [`value_of`] says.
    pub fn values_of<const N: usize>(
        &mut self,
        outputs: [&str; N],
        fixed: &[(&str, u64)],
    ) -> [Result<Polynomial, Grown>; N] {
        let circuit = Circuit::new(self.net, &self.gates, &self.never_with, fixed);
        outputs.map(|output| {
            let wires = self.net.wires(output);
            let settled = circuit.settled_below(&wires);
            let remainder = (wires, settled);
            if let Some(found) = self.found.get(&remainder) {
                return found.clone();
            }
            let value = circuit.value_of(&remainder.0);
            self.found.insert(remainder, value.clone());
            value
        })
    }
}

fn is_gate(product: &Product) -> bool {
    product.first().is_some_and(|&(gate, _)| gate)
}

/// A netlist with some inputs at fixed values.
struct Circuit<'a> {
    net: &'a Netlist,
    never_with: &'a HashMap<Node, Node>,
    /// The levels that are settled with these values, by the nodes' numbers.
    levels: Vec<Option<bool>>,
}

impl<'a> Circuit<'a> {
    fn new(
        net: &'a Netlist,
        gates: &[Node],
        never_with: &'a HashMap<Node, Node>,
        fixed: &[(&str, u64)],
    ) -> Self {
        let mut circuit = Self {
            net,
            never_with,
            levels: Vec::new(),
        };
        for (name, value) in fixed {
            for (bit, node) in net.wires(name).into_iter().enumerate() {
                circuit.settle(node, value >> bit & 1 != 0);
            }
        }
        for &node in gates {
            let gate = net.gate(node);
            let mut inputs = gate.inputs().map(|input| circuit.level(input));
            let (first, second) = (inputs.next().flatten(), inputs.next().flatten());
            let level = match (gate, first, second) {
                (Gate::Not(_), Some(level), _) => Some(!level),
                // One input settles an AND if it is low, an OR if it is high.
                (Gate::And(..), Some(false), _) | (Gate::And(..), _, Some(false)) => Some(false),
                (Gate::Or(..), Some(true), _) | (Gate::Or(..), _, Some(true)) => Some(true),
                (Gate::Xor(..), Some(a), Some(b)) => Some(a != b),
                (Gate::And(..) | Gate::Or(..), Some(level), Some(_)) => Some(level),
                _ => None,
            };
            if let Some(level) = level {
                circuit.settle(node, level);
            }
        }
        circuit
    }

    fn settle(&mut self, node: Node, level: bool) {
        let number = node.number();
        if self.levels.len() <= number {
            self.levels.resize(number + 1, None);
        }
        self.levels[number] = Some(level);
    }

    fn level(&self, node: Node) -> Option<bool> {
        match self.net.gate(node) {
            Gate::Constant(level) => Some(level),
            _ => self.levels.get(node.number()).copied().flatten(),
        }
    }

    /// The settled wires among these and those that the unsettled gates below them read, in order,
    /// with their levels.
    fn settled_below(&self, wires: &[Node]) -> Vec<(Node, bool)> {
        let highest = wires.iter().map(|node| node.number()).max();
        let mut seen = vec![false; highest.map_or(0, |number| number + 1)];
        let mut settled = Vec::new();
        let mut open = wires.to_vec();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node.number()], true) {
                continue;
            }
            match self.level(node) {
                Some(level) => settled.push((node, level)),
                None => open.extend(self.net.gate(node).inputs()),
            }
        }
        settled.sort_unstable();
        settled
    }

    /// The number on these wires.
    fn value_of(&self, wires: &[Node]) -> Result<Polynomial, Grown> {
        let mut sum = Sum::default();
        for (place, &node) in wires.iter().enumerate().take(16) {
            self.add(&mut sum, &[], 1 << place, &self.wire(node));
        }
        // The last entry has the latest gate: what is put in for it has earlier ones only.
        while let Some((product, _)) = sum.last_key_value().filter(|(product, _)| is_gate(product))
        {
            let (_, node) = product[0];
            let gate = self.polynomial(node);
            while let Some(entry) = sum
                .last_entry()
                .filter(|entry| entry.key().first() == Some(&(true, node)))
            {
                let (product, factor) = entry.remove_entry();
                self.add(&mut sum, &product[1..], factor, &gate);
            }
            if sum.len() > MOST {
                return Err(Grown);
            }
        }
        let nodes = |product: Product| product.into_iter().map(|(_, node)| node).collect();
        Ok(sum
            .into_iter()
            .map(|(product, factor)| (nodes(product), factor))
            .collect())
    }

    /// Adds a product times a factor times a polynomial.
    fn add(&self, sum: &mut Sum, product: &[(bool, Node)], factor: u16, by: &[(Product, u16)]) {
        for (other, times) in by {
            let mut both: Product = product.iter().chain(other).copied().collect();
            both.sort_unstable_by(|a, b| b.cmp(a));
            both.dedup();
            let excludes = |(_, node): &(bool, Node)| {
                self.never_with
                    .get(node)
                    .is_some_and(|and| both.contains(&(true, *and)))
            };
            if both.iter().any(excludes) {
                continue;
            }
            let before = sum.remove(&both).unwrap_or(0);
            match before.wrapping_add(factor.wrapping_mul(*times)) {
                0 => {}
                now => _ = sum.insert(both, now),
            }
        }
    }

    /// A wire as a polynomial of itself, or its level.
    fn wire(&self, node: Node) -> Vec<(Product, u16)> {
        match self.level(node) {
            Some(level) => vec![(Vec::new(), u16::from(level))],
            None => vec![(
                vec![(!matches!(self.net.gate(node), Gate::Input(_)), node)],
                1,
            )],
        }
    }

    /// A gate as a polynomial of its inputs.
    fn polynomial(&self, node: Node) -> Vec<(Product, u16)> {
        const MINUS_ONE: u16 = u16::MAX;
        const MINUS_TWO: u16 = u16::MAX - 1;
        let gate = self.net.gate(node);
        let inputs: Vec<_> = gate.inputs().map(|input| self.wire(input)).collect();
        let mut sum = Sum::new();
        let mut plus = |factor: u16, inputs: &[&[(Product, u16)]]| {
            let one = vec![(Vec::new(), 1)];
            let (a, b) = (
                inputs.first().copied().unwrap_or(&one),
                inputs.get(1).copied().unwrap_or(&one),
            );
            for (product, times) in a {
                self.add(&mut sum, product, factor.wrapping_mul(*times), b);
            }
        };
        match (gate, &inputs[..]) {
            (Gate::Not(_), [a]) => {
                plus(1, &[]);
                plus(MINUS_ONE, &[a]);
            }
            (Gate::And(..), [a, b]) => plus(1, &[a, b]),
            (Gate::Or(..) | Gate::Xor(..), [a, b]) => {
                plus(1, &[a]);
                plus(1, &[b]);
                plus(
                    if matches!(gate, Gate::Or(..)) {
                        MINUS_ONE
                    } else {
                        MINUS_TWO
                    },
                    &[a, b],
                );
            }
            _ => unreachable!("a gate has one input or two"),
        }
        sum.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Logic;

    /// Three numbers of which two are multiplied, on sixteen wires.
    fn product_and_sum() -> Netlist {
        let net = Netlist::new();
        let (a, b) = (net.input_word("a"), net.input_word("b"));
        net.output("out", (&net).multiply(a, b));
        net
    }

    #[test]
    fn multiplier_polynomial_is_product() {
        let net = product_and_sum();
        for by in [0, 1, 2, 3, 10, 118, 0xFFF0, 0x8000, 0xFFFF] {
            let expected: Polynomial = (net.wires("a").into_iter().enumerate())
                .map(|(place, node)| (vec![node], (by as u16) << place))
                .filter(|(_, factor)| *factor != 0)
                .collect();
            assert_eq!(
                value_of(&net, "out", &[("b", by)]).unwrap(),
                expected,
                "{by}"
            );
        }
    }

    #[test]
    fn residue_names_wrong_input() {
        let net = Netlist::new();
        let (a, b) = (net.input_wire("a"), net.input_wire("b"));
        net.output_wires("sum", &[a ^ b, a | b]);
        let [a, b] = [a.nodes()[0], b.nodes()[0]];
        // Three times each instead of once, for an OR is no carry.
        let expected = [
            (vec![a], 3),
            (vec![b], 3),
            (vec![b, a], 2u16.wrapping_sub(6)),
        ];
        assert_eq!(
            value_of(&net, "sum", &[]).unwrap(),
            Polynomial::from(expected)
        );
    }
}
