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
//! A cycle is one pure generic function, [`Circuit::cycle`], as any other circuit. Registers, memories and ports
//! are lists of [`Pins`]. From these come the simulation ([`Running`]) and the Verilog ([`Clocked::verilog`]); nothing
//! else knows what is clocked.

mod pins;
mod running;
mod verilog;

use crate::{Lanes, Logic, Netlist};

pub use pins::{Pin, PinList, Pins};
pub use running::Running;

/// A list of pins with their widths.
pub type PinTable = Vec<(&'static Pin, usize)>;

/// Everything that goes into a cycle, or comes out of it: the registers, the memories' side and the ports.
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

    /// One cycle. No address of a memory that is read within the cycle may depend on what such a memory gives; one read at
    /// the falling edge must be addressed by registers and ports alone.
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
    /// The gates of a cycle. Inputs are the registers, the memories' data and the ports in; outputs the registers' next
    /// values, the memories' inputs and the ports out.
    pub gates: Netlist,
    /// The registers.
    pub registers: PinTable,
    /// Data read from the memories.
    pub reads: PinTable,
    /// Addresses, data and write lines of the memories.
    pub accesses: PinTable,
    /// The ports in.
    pub inputs: PinTable,
    /// The ports out.
    pub outputs: PinTable,
    /// The memories.
    pub memories: Vec<Memory>,
}

/// A list's pins and widths.
pub fn table<T: PinList<Lanes>>() -> PinTable {
    let mut listed = pins::Listed(Vec::new());
    T::low(Lanes).visit(&mut listed);
    listed.0
}

/// A list with a number on each pin, lowest wire first; there must be as many numbers as pins.
pub fn driven<T: PinList<Lanes>>(levels: &[u64]) -> T {
    let mut list = T::low(Lanes);
    list.visit(&mut pins::Driven(levels.iter()));
    list
}

/// A list whose pins of these names are inputs of a netlist, the others tied low.
pub fn declare_inputs<'n, T: PinList<&'n Netlist>>(net: &'n Netlist, names: &[&str]) -> T {
    let mut list = T::low(net);
    list.visit(&mut pins::Inputs {
        net,
        chosen: |pin: &Pin| names.contains(&pin.name),
    });
    list
}

/// Declares the pins of these names outputs of a netlist.
pub fn declare_outputs<'n, T: PinList<&'n Netlist>>(
    net: &'n Netlist,
    list: &mut T,
    names: &[&str],
) {
    list.visit(&mut pins::Outputs {
        net,
        name: |pin: &Pin| names.contains(&pin.name).then_some(pin.name),
    });
}

/// Declares the registers of these names outputs of a netlist, by the names of their next values.
pub fn declare_next<'n, T: PinList<&'n Netlist>>(net: &'n Netlist, list: &mut T, names: &[&str]) {
    list.visit(&mut pins::Outputs {
        net,
        name: |pin: &Pin| names.contains(&pin.name).then_some(pin.next),
    });
}

/// Builds a clocked circuit gate by gate.
pub fn build<S: Circuit>() -> Clocked {
    let gates = Netlist::new();
    fn declared<'n, T: PinList<&'n Netlist>>(net: &'n Netlist) -> T {
        let mut list = T::low(net);
        list.visit(&mut pins::Inputs {
            net,
            chosen: |_: &Pin| true,
        });
        list
    }
    let before: Before<S, &Netlist> = Side {
        registers: declared(&gates),
        memories: declared(&gates),
        ports: declared(&gates),
    };
    let mut after = S::cycle(&gates, &before);
    after.registers.visit(&mut pins::Outputs {
        net: &gates,
        name: |pin: &Pin| Some(pin.next),
    });
    after.memories.visit(&mut pins::Outputs {
        net: &gates,
        name: |pin: &Pin| Some(pin.name),
    });
    after.ports.visit(&mut pins::Outputs {
        net: &gates,
        name: |pin: &Pin| Some(pin.name),
    });
    Clocked {
        name: S::NAME,
        registers: table::<S::Registers<Lanes>>(),
        reads: table::<S::Reads<Lanes>>(),
        accesses: table::<S::Accesses<Lanes>>(),
        inputs: table::<S::Inputs<Lanes>>(),
        outputs: table::<S::Outputs<Lanes>>(),
        memories: S::memories(),
        gates,
    }
}
