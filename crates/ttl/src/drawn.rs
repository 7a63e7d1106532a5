//! The machine as its circuits are drawn: every gate of the authentic netlist in gates of the
//! table.
//!
//! The netlist is that of [`machine::rtl`], one cycle between registers and memories. What a
//! builder would see at once is taken as such: adders are 74LS283, registers whose new value is
//! chosen by an enable are 74LS377, memories are the nearest RAM or PROM of the table. All else
//! goes through the mapper, board by board. Nothing is redrawn.

use std::collections::{BTreeMap, HashMap};

use logic::Netlist;
use logic::clocked::{Clocked, Memory};
use logic::netlist::{Addition, Gate, Node};

use crate::board::{Board, HIGH, LOW, Net};
use crate::map::{self, Circuit, Mapped, NoMapping};
use crate::parts::part_for;

/// The machine's boards: name, and the blocks of the netlist that are on it.
pub const BOARDS: [(&str, &[&str]); 7] = [
    ("move generator", &["MOVE GENERATOR", "DISABLE ORDER"]),
    ("lazy evaluator", &["LAZY"]),
    ("full evaluator", &["FULL EVALUATOR"]),
    (
        "board buses",
        &["BOARD BUS", "EN PASSANT LATCH", "CASTLING RIGHTS"],
    ),
    ("hash key", &["KEY"]),
    (
        "microengine",
        &[
            "",
            "ORDERS",
            "PHASES",
            "VALUE BUS",
            "COUNTERS",
            "FLAGS",
            "SEQUENCER",
            "ADD",
            "CASTLING",
        ],
    ),
    (
        "host port and transposition memory",
        &["HOST PORT", "TRANSPOSITION MEMORY"],
    ),
];

/// The board of a register or a memory's pin, by the beginning of its name.
const PLACES: [(&str, &str); 28] = [
    ("p0", "move generator"),
    ("p1", "move generator"),
    ("p2", "move generator"),
    ("p3", "move generator"),
    ("line", "move generator"),
    ("king_taken", "move generator"),
    ("disable", "move generator"),
    ("material", "lazy evaluator"),
    ("piece_square", "lazy evaluator"),
    ("stage", "lazy evaluator"),
    ("king_", "lazy evaluator"),
    ("wing_", "lazy evaluator"),
    ("lazy", "lazy evaluator"),
    ("safety", "lazy evaluator"),
    ("central", "lazy evaluator"),
    ("evaluated", "full evaluator"),
    ("e0", "full evaluator"),
    ("e1", "full evaluator"),
    ("e2", "full evaluator"),
    ("e3", "full evaluator"),
    ("white_to_move", "microengine"),
    ("white", "full evaluator"),
    ("black", "full evaluator"),
    ("count", "full evaluator"),
    ("sum", "full evaluator"),
    ("hash", "board buses"),
    ("settling", "board buses"),
    ("entry", "host port and transposition memory"),
];

/// The machine's registers and memories with all gates between them.
pub fn drawn(rtl: &Clocked) -> Result<Board, NoMapping> {
    let mut drawing = Drawing::new(&rtl.gates, &BOARDS);
    drawing.inputs(|name| rtl.inputs.iter().any(|pin| pin.name == name));
    let mut roots = drawing.registers(rtl);
    roots.extend(drawing.memories(rtl));
    for pin in &rtl.outputs {
        roots.extend(drawing.output(pin.name));
    }
    drawing.settle(roots)
}

/// One circuit without registers, on one board.
pub fn drawn_block(block: &Netlist) -> Result<Board, NoMapping> {
    let mut drawing = Drawing::new(block, &[("block", &[])]);
    drawing.inputs(|_| true);
    let mut roots = Vec::new();
    for (name, _) in block.outputs() {
        roots.extend(drawing.output(name));
    }
    drawing.settle(roots)
}

