//! Verilog for people of what all squares do: a module for the circuit of one square, and one that
//! wires 64 of them to each other and to what they share.
//!
//! An operation on 64 wires is done in the squares; a ray goes from square to square. Everything
//! else stands in the outer module. It is the same circuit, and the proof says so, but a vector
//! between the squares depends on itself, wire by wire, which simulators take for a loop.

use std::collections::BTreeMap;

use super::super::{Done, Gate, HIGH, LOW, Module, Node, Port};
use super::lines::{self, Head, Kind, Line};
use super::modules::{Ports, Writer, body, direction};
use super::{Sheet, Source, names};

/// The module of one square, and the lines round it.
#[derive(Default)]
struct Squares {
    /// Inputs that are led there, and what they are led from.
    inputs: BTreeMap<String, Led>,
    /// Vectors that the squares drive, and what becomes of them, last first.
    outputs: Vec<(String, String)>,
    /// Lines within a square, last first.
    within: Vec<Line>,
}

/// What an input of a square is led from.
struct Led {
    from: String,
    help: String,
}

/// What is needed of the items: without the squares, and within them.
struct Needed {
    outside: Vec<bool>,
    inside: Vec<bool>,
}

impl Writer<'_> {
    /// Writes a module as `square`, the circuit of one square, and a loop that makes 64 of them and
    /// wires each to its neighbors.
    pub(super) fn write_squares(
        &mut self,
        module: &'static Module,
        square: &'static Module,
        sheet: &Sheet,
        mut outside: Vec<bool>,
        whole: bool,
    ) -> Ports {
        let outputs = self.assignments(sheet, &mut outside);
        let mut needed = Needed {
            inside: vec![false; outside.len()],
            outside,
        };
        let mut squares = Squares::default();
        let mut lines = Vec::new();
        for index in (0..sheet.items.len()).rev() {
            if !needed.outside[index] && !needed.inside[index] {
                continue;
            }
            if sheet.is_square(index) {
                lines.extend(squares.gate(sheet, index, &mut needed));
            } else if let Some(Done::Ray { .. }) = sheet.done(index) {
                lines.push(squares.ray(sheet, index, &mut needed));
            } else if let Some(Done::Neighbor { source, step }) = sheet.done(index) {
                let from = sheet.whole(source, index);
                needed.outside[from] = true;
                let received = received(sheet.name(from), *step);
                lines.push(complete(
                    sheet,
                    index,
                    declared(sheet.name(index), &received),
                ));
            } else {
                lines.extend(sheet.line(index, &mut needed.outside));
            }
        }
        lines.reverse();
        squares.within.reverse();
        squares.outputs.reverse();
        lines.push(Line {
            scope: usize::MAX,
            head: Head::Instance,
            kind: Kind::Whole,
            text: squares.wired(&self.name(square)),
        });
        lines.extend(outputs);
        let ports = Ports::of(sheet, &needed.outside, whole);
        let around = "\n    // From square to square a ray is no loop, though its vector depends on itself.\n    \
                      /* verilator lint_off UNOPTFLAT */\n";
        let text = body(sheet, lines::inline_single_uses(lines));
        self.add_file(module, &ports, &format!("{around}{text}"));
        let own = squares.ports();
        self.add_file(
            square,
            &own,
            &body(sheet, lines::inline_single_uses(squares.within)),
        );
        ports
    }
}

/// A vector of 64 and what drives it.
fn declared(name: &str, value: &str) -> String {
    format!("    wire [63:0] {name} = {value};")
}

/// Lines that need nothing more.
fn complete(sheet: &Sheet, index: usize, text: String) -> Line {
    Line {
        scope: sheet.items[index].scope,
        head: Head::Verbatim,
        kind: Kind::Whole,
        text,
    }
}

