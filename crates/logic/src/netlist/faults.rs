//! Stuck-at faults: which of them a set of test patterns would show.
//!
//! The classic model of a board that does not work: one wire, an input's or a gate's, is stuck at a
//! level. A pattern shows the fault if some output differs. Faults are tried one by one with 64
//! patterns at once, and only through the gates that the fault reaches.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Gate, Graph, HIGH, LOW, Netlist, Node, Port, Simulation};

/// One wire stuck at one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The wire: an input, or the gate that drives it.
    pub node: Node,
    /// The level it is stuck at.
    pub level: bool,
}

/// The faults of a netlist that no pattern has shown yet.
#[derive(Clone, Debug)]
pub struct Faults {
    gates: Vec<Gate>,
    /// The gates that each node feeds.
    fed: Vec<Vec<Node>>,
    is_output: Vec<bool>,
    hidden: Vec<Fault>,
    all: usize,
}

impl Faults {
    /// Both faults of every wire that an output depends on.
    pub fn new(net: &Netlist) -> Self {
        let graph = net.graph.borrow();
        let live = graph.live();
        let mut fed = vec![Vec::new(); graph.gates.len()];
        let mut hidden = Vec::new();
        for (index, gate) in graph.gates.iter().enumerate() {
            let node = Node(index as u32);
            if live[index] && !matches!(gate, Gate::Constant(_)) {
                hidden.extend([false, true].map(|level| Fault { node, level }));
                gate.inputs()
                    .for_each(|input| fed[input.0 as usize].push(node));
            }
        }
        let mut is_output = vec![false; graph.gates.len()];
        for node in graph.outputs.iter().flat_map(|port| &port.nodes) {
            is_output[node.0 as usize] = true;
        }
        Self {
            gates: graph.gates.clone(),
            fed,
            is_output,
            all: hidden.len(),
            hidden,
        }
    }

    /// Number of faults, shown or not.
    pub fn all(&self) -> usize {
        self.all
    }

    /// Those that no pattern has shown.
    pub fn hidden(&self) -> &[Fault] {
        &self.hidden
    }

    /// Tries the 64 patterns of a settled simulation of the same netlist.
    pub fn try_patterns(&mut self, settled: &Simulation) {
        let mut faulty: Vec<u64> = (0..self.gates.len())
            .map(|index| settled.level(Node(index as u32)))
            .collect();
        let mut hidden = std::mem::take(&mut self.hidden);
        hidden.retain(|fault| !self.shows(fault, settled, &mut faulty));
        self.hidden = hidden;
    }

    /// Whether some output differs. `faulty` holds the good levels, before and after.
    fn shows(&self, fault: &Fault, good: &Simulation, faulty: &mut [u64]) -> bool {
        let mut changed = Vec::new();
        // Gates come after what feeds them, so in their order each is looked at once.
        let mut waiting = BinaryHeap::from([Reverse(fault.node)]);
        let mut shown = false;
        while let Some(Reverse(node)) = waiting.pop() {
            while waiting.peek() == Some(&Reverse(node)) {
                waiting.pop();
            }
            let index = node.0 as usize;
            let level = if node == fault.node {
                u64::from(fault.level).wrapping_neg()
            } else {
                self.gates[index].level(|input| faulty[input.0 as usize])
            };
            if level == good.level(node) {
                continue;
            }
            faulty[index] = level;
            changed.push(node);
            if self.is_output[index] {
                shown = true;
                break;
            }
            waiting.extend(self.fed[index].iter().copied().map(Reverse));
        }
        for node in changed {
            faulty[node.0 as usize] = good.level(node);
        }
        shown
    }
}

impl Netlist {
    /// A netlist with the same inputs and one output, `shows`: a wire for each fault, high where an
    /// output differs.
    pub fn showing(&self, faults: &[Fault]) -> Netlist {
        let mut graph = self.graph.borrow().clone();
        let outputs: Vec<Node> = graph
            .outputs
            .drain(..)
            .flat_map(|port| port.nodes)
            .collect();
        let size = graph.gates.len();
        let nodes = faults
            .iter()
            .map(|fault| graph.shows(fault, size, &outputs))
            .collect();
        graph.outputs.push(Port {
            name: "shows",
            nodes,
            help: "",
        });
        Netlist {
            graph: RefCell::new(graph),
        }
    }
}

impl Graph {
    /// Adds what the fault changes in the first `size` gates: a node that is high where one of the
    /// outputs differs.
    fn shows(&mut self, fault: &Fault, size: usize, outputs: &[Node]) -> Node {
        let mut faulty: Vec<Node> = (0..size as u32).map(Node).collect();
        faulty[fault.node.0 as usize] = [LOW, HIGH][usize::from(fault.level)];
        for index in fault.node.0 as usize + 1..size {
            let gate = self.gates[index].with_inputs(|input| faulty[input.0 as usize]);
            if gate != self.gates[index] {
                faulty[index] = self.folded(gate);
            }
        }
        outputs.iter().fold(LOW, |shows, &output| {
            let differs = self.folded(Gate::Xor(output, faulty[output.0 as usize]));
            self.folded(Gate::Or(shows, differs))
        })
    }
}

impl Gate {
    /// This gate with other inputs.
    fn with_inputs(self, other: impl Fn(Node) -> Node) -> Gate {
        match self {
            Gate::Constant(_) | Gate::Input(_) => self,
            Gate::Not(a) => Gate::Not(other(a)),
            Gate::And(a, b) => Gate::And(other(a), other(b)),
            Gate::Or(a, b) => Gate::Or(other(a), other(b)),
            Gate::Xor(a, b) => Gate::Xor(other(a), other(b)),
        }
    }
}
