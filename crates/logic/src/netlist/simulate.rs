//! A netlist evaluates itself, gate by gate, for 64 test patterns at once.

use super::{Gate, Netlist, Node, Port};

/// A simulation of a netlist as it was when the simulation was made. Each node carries 64
/// independent patterns, one in each bit of a `u64`.
#[derive(Clone, Debug)]
pub struct Simulation {
    gates: Vec<Gate>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    levels: Vec<u64>,
}

impl Simulation {
    /// Patterns simulated at once.
    pub const PATTERNS: usize = 64;

    /// A simulation with all inputs low, not yet settled.
    pub fn new(net: &Netlist) -> Self {
        let graph = net.graph.borrow();
        let levels = vec![0; graph.gates.len()];
        Self {
            gates: graph.gates.clone(),
            inputs: graph.inputs.clone(),
            outputs: graph.outputs.clone(),
            levels,
        }
    }

    /// Puts `value` on the input `name` in one pattern, lowest wire first. Panics if there is no
    /// such input or pattern.
    pub fn set(&mut self, name: &str, pattern: usize, value: u64) {
        let port = find(&self.inputs, name);
        for (bit, node) in port.nodes.iter().enumerate() {
            let level = &mut self.levels[node.0 as usize];
            *level = *level & !(1 << pattern) | (value >> bit & 1) << pattern;
        }
    }

    /// Puts values on the input `name`, one in each pattern from the first on, lowest wire first; it
    /// is low in the patterns beyond them. Panics if there is no such input, or if there are more
    /// values than patterns.
    pub fn set_patterns(&mut self, name: &str, values: &[u64]) {
        let mut rows = [0; Self::PATTERNS];
        rows[..values.len()].copy_from_slice(values);
        let port = find(&self.inputs, name);
        for (node, level) in port.nodes.iter().zip(transposed(rows)) {
            self.levels[node.0 as usize] = level;
        }
    }

    /// Lets every gate settle.
    pub fn settle(&mut self) {
        for index in 0..self.gates.len() {
            let gate = self.gates[index];
            if !matches!(gate, Gate::Input(_)) {
                self.levels[index] = gate.level(|input| self.levels[input.0 as usize]);
            }
        }
    }

    /// Reads the output `name` in one pattern, lowest wire first. Panics if there is no such
    /// output.
    pub fn get(&self, name: &str, pattern: usize) -> u64 {
        let bit = |node: &Node| self.levels[node.0 as usize] >> pattern & 1;
        let nodes = &find(&self.outputs, name).nodes;
        nodes
            .iter()
            .enumerate()
            .map(|(place, node)| bit(node) << place)
            .sum()
    }

    /// Reads the output `name` in each pattern, lowest wire first. Panics if there is no such
    /// output.
    pub fn get_patterns(&self, name: &str) -> [u64; Self::PATTERNS] {
        self.patterns(&find(&self.outputs, name).nodes)
    }

    /// Reads at most 64 nodes in each pattern, lowest wire first.
    pub fn patterns(&self, nodes: &[Node]) -> [u64; Self::PATTERNS] {
        let mut rows = [0; Self::PATTERNS];
        for (row, &node) in rows.iter_mut().zip(nodes) {
            *row = self.level(node);
        }
        transposed(rows)
    }

    /// The settled level of a node, a pattern a bit.
    pub fn level(&self, node: Node) -> u64 {
        self.levels[node.0 as usize]
    }
}

impl Gate {
    /// Settled level of the gate with its inputs `at` these levels; an input of the circuit is low.
    pub(super) fn level(self, at: impl Fn(Node) -> u64) -> u64 {
        match self {
            Gate::Constant(level) => u64::from(level).wrapping_neg(),
            Gate::Input(_) => 0,
            Gate::Not(a) => !at(a),
            Gate::And(a, b) => at(a) & at(b),
            Gate::Or(a, b) => at(a) | at(b),
            Gate::Xor(a, b) => at(a) ^ at(b),
        }
    }
}

/// Exchanges the rows and the columns of 64 times 64 bits: bit `b` of row `r` becomes bit `r` of
/// row `b`. Blocks beside the diagonal change places, from the largest to single bits.
fn transposed(mut rows: [u64; 64]) -> [u64; 64] {
    let mut width = 32;
    let mut low_columns = u64::MAX >> width;
    while width > 0 {
        for row in 0..64 {
            if row & width == 0 {
                let differ = (rows[row] >> width ^ rows[row + width]) & low_columns;
                rows[row] ^= differ << width;
                rows[row + width] ^= differ;
            }
        }
        width /= 2;
        low_columns ^= low_columns << width;
    }
    rows
}

fn find<'a>(ports: &'a [Port], name: &str) -> &'a Port {
    ports
        .iter()
        .find(|port| port.name == name)
        .unwrap_or_else(|| panic!("no port named {name}"))
}
