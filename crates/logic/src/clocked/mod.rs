//! Clocked circuits: a circuit whose inputs and outputs are joined by registers and memories.
//!
//! ```text
//!            +-----------------------------------+
//!  ports --->|                                   |---> ports
//!            |       step (gates only)           |
//!   +------->|                                   |-------+
//!   |  +---->|                                   |----+  |
//!   |  |     +-----------------------------------+    |  |
//!   |  +------- memories: data    address, write <----+  |
//!   +---------- registers             next value <-------+
//! ```
//!
//! A cycle is one pure generic function, [`Circuit::cycle`], as any other circuit. Registers,
//! memories and ports are lists of [pins](mod@crate::pins). From these come the simulation
//! ([`Running`]) and the Verilog ([`Clocked::verilog`]); nothing else knows what is clocked.

mod running;
mod verilog;

use crate::netlist::LOW;
use crate::pins::{self, Pin, PinList};
use crate::{Lanes, Logic, Netlist};

pub use running::Running;

/// Everything that goes into a cycle, or comes out of it: the registers, the memories' side and the
/// ports.
#[derive(Clone, Copy)]
pub struct Side<R, M, P> {
    /// The registers: their values, or their next ones.
    pub registers: R,
    /// The data that the memories give, or the addresses, data and write lines they take.
    pub memories: M,
    /// The ports in, or out.
    pub ports: P,
}

/// Inputs of a cycle of circuit `S`.
pub type Before<S, L> =
    Side<<S as Circuit>::Registers<L>, <S as Circuit>::Reads<L>, <S as Circuit>::Inputs<L>>;

/// Outputs of a cycle.
pub type After<S, L> =
    Side<<S as Circuit>::Registers<L>, <S as Circuit>::Accesses<L>, <S as Circuit>::Outputs<L>>;

/// A clocked circuit.
pub trait Circuit: Sized {
    /// The registers, all zero after a reset.
    type Registers<L: Logic>: PinList<L> + Copy;
    /// Data read from the memories.
    type Reads<L: Logic>: PinList<L> + Copy;
    /// Addresses, data and write lines of the memories.
    type Accesses<L: Logic>: PinList<L> + Copy;
    /// The ports in.
    type Inputs<L: Logic>: PinList<L> + Copy;
    /// The ports out.
    type Outputs<L: Logic>: PinList<L> + Copy;

    /// The circuit's name, a Verilog module.
    const NAME: &'static str;

    /// One cycle. No address of a memory that is read within the cycle may depend on what such a
    /// memory gives; one read at the falling edge must be addressed by registers and ports alone.
    fn cycle<L: Logic>(l: L, before: &Before<Self, L>) -> After<Self, L>;

    /// The memories.
    fn memories() -> Vec<Memory>;
}

/// A memory beside the gates.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Its name.
    pub name: &'static str,
    /// Contents.
    pub help: &'static str,
    /// Address wires: it has two to this power words.
    pub address: usize,
    /// Wires of a word, at most 64.
    pub width: usize,
    /// Its reading ports.
    pub reads: Vec<ReadPort>,
    /// Its writing port, if it is no ROM.
    pub write: Option<WritePort>,
    /// Contents of a ROM. Words beyond these are zero.
    pub contents: Vec<u64>,
}

/// A port that reads.
#[derive(Clone, Copy, Debug)]
pub struct ReadPort {
    /// When the word comes.
    pub time: ReadTime,
    /// The pin that addresses it.
    pub address: &'static str,
    /// The pin it drives.
    pub data: &'static str,
}

/// When a word comes from a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadTime {
    /// As soon as it is addressed.
    AtOnce,
    /// In the middle of the cycle, with the clock's falling edge.
    FallingEdge,
    /// With the next cycle.
    NextCycle,
}

/// A port that writes, at the end of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct WritePort {
    /// The pin that enables the write.
    pub enable: &'static str,
    /// The pin that addresses it.
    pub address: &'static str,
    /// The pin with the word.
    pub data: &'static str,
}

