//! Verilog, for synthesis, for other people's simulators and for reading.
//!
//! An operation on a whole bundle is one assignment to a vector; an adder is an addition; gates
//! outside bundles (rays, encoders) have a wire each. A vector never refers to itself, directly or
//! through others, so that no simulator or synthesizer sees a loop where there is none. [`modules`]
//! writes the same for people, a file a module; [`squares`] the circuit of one square, and how 64
//! of them are wired.

mod expression;
mod lines;
mod modules;
mod names;
mod squares;

use std::collections::HashMap;
use std::io::{self, Write};

use super::{Done, Gate, Graph, HIGH, LOW, Netlist, Node, Port};
pub use modules::File;
use names::Names;

/// The form of an adder in Verilog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adders {
    /// An addition: a synthesizer may choose its circuit, a carry chain for instance.
    Additions,
    /// Gate by gate, so that an equivalence check finds the same carries in what a synthesizer
    /// makes of them.
    Gates,
}

/// For whom a circuit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// For tools: all in one module, gate by gate or a vector for many of them.
    Flat,
    /// For people: an address that is decoded is compared, a number that is incremented is added
    /// to.
    Modules,
}

/// One wire or vector of the module.
struct Item {
    /// When it was built. An item refers to earlier ones only.
    time: (usize, usize),
    scope: usize,
    name: Option<String>,
    /// Whether its name is only a number.
    numbered: bool,
    /// Whether it is an output of the module, whose name it has.
    is_port: bool,
    nodes: Vec<Node>,
    source: Source,
}

/// Driver of an item.
#[derive(Clone, Copy)]
enum Source {
    /// A port of the module.
    Input,
    /// A gate for itself.
    Gate,
    /// The step of this number.
    Step(usize),
}

/// The module's items in order, and where each node can be found.
struct Sheet<'g> {
    graph: &'g Graph,
    style: Style,
    items: Vec<Item>,
    /// Of each node: the items that carry it and at which wire, earliest first.
    homes: Vec<Vec<(usize, usize)>>,
    /// The items that carry just these nodes, earliest first.
    bundles: HashMap<Vec<Node>, Vec<usize>>,
}

impl Netlist {
    /// Writes the netlist as a module of Verilog-2005 with `about` in its first lines. Ports and
    /// named signals keep their names, a signal's after its block's (`ray_mux_north`). What has no
    /// name is called by its block and a number, a single gate by that which it has in
    /// [BLIF](Netlist::write_blif).
    pub fn write_verilog(
        &self,
        module: &str,
        about: &str,
        adders: Adders,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.write_header(about, out)?;
        let graph = self.graph.borrow();
        writeln!(out, "module {module} (\n    {}\n);", ports(&graph))?;
        Sheet::new(&graph, adders, Style::Flat).write(out)?;
        writeln!(out, "\nendmodule")
    }

    fn write_header(&self, about: &str, out: &mut impl Write) -> io::Result<()> {
        let count = self.count();
        about
            .lines()
            .try_for_each(|line| writeln!(out, "// {line}"))?;
        writeln!(out, "//\n// SPDX-License-Identifier: GPL-3.0-or-later\n//")?;
        writeln!(
            out,
            "// {} two-input gates and inverters, {} deep:\n//",
            count.gates, count.depth
        )?;
        let path = |path: &str| if path.is_empty() { "-" } else { path }.to_owned();
        let width = count
            .blocks
            .iter()
            .map(|block| block.path.len())
            .max()
            .unwrap_or(0)
            .max(5);
        writeln!(
            out,
            "//   {:width$}   gates  inverters  depth  settled after",
            "block"
        )?;
        for block in &count.blocks {
            writeln!(
                out,
                "//   {:width$}{:>8}{:>11}{:>7}{:>15}",
                path(&block.path),
                block.gates,
                block.inverters,
                block.depth,
                block.settled
            )?;
        }
        writeln!(
            out,
            "//\n// Of 64 wires, wire 0 is that of square a1, 1 of b1, 63 of h8.\n\n\
             // A circuit takes a bus whole and may need some of its wires only.\n\
             /* verilator lint_off UNUSEDSIGNAL */\n"
        )
    }
}

impl<'g> Sheet<'g> {
    fn new(graph: &'g Graph, adders: Adders, style: Style) -> Self {
        let mut sheet = Sheet {
            graph,
            style,
            items: items(graph, adders, style),
            homes: Vec::new(),
            bundles: HashMap::new(),
        };
        sheet.items.sort_by_key(|item| item.time);
        sheet.homes.resize(graph.gates.len(), Vec::new());
        for (index, item) in sheet.items.iter().enumerate() {
            for (wire, node) in item.nodes.iter().enumerate() {
                sheet.homes[node.0 as usize].push((index, wire));
            }
            sheet
                .bundles
                .entry(item.nodes.clone())
                .or_default()
                .push(index);
        }
        match style {
            Style::Flat => sheet.give_names(),
            Style::Modules => sheet.give_readable_names(),
        }
        sheet
    }

