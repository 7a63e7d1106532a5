//! BLIF, the format that equivalence checkers read.

use std::io::{self, Write};

use super::{Gate, Netlist, Node, Port};

impl Netlist {
    /// Writes the netlist as a BLIF model: one `.names` for each live gate and, as a copy, for each
    /// wire of a port. The wires of a port are called `name[0]`, `name[1]` ..., or `name` if there
    /// is only one; nodes inside are called `n` and their number.
    pub fn write_blif(&self, model: &str, out: &mut impl Write) -> io::Result<()> {
        let graph = self.graph.borrow();
        writeln!(out, ".model {model}\n.inputs{}", wires(&graph.inputs))?;
        writeln!(out, ".outputs{}", wires(&graph.outputs))?;
        for port in &graph.inputs {
            for (bit, &node) in port.nodes.iter().enumerate() {
                writeln!(out, ".names {} {}\n1 1", wire(port, bit), internal(node))?;
            }
        }
        let live = graph.live();
        for (index, gate) in graph.gates.iter().enumerate() {
            if !live[index] {
                continue;
            }
            let to = internal(Node(index as u32));
            match *gate {
                Gate::Input(_) => {}
                Gate::Constant(false) => writeln!(out, ".names {to}")?,
                Gate::Constant(true) => writeln!(out, ".names {to}\n1")?,
                Gate::Not(a) => writeln!(out, ".names {} {to}\n0 1", internal(a))?,
                Gate::And(a, b) => {
                    writeln!(out, ".names {} {} {to}\n11 1", internal(a), internal(b))?
                }
                Gate::Or(a, b) => writeln!(
                    out,
                    ".names {} {} {to}\n1- 1\n-1 1",
                    internal(a),
                    internal(b)
                )?,
                Gate::Xor(a, b) => writeln!(
                    out,
                    ".names {} {} {to}\n10 1\n01 1",
                    internal(a),
                    internal(b)
                )?,
            }
        }
        for port in &graph.outputs {
            for (bit, &node) in port.nodes.iter().enumerate() {
                writeln!(out, ".names {} {}\n1 1", internal(node), wire(port, bit))?;
            }
        }
        writeln!(out, ".end")
    }
}

fn internal(node: Node) -> String {
    format!("n{}", node.0)
}

fn wire(port: &Port, bit: usize) -> String {
    if port.nodes.len() == 1 {
        port.name.to_string()
    } else {
        format!("{}[{bit}]", port.name)
    }
}

fn wires(ports: &[Port]) -> String {
    let all = ports
        .iter()
        .flat_map(|port| (0..port.nodes.len()).map(move |bit| wire(port, bit)));
    all.flat_map(|name| [" ".to_string(), name]).collect()
}
