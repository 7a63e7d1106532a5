//! The parts of the RTL (`machine::rtl::parts`), written from the microword's table, the
//! ledger of cycles and the databook's registers and memories.
//!
//! Of the machine only what is data is used: the fields' places, the ledger, the constants and the
//! ROMs' words.

pub mod board;
pub mod evaluator;
pub mod fast;
pub mod host;
pub mod lazy;
pub mod memory;
pub mod registers;
pub mod sequencer;
pub mod values;

use logic::{Netlist, Signal, netlist::Bus};
use machine::microengine::variant::Variant;
use machine::microengine::word::Field;

use super::{Wire, all, is_at, some};

#[derive(Clone, Copy)]
struct Microword<'n> {
    net: &'n Netlist,
    word: Bus<'n, 64>,
}

impl<'n> Microword<'n> {
    fn input(net: &'n Netlist) -> Self {
        Self {
            net,
            word: net.input_plane("word"),
        }
    }

    fn field(self, name: &str) -> Vec<Wire<'n>> {
        let field = find(name);
        (0..field.width)
            .map(|bit| self.word.bit((field.bit + bit) as usize))
            .collect()
    }

    fn one(self, name: &str) -> Wire<'n> {
        let [wire] = self.field(name)[..] else {
            panic!("{name} has more wires")
        };
        wire
    }

    /// High if the field holds the symbol.
    fn holds(self, name: &str, symbol: &str) -> Wire<'n> {
        let code = find(name)
            .values
            .iter()
            .position(|value| value.name == symbol);
        let code = code.unwrap_or_else(|| panic!("{name} has no '{symbol}'"));
        is(self.net, &self.field(name), code)
    }

    /// High if the field holds anything but its first symbol.
    fn is_active(self, name: &str) -> Wire<'n> {
        !is(self.net, &self.field(name), 0)
    }
}

/// A field by its name: as the fast variant has it, which knows all codes of the authentic machine.
fn find(name: &str) -> &'static Field {
    Variant::Fast
        .fields()
        .iter()
        .find(|field| field.name == name)
        .unwrap_or_else(|| panic!("no field '{name}'"))
}

fn is<'n>(net: &'n Netlist, wires: &[Wire<'n>], number: usize) -> Wire<'n> {
    all(
        net,
        wires
            .iter()
            .enumerate()
            .map(|(bit, wire)| is_at(*wire, number >> bit & 1 != 0)),
    )
}

fn wires<'n, const N: usize>(bus: Bus<'n, N>) -> Vec<Wire<'n>> {
    (0..N).map(|bit| bus.bit(bit)).collect()
}

/// The bundle whose condition holds; low if none does. At most one may hold.
fn chosen<'n>(
    net: &'n Netlist,
    width: usize,
    choices: &[(Wire<'n>, Vec<Wire<'n>>)],
) -> Vec<Wire<'n>> {
    let driven = |bit: usize| {
        choices
            .iter()
            .filter_map(move |(when, wires)| Some(*when & *wires.get(bit)?))
    };
    (0..width).map(|bit| some(net, driven(bit))).collect()
}

fn either<'n>(when: Wire<'n>, then: &[Wire<'n>], otherwise: &[Wire<'n>]) -> Vec<Wire<'n>> {
    assert_eq!(then.len(), otherwise.len());
    then.iter()
        .zip(otherwise)
        .map(|(then, otherwise)| (when & *then) | (!when & *otherwise))
        .collect()
}

/// A number's bits as constant wires.
fn tied<'n>(net: &'n Netlist, width: usize, number: usize) -> Vec<Wire<'n>> {
    (0..width)
        .map(|bit| logic::Logic::wire(net, number >> bit & 1 != 0))
        .collect()
}

/// Two numbers of as many wires, and a carry, added as on paper; what goes beyond the last place is
/// lost.
fn paper_sum<'n>(a: &[Wire<'n>], b: &[Wire<'n>], mut carry: Wire<'n>) -> Vec<Wire<'n>> {
    assert_eq!(a.len(), b.len());
    let place = |(a, b): (&Wire<'n>, &Wire<'n>)| {
        let (a, b) = (*a, *b);
        let sum = a ^ b ^ carry;
        let two_of_three = (a & b) | (a & carry) | (b & carry);
        carry = two_of_three;
        sum
    };
    a.iter().zip(b).map(place).collect()
}
