//! A netlist with one gate changed, to see that a proof or a test notices.

use std::cell::RefCell;

use super::{Done, Gate, Netlist, Node};

impl Netlist {
    /// A copy with one gate changed: AND and OR become each other, XOR becomes OR, an inverter a
    /// wire. Panics if `node` is no gate.
    pub fn with_gate_changed(&self, node: Node) -> Netlist {
        let mut graph = self.graph.borrow().clone();
        let gate = &mut graph.gates[node.0 as usize];
        *gate = match *gate {
            Gate::And(a, b) | Gate::Xor(a, b) => Gate::Or(a, b),
            Gate::Or(a, b) => Gate::And(a, b),
            Gate::Not(a) => Gate::Or(a, a),
            Gate::Constant(_) | Gate::Input(_) => panic!("{node:?} is no gate"),
        };
        // The changed gate must not be found again under its old description.
        graph.known.clear();
        // Nor is it any longer what was done to its bundle.
        graph.steps.retain(|step| {
            matches!(
                step.done,
                Done::Named(_)
                    | Done::Called(_)
                    | Done::Bundled
                    | Done::Neighbor { .. }
                    | Done::Decode(_)
            )
        });
        Netlist {
            graph: RefCell::new(graph),
        }
    }
}
