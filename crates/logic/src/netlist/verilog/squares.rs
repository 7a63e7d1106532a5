//! Verilog for people: one module for the circuit that every square has, and one that wires 64 of them to each other and
//! to what they share.
//!
//! An operation on 64 wires is done in the squares; a ray goes from square to square. Everything else stands in
//! the outer module as in the flat form. It is the same circuit, and the proof says so, but a vector between the squares
//! depends on itself, wire by wire, which simulators take for a loop.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::super::{Done, HIGH, LOW, Netlist, Node};
use super::{Adders, Sheet, Source, ports, range};

/// The module of one square, and the lines round it.
#[derive(Default)]
struct Squares {
    /// Inputs that are led there and what they are led from.
    inputs: BTreeMap<String, String>,
    /// Vectors that the squares drive.
    outputs: Vec<String>,
    /// Assignments within a square, last first.
    within: Vec<String>,
    /// Vectors made for the squares alone.
    wiring: Vec<String>,
}

impl Netlist {
    /// Writes the netlist as [`write_verilog`](Netlist::write_verilog) does, but as two modules: `module`_square, the
    /// circuit of one square, and `module`, in which a loop makes 64 of them and wires each to its neighbors.
    pub fn write_verilog_squares(
        &self,
        module: &str,
        about: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.write_header(about, out)?;
        writeln!(
            out,
            "// The circuit of a square has a module of its own.\n/* verilator lint_off DECLFILENAME */\n"
        )?;
        let graph = self.graph.borrow();
        let sheet = Sheet::new(&graph, Adders::Additions);
        let mut squares = Squares::default();
        let mut outside = vec![false; sheet.items.len()];
        let mut inside = sheet.roots();
        let outputs = sheet.outputs(&mut outside);
        let mut lines = vec![None; sheet.items.len()];
        for index in (0..sheet.items.len()).rev() {
            if !(outside[index] || inside[index]) || sheet.items[index].name.is_none() {
                continue;
            }
            lines[index] = if sheet.is_square(index) {
                squares.gate(&sheet, index, &mut outside, &mut inside)
            } else if let Some(Done::Ray { source, pass, step }) = sheet.done(index) {
                let mut operand =
                    |nodes| squares.operand(&sheet, nodes, index, &mut outside, &mut inside);
                let (source, pass) = (operand(source), operand(pass));
                Some(squares.ray(sheet.name(index), &source, &pass, *step))
            } else {
                sheet.assignment(index, &mut outside)
            };
        }
        squares.write(module, out)?;
        writeln!(out, "module {module} (\n    {}\n);", ports(&graph))?;
        writeln!(
            out,
            "    // From square to square a ray is no loop, though its vector depends on itself."
        )?;
        writeln!(out, "    /* verilator lint_off UNOPTFLAT */")?;
        sheet.write_lines(&lines, out)?;
        squares.write_loop(module, out)?;
        writeln!(out, "\n    // Outputs")?;
        outputs
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "\nendmodule")
    }
}

impl Sheet<'_> {
    fn done(&self, index: usize) -> Option<&Done> {
        match self.items[index].source {
            Source::Step(step) => Some(&self.graph.steps[step].done),
            Source::Input | Source::Gate => None,
        }
    }

    fn name(&self, index: usize) -> &str {
        self.items[index]
            .name
            .as_deref()
            .expect("every item has a name")
    }

    /// A gate that every square has.
    fn is_square(&self, index: usize) -> bool {
        let gate = matches!(
            self.done(index),
            Some(Done::Not(_) | Done::And(..) | Done::Or(..) | Done::Xor(..))
        );
        let nodes = &self.items[index].nodes;
        gate && nodes.len() == 64 && nodes.iter().any(|node| *node != nodes[0])
    }
}

impl Squares {
    /// A gate's line within the square; outside, its vector if others look at it.
    fn gate(
        &mut self,
        sheet: &Sheet,
        index: usize,
        outside: &mut [bool],
        inside: &mut [bool],
    ) -> Option<String> {
        let mut operand = |nodes: &[Node]| self.operand(sheet, nodes, index, outside, inside);
        let value = match sheet.done(index)? {
            Done::Not(a) => format!("~{}", operand(a)),
            Done::And(a, b) => format!("{} & {}", operand(a), operand(b)),
            Done::Or(a, b) => format!("{} | {}", operand(a), operand(b)),
            Done::Xor(a, b) => format!("{} ^ {}", operand(a), operand(b)),
            Done::Any(_) | Done::Sum { .. } | Done::Bundled | Done::Ray { .. } | Done::Named(_) => {
                unreachable!("no gate of a square")
            }
        };
        let name = sheet.name(index);
        if !outside[index] {
            self.within.push(format!("    wire {name} = {value};"));
            return None;
        }
        self.within.push(format!("    assign {name} = {value};"));
        self.outputs.push(name.to_owned());
        Some(format!("    wire [63:0] {name};"))
    }

