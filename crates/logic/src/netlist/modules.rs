//! A circuit in modules: each has a graph of its own, and takes in the signals round it by their
//! names.
//!
//! ```text
//!  outer graph   a ----------------.                   .--- sum: a new node
//!                b --------------. |                   |
//!                    +-----------|-|-------------------|---+
//!  module's graph    |  inputs   b a --> gates --> output  |
//!                    +-------------------------------------+
//! ```
//!
//! A gate of a module that looks at a node of another graph gets an input for it: the whole signal
//! that the node belongs to, by the name that it has there. What a module returns are new nodes to
//! the graph round it. So no gate is shared between modules, and all that passes from one to
//! another has a name. Numbers of nodes are given once for all graphs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Bus, Done, Gate, Graph, HIGH, LOW, Module, Netlist, Node, Port};
use crate::pins::visit_bundles;
use crate::{Logic, Pin, PinList, PinVisitor, SquareLogic};

/// What the graph of a module, or of the circuit round all of them, knows beside its gates.
#[derive(Clone, Debug, Default)]
pub struct Nest {
    /// The graph round it.
    outer: Option<Box<Graph>>,
    /// Nodes numbered so far in all graphs.
    numbered: Arc<AtomicU32>,
    /// Its signals with a name.
    signals: Vec<Signal>,
    /// The signal of each of their nodes.
    homes: HashMap<Node, usize>,
    /// Nodes of the outer graph and the inputs that they drive.
    imports: HashMap<Node, Node>,
    /// What the inputs are led from, in their order.
    taken: Vec<Taken>,
    /// The modules that stand in it or in its modules, each once.
    pub(super) modules: Vec<Built>,
}

/// A module and its gates.
#[derive(Clone, Debug)]
pub(super) struct Built {
    pub(super) module: &'static Module,
    pub(super) graph: Graph,
    /// It may stand in several places, so all of them must find all ports there.
    pub(super) shared: bool,
}

/// A signal that a module can take in.
#[derive(Clone, Debug)]
struct Signal {
    name: &'static str,
    help: &'static str,
    /// The instance that it comes from, if it comes from one.
    from: Option<&'static str>,
    nodes: Vec<Node>,
}

/// What an input is led from.
#[derive(Clone, Debug)]
struct Taken {
    nodes: Vec<Node>,
    from: Option<&'static str>,
}

impl Graph {
    /// Leaves out the numbers that other graphs have given: nothing here has them.
    pub(super) fn skip_numbers(&mut self) {
        let Some(nest) = &self.nest else { return };
        let number = nest.numbered.fetch_add(1, Ordering::Relaxed) as usize;
        while self.gates.len() < number {
            self.gates.push(Gate::Constant(false));
            self.gate_scopes.push(0);
        }
    }

    /// Lets modules take in a signal of the circuit by its name.
    pub(super) fn register_named(
        &mut self,
        name: &'static str,
        help: &'static str,
        nodes: &[Node],
    ) {
        if self.nest.is_some() {
            self.register(Signal {
                name,
                help,
                from: None,
                nodes: nodes.to_vec(),
            });
        }
    }

    /// Lets modules take in a signal by its name.
    fn register(&mut self, signal: Signal) {
        let Some(nest) = &mut self.nest else { return };
        let place = nest.signals.len();
        for &node in &signal.nodes {
            if node != LOW && node != HIGH {
                nest.homes.entry(node).or_insert(place);
            }
        }
        nest.signals.push(signal);
    }

    /// Whether a node is one of this graph. Those of others have a constant's gate here.
    fn has(&self, node: Node) -> bool {
        let gate = self.gates.get(node.number());
        node == LOW || node == HIGH || !matches!(gate, None | Some(Gate::Constant(_)))
    }

    /// The node in this graph: itself, or the input that leads it in.
    pub(super) fn local(&mut self, node: Node) -> Node {
        if self.nest.is_none() || self.has(node) {
            return node;
        }
        let nest = self.nest.as_mut().expect("it is there");
        if let Some(&local) = nest.imports.get(&node) {
            return local;
        }
        let mut outer = nest.outer.take().expect("a node of a finished module");
        let there = outer.local(node);
        let signal = outer.signal_of(there).clone();
        let nest = self.nest.as_mut().expect("it is there");
        nest.outer = Some(outer);
        // Two graphs further out, the node has two numbers.
        if !nest.imports.contains_key(&there) {
            self.take_in(&signal);
        }
        let imports = &mut self.nest.as_mut().expect("it is there").imports;
        let local = imports[&there];
        imports.insert(node, local);
        local
    }

