//! Verilog for people: a file a module.
//!
//! Ports have the names that their signals have where they come from, and a comment each. Within a
//! module an expression that is used once stands where it is used; what is used more often and has
//! no name is called by a number.

use std::collections::HashMap;

use super::super::modules::Built;
use super::super::{Done, Form, Gate, Graph, HIGH, Module, Netlist, Node, Port};
use super::lines::{self, Head, Kind, Line};
use super::names::{self, Names};
use super::{Adders, Sheet, Source, Style, range};

/// Longest line with a comment behind it; a longer comment stands before its line.
const LONGEST: usize = 100;

/// A module in Verilog.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, which is that of the file before `.v`.
    pub name: String,
    /// What it is for.
    pub about: &'static str,
    /// The Verilog.
    pub text: String,
}

/// The ports of a module that are needed.
#[derive(Clone)]
pub(super) struct Ports {
    pub(super) inputs: Vec<Port>,
    /// Of the inputs that it was built with: which are left.
    pub(super) used: Vec<bool>,
    pub(super) outputs: Vec<Port>,
}

/// What is written so far.
pub(super) struct Writer<'a> {
    /// What the modules' names begin with.
    prefix: &'a str,
    /// The comment at the head of each file, below what it is for.
    head: &'a str,
    modules: &'a [Built],
    shared: HashMap<&'static str, Ports>,
    files: Vec<File>,
}

impl Netlist {
    /// Writes a netlist of [modules](Netlist::in_modules), itself the module `top`, in
    /// Verilog-2005: a file a module, the outermost first. Names of modules begin with `prefix`,
    /// each file with what the module is for and `head`.
    pub fn modules_in_verilog(&self, top: &'static Module, prefix: &str, head: &str) -> Vec<File> {
        let graph = self.graph.borrow();
        let nest = graph.nest.as_ref().expect("a netlist of modules");
        let mut writer = Writer {
            prefix,
            head,
            modules: &nest.modules,
            shared: HashMap::new(),
            files: Vec::new(),
        };
        writer.write(top, &graph, true);
        writer.files.reverse();
        writer.files
    }
}

