//! Netlist: the back end that builds. A graph of two-input gates and inverters, with blocks and
//! names.
//!
//! Equal gates are built once and constants are folded away, so that a hard-wired plane costs only
//! the gates that would be soldered. Gates that reach no output are dropped from every count and
//! file.

mod adder_tree;
mod blif;
mod bus;
mod count;
mod faults;
mod modules;
mod mutate;
mod simulate;
mod verilog;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub use bus::Bus;
pub use count::{Block, Count};
pub use faults::{Fault, Faults};
pub use modules::Nest;
pub use simulate::Simulation;
pub use verilog::{Adders, File};

/// A node of the graph: a constant, an input or a gate. Its inputs are always lower nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// Its number: that of a gate is higher than those of its inputs.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The low level.
pub(crate) const LOW: Node = Node(0);
/// The high level.
pub(crate) const HIGH: Node = Node(1);

/// Driver of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// A level that never changes.
    Constant(bool),
    /// An input of the circuit, numbered in order of declaration.
    Input(u32),
    /// An inverter.
    Not(Node),
    /// High if both inputs are.
    And(Node, Node),
    /// High if either input is.
    Or(Node, Node),
    /// High if the inputs differ.
    Xor(Node, Node),
}

/// A named bundle of nodes: an input, an output or a signal inside.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    pub(crate) name: &'static str,
    pub(crate) nodes: Vec<Node>,
    /// Its meaning, if that is known.
    pub(crate) help: &'static str,
}

impl Port {
    fn new(name: &'static str, nodes: &[Node], help: &'static str) -> Port {
        Port {
            name,
            nodes: nodes.to_vec(),
            help,
        }
    }
}

/// A signal that the circuit's author named, with the block it was named in.
#[derive(Clone, Debug)]
pub struct NamedSignal {
    /// The block, as in [`Block::path`].
    pub block: String,
    /// The name, unique only within its block.
    pub name: &'static str,
    /// Its nodes, lowest first.
    pub nodes: Vec<Node>,
}

/// An adder as the circuit's author wrote it, whatever gates it became.
#[derive(Clone, Debug)]
pub struct Addition {
    /// One number, lowest wire first.
    pub a: Vec<Node>,
    /// The other.
    pub b: Vec<Node>,
    /// The carry into the lowest place.
    pub carry_in: Node,
    /// The sum.
    pub sum: Vec<Node>,
    /// The carry out of the highest place.
    pub carry_out: Node,
}

#[derive(Clone, Debug)]
struct Scope {
    name: &'static str,
    parent: usize,
}

