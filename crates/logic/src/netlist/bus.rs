//! The signals of a netlist, and the gates behind every operation on them.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Done, Gate, HIGH, LOW, Module, Netlist, Node, Port};
use crate::octet::{self, Merge};
use crate::{Logic, NoPins, PinList, Signal, SquareLogic, equals, increment};

/// `N` wires of a netlist.
#[derive(Clone, Copy, Debug)]
pub struct Bus<'n, const N: usize> {
    net: &'n Netlist,
    nodes: [Node; N],
}

/// One wire of a netlist.
type Wire<'n> = Bus<'n, 1>;

impl<'n, const N: usize> Bus<'n, N> {
    pub(crate) fn new(net: &'n Netlist, nodes: [Node; N]) -> Self {
        Self { net, nodes }
    }

    pub(super) fn net(&self) -> &'n Netlist {
        self.net
    }

    /// The nodes of the wires, lowest first.
    pub fn nodes(&self) -> &[Node; N] {
        &self.nodes
    }

    fn pairwise(
        self,
        other: Self,
        gate: fn(Node, Node) -> Gate,
        done: fn(Vec<Node>, Vec<Node>) -> Done,
    ) -> Self {
        let before = self.net.size();
        let nodes = std::array::from_fn(|i| self.net.build(gate(self.nodes[i], other.nodes[i])));
        if N > 1 {
            self.net.record(
                before,
                done(self.nodes.to_vec(), other.nodes.to_vec()),
                &nodes,
            );
        }
        Self {
            net: self.net,
            nodes,
        }
    }
}

impl<const N: usize> BitAnd for Bus<'_, N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.pairwise(other, Gate::And, Done::And)
    }
}

impl<const N: usize> BitOr for Bus<'_, N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.pairwise(other, Gate::Or, Done::Or)
    }
}

impl<const N: usize> BitXor for Bus<'_, N> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.pairwise(other, Gate::Xor, Done::Xor)
    }
}

impl<const N: usize> Not for Bus<'_, N> {
    type Output = Self;
    fn not(self) -> Self {
        let before = self.net.size();
        let nodes = self.nodes.map(|node| self.net.build(Gate::Not(node)));
        if N > 1 {
            self.net
                .record(before, Done::Not(self.nodes.to_vec()), &nodes);
        }
        Self {
            net: self.net,
            nodes,
        }
    }
}