    pub(super) fn locals(&mut self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().map(|&node| self.local(node)).collect()
    }

    fn signal_of(&self, node: Node) -> &Signal {
        let nest = self.nest.as_ref().expect("a graph of a circuit in modules");
        let Some(&home) = nest.homes.get(&node) else {
            panic!(
                "a module takes in a signal without a name: {:?} of block {}",
                self.gates[node.number()],
                self.path(self.gate_scopes[node.number()])
            )
        };
        &nest.signals[home]
    }

    /// Declares an input for a signal of the outer graph.
    fn take_in(&mut self, signal: &Signal) {
        let name = self.free_name(signal);
        let local = self.input(name, signal.nodes.len(), signal.help);
        let nest = self.nest.as_mut().expect("a graph of a circuit in modules");
        for (&outer, local) in signal.nodes.iter().zip(local) {
            nest.imports.entry(outer).or_insert(local);
        }
        nest.taken.push(Taken {
            nodes: signal.nodes.clone(),
            from: signal.from,
        });
    }

    /// The signal's own name, or, where two have the same, that of its module before it. A register
    /// keeps its name.
    fn free_name(&mut self, signal: &Signal) -> &'static str {
        let Some(place) = self.inputs.iter().position(|port| port.name == signal.name) else {
            return signal.name;
        };
        let nest = self.nest.as_mut().expect("a graph of a circuit in modules");
        // Names of ports live as long as the program: a few dozen are made here.
        let long = |from: &str| -> &'static str { format!("{from}_{}", signal.name).leak() };
        match (signal.from, nest.taken[place].from) {
            (Some(from), _) => long(from),
            (None, Some(from)) => {
                let name = long(from);
                self.inputs[place].name = name;
                let nodes = &self.inputs[place].nodes;
                let home = nest.homes[&nodes[0]];
                nest.signals[home].name = name;
                signal.name
            }
            (None, None) => panic!("two signals called {} enter a module", signal.name),
        }
    }

    pub(super) fn localized(&mut self, done: Done, nodes: &[Node]) -> (Done, Vec<Node>) {
        if self.nest.is_none() {
            return (done, nodes.to_vec());
        }
        let done = match done {
            Done::Not(a) => Done::Not(self.locals(&a)),
            Done::And(a, b) => Done::And(self.locals(&a), self.locals(&b)),
            Done::Or(a, b) => Done::Or(self.locals(&a), self.locals(&b)),
            Done::Xor(a, b) => Done::Xor(self.locals(&a), self.locals(&b)),
            Done::Any(a) => Done::Any(self.locals(&a)),
            Done::Sum { a, b, carry_in } => Done::Sum {
                a: self.locals(&a),
                b: self.locals(&b),
                carry_in: self.local(carry_in),
            },
            Done::Equals { wires, number } => Done::Equals {
                wires: self.locals(&wires),
                number,
            },
            Done::Increment { number, when } => Done::Increment {
                number: self.locals(&number),
                when: self.local(when),
            },
            Done::Decode(address) => Done::Decode(self.locals(&address)),
            Done::Neighbor { source, step } => Done::Neighbor {
                source: self.locals(&source),
                step,
            },
            Done::Ray { source, pass, step } => Done::Ray {
                source: self.locals(&source),
                pass: self.locals(&pass),
                step,
            },
            Done::Bundled
            | Done::Named(_)
            | Done::Called(_)
            | Done::Instance { .. }
            | Done::Output { .. } => done,
        };
        (done, self.locals(nodes))
    }
}

impl Netlist {
    /// An empty netlist whose [modules](Logic::module) stay apart. It is made to be
    /// [written](Netlist::modules_in_verilog): its gates are not those of the circuit, since each
    /// module has its own.
    pub fn in_modules() -> Netlist {
        let mut graph = Graph::empty();
        graph.nest = Some(Box::new(Nest {
            numbered: Arc::new(AtomicU32::new(2)),
            ..Nest::default()
        }));
        Netlist {
            graph: graph.into(),
        }
    }

    /// Whether modules stay apart.
    pub(super) fn has_modules(&self) -> bool {
        self.graph.borrow().nest.is_some()
    }

