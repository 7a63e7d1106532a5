//! Wires: settled levels of the move generator's gates in each word.
//!
//! Registers and memories are [`signals`](crate::signal); these are the wires between. They follow
//! from the array's inputs in a word ([`Settled`]) and are settled on the netlist, which has all
//! names.

use logic::Lanes;
use logic::combinational::netlist;
use logic::netlist::{NamedSignal, Simulation};
use logic::pins;

use crate::diagram::wire_help;
use crate::move_generator::{Inputs, MoveGenInputs, MoveGenerator};
use crate::settled::Settled;
use crate::signal::Reading;

/// The block that the wires' names begin with.
const BLOCK: &str = "move_generator";

/// A wire, or a bundle of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// The block, outermost first, separated by `/`.
    pub block: String,
    /// Its name within the block.
    pub name: &'static str,
    /// Wires, at most 64.
    pub width: usize,
    /// What it means.
    pub help: &'static str,
}

impl Wire {
    /// How its level is read.
    pub fn reading(&self) -> Reading {
        match self.width {
            64 => Reading::Squares,
            6 => Reading::Square,
            _ => Reading::Number,
        }
    }
}

/// All named wires, settled in one word after the other.
#[derive(Clone, Debug)]
pub struct Wires {
    simulation: Simulation,
    signals: Vec<NamedSignal>,
}

impl Default for Wires {
    fn default() -> Wires {
        let net = netlist::<MoveGenerator>();
        Wires {
            simulation: Simulation::new(&net),
            signals: net.names(),
        }
    }
}

impl Wires {
    /// Their names, in an order in which each block stands together.
    pub fn list(&self) -> Vec<Wire> {
        let wire = |signal: &NamedSignal| {
            let block = format!("{BLOCK}/{}", signal.block.to_lowercase().replace(' ', "_"));
            Wire {
                help: wire_help(&block, signal.name),
                block,
                name: signal.name,
                width: signal.nodes.len(),
            }
        };
        self.signals.iter().map(wire).collect()
    }

    /// Lets the gates settle as they do in a word.
    pub fn settle(&mut self, word: &Settled) {
        self.settle_array(&word.array, word.victim, word.aggressor);
    }

    /// Lets the gates settle on levels of their own, in FIND VICTIM or in FIND AGGRESSOR for the
    /// square `victim`.
    pub fn settle_array(&mut self, array: &MoveGenInputs, victim: u8, aggressor: bool) {
        let mut inputs = array.pins::<Lanes>(victim, aggressor);
        let levels = pins::levels(&mut inputs);
        for (pin, level) in pins::list::<Inputs<Lanes>>().iter().zip(levels) {
            self.simulation.set(pin.name, 0, level);
        }
        self.simulation.settle();
    }

    /// The level of a wire by its place in the list, lowest wire first.
    pub fn level(&self, index: usize) -> u64 {
        let nodes = self.signals[index].nodes.iter().rev();
        nodes.fold(0, |level, &node| {
            level << 1 | self.simulation.level(node) & 1
        })
    }
}