impl<'n, const N: usize> Signal<Wire<'n>> for Bus<'n, N> {
    fn spread(wire: Wire<'n>) -> Self {
        Self {
            net: wire.net,
            nodes: [wire.nodes[0]; N],
        }
    }

    fn any(self) -> Wire<'n> {
        let before = self.net.size();
        let any = self.net.or_tree(&self.nodes);
        if N > 1 {
            self.net
                .record(before, Done::Any(self.nodes.to_vec()), &[any]);
        }
        Bus::new(self.net, [any])
    }

    fn bit(self, index: usize) -> Wire<'n> {
        Bus::new(self.net, [self.nodes[index]])
    }

    fn named(self, name: &'static str) -> Self {
        self.net
            .record(self.net.size(), Done::Named(name), &self.nodes);
        self
    }

    fn called(self, name: &'static str) -> Self {
        self.net
            .record(self.net.size(), Done::Called(name), &self.nodes);
        self
    }

    fn and_each<const M: usize>(wires: [Wire<'n>; M], others: [Wire<'n>; M]) -> [Wire<'n>; M] {
        each(wires, others, |wires, others| wires & others)
    }

    fn or_each<const M: usize>(wires: [Wire<'n>; M], others: [Wire<'n>; M]) -> [Wire<'n>; M] {
        each(wires, others, |wires, others| wires | others)
    }

    fn xor_each<const M: usize>(wires: [Wire<'n>; M], others: [Wire<'n>; M]) -> [Wire<'n>; M] {
        each(wires, others, |wires, others| wires ^ others)
    }

    fn any_of(wires: &[Wire<'n>]) -> Wire<'n> {
        let net = wires[0].net;
        let nodes: Vec<Node> = wires.iter().map(|wire| wire.nodes[0]).collect();
        let before = net.size();
        let any = net.or_tree(&nodes);
        if nodes.len() > 1 {
            net.record(before, Done::Any(nodes), &[any]);
        }
        Bus::new(net, [any])
    }

    fn equals<const M: usize>(wires: [Wire<'n>; M], number: usize) -> Wire<'n> {
        let net = wires[0].net;
        let before = net.size();
        let equal = equals(wires, number);
        let wires = wires.iter().map(|wire| wire.nodes[0]).collect();
        net.record(before, Done::Equals { wires, number }, &equal.nodes);
        equal
    }

    fn increment<const M: usize>(wires: [Wire<'n>; M], when: Wire<'n>) -> [Wire<'n>; M] {
        let net = when.net;
        let incremented = increment(wires, when);
        let done = Done::Increment {
            number: wires.iter().map(|wire| wire.nodes[0]).collect(),
            when: when.nodes[0],
        };
        net.record(net.size(), done, &incremented.map(|wire| wire.nodes[0]));
        incremented
    }
}

/// A gate at each pair of wires, as one operation: the gates are the same, but files show it so.
fn each<'n, const M: usize>(
    wires: [Wire<'n>; M],
    others: [Wire<'n>; M],
    gate: fn(Bus<'n, M>, Bus<'n, M>) -> Bus<'n, M>,
) -> [Wire<'n>; M] {
    const { assert!(M > 0) };
    let net = wires[0].net;
    let bundle = |wires: [Wire<'n>; M]| Bus::new(net, wires.map(|wire| wire.nodes[0]));
    let joined = gate(bundle(wires), bundle(others));
    joined.nodes.map(|node| Bus::new(net, [node]))
}

impl Netlist {
    /// Wires taken together.
    fn bundle<const N: usize>(&self, nodes: [Node; N]) -> Bus<'_, N> {
        self.record(self.size(), Done::Bundled, &nodes);
        Bus::new(self, nodes)
    }

    fn tied<const N: usize>(&self, bits: u64) -> Bus<'_, N> {
        Bus::new(
            self,
            std::array::from_fn(|bit| if bits >> bit & 1 != 0 { HIGH } else { LOW }),
        )
    }

    pub(super) fn and(&self, a: Node, b: Node) -> Node {
        self.build(Gate::And(a, b))
    }

    pub(super) fn or(&self, a: Node, b: Node) -> Node {
        self.build(Gate::Or(a, b))
    }

    pub(super) fn xor(&self, a: Node, b: Node) -> Node {
        self.build(Gate::Xor(a, b))
    }

    pub(super) fn not(&self, a: Node) -> Node {
        self.build(Gate::Not(a))
    }

    /// The OR of any number of nodes as a balanced tree.
    fn or_tree(&self, nodes: &[Node]) -> Node {
        match nodes {
            [] => LOW,
            [node] => *node,
            _ => {
                let (low, high) = nodes.split_at(nodes.len() / 2);
                self.or(self.or_tree(low), self.or_tree(high))
            }
        }
    }

    /// Three address wires to eight lines.
    fn one_of_eight(&self, bits: [Node; 3]) -> [Node; 8] {
        let level = |bit: usize, line: usize| {
            if line >> bit & 1 != 0 {
                bits[bit]
            } else {
                self.not(bits[bit])
            }
        };
        std::array::from_fn(|line| {
            self.and(self.and(level(0, line), level(1, line)), level(2, line))
        })
    }

    /// The lowest high line of eight alone, and its number.
    fn first_of_eight(&self, lines: [Node; 8]) -> ([Node; 8], [Node; 3]) {
        let build = |inputs: &[Vec<Node>]| {
            let lines = &inputs[0];
            let first: [Node; 8] =
                std::array::from_fn(|i| self.and(lines[i], self.not(self.or_tree(&lines[..i]))));
            let number = (0..3).map(|bit| {
                let high: Vec<Node> = (0..8)
                    .filter(|i| i >> bit & 1 != 0)
                    .map(|i| first[i])
                    .collect();
                self.or_tree(&high)
            });
            let number: Vec<Node> = number.collect();
            vec![
                Port::new("alone", &first, "the lowest high line alone"),
                Port::new("number", &number, "its number"),
            ]
        };
        let lines = Port::new("lines", &lines, "eight lines");
        let found = self.module_of_nodes(&LOWEST_OF_8, &[lines], build);
        (array(&found[0]), array(&found[1]))
    }

    /// The number of the lowest high line of sixty-four, by a tree of two levels: each rank finds
    /// its lowest file while the lowest rank is found, which then leads its file out.
    fn first_of_sixty_four(&self, lines: [Node; 64]) -> [Node; 6] {
        let build = |inputs: &[Vec<Node>]| {
            let ranks: [[Node; 8]; 8] = std::array::from_fn(|rank| array(&inputs[0][8 * rank..]));
            let (first, [d, e, f]) = self.first_of_eight(ranks.map(|rank| self.or_tree(&rank)));
            let files = ranks.map(|rank| self.first_of_eight(rank).1);
            let [a, b, c] = std::array::from_fn(|bit| {
                let gated: [Node; 8] =
                    std::array::from_fn(|rank| self.and(files[rank][bit], first[rank]));
                self.or_tree(&gated)
            });
            let help = "the lowest square, 0 if there is none";
            vec![Port::new("square", &[a, b, c, d, e, f], help)]
        };
        let lines = Port::new("lines", &lines, "a line a square");
        let found = self.module_of_nodes(&LOWEST_SQUARE, &[lines], build);
        array(&found[0])
    }
}

/// The first nodes of a bundle.
fn array<const N: usize>(nodes: &[Node]) -> [Node; N] {
    std::array::from_fn(|place| nodes[place])
}

static BALANCE: Module = Module::new(
    "counter",
    "how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three \
     at a time reduced by a full adder",
);
static LOWEST_OF_8: Module = Module::new(
    "lowest_of_8",
    "of eight lines the lowest high one alone, and its number, 0 if none is high",
);
static LOWEST_SQUARE: Module = Module::new(
    "lowest_square",
    "the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it",
);

impl<'n> SquareLogic for &'n Netlist {
    type Wire = Bus<'n, 1>;
    type Plane = Bus<'n, 64>;
    type Merge = Bus<'n, 64>;

    fn plane(self, mask: u64) -> Bus<'n, 64> {
        self.tied(mask)
    }

    fn neighbor<const DX: i32, const DY: i32>(self, plane: Bus<'n, 64>) -> Bus<'n, 64> {
        let nodes = std::array::from_fn(|to| match square_behind::<DX, DY>(to) {
            Some(from) => plane.nodes[from],
            None => LOW,
        });
        let done = Done::Neighbor {
            source: plane.nodes.to_vec(),
            step: (DX, DY),
        };
        self.record(self.size(), done, &nodes);
        Bus::new(self, nodes)
    }

    fn ray<const DX: i32, const DY: i32>(
        self,
        source: Bus<'n, 64>,
        pass: Bus<'n, 64>,
    ) -> Bus<'n, 64> {
        assert!(
            DX.abs() <= 1 && DY.abs() <= 1 && (DX, DY) != (0, 0),
            "a ray goes to a neighbor"
        );
        let mut incoming = [LOW; 64];
        for step in 0..64 {
            // Every square after the one behind it.
            let to = if 8 * DY + DX > 0 { step } else { 63 - step };
            if let Some(from) = square_behind::<DX, DY>(to) {
                let passed_on = self.and(pass.nodes[from], incoming[from]);
                incoming[to] = self.or(source.nodes[from], passed_on);
            }
        }
        let done = Done::Ray {
            source: source.nodes.to_vec(),
            pass: pass.nodes.to_vec(),
            step: (DX, DY),
        };
        self.record(self.size(), done, &incoming);
        Bus::new(self, incoming)
    }

    fn around(self, plane: Bus<'n, 64>) -> Bus<'n, 64> {
        octet::merge(octet::steps(self, plane))
    }

    fn enter(self, block: &'static str) {
        self.enter_scope(block);
    }

    fn leave(self) {
        self.leave_scope();
    }
}

impl<'n> Logic for &'n Netlist {
    type Address = Bus<'n, 6>;
    type Word = Bus<'n, 16>;
    type Octet = [Bus<'n, 64>; 8];

    fn wire(self, level: bool) -> Bus<'n, 1> {
        self.tied(level as u64)
    }

    fn address(self, square: u8) -> Bus<'n, 6> {
        self.tied(square as u64)
    }

    fn word(self, value: u16) -> Bus<'n, 16> {
        self.tied(value as u64)
    }

    fn join_address(self, wires: [Wire<'n>; 6]) -> Bus<'n, 6> {
        self.bundle(wires.map(|wire| wire.nodes[0]))
    }

    fn join_word(self, wires: [Wire<'n>; 16]) -> Bus<'n, 16> {
        self.bundle(wires.map(|wire| wire.nodes[0]))
    }

    fn join_plane(self, wires: [Wire<'n>; 64]) -> Bus<'n, 64> {
        self.bundle(wires.map(|wire| wire.nodes[0]))
    }

    fn rays(
        self,
        straight: Bus<'n, 64>,
        diagonal: Bus<'n, 64>,
        pass: Bus<'n, 64>,
        _single: Wire<'n>,
        names: [&'static str; 8],
    ) -> [Bus<'n, 64>; 8] {
        octet::rays(self, straight, diagonal, pass, names)
    }

    fn jumped(self, plane: Bus<'n, 64>) -> Bus<'n, 64> {
        octet::merge(octet::jumps(self, plane))
    }

    fn straight(self, octet: [Bus<'n, 64>; 8]) -> Bus<'n, 64> {
        octet::straight(octet)
    }

    fn diagonal(self, octet: [Bus<'n, 64>; 8]) -> Bus<'n, 64> {
        octet::diagonal(octet)
    }

    fn merge(self, octet: [Bus<'n, 64>; 8]) -> Bus<'n, 64> {
        octet::merge(octet)
    }

    fn flipped(self, plane: Bus<'n, 64>) -> Bus<'n, 64> {
        self.bundle(std::array::from_fn(|square| plane.nodes[square ^ 56]))
    }

    fn balance<const N: usize>(
        self,
        more: [Bus<'n, 64>; N],
        less: [Bus<'n, 64>; N],
    ) -> Bus<'n, 16> {
        let (more, less) = (more.map(|plane| plane.nodes), less.map(|plane| plane.nodes));
        let inputs = [
            Port::new("more", more.as_flattened(), "lines that count"),
            Port::new("less", less.as_flattened(), "lines that are taken off"),
        ];
        let build = |inputs: &[Vec<Node>]| {
            let number = self.balance_of(&inputs[0], &inputs[1]);
            let help = "the difference, in two's complement";
            vec![Port::new("balance", &number, help)]
        };
        let balance = self.module_of_nodes(&BALANCE, &inputs, build);
        self.bundle(array(&balance[0]))
    }

    fn multiply(self, number: Bus<'n, 16>, by: Bus<'n, 16>) -> Bus<'n, 16> {
        self.bundle(self.product(number.nodes, by.nodes))
    }

    fn decode(self, address: Bus<'n, 6>) -> Bus<'n, 64> {
        let [a, b, c, d, e, f] = address.nodes;
        let before = self.size();
        let (file, rank) = (self.one_of_eight([a, b, c]), self.one_of_eight([d, e, f]));
        let lines = std::array::from_fn(|square| self.and(file[square % 8], rank[square / 8]));
        self.record(before, Done::Decode(address.nodes.to_vec()), &lines);
        Bus::new(self, lines)
    }

    /// An encoder for each plane, all of them at work before it is known whose number is let
    /// through.
    fn lowest<const N: usize>(
        self,
        planes: [Bus<'n, 64>; N],
        open: [Wire<'n>; N],
        none: Wire<'n>,
    ) -> (Bus<'n, 6>, Wire<'n>) {
        let numbers = planes.map(|plane| self.first_of_sixty_four(plane.nodes));
        let number = self.bundle(std::array::from_fn(|bit| {
            let gated: [Node; N] =
                std::array::from_fn(|plane| self.and(numbers[plane][bit], open[plane].nodes[0]));
            self.or_tree(&gated)
        }));
        (number, none)
    }

    fn module<T: PinList<Self>>(self, module: &'static Module, part: impl FnOnce() -> T) -> T {
        if self.has_modules() {
            self.module_of(module, module.name, None::<NoPins>, |_| part())
        } else {
            part()
        }
    }

    fn instance<I: PinList<Self>, T: PinList<Self>>(
        self,
        module: &'static Module,
        label: &'static str,
        inputs: I,
        part: impl FnOnce(I) -> T,
    ) -> T {
        if !self.has_modules() {
            return part(inputs);
        }
        self.module_of(module, label, Some(inputs), |inputs| {
            part(inputs.expect("the module was given them"))
        })
    }

    /// A ripple of two gates a place.
    fn sum(self, a: Bus<'n, 16>, b: Bus<'n, 16>, carry_in: Wire<'n>) -> (Bus<'n, 16>, Wire<'n>) {
        let before = self.size();
        let mut carry = carry_in.nodes[0];
        let sum: [Node; 16] = std::array::from_fn(|place| {
            let (a, b) = (a.nodes[place], b.nodes[place]);
            let (half, into) = (self.xor(a, b), carry);
            carry = self.or(self.and(a, b), self.and(half, into));
            self.xor(half, into)
        });
        let done = Done::Sum {
            a: a.nodes.to_vec(),
            b: b.nodes.to_vec(),
            carry_in: carry_in.nodes[0],
        };
        self.record(before, done, &[&sum[..], &[carry]].concat());
        (Bus::new(self, sum), Bus::new(self, [carry]))
    }
}

impl<'n> Merge<Bus<'n, 64>> for Bus<'n, 64> {
    fn plane(self) -> Bus<'n, 64> {
        self
    }

    fn named(self, name: &'static str) -> Self {
        Signal::named(self, name)
    }
}

/// The square `DX` files and `DY` ranks before `square`, if it is on the board.
fn square_behind<const DX: i32, const DY: i32>(square: usize) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 - DX, square as i32 / 8 - DY);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}