/// Something done to a whole bundle of wires, kept for files that people read: the gates alone do
/// not tell that sixty-four of them are one operation.
#[derive(Clone, Debug)]
struct Step {
    /// The scope it was done in.
    scope: usize,
    /// Number of nodes before and afterwards.
    before: usize,
    after: usize,
    done: Done,
    /// The bundle that came of it.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Done {
    /// An inverter at each wire.
    Not(Vec<Node>),
    /// An AND at each pair of wires.
    And(Vec<Node>, Vec<Node>),
    /// An OR at each pair of wires.
    Or(Vec<Node>, Vec<Node>),
    /// An XOR at each pair of wires.
    Xor(Vec<Node>, Vec<Node>),
    /// The OR of all wires.
    Any(Vec<Node>),
    /// The sum of two numbers and a carry, and the carry out of its last place.
    Sum {
        a: Vec<Node>,
        b: Vec<Node>,
        carry_in: Node,
    },
    /// Whether wires carry a number.
    Equals { wires: Vec<Node>, number: usize },
    /// One more while a wire is high; what is carried out is lost.
    Increment { number: Vec<Node>, when: Node },
    /// The line of an address, alone of sixty-four.
    Decode(Vec<Node>),
    /// Wires taken together, from wherever they come.
    Bundled,
    /// Each wire led so many files and ranks.
    Neighbor { source: Vec<Node>, step: (i32, i32) },
    /// A ray: its sources, the squares that pass it on, files and ranks from square to square.
    Ray {
        source: Vec<Node>,
        pass: Vec<Node>,
        step: (i32, i32),
    },
    /// A name was given.
    Named(&'static str),
    /// A name was given for files alone.
    Called(&'static str),
    /// A module stands here, called `label`, whose inputs take these wires.
    Instance {
        module: &'static Module,
        label: &'static str,
        inputs: Vec<Vec<Node>>,
    },
    /// An output of the module at the step of this number.
    Output { instance: usize, port: &'static str },
}

#[derive(Clone, Debug, Default)]
struct Graph {
    gates: Vec<Gate>,
    /// The scope each gate was first built in.
    gate_scopes: Vec<usize>,
    known: HashMap<Gate, Node>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    steps: Vec<Step>,
    scopes: Vec<Scope>,
    open_scope: usize,
    /// What a graph in a circuit of modules knows beside its gates.
    nest: Option<Box<Nest>>,
}

/// A netlist under construction or finished. `&Netlist` is the [`Logic`](crate::Logic) back end.
#[derive(Clone, Debug)]
pub struct Netlist {
    graph: RefCell<Graph>,
}

impl Default for Netlist {
    fn default() -> Self {
        Self::new()
    }
}

impl Netlist {
    /// An empty netlist.
    pub fn new() -> Self {
        Self {
            graph: RefCell::new(Graph::empty()),
        }
    }

    pub(crate) fn input<const N: usize>(
        &self,
        name: &'static str,
        help: &'static str,
    ) -> Bus<'_, N> {
        let nodes = self.input_nodes(name, N, help);
        Bus::new(self, std::array::from_fn(|bit| nodes[bit]))
    }

    pub(crate) fn input_nodes(
        &self,
        name: &'static str,
        width: usize,
        help: &'static str,
    ) -> Vec<Node> {
        self.graph.borrow_mut().input(name, width, help)
    }

    /// Declares an input of any number of separate wires, `name[0]` and on.
    pub fn input_wires(&self, name: &'static str, width: usize) -> Vec<Bus<'_, 1>> {
        self.input_nodes(name, width, "")
            .into_iter()
            .map(|node| Bus::new(self, [node]))
            .collect()
    }

    /// Declares an input of one wire, `name`.
    pub fn input_wire(&self, name: &'static str) -> Bus<'_, 1> {
        self.input(name, "")
    }

    /// Declares an input of six wires, `name[0]` to `name[5]`.
    pub fn input_address(&self, name: &'static str) -> Bus<'_, 6> {
        self.input(name, "")
    }

    /// Declares an input of sixteen wires, `name[0]` to `name[15]`.
    pub fn input_word(&self, name: &'static str) -> Bus<'_, 16> {
        self.input(name, "")
    }

    /// Declares an input of sixty-four wires, `name[0]` to `name[63]`.
    pub fn input_plane(&self, name: &'static str) -> Bus<'_, 64> {
        self.input(name, "")
    }

    /// Declares `bus` an output called `name`; its wires are `name[0]`, `name[1]` ..., or `name` if
    /// it is one wire.
    pub fn output<const N: usize>(&self, name: &'static str, bus: Bus<'_, N>) {
        assert!(
            std::ptr::eq(self, bus.net()),
            "the signal belongs to another netlist"
        );
        self.output_nodes(name, bus.nodes().to_vec(), "");
    }

    /// Declares separate wires to be one output called `name`.
    pub fn output_wires(&self, name: &'static str, wires: &[Bus<'_, 1>]) {
        let nodes = wires.iter().map(|wire| wire.nodes()[0]).collect();
        self.output_nodes(name, nodes, "");
    }

    pub(crate) fn output_nodes(&self, name: &'static str, nodes: Vec<Node>, help: &'static str) {
        let graph = &mut *self.graph.borrow_mut();
        let nodes = graph.locals(&nodes);
        graph.outputs.push(Port { name, nodes, help });
    }

    /// The names of the inputs that an output depends on.
    pub fn live_inputs(&self) -> HashSet<&'static str> {
        let graph = self.graph.borrow();
        let live = graph.live();
        let mut names = HashSet::new();
        for port in &graph.inputs {
            if port.nodes.iter().any(|node| live[node.0 as usize]) {
                names.insert(port.name);
            }
        }
        names
    }

    /// A copy with one output only. Panics if there is none of that name.
    pub fn only(&self, output: &str) -> Netlist {
        let mut graph = self.graph.borrow().clone();
        graph.outputs.retain(|port| port.name == output);
        assert!(!graph.outputs.is_empty(), "no output named {output}");
        Netlist {
            graph: RefCell::new(graph),
        }
    }

    /// The inputs' names and widths, in the order in which they were declared.
    pub fn inputs(&self) -> Vec<(&'static str, usize)> {
        self.graph
            .borrow()
            .inputs
            .iter()
            .map(|port| (port.name, port.nodes.len()))
            .collect()
    }

    /// The outputs' names and widths, likewise.
    pub fn outputs(&self) -> Vec<(&'static str, usize)> {
        self.graph
            .borrow()
            .outputs
            .iter()
            .map(|port| (port.name, port.nodes.len()))
            .collect()
    }

    /// The nodes of the input or output `name`, lowest wire first. Panics if there is none.
    pub fn wires(&self, name: &str) -> Vec<Node> {
        let graph = self.graph.borrow();
        let port = graph
            .inputs
            .iter()
            .chain(&graph.outputs)
            .find(|port| port.name == name);
        port.unwrap_or_else(|| panic!("no port named {name}"))
            .nodes
            .clone()
    }

    /// Driver of `node`.
    pub fn gate(&self, node: Node) -> Gate {
        self.graph.borrow().gates[node.0 as usize]
    }

    /// The block in which a gate was first built, as in [`Block::path`].
    pub fn block_of(&self, node: Node) -> String {
        let graph = self.graph.borrow();
        graph.path(graph.gate_scopes[node.0 as usize])
    }

    /// The adders, in the order in which they were built.
    pub fn additions(&self) -> Vec<Addition> {
        let mut additions = Vec::new();
        for step in &self.graph.borrow().steps {
            if let Done::Sum { a, b, carry_in } = &step.done {
                let (sum, carry_out) = step.nodes.split_at(a.len());
                additions.push(Addition {
                    a: a.clone(),
                    b: b.clone(),
                    carry_in: *carry_in,
                    sum: sum.to_vec(),
                    carry_out: carry_out[0],
                });
            }
        }
        additions
    }

    /// The signals named by the circuit's author, in the order in which they were named.
    pub fn names(&self) -> Vec<NamedSignal> {
        let graph = self.graph.borrow();
        let named = |step: &Step| match step.done {
            Done::Named(name) => Some(NamedSignal {
                block: graph.path(step.scope),
                name,
                nodes: step.nodes.clone(),
            }),
            _ => None,
        };
        graph.steps.iter().filter_map(named).collect()
    }

    /// The gates that an output depends on, inputs and constants left out, in order of signal flow.
    pub fn live_gates(&self) -> Vec<Node> {
        let graph = self.graph.borrow();
        let live = graph.live();
        let gate = |node: &Node| {
            live[node.0 as usize] && graph.gates[node.0 as usize].inputs().next().is_some()
        };
        (0..graph.gates.len() as u32)
            .map(Node)
            .filter(gate)
            .collect()
    }

    fn build(&self, gate: Gate) -> Node {
        self.graph.borrow_mut().folded(gate)
    }

    fn enter_scope(&self, name: &'static str) {
        let graph = &mut *self.graph.borrow_mut();
        let here = graph.open_scope;
        let known = graph
            .scopes
            .iter()
            .skip(1)
            .position(|s| s.name == name && s.parent == here);
        graph.open_scope = known.map_or(graph.scopes.len(), |index| index + 1);
        if known.is_none() {
            graph.scopes.push(Scope { name, parent: here });
        }
    }

    fn leave_scope(&self) {
        let graph = &mut *self.graph.borrow_mut();
        assert_ne!(
            graph.open_scope, 0,
            "a block was closed that was never opened"
        );
        graph.open_scope = graph.scopes[graph.open_scope].parent;
    }

    /// Number of nodes.
    fn size(&self) -> usize {
        self.graph.borrow().gates.len()
    }

    fn record(&self, before: usize, done: Done, nodes: &[Node]) {
        let graph = &mut *self.graph.borrow_mut();
        graph.record(before, done, nodes);
    }
}

impl Gate {
    /// The nodes that feed this gate.
    pub fn inputs(self) -> impl Iterator<Item = Node> {
        let pair = match self {
            Gate::Constant(_) | Gate::Input(_) => [None, None],
            Gate::Not(a) => [Some(a), None],
            Gate::And(a, b) | Gate::Or(a, b) | Gate::Xor(a, b) => [Some(a), Some(b)],
        };
        pair.into_iter().flatten()
    }
}

impl Graph {
    /// A graph with the two levels alone.
    fn empty() -> Graph {
        let mut graph = Graph {
            scopes: vec![Scope {
                name: "",
                parent: 0,
            }],
            ..Graph::default()
        };
        assert_eq!(graph.node(Gate::Constant(false)), LOW);
        assert_eq!(graph.node(Gate::Constant(true)), HIGH);
        graph
    }

    /// The node of `gate`, built if there is none yet.
    fn node(&mut self, gate: Gate) -> Node {
        if let Some(&node) = self.known.get(&gate) {
            return node;
        }
        self.skip_numbers();
        self.gates.push(gate);
        self.gate_scopes.push(self.open_scope);
        let node = Node(self.gates.len() as u32 - 1);
        self.known.insert(gate, node);
        node
    }

    /// Declares an input.
    fn input(&mut self, name: &'static str, width: usize, help: &'static str) -> Vec<Node> {
        let first: usize = self.inputs.iter().map(|port| port.nodes.len()).sum();
        let nodes: Vec<Node> = (first..first + width)
            .map(|number| self.node(Gate::Input(number as u32)))
            .collect();
        self.inputs.push(Port {
            name,
            nodes: nodes.clone(),
            help,
        });
        self.register_named(name, help, &nodes);
        nodes
    }

    /// Keeps what was done to a bundle, and what came of it.
    fn record(&mut self, before: usize, done: Done, nodes: &[Node]) {
        let (done, nodes) = self.localized(done, nodes);
        if let Done::Named(name) | Done::Called(name) = done {
            self.register_named(name, "", &nodes);
        }
        self.steps.push(Step {
            scope: self.open_scope,
            before,
            after: self.gates.len(),
            done,
            nodes,
        });
    }

    /// The node of `gate` after the rules that need no gate: constants, equal and opposite inputs.
    fn folded(&mut self, gate: Gate) -> Node {
        use Gate::{And, Constant, Input, Not, Or, Xor};
        let gate = match gate {
            Constant(_) | Input(_) => gate,
            Not(a) => Not(self.local(a)),
            And(a, b) => And(self.local(a), self.local(b)),
            Or(a, b) => Or(self.local(a), self.local(b)),
            Xor(a, b) => Xor(self.local(a), self.local(b)),
        };
        let driver = |node: Node| self.gates[node.0 as usize];
        let opposite = |a, b| driver(a) == Not(b) || driver(b) == Not(a);
        match gate {
            Constant(level) => [LOW, HIGH][level as usize],
            Input(_) => self.node(gate),
            Not(LOW) => HIGH,
            Not(HIGH) => LOW,
            Not(a) => match driver(a) {
                Not(b) => b,
                _ => self.node(gate),
            },
            And(LOW, _) | And(_, LOW) => LOW,
            And(HIGH, a) | And(a, HIGH) | Or(LOW, a) | Or(a, LOW) => a,
            Or(HIGH, _) | Or(_, HIGH) => HIGH,
            Xor(LOW, a) | Xor(a, LOW) => a,
            Xor(HIGH, a) | Xor(a, HIGH) => self.folded(Not(a)),
            And(a, b) | Or(a, b) if a == b => a,
            Xor(a, b) if a == b => LOW,
            And(a, b) if opposite(a, b) => LOW,
            Or(a, b) | Xor(a, b) if opposite(a, b) => HIGH,
            And(a, b) => self.node(And(a.min(b), a.max(b))),
            Or(a, b) => self.node(Or(a.min(b), a.max(b))),
            Xor(a, b) => self.node(Xor(a.min(b), a.max(b))),
        }
    }

    /// Which nodes an output depends on.
    fn live(&self) -> Vec<bool> {
        let mut live = vec![false; self.gates.len()];
        for node in self.outputs.iter().flat_map(|port| &port.nodes) {
            live[node.0 as usize] = true;
        }
        for index in (0..self.gates.len()).rev() {
            if live[index] {
                for input in self.gates[index].inputs() {
                    live[input.0 as usize] = true;
                }
            }
        }
        live
    }

    /// A scope's names from the outside in, joined by `/`; empty outside every scope.
    fn path(&self, mut scope: usize) -> String {
        let mut names = Vec::new();
        while scope != 0 {
            names.push(self.scopes[scope].name);
            scope = self.scopes[scope].parent;
        }
        names.reverse();
        names.join("/")
    }
}

/// A part of a circuit that has a module of its own in files.
#[derive(Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// How it is written.
    pub form: Form,
}

/// How a module is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A vector for what all squares do.
    Vectors,
    /// The circuit of one square, a module of this name, and how 64 of them are wired.
    Squares(&'static Module),
}

impl Module {
    /// A module in vectors.
    pub const fn new(name: &'static str, about: &'static str) -> Module {
        Module {
            name,
            about,
            form: Form::Vectors,
        }
    }
}