    /// A name that the circuit's author gave goes to the item that carries the signal, unless that
    /// has another already: then the name is an item of its own. All others get a number, but names
    /// need none.
    fn give_names(&mut self) {
        let mut names = Names::new(self.graph);
        for index in 0..self.items.len() {
            let Source::Step(step) = self.items[index].source else {
                continue;
            };
            let step = &self.graph.steps[step];
            let (Done::Named(name) | Done::Called(name)) = step.done else {
                continue;
            };
            let name = names.in_scope(step.scope, name);
            let first = self.bundles[&step.nodes][0];
            let carrier = if self.items[first].name.is_none() {
                first
            } else {
                index
            };
            self.items[carrier].name = Some(name);
        }
        let mut vectors = 0;
        for item in self.items.iter_mut().filter(|item| item.name.is_none()) {
            let number = match item.source {
                Source::Gate => format!("n{}", item.nodes[0].0),
                Source::Step(step) if !self.graph.steps[step].done.is_name() => {
                    vectors += 1;
                    format!("v{vectors}")
                }
                Source::Input | Source::Step(_) => continue,
            };
            item.name = Some(names.in_scope(item.scope, &number));
        }
    }

    /// The assignments that an output or a name needs, a comment before each block's.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut needed = self.roots();
        let outputs = self.outputs(&mut needed);
        let mut lines = vec![None; self.items.len()];
        for index in (0..self.items.len()).rev() {
            if needed[index] {
                lines[index] = self.assignment(index, &mut needed);
            }
        }
        self.write_lines(&lines, out)?;
        writeln!(out, "\n    // Outputs")?;
        outputs.iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// The outputs' assignments; marks the items that they refer to.
    fn outputs(&self, needed: &mut [bool]) -> Vec<String> {
        let assign = |port: &Port| {
            let value = self.bundle(&port.nodes, self.items.len(), needed);
            format!("    assign {} = {value};", names::plain(port.name))
        };
        self.graph.outputs.iter().map(assign).collect()
    }