    /// Opens the graph of a module.
    fn enter_module(&self) {
        let graph = &mut *self.graph.borrow_mut();
        let nest = graph.nest.as_ref().expect("a circuit in modules");
        let mut inner = Graph::empty();
        inner.nest = Some(Box::new(Nest {
            numbered: nest.numbered.clone(),
            ..Nest::default()
        }));
        let outer = std::mem::replace(graph, inner);
        graph.nest.as_mut().expect("just made").outer = Some(Box::new(outer));
    }

    /// Closes a module's graph, and puts the module into the outer one. Returns the place of its
    /// step there.
    fn leave_module(&self, module: &'static Module, label: &'static str, shared: bool) -> usize {
        let graph = &mut *self.graph.borrow_mut();
        let nest = graph.nest.as_mut().expect("a module is open");
        let outer = *nest.outer.take().expect("a module is open");
        let mut inner = std::mem::replace(graph, outer);
        let mut nest = *inner.nest.take().expect("a module was open");
        // What passes through a module and is changed there has one name on both sides: the input
        // tells where it is from.
        for (port, taken) in inner.inputs.iter_mut().zip(&nest.taken) {
            let is_output = inner.outputs.iter().any(|output| output.name == port.name);
            if let Some(from) = taken.from
                && is_output
            {
                port.name = format!("{from}_{}", port.name).leak();
            }
        }
        let known = graph.nest.as_mut().expect("a circuit in modules");
        nest.modules.push(Built {
            module,
            graph: inner,
            shared,
        });
        for built in nest.modules {
            if !known
                .modules
                .iter()
                .any(|other| other.module == built.module)
            {
                known.modules.push(built);
            } else {
                assert!(built.shared, "{} is built twice", built.module.name);
            }
        }
        let inputs = nest.taken.into_iter().map(|taken| taken.nodes).collect();
        let step = Done::Instance {
            module,
            label,
            inputs,
        };
        graph.record(graph.gates.len(), step, &[]);
        graph.steps.len() - 1
    }

    /// New nodes for an output of the module at a step.
    fn lead_out(&self, instance: usize, label: &'static str, output: &Port) -> Vec<Node> {
        let graph = &mut *self.graph.borrow_mut();
        let nodes: Vec<Node> = output
            .nodes
            .iter()
            .map(|_| {
                // No input of the circuit has such a number.
                let nest = graph.nest.as_ref().expect("a circuit in modules");
                let number = 1 << 31 | nest.numbered.load(Ordering::Relaxed);
                graph.node(Gate::Input(number))
            })
            .collect();
        let done = Done::Output {
            instance,
            port: output.name,
        };
        graph.record(graph.gates.len(), done, &nodes);
        // Registers go by their own names from module to module.
        let name = output.name.strip_suffix("_next").unwrap_or(output.name);
        graph.register(Signal {
            name,
            help: output.help,
            from: Some(label),
            nodes: nodes.clone(),
        });
        nodes
    }

    /// Builds a module: `inputs` are declared, others that it looks at are taken in.
    pub(crate) fn module_of<'n, I, T>(
        &'n self,
        module: &'static Module,
        label: &'static str,
        mut inputs: Option<I>,
        part: impl FnOnce(Option<I>) -> T,
    ) -> T
    where
        I: PinList<&'n Netlist>,
        T: PinList<&'n Netlist>,
    {
        let shared = inputs.is_some();
        self.enter_module();
        if let Some(inputs) = &mut inputs {
            inputs.visit(&mut TakeIn(self));
        }
        let mut outputs = part(inputs);
        let mut found = FindOutputs {
            net: self,
            clocked: false,
            outputs: Vec::new(),
        };
        outputs.visit(&mut found);
        let found = found.outputs;
        self.graph.borrow_mut().outputs = found.iter().flatten().cloned().collect();
        let instance = self.leave_module(module, label, shared);
        let mut led = Vec::new();
        for port in &found {
            led.push(
                port.as_ref()
                    .map(|port| self.lead_out(instance, label, port)),
            );
        }
        outputs.visit(&mut LeadOut(led.into_iter()));
        outputs
    }

    /// Builds a module of nodes, which may stand in several places.
    pub(super) fn module_of_nodes(
        &self,
        module: &'static Module,
        inputs: &[Port],
        part: impl FnOnce(&[Vec<Node>]) -> Vec<Port>,
    ) -> Vec<Vec<Node>> {
        if !self.has_modules() {
            let inputs: Vec<Vec<Node>> = inputs.iter().map(|port| port.nodes.clone()).collect();
            return part(&inputs).into_iter().map(|port| port.nodes).collect();
        }
        self.enter_module();
        let inputs: Vec<Vec<Node>> = inputs
            .iter()
            .map(|port| self.lead_in(port.name, port.help, &port.nodes))
            .collect();
        for Port { name, nodes, help } in part(&inputs) {
            self.output_nodes(name, nodes, help);
        }
        let outputs = self.graph.borrow().outputs.clone();
        let instance = self.leave_module(module, module.name, true);
        let mut led = Vec::new();
        for output in &outputs {
            led.push(self.lead_out(instance, module.name, output));
        }
        led
    }

    /// Declares an input of the open module that is led from these nodes round it.
    fn lead_in(&self, name: &'static str, help: &'static str, nodes: &[Node]) -> Vec<Node> {
        let graph = &mut *self.graph.borrow_mut();
        let outer = graph.nest.as_mut().and_then(|nest| nest.outer.as_mut());
        let nodes = outer.expect("a module is open").locals(nodes);
        let local = graph.input(name, nodes.len(), help);
        let nest = graph.nest.as_mut().expect("a module is open");
        nest.taken.push(Taken { nodes, from: None });
        local
    }
}

