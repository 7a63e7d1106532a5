//! Wires: settled levels of the move generator's gates in each word.
//!
//! Registers and memories are [`signals`](crate::signal); these are the wires between. They follow from a state and
//! its word and are settled on the netlist, which has all names.

use logic::Lanes;
use logic::clocked::{self, Pin, PinList};
use logic::lanes;
use logic::netlist::{NamedSignal, Simulation};

use crate::diagram::wire_help;
use crate::microengine::word::Word;
use crate::move_generator;
use crate::rtl::pins::{Reads, Registers};
use crate::rtl::{array, orders};
use crate::signal::SIGNALS;
use crate::state::State;

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

/// All named wires, settled for one state after the other.
#[derive(Clone, Debug)]
pub struct Wires {
    program: Vec<Word>,
    simulation: Simulation,
    signals: Vec<NamedSignal>,
}

impl Wires {
    /// The wires of a machine that runs this program.
    pub fn new(program: &[Word]) -> Wires {
        let net = move_generator::netlist();
        Wires {
            program: program.to_vec(),
            simulation: Simulation::new(&net),
            signals: net.names(),
        }
    }

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

    /// Lets the gates settle as they do in the word at the state's address, its disable order carried out.
    pub fn settle(&mut self, state: &State) {
        let word = self
            .program
            .get(usize::from(state.address))
            .copied()
            .unwrap_or_default();
        let now = registers(state);
        let mut reads = Reads::low(Lanes);
        reads.disable_word = lanes::Plane(state.disable.word(usize::from(state.ply)));
        let orders = orders::decode(Lanes, lanes::Plane(word.0));
        let disabled = array::disabled(Lanes, &now, &reads, &orders);
        let inputs = array::inputs(&now, &orders, &disabled);
        let wire = |wire: lanes::Wire| u64::from(wire.0);
        let levels = [
            ("p0", inputs.piece[0].0),
            ("p1", inputs.piece[1].0),
            ("p2", inputs.piece[2].0),
            ("p3", inputs.piece[3].0),
            ("dis", inputs.disable.0),
            ("adr", u64::from(inputs.victim.0)),
            ("aggressor", wire(inputs.aggressor)),
            ("wtm", wire(inputs.white_to_move)),
            ("ep", u64::from(inputs.en_passant.0)),
            ("ep_open", wire(inputs.en_passant_open)),
        ];
        for (name, level) in levels {
            self.simulation.set(name, 0, level);
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

/// The state as the RTL's registers hold it; its latches are low.
pub fn registers(state: &State) -> Registers<Lanes> {
    let level = |(pin, _): &(&Pin, usize)| {
        SIGNALS
            .iter()
            .find(|signal| signal.name == pin.name)
            .map_or(0, |signal| (signal.read)(state))
    };
    let levels: Vec<u64> = clocked::table::<Registers<Lanes>>()
        .iter()
        .map(level)
        .collect();
    clocked::driven(&levels)
}