    /// A ray's line within the square, which sends it on; outside, what each square receives from the one behind it.
    fn ray(&mut self, name: &str, source: &str, pass: &str, step: (i32, i32)) -> String {
        let sent = format!("{name}_out");
        self.within
            .push(format!("    assign {sent} = {source} | ({pass} & {name});"));
        self.inputs
            .insert(name.to_owned(), format!("{name}[square]"));
        let received = from_behind(&sent, step);
        self.outputs.push(sent.clone());
        format!("    wire [63:0] {sent};\n    wire [63:0] {name} = {received};")
    }

    /// A square's wire of 64: its own, or led there.
    fn operand(
        &mut self,
        sheet: &Sheet,
        nodes: &[Node],
        before: usize,
        outside: &mut [bool],
        inside: &mut [bool],
    ) -> String {
        if nodes.iter().all(|node| *node == nodes[0]) {
            // One wire for all squares.
            let wire = sheet.bundle(&nodes[..1], before, outside);
            if [LOW, HIGH].contains(&nodes[0]) {
                return wire;
            }
            let name = wire.replace('[', "_").replace(']', "");
            self.inputs.insert(name.clone(), wire);
            return name;
        }
        let whole = sheet
            .bundles
            .get(nodes)
            .and_then(|items| items.iter().find(|&&item| item < before));
        match whole {
            Some(&item) if sheet.is_square(item) => {
                inside[item] = true;
                sheet.name(item).to_owned()
            }
            Some(&item) => {
                outside[item] = true;
                let name = sheet.name(item).to_owned();
                self.inputs.insert(name.clone(), format!("{name}[square]"));
                name
            }
            None => {
                let vector = sheet.wiring(nodes, before, outside);
                let known = self.wiring.iter().position(|line| *line == vector);
                let number = known.unwrap_or_else(|| {
                    self.wiring.push(vector);
                    self.wiring.len() - 1
                });
                let name = format!("to_squares{number}");
                self.inputs.insert(name.clone(), format!("{name}[square]"));
                name
            }
        }
    }

    fn write(&self, module: &str, out: &mut impl Write) -> io::Result<()> {
        let inputs = self.inputs.keys().map(|name| format!("input  wire {name}"));
        let outputs = self
            .outputs
            .iter()
            .rev()
            .map(|name| format!("output wire {name}"));
        let ports: Vec<String> = inputs.chain(outputs).collect();
        writeln!(
            out,
            "module {module}_square (\n    {}\n);",
            ports.join(",\n    ")
        )?;
        self.within
            .iter()
            .rev()
            .try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "endmodule\n")
    }

    fn write_loop(&self, module: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n    // The squares")?;
        for (number, vector) in self.wiring.iter().enumerate() {
            writeln!(out, "    wire {}to_squares{number} = {vector};", range(64))?;
        }
        let outputs = self
            .outputs
            .iter()
            .rev()
            .map(|name| (name, format!("{name}[square]")));
        let led = self
            .inputs
            .iter()
            .map(|(name, from)| (name, from.clone()))
            .chain(outputs);
        let led: Vec<String> = led.map(|(name, wire)| format!(".{name}({wire})")).collect();
        writeln!(out, "    genvar square;\n    generate")?;
        writeln!(
            out,
            "        for (square = 0; square < 64; square = square + 1) begin : squares"
        )?;
        writeln!(
            out,
            "            {module}_square circuit (\n                {}",
            led.join(",\n                ")
        )?;
        writeln!(out, "            );\n        end\n    endgenerate")
    }
}

/// The wires each square receives of a vector led `step` files to the right and ranks up, rank 8 first. Wires
/// only: a mask would be a gate of 64 wires on a way that comes back to it, a loop to Yosys.
fn from_behind(vector: &str, (dx, dy): (i32, i32)) -> String {
    let rank = |rank: i32| {
        let first = 8 * (rank - dy);
        match (dx, (0..8).contains(&(rank - dy))) {
            (_, false) => "8'h00".to_owned(),
            (1, true) => format!("{vector}[{}:{first}], 1'b0", first + 6),
            (-1, true) => format!("1'b0, {vector}[{}:{}]", first + 7, first + 1),
            (_, true) => format!("{vector}[{}:{first}]", first + 7),
        }
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    format!("{{{}}}", ranks.join(",\n        "))
}