impl Sheet<'_> {
    /// A gate that every square has.
    fn is_square(&self, index: usize) -> bool {
        let gate = matches!(
            self.done(index),
            Some(Done::Not(_) | Done::And(..) | Done::Or(..) | Done::Xor(..))
        );
        let nodes = &self.items[index].nodes;
        gate && nodes.len() == 64 && nodes.iter().any(|node| *node != nodes[0])
    }

    /// What a vector is that is led to the squares.
    fn help_of(&self, item: usize) -> String {
        match (self.items[item].source, self.done(item)) {
            (Source::Input, _) => {
                let name = self.name(item);
                let mut ports = self.graph.inputs.iter();
                let port = ports.find(|port| names::plain(port.name) == name);
                port.map_or(String::new(), |port| format!("its wire of {}", port.help))
            }
            (_, Some(Done::Neighbor { step, .. })) => {
                format!("from the square to the {}", spelled(behind(*step)))
            }
            _ if self.items[item]
                .nodes
                .iter()
                .all(|&node| node == LOW || node == HIGH) =>
            {
                "high on these squares, low on all others".to_owned()
            }
            _ => "made for each square in the module round them".to_owned(),
        }
    }

    /// The item that carries just these wires.
    fn whole(&self, nodes: &[Node], before: usize) -> usize {
        let items = self.bundles.get(nodes).into_iter().flatten();
        let found = items.copied().find(|&item| item < before);
        found.unwrap_or_else(|| {
            let scope = self.graph.path(self.items[before].scope);
            panic!("the squares of block {scope} take in a vector without a name: {nodes:?}")
        })
    }
}

impl Squares {
    /// A gate's line within the square; outside, its vector if others look at it.
    fn gate(&mut self, sheet: &Sheet, index: usize, needed: &mut Needed) -> Option<Line> {
        let mut operand = |nodes: &[Node]| self.operand(sheet, nodes, index, needed);
        let (kind, text) = match sheet.done(index)? {
            Done::Not(a) => (Kind::Not, format!("~{}", operand(a))),
            Done::And(a, b) => (Kind::And, format!("{} & {}", operand(a), operand(b))),
            Done::Or(a, b) => (Kind::Or, format!("{} | {}", operand(a), operand(b))),
            Done::Xor(a, b) => (Kind::Xor, format!("{} ^ {}", operand(a), operand(b))),
            _ => unreachable!("no gate of a square"),
        };
        let name = sheet.name(index).to_owned();
        let is_led_out = needed.outside[index];
        let head = if is_led_out {
            Head::Assign(name.clone())
        } else {
            Head::Wire {
                name: name.clone(),
                width: 1,
                numbered: sheet.items[index].numbered,
            }
        };
        self.within.push(Line {
            scope: sheet.items[index].scope,
            head,
            kind,
            text,
        });
        if !is_led_out {
            return None;
        }
        if sheet.items[index].is_port {
            self.outputs.push((name, "leaves the array".to_owned()));
            return None;
        }
        let line = format!("    wire [63:0] {name};");
        let help = "goes to neighbors, or to what all squares share";
        self.outputs.push((name, help.to_owned()));
        Some(complete(sheet, index, line))
    }

    /// A ray's line within the square, which sends it on; outside, what each square receives from
    /// the one behind it.
    fn ray(&mut self, sheet: &Sheet, index: usize, needed: &mut Needed) -> Line {
        let Some(Done::Ray { source, pass, step }) = sheet.done(index) else {
            unreachable!("a ray")
        };
        let name = sheet.name(index).to_owned();
        let stem = name.split("_from_").next().unwrap_or(&name);
        let sent = format!("{stem}_to_{}", direction(*step));
        let source = self.operand(sheet, source, index, needed);
        let pass = self.operand(sheet, pass, index, needed);
        self.within.push(Line {
            scope: sheet.items[index].scope,
            head: Head::Assign(sent.clone()),
            kind: Kind::Or,
            text: match pass.as_str() {
                "1'b1" => format!("{source} | {name}"),
                _ => format!("{source} | ({pass} & {name})"),
            },
        });
        let received = received(&sent, *step);
        let led = Led {
            from: format!("{name}[square]"),
            help: format!("a ray that arrives from the {}", spelled(behind(*step))),
        };
        self.inputs.insert(name.clone(), led);
        let lines = format!("    wire [63:0] {sent};\n{}", declared(&name, &received));
        let help = format!("the ray that goes on to the {}", spelled(*step));
        self.outputs.push((sent, help));
        complete(sheet, index, lines)
    }

