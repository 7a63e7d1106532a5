//! Adder trees: columns of wires of equal weight. A full adder replaces three wires of a column by
//! one, and adds a carry to the next column.
//!
//! Numbers are in two's complement and sixteen bits wide: what goes beyond is lost.

use std::collections::VecDeque;

use super::{HIGH, LOW, Netlist, Node};

/// Sixteen columns: a high wire in column *k* is worth 2 to the *k*.
type Columns = [VecDeque<Node>; 16];

impl Netlist {
    /// The number of high wires of `more` less that of `less`.
    ///
    /// A wire *w* is taken off by adding its inverse, which is 1 - *w*. That is one too many for
    /// each wire of `less`, and a constant takes these off again.
    pub(super) fn balance_of(&self, more: &[Node], less: &[Node]) -> [Node; 16] {
        let mut columns = constant((less.len() as u16).wrapping_neg());
        columns[0].extend(more.iter().copied().filter(|&node| node != LOW));
        columns[0].extend(less.iter().map(|&node| self.not(node)));
        self.reduce(columns)
    }

    /// The product of two numbers: each place of `by` that is high adds `number`, shifted to there.
    ///
    /// From some place on all bits of `by` are the same node, its sign. Together these are worth
    /// -2 to the power of that place: they take `number` off once, shifted to there. Taking off is
    /// adding the inverted bits, and one.
    pub(super) fn product(&self, number: [Node; 16], by: [Node; 16]) -> [Node; 16] {
        let mut sign = 15;
        while sign > 0 && by[sign - 1] == by[15] {
            sign -= 1;
        }
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

    /// Adds the columns up. A column is a queue, so that wires which settle early are added early.
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