/// Boards: name, and the blocks of the netlist that are on it.
type Boards = [(&'static str, &'static [&'static str])];

/// What is still needed of the netlist, and what stands on the boards already.
struct Drawing<'a> {
    gates: &'a Netlist,
    boards: &'a Boards,
    board: Board,
    nets: HashMap<Node, Net>,
    /// The adder and the place that drive a node: the carry out is place 16.
    added: HashMap<Node, (usize, usize)>,
    additions: Vec<Addition>,
}

/// A node that something outside the gates reads.
type Root = Node;

/// Which gates are needed.
struct Live {
    node: Vec<bool>,
    /// The highest place that is needed of each adder.
    places: BTreeMap<usize, usize>,
    roots: Vec<Root>,
}

impl<'a> Drawing<'a> {
    fn new(gates: &'a Netlist, boards: &'a Boards) -> Self {
        let additions = gates.additions();
        let mut added = HashMap::new();
        for (number, addition) in additions.iter().enumerate() {
            let inputs = addition.a.iter().chain(&addition.b);
            let last = inputs.chain([&addition.carry_in]).max().copied();
            let outputs = addition.sum.iter().chain([&addition.carry_out]);
            for (place, &node) in outputs.enumerate() {
                // A place that was folded away is a wire or a gate of something else.
                let is_gate = !matches!(gates.gate(node), Gate::Constant(_) | Gate::Input(_));
                if Some(node) > last && is_gate {
                    added.entry(node).or_insert((number, place));
                }
            }
        }
        let mut board = Board::default();
        for (name, _) in boards {
            board.enter(name);
        }
        Self {
            gates,
            boards,
            board,
            nets: HashMap::new(),
            added,
            additions,
        }
    }

    /// The net of a node.
    fn net(&mut self, node: Node) -> Net {
        match self.gates.gate(node) {
            Gate::Constant(level) => [LOW, HIGH][usize::from(level)],
            _ => {
                let board = &mut self.board;
                *self
                    .nets
                    .entry(node)
                    .or_insert_with(|| board.net(format!("n{}", node.number())))
            }
        }
    }

    /// Nets for the circuit's inputs: from outside, or from registers and memories.
    fn inputs(&mut self, outside: impl Fn(&str) -> bool) {
        for (name, width) in self.gates.inputs() {
            let nodes = self.gates.wires(name);
            let nets = if outside(name) {
                self.board.input(name, width)
            } else {
                (0..width)
                    .map(|bit| self.board.net(format!("{name}[{bit}]")))
                    .collect()
            };
            self.nets.extend(nodes.into_iter().zip(nets));
        }
    }

    /// Places a register for each bit that changes, and says what they read.
    fn registers(&mut self, rtl: &Clocked) -> Vec<Root> {
        let mut roots = Vec::new();
        let clock = self.board.input("clock", 1)[0];
        for pin in &rtl.registers {
            self.board.enter(place(pin.name));
            let now = self.gates.wires(pin.name);
            let next = self.gates.wires(pin.next);
            for (now, next) in now.into_iter().zip(next) {
                if now == next || matches!(self.gates.gate(next), Gate::Constant(_)) {
                    continue;
                }
                let output = self.net(now);
                match self.enabled(now, next) {
                    Some((data, hold)) => {
                        roots.extend([data, hold]);
                        let inputs = vec![clock, self.net(hold), self.net(data)];
                        self.board.drive(part_for("rege"), inputs, vec![output]);
                    }
                    None => {
                        roots.push(next);
                        let inputs = vec![clock, self.net(next)];
                        self.board.drive(part_for("reg"), inputs, vec![output]);
                    }
                }
            }
        }
        roots
    }

    /// A register that keeps its value while a wire is high reads its new value and that wire: the
    /// multiplexer before it is in the package, whose enable input is low.
    fn enabled(&self, now: Node, next: Node) -> Option<(Node, Node)> {
        let gates = self.gates;
        let Gate::Or(one, other) = gates.gate(next) else {
            return None;
        };
        for (then, otherwise) in [(one, other), (other, one)] {
            let (Gate::And(a, b), Gate::And(c, d)) = (gates.gate(then), gates.gate(otherwise))
            else {
                continue;
            };
            for (kept, off) in [(c, d), (d, c)] {
                for (data, enable) in [(a, b), (b, a)] {
                    if kept == now && gates.gate(off) == Gate::Not(enable) {
                        return Some((data, off));
                    }
                }
            }
        }
        None
    }

    /// Places the memories, and says what addresses them.
    fn memories(&mut self, rtl: &Clocked) -> Vec<Root> {
        let mut roots = Vec::new();
        for memory in &rtl.memories {
            self.board.enter(place(memory.name));
            let cell = memory_cell(memory);
            let part = part_for(cell.name);
            for port in &memory.reads {
                let address = self.gates.wires(port.address);
                let data = self.gates.wires(port.data);
                roots.extend(&address);
                // Packages of more words than one has stand side by side; what chooses between them
                // is not counted.
                let copies = (1_usize << memory.address).div_ceil(cell.words);
                for bits in data.chunks(cell.bits) {
                    let to: Vec<Net> = bits.iter().map(|&bit| self.net(bit)).collect();
                    for _ in 0..copies {
                        let from = address.iter().map(|&bit| self.net(bit)).collect();
                        self.board.drive(part, from, to.clone());
                    }
                }
            }
            if let Some(write) = memory.write {
                for pin in [write.enable, write.address, write.data] {
                    roots.extend(self.gates.wires(pin));
                }
            }
        }
        roots
    }

    /// Leads an output of the circuit outside.
    fn output(&mut self, name: &'static str) -> Vec<Root> {
        let nodes = self.gates.wires(name);
        let nets = nodes.iter().map(|&node| self.net(node)).collect();
        self.board.output(name, nets);
        nodes
    }

    /// Places all that the roots depend on.
    fn settle(mut self, roots: Vec<Root>) -> Result<Board, NoMapping> {
        let live = self.live(roots);
        self.adders(&live);
        self.map(&live)?;
        self.board.add_drivers();
        Ok(self.board)
    }

    /// What the roots depend on. An adder's inside is not looked into.
    fn live(&self, roots: Vec<Root>) -> Live {
        let gates = self.gates;
        let size = match gates.live_gates().last() {
            Some(last) => last.number() + 1,
            None => 0,
        };
        let mut node = vec![false; size];
        for root in roots.iter().filter(|root| root.number() < size) {
            node[root.number()] = true;
        }
        let mut places = BTreeMap::new();
        for gate in gates.live_gates().into_iter().rev() {
            if !node[gate.number()] {
                continue;
            }
            let inputs: Vec<Node> = match self.added.get(&gate) {
                None => gates.gate(gate).inputs().collect(),
                Some(&(number, place)) => {
                    let highest = places.entry(number).or_insert(place);
                    *highest = place.max(*highest);
                    let addition = &self.additions[number];
                    let upto = place.min(15);
                    let mut inputs = vec![addition.carry_in];
                    inputs.extend(&addition.a[..=upto]);
                    inputs.extend(&addition.b[..=upto]);
                    inputs
                }
            };
            for input in inputs {
                node[input.number()] = true;
            }
        }
        Live {
            node,
            places,
            roots,
        }
    }

    fn adders(&mut self, live: &Live) {
        for (&number, &highest) in &live.places {
            let addition = self.additions[number].clone();
            let node = addition.sum[highest.min(15)];
            self.board.enter(self.boards[self.board_of(node)].0);
            let mut carry = self.net(addition.carry_in);
            for first in (0..=highest.min(15)).step_by(4) {
                let mut inputs = vec![carry];
                for numbers in [&addition.a, &addition.b] {
                    for node in &numbers[first..first + 4] {
                        inputs.push(self.net(*node));
                    }
                }
                let mut outputs = Vec::new();
                for place in first..first + 4 {
                    outputs.push(self.place_net(number, place));
                }
                carry = if first == 12 {
                    self.place_net(number, 16)
                } else {
                    self.board.net("carry")
                };
                outputs.push(carry);
                self.board.drive(part_for("add4"), inputs, outputs);
            }
        }
    }

    /// The net that an adder's place drives; a new one if something else stands there.
    fn place_net(&mut self, number: usize, place: usize) -> Net {
        let addition = &self.additions[number];
        let node = *addition.sum.get(place).unwrap_or(&addition.carry_out);
        if self.added.get(&node) == Some(&(number, place)) {
            self.net(node)
        } else {
            self.board.net("unused")
        }
    }

    fn board_of(&self, node: Node) -> usize {
        if self.boards.len() == 1 {
            return 0;
        }
        let path = self.gates.block_of(node);
        let block = path.split('/').next().unwrap_or_default();
        match self
            .boards
            .iter()
            .position(|(_, blocks)| blocks.contains(&block))
        {
            Some(board) => board,
            None => panic!("the block {block:?} is on no board"),
        }
    }

    /// Maps what is left, board by board.
    fn map(&mut self, live: &Live) -> Result<(), NoMapping> {
        let gates = self.gates;
        let left: Vec<Node> = gates
            .live_gates()
            .into_iter()
            .filter(|node| live.node[node.number()] && !self.added.contains_key(node))
            .collect();
        let board: HashMap<Node, usize> = left
            .iter()
            .map(|&node| (node, self.board_of(node)))
            .collect();
        let mut read_from: HashMap<Node, Vec<usize>> = HashMap::new();
        for &node in &left {
            for input in gates.gate(node).inputs() {
                read_from.entry(input).or_default().push(board[&node]);
            }
        }
        let mut outside: Vec<Node> = live.roots.clone();
        for &number in live.places.keys() {
            let addition = &self.additions[number];
            outside.extend(addition.a.iter().chain(&addition.b));
            outside.push(addition.carry_in);
        }
        outside.sort_unstable();
        outside.dedup();
        for (number, (name, _)) in self.boards.iter().enumerate() {
            let mut circuit = Circuit::default();
            let wire = |node: &Node| format!("w{}", node.number());
            for node in left.iter().filter(|node| board[node] == number) {
                let gate = gates.gate(*node);
                circuit.gates.push(map::Gate {
                    output: wire(node),
                    inputs: gate.inputs().map(|node| wire(&node)).collect(),
                    table: table(gate),
                });
                for input in gate.inputs() {
                    let foreign = board.get(&input) != Some(&number);
                    if foreign && !circuit.inputs.contains(&wire(&input)) {
                        circuit.inputs.push(wire(&input));
                    }
                }
                let elsewhere = match read_from.get(node) {
                    Some(boards) => boards.iter().any(|&board| board != number),
                    None => false,
                };
                if elsewhere || outside.binary_search(node).is_ok() {
                    circuit.outputs.push(wire(node));
                }
            }
            let mapped = circuit.mapped()?;
            self.board.enter(name);
            self.place(mapped);
        }
        Ok(())
    }

    /// Places what the mapper made.
    fn place(&mut self, mapped: Vec<Mapped>) {
        let mut wires: HashMap<String, Net> = HashMap::new();
        wires.insert("0".to_owned(), LOW);
        wires.insert("1".to_owned(), HIGH);
        for (node, net) in &self.nets {
            wires.insert(format!("w{}", node.number()), *net);
        }
        for mapped in &mapped {
            let (Mapped::Unit { output, .. } | Mapped::Same { output, .. }) = mapped;
            self.wire(&mut wires, output);
        }
        for mapped in mapped {
            match mapped {
                Mapped::Unit {
                    cell,
                    inputs,
                    output,
                } => {
                    let inputs = inputs
                        .iter()
                        .map(|input| self.wire(&mut wires, input))
                        .collect();
                    self.board
                        .drive(part_for(cell), inputs, vec![wires[&output]]);
                }
                Mapped::Same { as_wire, output } => {
                    let from = self.wire(&mut wires, &as_wire);
                    self.board.join(from, wires[&output]);
                }
            }
        }
    }

    /// The net of a mapper's wire: that of a node if it is one.
    fn wire(&mut self, wires: &mut HashMap<String, Net>, name: &str) -> Net {
        if let Some(net) = wires.get(name) {
            return *net;
        }
        let net = self.board.net(name);
        if let Some(number) = name.strip_prefix('w')
            && let Ok(number) = number.parse::<usize>()
        {
            let mut nodes = self.gates.live_gates().into_iter();
            if let Some(node) = nodes.find(|node| node.number() == number) {
                self.nets.insert(node, net);
            }
        }
        wires.insert(name.to_owned(), net);
        net
    }
}

/// A memory's package.
struct MemoryCell {
    name: &'static str,
    words: usize,
    bits: usize,
}

fn memory_cell(memory: &Memory) -> MemoryCell {
    let cell = |name, words, bits| MemoryCell { name, words, bits };
    match (memory.is_rom(), memory.address) {
        (false, ..7) => cell("ram64x9", 64, 9),
        (false, _) => cell("ram256x4", 256, 4),
        (true, ..10) => cell("rom512x8", 512, 8),
        (true, 10) => cell("rom1024x8", 1024, 8),
        (true, _) => cell("rom2048x8", 2048, 8),
    }
}

/// The board of a register or a memory.
fn place(name: &str) -> &'static str {
    for (start, board) in PLACES {
        if name.starts_with(start) {
            return board;
        }
    }
    "microengine"
}

fn table(gate: Gate) -> &'static str {
    match gate {
        Gate::Not(_) => "0 1",
        Gate::And(..) => "11 1",
        Gate::Or(..) => "1- 1\n-1 1",
        Gate::Xor(..) => "10 1\n01 1",
        Gate::Constant(_) | Gate::Input(_) => unreachable!("no gate"),
    }
}