/// A clocked circuit built gate by gate.
#[derive(Clone, Debug)]
pub struct Clocked {
    /// Its name.
    pub name: &'static str,
    /// The gates of a cycle. Inputs are the registers, the memories' data and the ports in; outputs
    /// the registers' next values, the memories' inputs and the ports out.
    pub gates: Netlist,
    /// The registers.
    pub registers: Vec<&'static Pin>,
    /// Data read from the memories.
    pub reads: Vec<&'static Pin>,
    /// Addresses, data and write lines of the memories.
    pub accesses: Vec<&'static Pin>,
    /// The ports in.
    pub inputs: Vec<&'static Pin>,
    /// The ports out.
    pub outputs: Vec<&'static Pin>,
    /// The memories.
    pub memories: Vec<Memory>,
}

/// Declares the registers that are clocked to something else outputs of a netlist, by the names of
/// their next values.
pub fn declare_clocked<'n, T: PinList<&'n Netlist> + Copy>(
    net: &'n Netlist,
    mut now: T,
    mut next: T,
) {
    for ((_, before), (pin, after)) in pins::nodes(&mut now)
        .into_iter()
        .zip(pins::nodes(&mut next))
    {
        if before != after {
            net.output_nodes(pin.next, after, pin.help);
        }
    }
}

/// Declares the pins that are not tied low outputs of a netlist.
pub fn declare_driven<'n, T: PinList<&'n Netlist>>(net: &'n Netlist, list: &mut T) {
    for (pin, nodes) in pins::nodes(list) {
        if nodes.iter().any(|&node| node != LOW) {
            net.output_nodes(pin.name, nodes, pin.help);
        }
    }
}

/// Builds a part of a circuit: what `build` makes of the cycle's inputs and declares outputs. Those
/// of the cycle's inputs that reach none of its outputs are no inputs of the part, but for the
/// `unused`: wires that come with others.
pub fn part<S: Circuit>(
    unused: &[&str],
    build: impl for<'n> Fn(&'n Netlist, &Before<S, &'n Netlist>),
) -> Netlist {
    let built = |is_input: &dyn Fn(&Pin) -> bool| {
        let net = Netlist::new();
        let before = Side {
            registers: pins::declare_some_inputs(&net, is_input),
            memories: pins::declare_some_inputs(&net, is_input),
            ports: pins::declare_some_inputs(&net, is_input),
        };
        build(&net, &before);
        net
    };
    // Which inputs are live is known only when all is built, and a netlist forgets nothing: it is
    // built once more.
    let live = built(&|_| true).live_inputs();
    built(&|pin| live.contains(pin.name) || unused.contains(&pin.name))
}

/// Builds a clocked circuit gate by gate.
pub fn build<S: Circuit>() -> Clocked {
    build_on::<S>(Netlist::new())
}

/// The same with its [modules](Logic::module) apart, to be written.
pub fn in_modules<S: Circuit>() -> Clocked {
    build_on::<S>(Netlist::in_modules())
}

fn build_on<S: Circuit>(gates: Netlist) -> Clocked {
    let before: Before<S, &Netlist> = Side {
        registers: pins::declare_inputs(&gates),
        memories: pins::declare_inputs(&gates),
        ports: pins::declare_inputs(&gates),
    };
    let mut after = S::cycle(&gates, &before);
    for (pin, nodes) in pins::nodes(&mut after.registers) {
        gates.output_nodes(pin.next, nodes, pin.help);
    }
    pins::declare_outputs(&gates, &mut after.memories);
    pins::declare_outputs(&gates, &mut after.ports);
    Clocked {
        name: S::NAME,
        registers: pins::list::<S::Registers<Lanes>>(),
        reads: pins::list::<S::Reads<Lanes>>(),
        accesses: pins::list::<S::Accesses<Lanes>>(),
        inputs: pins::list::<S::Inputs<Lanes>>(),
        outputs: pins::list::<S::Outputs<Lanes>>(),
        memories: S::memories(),
        gates,
    }
}