impl Writer<'_> {
    pub(super) fn name(&self, module: &Module) -> String {
        format!("{}{}", self.prefix, module.name)
    }

    /// Writes a module and those within it; `whole`: with all ports that it was built with.
    fn write(&mut self, module: &'static Module, graph: &Graph, whole: bool) -> Ports {
        let sheet = Sheet::new(graph, Adders::Additions, Style::Modules);
        let mut needed = vec![false; sheet.items.len()];
        if let Form::Squares(square) = module.form {
            return self.write_squares(module, square, &sheet, needed, whole);
        }
        let outputs = self.assignments(&sheet, &mut needed);
        let mut lines = Vec::new();
        for index in (0..sheet.items.len()).rev() {
            match sheet.done(index) {
                Some(Done::Instance { .. }) => {
                    lines.extend(self.instance(&sheet, index, &mut needed));
                }
                Some(Done::Output { .. }) => {}
                _ if needed[index] => lines.extend(sheet.line(index, &mut needed)),
                _ => {}
            }
        }
        lines.reverse();
        lines.extend(outputs);
        let ports = Ports::of(&sheet, &needed, whole);
        let body = body(&sheet, lines::inline_single_uses(lines));
        self.add_file(module, &ports, &body);
        ports
    }

    /// The lines that drive the outputs.
    pub(super) fn assignments(&self, sheet: &Sheet, needed: &mut [bool]) -> Vec<Line> {
        let mut lines = Vec::new();
        for port in &sheet.graph.outputs {
            if let Some(item) = sheet.drives(port) {
                needed[item] = true;
                continue;
            }
            lines.push(Line {
                scope: usize::MAX,
                head: Head::Assign(names::plain(port.name)),
                kind: Kind::Whole,
                text: sheet.bundle(&port.nodes, sheet.items.len(), needed),
            });
        }
        lines
    }

    /// An instance with the wires that it drives, if any of them is needed.
    fn instance(&mut self, sheet: &Sheet, index: usize, needed: &mut [bool]) -> Option<Line> {
        let Source::Step(here) = sheet.items[index].source else {
            unreachable!("an instance is a step")
        };
        let Some(Done::Instance { module, inputs, .. }) = sheet.done(index) else {
            unreachable!("an instance")
        };
        // The items of its outputs follow.
        let mut driven: HashMap<&str, usize> = HashMap::new();
        for later in index + 1..sheet.items.len() {
            if let Some(Done::Output { instance, port }) = sheet.done(later)
                && *instance == here
            {
                driven.insert(port, later);
            }
        }
        if !driven.values().any(|&item| needed[item]) {
            return None;
        }
        let is_needed = |port: &Port| needed[driven[port.name]];
        let ports = self.ports_of(module, is_needed);
        let mut text = String::new();
        let mut connections = Vec::new();
        for port in &ports.outputs {
            let item = driven[port.name];
            let wire = sheet.name(item);
            let width = range(port.nodes.len());
            if !sheet.items[item].is_port {
                text += &format!("    wire {width}{wire};\n");
            }
            connections.push(format!(".{}({wire})", names::plain(port.name)));
        }
        let mut led = Vec::new();
        let left = inputs.iter().zip(&ports.used);
        for (port, (nodes, _)) in ports.inputs.iter().zip(left.filter(|(_, used)| **used)) {
            let wire = sheet.bundle(nodes, index, needed);
            led.push(format!(".{}({wire})", names::plain(port.name)));
        }
        led.append(&mut connections);
        text += &format!(
            "    {} {}(\n        {}\n    );",
            self.name(module),
            sheet.name(index),
            led.join(",\n        ")
        );
        Some(Line {
            scope: sheet.items[index].scope,
            head: Head::Instance,
            kind: Kind::Whole,
            text: format!("    // {}\n{text}", module.about),
        })
    }

    /// Writes the module of an instance, if that was not done yet, and returns its ports.
    fn ports_of(&mut self, module: &'static Module, is_needed: impl Fn(&Port) -> bool) -> Ports {
        if let Some(ports) = self.shared.get(module.name) {
            return ports.clone();
        }
        let built = self.modules.iter().find(|built| built.module == module);
        let built = built.expect("an instance has a module");
        let mut graph = built.graph.clone();
        if !built.shared {
            graph.outputs.retain(is_needed);
        }
        let ports = self.write(module, &graph, built.shared);
        if built.shared {
            self.shared.insert(module.name, ports.clone());
        }
        ports
    }

    /// The text of a module's file.
    fn text(&self, module: &Module, ports: &Ports, body: &str) -> String {
        let name = self.name(module);
        let about = wrapped("//", &format!("{name}: {}.", module.about));
        let mut text = format!("{}\n//\n", about.join("\n"));
        for line in self.head.lines() {
            text += &format!("// {line}\n");
        }
        text += "//\n// SPDX-License-Identifier: GPL-3.0-or-later\n\n\
                 // Signals come whole, though a module may need only some of their wires.\n\
                 /* verilator lint_off UNUSEDSIGNAL */\n\n";
        text += &format!("module {name} (\n{}\n);\n", ports.lines());
        text += body;
        text += "\nendmodule\n";
        text
    }

    /// Adds the file of a module.
    pub(super) fn add_file(&mut self, module: &'static Module, ports: &Ports, body: &str) {
        let text = self.text(module, ports, body);
        self.files.push(File {
            name: self.name(module),
            about: module.about,
            text,
        });
    }
}

