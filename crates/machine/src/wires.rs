//! Wires: settled levels of the move generator's gates in each word.
//!
//! Registers and memories are [`signals`](crate::signal); these are the wires between. They follow
//! from the array's inputs in a word ([`Settled`]) and are settled on the netlist, because it alone
//! keeps the names of all wires.

use std::slice;

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
    /// Number of wires, at most 64.
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
    /// Most words whose gates settle together.
    pub const WORDS: usize = Simulation::PATTERNS;

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
        self.settle_words(slice::from_ref(word));
    }

    /// Lets the gates settle as they do in each of at most [`WORDS`](Wires::WORDS) words. That takes
    /// hardly longer than in one.
    pub fn settle_words(&mut self, words: &[Settled]) {
        let mut inputs = Vec::with_capacity(words.len());
        for word in words {
            inputs.push(word.array.pins(word.victim, word.aggressor));
        }
        self.settle_inputs(&mut inputs);
    }

    /// Lets the gates settle on inputs that no word has given: in FIND AGGRESSOR for the square
    /// `victim` if `aggressor`, otherwise in FIND VICTIM.
    pub fn settle_array(&mut self, array: &MoveGenInputs, victim: u8, aggressor: bool) {
        self.settle_inputs(&mut [array.pins(victim, aggressor)]);
    }

    /// Lets the gates settle on each of these inputs.
    fn settle_inputs(&mut self, inputs: &mut [Inputs<Lanes>]) {
        // For each word, the levels of all pins.
        let words: Vec<Vec<u64>> = inputs.iter_mut().map(pins::levels).collect();
        for (index, pin) in pins::list::<Inputs<Lanes>>().iter().enumerate() {
            let values: Vec<u64> = words.iter().map(|levels| levels[index]).collect();
            self.simulation.set_patterns(pin.name, &values);
        }
        self.simulation.settle();
    }

    /// The levels of the wire at `index` of [`Wires::list`]: one number for each word that settled,
    /// with the lowest wire in bit 0.
    pub fn levels(&self, index: usize) -> [u64; Wires::WORDS] {
        self.simulation.patterns(&self.signals[index].nodes)
    }

    /// The level of the wire at `index` in the first word that settled.
    pub fn level(&self, index: usize) -> u64 {
        let nodes = self.signals[index].nodes.iter().rev();
        nodes.fold(0, |level, &node| {
            level << 1 | self.simulation.level(node) & 1
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Machine;
    use crate::microengine::word::Word;

    use super::*;

    #[test]
    fn words_that_settle_together_have_the_levels_of_each_alone() {
        let mut machine = Machine::new(&[Word(0)]).expect("a word of no orders");
        let mut words = Vec::new();
        for number in 0..50_u8 {
            machine.state.board.write(number, number % 16);
            machine.state.white_to_move ^= true;
            words.push(machine.settled());
        }
        let (mut together, mut alone) = (Wires::default(), Wires::default());
        together.settle_words(&words);
        for (place, word) in words.iter().enumerate() {
            alone.settle(word);
            for index in 0..alone.list().len() {
                assert_eq!(together.levels(index)[place], alone.level(index));
            }
        }
    }
}