/// A list's signals become inputs of the open module.
struct TakeIn<'n>(&'n Netlist);

/// Finds the outputs of a module: signals in which some gate of its own has a part.
struct FindOutputs<'n> {
    net: &'n Netlist,
    /// The list is one of registers: what is there are their next values.
    clocked: bool,
    /// The ports, none for what only passes.
    outputs: Vec<Option<Port>>,
}

impl FindOutputs<'_> {
    fn find(&mut self, pin: &'static Pin, nodes: &[Node]) {
        let graph = &mut *self.net.graph.borrow_mut();
        let own = |&node: &Node| node != LOW && node != HIGH && graph.has(node);
        if !nodes.iter().any(own) {
            self.outputs.push(None);
            return;
        }
        // Lines of an address that cannot be are low, and not led out.
        let width = nodes.iter().rposition(|&node| node != LOW);
        let nodes = &nodes[..=width.expect("some node is not low")];
        let port = Port {
            name: if self.clocked { pin.next } else { pin.name },
            nodes: graph.locals(nodes),
            help: pin.help,
        };
        self.outputs.push(Some(port));
    }
}

/// Puts the new nodes of a module's outputs into the list.
struct LeadOut<I>(I);

/// The nodes of a bundle from fewer, the rest low.
fn filled<const N: usize>(nodes: &[Node]) -> [Node; N] {
    std::array::from_fn(|wire| nodes.get(wire).copied().unwrap_or(LOW))
}

/// The visits of the four bundles: `$nodes` are a bundle's, and the block gives its new ones, if it
/// has any.
macro_rules! visit_nodes {
    ($self:ident, $pin:ident, $nodes:ident => $work:expr) => {
        visit_bundles!(&'n Netlist, $self, $pin, signal => {
            let $nodes: &[Node] = signal.nodes();
            let new: Option<Vec<Node>> = $work;
            if let Some(new) = new {
                *signal = Bus::new(signal.net(), filled(&new));
            }
        });
        fn wires(
            &mut $self,
            $pin: &'static Pin,
            signal: &mut [<&'n Netlist as SquareLogic>::Wire],
        ) {
            let nodes: Vec<Node> = signal.iter().map(|wire| wire.nodes()[0]).collect();
            let $nodes: &[Node] = &nodes;
            let new: Option<Vec<Node>> = $work;
            if let Some(new) = new {
                for (place, wire) in signal.iter_mut().enumerate() {
                    let node = new.get(place).copied().unwrap_or(LOW);
                    *wire = Bus::new(wire.net(), [node]);
                }
            }
        }
    };
}

impl<'n> PinVisitor<&'n Netlist> for TakeIn<'n> {
    visit_nodes!(self, pin, nodes => Some(self.0.lead_in(pin.name, pin.help, nodes)));
}

impl<'n> PinVisitor<&'n Netlist> for FindOutputs<'n> {
    visit_nodes!(self, pin, nodes => {
        self.find(pin, nodes);
        None
    });

    fn clocked(&mut self, clocked: bool) {
        self.clocked = clocked;
    }
}

impl<'n, I: Iterator<Item = Option<Vec<Node>>>> PinVisitor<&'n Netlist> for LeadOut<I> {
    visit_nodes!(self, _pin, _nodes => self.0.next().expect("an output a pin"));
}