/// The lines of a module, under a comment for each of its blocks if there is more than one.
pub(super) fn body(sheet: &Sheet, lines: Vec<Line>) -> String {
    let mut scopes: Vec<usize> = lines.iter().map(|line| line.scope).collect();
    scopes.retain(|&scope| scope != usize::MAX);
    scopes.sort_unstable();
    scopes.dedup();
    let mut text = String::new();
    let mut written = None;
    for line in &lines {
        let is_instance = matches!(line.head, Head::Instance);
        if written != Some(line.scope) || is_instance {
            text.push('\n');
        }
        if written != Some(line.scope)
            && scopes.len() > 1
            && line.scope != usize::MAX
            && !is_instance
        {
            // The module says where it belongs.
            let path = sheet.graph.path(line.scope);
            let block = path.rsplit('/').next().unwrap_or(&path);
            if !block.is_empty() {
                text += &format!("    // {block}\n");
            }
        }
        // A line behind an instance begins a new part.
        written = (!is_instance).then_some(line.scope);
        text += &line.to_text();
        text.push('\n');
    }
    text
}

impl Ports {
    /// The ports of a module whose items are needed, or all.
    pub(super) fn of(sheet: &Sheet, needed: &[bool], whole: bool) -> Ports {
        let mut used = Vec::new();
        let mut inputs = Vec::new();
        for (port, needed) in sheet.graph.inputs.iter().zip(needed) {
            // Inputs are the first items.
            let is_used = whole || *needed;
            used.push(is_used);
            if is_used {
                inputs.push(port.clone());
            }
        }
        Ports {
            inputs,
            used,
            outputs: sheet.graph.outputs.clone(),
        }
    }

    /// A line a port, with its meaning.
    pub(super) fn lines(&self) -> String {
        let mut lines = Vec::new();
        let count = self.inputs.len() + self.outputs.len();
        let inputs = self.inputs.iter().map(|port| ("input  wire", port));
        let outputs = self.outputs.iter().map(|port| ("output wire", port));
        for (number, (way, port)) in inputs.chain(outputs).enumerate() {
            let comma = if number + 1 < count { "," } else { "" };
            let name = names::plain(port.name);
            let line = format!("    {way} {}{name}{comma}", range(port.nodes.len()));
            if port.help.is_empty() {
                lines.push(line);
            } else if line.len() + port.help.len() + 4 <= LONGEST {
                lines.push(format!("{line} // {}", port.help));
            } else {
                lines.extend(wrapped("    //", port.help));
                lines.push(line);
            }
        }
        lines.join("\n")
    }
}