    /// The items' lines, under a comment for each block.
    fn write_lines(&self, lines: &[Option<String>], out: &mut impl Write) -> io::Result<()> {
        let mut written = None;
        for (item, line) in self.items.iter().zip(lines) {
            let Some(line) = line else { continue };
            if written != Some(item.scope) {
                let path = self.graph.path(item.scope);
                writeln!(
                    out,
                    "\n    // {}",
                    if path.is_empty() {
                        "Outside the blocks"
                    } else {
                        &path
                    }
                )?;
                written = Some(item.scope);
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Named signals that belong to the circuit: some wire of theirs reaches an output.
    fn roots(&self) -> Vec<bool> {
        let live = self.graph.live();
        let reaches = |node: &Node| live[node.0 as usize] && *node != LOW && *node != HIGH;
        let mut roots = vec![false; self.items.len()];
        for (index, item) in self.items.iter().enumerate() {
            let Source::Step(step) = item.source else {
                continue;
            };
            if self.graph.steps[step].done.is_name() && item.nodes.iter().any(reaches) {
                // The name stands either at the first item that carries the signal or here.
                roots[self.bundles[&item.nodes][0]] = true;
                roots[index] = true;
            }
        }
        roots
    }

    /// The item's line; marks the items that it refers to. Inputs have none, nor names that another
    /// item carries.
    fn assignment(&self, index: usize, needed: &mut [bool]) -> Option<String> {
        let item = &self.items[index];
        let mut bundle = |nodes: &[Node]| self.bundle(nodes, index, needed);
        let value = match item.source {
            Source::Input => return None,
            Source::Gate => match self.graph.gates[item.nodes[0].0 as usize] {
                Gate::Not(a) => format!("~{}", bundle(&[a])),
                Gate::And(a, b) => format!("{} & {}", bundle(&[a]), bundle(&[b])),
                Gate::Or(a, b) => format!("{} | {}", bundle(&[a]), bundle(&[b])),
                Gate::Xor(a, b) => format!("{} ^ {}", bundle(&[a]), bundle(&[b])),
                Gate::Constant(_) | Gate::Input(_) => unreachable!("no item for itself"),
            },
            Source::Step(step) => match &self.graph.steps[step].done {
                Done::Not(a) => format!("~{}", bundle(a)),
                Done::And(a, b) => format!("{} & {}", bundle(a), bundle(b)),
                Done::Or(a, b) => format!("{} | {}", bundle(a), bundle(b)),
                Done::Xor(a, b) => format!("{} ^ {}", bundle(a), bundle(b)),
                Done::Any(a) => format!("|{}", bundle(a)),
                Done::Sum { a, b, carry_in } => {
                    let carry = match *carry_in {
                        LOW => String::new(),
                        HIGH => " + 17'd1".to_owned(),
                        carry => format!(" + {{16'd0, {}}}", bundle(&[carry])),
                    };
                    format!("{{1'b0, {}}} + {{1'b0, {}}}{carry}", bundle(a), bundle(b))
                }
                Done::Bundled
                | Done::Named(_)
                | Done::Called(_)
                | Done::Ray { .. }
                | Done::Neighbor { .. }
                | Done::Decode(_) => self.wiring(&item.nodes, index, needed),
                Done::Equals { .. }
                | Done::Increment { .. }
                | Done::Instance { .. }
                | Done::Output { .. } => {
                    unreachable!("only in modules")
                }
            },
        };
        let name = item.name.as_ref()?;
        Some(format!(
            "    wire {}{name} = {value};",
            range(item.nodes.len())
        ))
    }
}

impl Done {
    /// Whether a name was given, and nothing else done.
    fn is_name(&self) -> bool {
        matches!(self, Done::Named(_) | Done::Called(_))
    }
}

/// The module's ports, a line each.
fn ports(graph: &Graph) -> String {
    let port = |way: &'static str| {
        move |port: &Port| {
            format!(
                "{way} wire {}{}",
                range(port.nodes.len()),
                names::plain(port.name)
            )
        }
    };
    let ports = graph
        .inputs
        .iter()
        .map(port("input "))
        .chain(graph.outputs.iter().map(port("output")));
    ports.collect::<Vec<_>>().join(",\n    ")
}

/// The range of a vector before its name, nothing for one wire.
fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

impl Graph {
    /// Whether a node is led to a gate, a module or an output.
    fn is_led_on(&self, node: Node) -> bool {
        let to_gate = self
            .gates
            .iter()
            .any(|gate| gate.inputs().any(|input| input == node));
        let to_output = self.outputs.iter().any(|port| port.nodes.contains(&node));
        let to_module = self.steps.iter().any(|step| match &step.done {
            Done::Instance { inputs, .. } => inputs.iter().any(|nodes| nodes.contains(&node)),
            _ => false,
        });
        to_gate || to_output || to_module
    }
}

/// Inputs, steps, and every gate that no step has built.
fn items(graph: &Graph, adders: Adders, style: Style) -> Vec<Item> {
    let mut items = Vec::new();
    let mut in_step = vec![false; graph.gates.len()];
    for (index, port) in graph.inputs.iter().enumerate() {
        let name = Some(names::plain(port.name));
        let nodes = port.nodes.clone();
        items.push(Item {
            time: (0, index),
            scope: 0,
            name,
            numbered: false,
            is_port: false,
            nodes,
            source: Source::Input,
        });
    }
    for (index, step) in graph.steps.iter().enumerate() {
        let gate_by_gate = match step.done {
            Done::Sum { .. } => adders == Adders::Gates,
            Done::Increment { .. } => style == Style::Flat,
            Done::Equals { .. } => style == Style::Flat,
            _ => false,
        };
        if gate_by_gate {
            continue;
        }
        let in_gates = style == Style::Flat && matches!(step.done, Done::Decode(_));
        for node in &step.nodes {
            let built_here = (step.before..step.after).contains(&node.number());
            in_step[node.number()] |= built_here && !in_gates;
        }
        let (time, mut nodes) = ((2 * step.after, index), step.nodes.clone());
        if let Done::Sum { a, .. } = &step.done
            && style == Style::Modules
            && !graph.is_led_on(nodes[a.len()])
        {
            nodes.truncate(a.len());
        }
        items.push(Item {
            time,
            scope: step.scope,
            name: None,
            numbered: false,
            is_port: false,
            nodes,
            source: Source::Step(index),
        });
    }
    for (index, gate) in graph.gates.iter().enumerate() {
        if gate.inputs().next().is_some() && !in_step[index] {
            let (time, scope, nodes) = (
                (2 * index + 1, 0),
                graph.gate_scopes[index],
                vec![Node(index as u32)],
            );
            items.push(Item {
                time,
                scope,
                name: None,
                numbered: false,
                is_port: false,
                nodes,
                source: Source::Gate,
            });
        }
    }
    items
}