    /// A square's wire of 64: its own, or led there.
    fn operand(
        &mut self,
        sheet: &Sheet,
        nodes: &[Node],
        before: usize,
        needed: &mut Needed,
    ) -> String {
        if nodes.iter().all(|node| *node == nodes[0]) {
            return self.shared(sheet, nodes[0], before, needed);
        }
        let item = sheet.whole(nodes, before);
        let name = sheet.name(item).to_owned();
        if sheet.is_square(item) {
            needed.inside[item] = true;
        } else {
            needed.outside[item] = true;
            let led = Led {
                from: format!("{name}[square]"),
                help: sheet.help_of(item),
            };
            self.inputs.insert(name.clone(), led);
        }
        name
    }

    /// One wire for all squares.
    fn shared(&mut self, sheet: &Sheet, node: Node, before: usize, needed: &mut Needed) -> String {
        if let LOW | HIGH = node {
            return sheet.bundle(&[node], before, &mut needed.outside);
        }
        // An inverter is made in each square.
        if let Gate::Not(inverted) = sheet.graph.gates[node.number()] {
            return format!("~{}", self.shared(sheet, inverted, before, needed));
        }
        let wire = sheet.bundle(&[node], before, &mut needed.outside);
        let name = wire.replace('[', "_").replace(']', "");
        let led = Led {
            help: format!("to all squares: {wire}"),
            from: wire,
        };
        self.inputs.insert(name.clone(), led);
        name
    }

    /// The ports of a square.
    fn ports(&self) -> Ports {
        // Texts of ports live as long as the program: these are those of one square.
        let port = |name: &String, help: &String| Port {
            name: name.clone().leak(),
            nodes: vec![LOW],
            help: help.clone().leak(),
        };
        let inputs = self.inputs.iter();
        let outputs = self.outputs.iter();
        Ports {
            inputs: inputs.map(|(name, led)| port(name, &led.help)).collect(),
            used: Vec::new(),
            outputs: outputs.map(|(name, help)| port(name, help)).collect(),
        }
    }

    /// The loop that makes the squares.
    fn wired(&self, square: &str) -> String {
        let mut led = Vec::new();
        for (name, Led { from, .. }) in &self.inputs {
            led.push(format!(".{name}({from})"));
        }
        for (name, _) in &self.outputs {
            led.push(format!(".{name}({name}[square])"));
        }
        let indent = "\n                ";
        format!(
            "    // The squares, a1 first.\n    genvar square;\n    generate\n        \
             for (square = 0; square < 64; square = square + 1) begin : squares\n            \
             {square} circuit({indent}{}\n            );\n        end\n    endgenerate",
            led.join(&format!(",{indent}"))
        )
    }
}

/// A step backwards.
fn behind((dx, dy): (i32, i32)) -> (i32, i32) {
    (-dx, -dy)
}

/// A direction in words: of a knight's jump, the way there.
fn spelled(step: (i32, i32)) -> String {
    let letters = direction(step);
    let words = letters.chars().map(|letter| match letter {
        'n' => "north",
        'e' => "east",
        's' => "south",
        _ => "west",
    });
    words.collect::<Vec<_>>().join("-")
}

/// The wires each square receives of a vector led `step` files to the right and ranks up, rank 8
/// first. Wires only: a mask would be a gate of 64 wires on a way that comes back to it, a loop to
/// Yosys.
fn received(vector: &str, (dx, dy): (i32, i32)) -> String {
    match (dx, dy) {
        (0, 1..) => return format!("{{{vector}[{}:0], {}'d0}}", 63 - 8 * dy, 8 * dy),
        (0, ..=-1) => return format!("{{{}'d0, {vector}[63:{}]}}", -8 * dy, -8 * dy),
        _ => {}
    }
    let mut ranks = Vec::new();
    for rank in (0..8).rev() {
        let from = rank - dy;
        let (low, high) = (8 * from, 8 * from + 7);
        ranks.push(match dx {
            _ if !(0..8).contains(&from) => "8'h00".to_owned(),
            0.. => format!("{vector}[{}:{low}], {dx}'b0", high - dx),
            _ => format!("{}'b0, {vector}[{high}:{}]", -dx, low - dx),
        });
    }
    format!("{{{}}}", ranks.join(",\n        "))
}