/// A long comment in lines that begin with `mark`.
fn wrapped(mark: &str, text: &str) -> Vec<String> {
    let mut lines = vec![mark.to_owned()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is one");
        if last.len() + 1 + word.len() > LONGEST {
            lines.push(format!("{mark} {word}"));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines
}

impl Sheet<'_> {
    pub(super) fn done(&self, index: usize) -> Option<&Done> {
        match self.items[index].source {
            Source::Step(step) => Some(&self.graph.steps[step].done),
            Source::Input | Source::Gate => None,
        }
    }

    /// The item that has the name of a port, if one does.
    fn drives(&self, port: &Port) -> Option<usize> {
        let &first = self.bundles.get(&port.nodes)?.first()?;
        let item = &self.items[first];
        let named = item.name.as_ref() == Some(&names::plain(port.name));
        (item.is_port && named).then_some(first)
    }

    pub(super) fn name(&self, index: usize) -> &str {
        let name = self.items[index].name.as_deref();
        name.expect("every item has a name")
    }

    /// The line of an item; marks the items that it refers to. Inputs have none.
    pub(super) fn line(&self, index: usize, needed: &mut [bool]) -> Option<Line> {
        let item = &self.items[index];
        if matches!(item.source, Source::Input) {
            return None;
        }
        let name = item.name.clone()?;
        let (kind, text) = self.expression(index, needed);
        let head = if item.is_port {
            Head::Assign(name)
        } else {
            Head::Wire {
                name,
                width: item.nodes.len(),
                numbered: item.numbered,
            }
        };
        Some(Line {
            scope: item.scope,
            head,
            kind,
            text,
        })
    }

    /// What drives an item.
    fn expression(&self, index: usize, needed: &mut [bool]) -> (Kind, String) {
        let item = &self.items[index];
        let bundle = |nodes: &[Node], needed: &mut [bool]| self.bundle(nodes, index, needed);
        let pair = |sign: &str, a: &[Node], b: &[Node], needed: &mut [bool]| {
            format!("{} {sign} {}", bundle(a, needed), bundle(b, needed))
        };
        let done = match item.source {
            Source::Input => unreachable!("an input has no line"),
            Source::Gate => match self.graph.gates[item.nodes[0].number()] {
                Gate::Not(a) => Done::Not(vec![a]),
                Gate::And(a, b) => Done::And(vec![a], vec![b]),
                Gate::Or(a, b) => Done::Or(vec![a], vec![b]),
                Gate::Xor(a, b) => Done::Xor(vec![a], vec![b]),
                Gate::Constant(_) | Gate::Input(_) => unreachable!("no item for itself"),
            },
            Source::Step(step) => self.graph.steps[step].done.clone(),
        };
        match &done {
            Done::Not(a) => (Kind::Not, format!("~{}", bundle(a, needed))),
            Done::Xor(a, b) if b.iter().all(|&node| node == HIGH) => {
                (Kind::Not, format!("~{}", bundle(a, needed)))
            }
            Done::And(a, b) => (Kind::And, pair("&", a, b, needed)),
            Done::Xor(a, b) => (Kind::Xor, pair("^", a, b, needed)),
            Done::Or(a, b) => match self.switch(index, a, b) {
                Some(switch) => {
                    let when = bundle(&[switch.when], needed);
                    let then = bundle(&switch.then, needed);
                    let otherwise = bundle(&switch.otherwise, needed);
                    (Kind::Other, format!("{when} ? {then} : {otherwise}"))
                }
                None => (Kind::Or, pair("|", a, b, needed)),
            },
            Done::Any(a) => self.any(index, a, needed),
            Done::Equals { wires, number } => {
                let width = wires.len();
                let wires = bundle(wires, needed);
                (Kind::Other, format!("{wires} == {width}'d{number}"))
            }
            Done::Sum { a, b, carry_in } => {
                let text = self.sum(index, [a, b], *carry_in, needed);
                (Kind::Other, text)
            }
            Done::Increment { number, when } => {
                let one = match (*when, number.len()) {
                    (HIGH, width) => format!("{width}'d1"),
                    (when, 1) => bundle(&[when], needed),
                    (when, width) => {
                        format!("{{{}'d0, {}}}", width - 1, bundle(&[when], needed))
                    }
                };
                (Kind::Other, format!("{} + {one}", bundle(number, needed)))
            }
            Done::Decode(address) => {
                let width = address.iter().rposition(|&node| node != super::LOW);
                let address = bundle(&address[..=width.unwrap_or(0)], needed);
                (Kind::Other, format!("64'd1 << {address}"))
            }
            Done::Bundled
            | Done::Named(_)
            | Done::Called(_)
            | Done::Ray { .. }
            | Done::Neighbor { .. } => {
                let text = self.wiring(&item.nodes, index, needed);
                let whole = !text.contains(' ') || text.starts_with('{');
                (if whole { Kind::Whole } else { Kind::Other }, text)
            }
            Done::Instance { .. } | Done::Output { .. } => unreachable!("written elsewhere"),
        }
    }

    /// The OR of wires: of a vector, or of several one by one.
    fn any(&self, index: usize, nodes: &[Node], needed: &mut [bool]) -> (Kind, String) {
        if self.bundles.contains_key(nodes) {
            return (
                Kind::Other,
                format!("|{}", self.bundle(nodes, index, needed)),
            );
        }
        let mut parts = Vec::new();
        let mut rest = nodes;
        while !rest.is_empty() {
            let (part, length) = self.longest_part(rest, index, needed);
            parts.push(match length {
                1 => part,
                _ => format!("(|{part})"),
            });
            rest = &rest[length..];
        }
        match &parts[..] {
            [part] => (Kind::Other, part[1..part.len() - 1].to_owned()),
            _ => (Kind::Or, parts.join(" | ")),
        }
    }

    /// An adder, with a place for its carry if that is led anywhere.
    fn sum(
        &self,
        index: usize,
        [a, b]: [&[Node]; 2],
        carry_in: Node,
        needed: &mut [bool],
    ) -> String {
        let width = a.len();
        let extends = self.items[index].nodes.len() > width;
        if !extends && carry_in == HIGH {
            for (number, other) in [(a, b), (b, a)] {
                if let Some(inverted) = self.inverted(other, index) {
                    let number = self.bundle(number, index, needed);
                    return format!("{number} - {}", self.bundle(inverted, index, needed));
                }
            }
        }
        let (a, b) = (self.bundle(a, index, needed), self.bundle(b, index, needed));
        let carry = match carry_in {
            super::LOW | HIGH => None,
            carry => Some(self.bundle(&[carry], index, needed)),
        };
        let places = width + usize::from(extends);
        let mut sum = if extends {
            format!("{{1'b0, {a}}} + {{1'b0, {b}}}")
        } else {
            format!("{a} + {b}")
        };
        if carry_in == HIGH {
            sum += &format!(" + {places}'d1");
        }
        if let Some(carry) = carry {
            sum += &format!(" + {{{}'d0, {carry}}}", places - 1);
        }
        sum
    }

    /// What a vector is the inverse of, if an inverter made it.
    fn inverted(&self, nodes: &[Node], before: usize) -> Option<&[Node]> {
        for &item in self.bundles.get(nodes)? {
            if item >= before {
                break;
            }
            match self.done(item) {
                Some(Done::Not(a)) => return Some(a),
                Some(Done::Xor(a, b)) if b.iter().all(|&node| node == HIGH) => return Some(a),
                _ => {}
            }
        }
        None
    }

    /// The switch that an OR of two ANDs is, if it is one: each is open while a wire is high, or
    /// low.
    fn switch(&self, index: usize, a: &[Node], b: &[Node]) -> Option<Switch> {
        let (one, other) = (self.gated(index, a), self.gated(index, b));
        for (then, when) in &one {
            for (otherwise, unless) in &other {
                let gate = |node: &Node| self.graph.gates[node.number()];
                if gate(unless) == Gate::Not(*when) {
                    return Some(Switch::new(*when, then, otherwise));
                }
                if gate(when) == Gate::Not(*unless) {
                    return Some(Switch::new(*unless, otherwise, then));
                }
            }
        }
        None
    }

    /// The ways in which a bundle is an AND with one wire.
    fn gated(&self, before: usize, nodes: &[Node]) -> Vec<(Vec<Node>, Node)> {
        let mut ways = Vec::new();
        let mut add = |a: &[Node], b: &[Node]| {
            if b.iter().all(|&node| node == b[0]) && b[0] != HIGH && b[0] != super::LOW {
                ways.push((a.to_vec(), b[0]));
            }
        };
        if let [node] = nodes {
            if let Gate::And(a, b) = self.graph.gates[node.number()] {
                add(&[a], &[b]);
                add(&[b], &[a]);
            }
            return ways;
        }
        for &item in self.bundles.get(nodes).into_iter().flatten() {
            if item < before
                && let Some(Done::And(a, b)) = self.done(item)
            {
                add(a, b);
                add(b, a);
            }
        }
        ways
    }

    /// Names for people: those that the author gave, where a ray or a line from a neighbor comes
    /// from, and numbers.
    pub(super) fn give_readable_names(&mut self) {
        let mut names = Names::new(self.graph);
        for port in &self.graph.outputs {
            let first = self.bundles.get(&port.nodes).map(|items| items[0]);
            if let Some(first) = first
                && self.items[first].name.is_none()
            {
                self.items[first].name = Some(names::plain(port.name));
                self.items[first].is_port = true;
            }
        }
        // The author's names of items.
        let mut called: Vec<Option<&'static str>> = vec![None; self.items.len()];
        for index in 0..self.items.len() {
            let Source::Step(step) = self.items[index].source else {
                continue;
            };
            let step = &self.graph.steps[step];
            let scope = self.graph.path(step.scope);
            match step.done {
                Done::Output { instance, port } => {
                    let Done::Instance { label, .. } = self.graph.steps[instance].done else {
                        unreachable!("outputs belong to instances")
                    };
                    if self.items[index].name.is_none() {
                        self.items[index].name = Some(names.short(label, port));
                    }
                }
                Done::Named(name) | Done::Called(name) => {
                    let first = self.bundles[&step.nodes][0];
                    if self.items[first].is_port {
                        called[first] = Some(name);
                        continue;
                    }
                    let is_free = self.items[first].name.is_none();
                    let carrier = if is_free { first } else { index };
                    called[carrier] = Some(name);
                    let ray = match self.done(carrier) {
                        Some(Done::Ray { step, .. }) => Some(*step),
                        _ => None,
                    };
                    let name = match ray {
                        Some(step) => from_behind(ray_name(name), step),
                        None => name.to_owned(),
                    };
                    self.items[carrier].name = Some(names.short(&scope, &name));
                }
                _ => {}
            }
        }
        let mut numbers = 0;
        for index in 0..self.items.len() {
            if self.items[index].name.is_some() {
                continue;
            }
            let name = match self.done(index) {
                Some(Done::Instance { label, .. }) => Some((*label).to_owned()),
                Some(Done::Ray { step, .. }) => Some(from_behind("ray", *step)),
                Some(Done::Neighbor { source, step }) => {
                    let source = self.bundles[source][0];
                    let name = called[source].unwrap_or(self.name(source));
                    Some(from_behind(name, *step))
                }
                _ => None,
            };
            let mut scope = self.graph.path(self.items[index].scope);
            if let Some(Done::Instance { .. }) = self.done(index) {
                scope = "board".to_owned();
            }
            let name = match name {
                Some(name) => names.short(&scope, &name),
                None => {
                    numbers += 1;
                    self.items[index].numbered = true;
                    names.short("wire", &format!("v{numbers}"))
                }
            };
            self.items[index].name = Some(name);
        }
    }
}

/// A switch between two bundles.
struct Switch {
    when: Node,
    then: Vec<Node>,
    otherwise: Vec<Node>,
}

impl Switch {
    fn new(when: Node, then: &[Node], otherwise: &[Node]) -> Switch {
        Switch {
            when,
            then: then.to_vec(),
            otherwise: otherwise.to_vec(),
        }
    }
}

/// Rays that the author called by their direction alone are called rays.
fn ray_name(name: &str) -> &str {
    let directions = ["north", "east", "south", "west"];
    if directions
        .iter()
        .any(|direction| name.starts_with(direction))
    {
        "ray"
    } else {
        name
    }
}

/// The name of a line led `step` files and ranks: by where it comes from.
fn from_behind(name: &str, (dx, dy): (i32, i32)) -> String {
    format!("{name}_from_{}", direction((-dx, -dy)))
}

/// The direction of a step in the points of the compass, north being up the board; a knight's jumps
/// are three letters.
pub(super) fn direction((dx, dy): (i32, i32)) -> String {
    let along = match dy {
        0 => "",
        1.. => "n",
        _ => "s",
    };
    let across = match dx {
        0 => "",
        1.. => "e",
        _ => "w",
    };
    match (dx.abs(), dy.abs()) {
        (1, 2) => format!("{along}{along}{across}"),
        (2, 1) => format!("{across}{along}{across}"),
        _ => format!("{along}{across}"),
    }
}
