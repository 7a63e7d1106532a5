//! Adder trees: columns of wires of equal weight, three of them at a time reduced by a full adder.

use std::collections::VecDeque;

use super::{HIGH, LOW, Netlist, Node};

/// Sixteen columns, the wires of column *k* worth 2 to the *k*.
type Columns = [VecDeque<Node>; 16];

impl Netlist {
    /// High wires of `more` less those of `less`, in sixteen bits. A wire that must be taken off is
    /// added inverted, which is one too many for each.
    pub(super) fn balance_of(&self, more: &[Node], less: &[Node]) -> [Node; 16] {
        let mut columns = constant((less.len() as u16).wrapping_neg());
        columns[0].extend(more.iter().copied().filter(|&node| node != LOW));
        columns[0].extend(less.iter().map(|&node| self.not(node)));
        self.reduce(columns)
    }

    /// The low sixteen bits of a product: each place of `by` adds `number`, shifted. From the place
    /// on from which `by` only repeats its sign, one row, taken off, stands for all the others.
    pub(super) fn product(&self, number: [Node; 16], by: [Node; 16]) -> [Node; 16] {
        let sign = (0..16)
            .find(|&place| by[place..].iter().all(|&node| node == by[15]))
            .unwrap_or(15);
        let mut columns = constant(0);
        for place in 0..sign {
            for (bit, &node) in number[..16 - place].iter().enumerate() {
                columns[place + bit].push_back(self.and(node, by[place]));
            }
        }
        for (bit, &node) in number[..16 - sign].iter().enumerate() {
            columns[sign + bit].push_back(self.and(self.not(node), by[sign]));
        }
        columns[sign].push_back(by[sign]);
        self.reduce(columns)
    }

    /// Adds the columns up. The wires that settle first are added first; what leaves column 15 is
    /// lost.
    fn reduce(&self, mut columns: Columns) -> [Node; 16] {
        std::array::from_fn(|place| {
            columns[place].retain(|&node| node != LOW);
            loop {
                let column = &mut columns[place];
                let (sum, carry) = match column.len() {
                    0 => break LOW,
                    1 => break column[0],
                    2 => {
                        let (a, b) = (column[0], column[1]);
                        column.clear();
                        (self.xor(a, b), self.and(a, b))
                    }
                    _ => {
                        let (a, b, c) = (column[0], column[1], column[2]);
                        column.drain(..3);
                        let half = self.xor(a, b);
                        (
                            self.xor(half, c),
                            self.or(self.and(a, b), self.and(half, c)),
                        )
                    }
                };
                columns[place].push_back(sum);
                if place < 15 && carry != LOW {
                    columns[place + 1].push_back(carry);
                }
            }
        })
    }
}

/// The columns of a number that is known.
fn constant(value: u16) -> Columns {
    std::array::from_fn(|place| (0..value >> place & 1).map(|_| HIGH).collect())
}
