//! Boards: units of parts joined by nets, and the packages they fill.
//!
//! A [`Board`] is one description with many readers: it is turned back to gates to be proved and
//! simulated, packed to be counted, timed by the parts' delays, and written as a netlist of
//! packages.

use std::collections::HashMap;
use std::rc::Rc;

use logic::Netlist;
use logic::netlist::Bus;

use crate::cells::{Kind, Program};
use crate::parts::{Figure, Part, part_for};

/// The wires of nets that were turned back to gates.
pub type Wires<'n> = HashMap<Net, Bus<'n, 1>>;

/// One net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Net(usize);

/// The net tied low.
pub const LOW: Net = Net(0);
/// The net tied high.
pub const HIGH: Net = Net(1);

impl Net {
    /// Its number, from 0.
    pub fn number(self) -> usize {
        self.0
    }
}

/// One unit of a package.
#[derive(Clone, Debug)]
pub struct Section {
    /// The part.
    pub part: &'static Part,
    /// The net at each input of its cell.
    pub inputs: Vec<Net>,
    /// The net at each output.
    pub outputs: Vec<Net>,
    /// What is burned into it.
    pub program: Option<Rc<Program>>,
    /// The board it is on, an index of [`Board::zones`].
    pub zone: usize,
}

/// A bundle of nets with a name, led in or out.
#[derive(Clone, Debug)]
pub struct Port {
    /// Its name.
    pub name: &'static str,
    /// Its nets, lowest wire first.
    pub nets: Vec<Net>,
}

/// A package and the sections it holds.
#[derive(Clone, Debug)]
pub struct Package {
    /// The part.
    pub part: &'static Part,
    /// Its sections by number; units beyond these are free.
    pub sections: Vec<usize>,
    /// The board it is on.
    pub zone: usize,
}

/// Units of parts joined by nets.
#[derive(Clone, Debug)]
pub struct Board {
    names: Vec<String>,
    sections: Vec<Section>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// Outputs that are read on the board that they come from.
    kept: Vec<&'static str>,
    zones: Vec<&'static str>,
    zone: usize,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            names: vec!["GND".to_owned(), "VCC".to_owned()],
            sections: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            kept: Vec::new(),
            zones: Vec::new(),
            zone: 0,
        }
    }
}

impl Board {
    /// Sections made from now on are on the board of this name.
    pub fn enter(&mut self, zone: &'static str) {
        self.zone = match self.zones.iter().position(|&name| name == zone) {
            Some(known) => known,
            None => {
                self.zones.push(zone);
                self.zones.len() - 1
            }
        };
    }

    /// The names of the boards.
    pub fn zones(&self) -> &[&'static str] {
        &self.zones
    }

    /// A new net.
    pub fn net(&mut self, name: impl Into<String>) -> Net {
        self.names.push(name.into());
        Net(self.names.len() - 1)
    }

    /// A net's name.
    pub fn name(&self, net: Net) -> &str {
        &self.names[net.0]
    }

    /// Number of nets, those tied to a level included.
    pub fn nets(&self) -> usize {
        self.names.len()
    }

    /// Declares nets that come from outside.
    pub fn input(&mut self, name: &'static str, width: usize) -> Vec<Net> {
        let mut nets = Vec::new();
        for bit in 0..width {
            let name = if width == 1 {
                name.to_owned()
            } else {
                format!("{name}[{bit}]")
            };
            nets.push(self.net(name));
        }
        self.inputs.push(Port {
            name,
            nets: nets.clone(),
        });
        nets
    }

    /// Says of an output that it is read on the board that it comes from: it is no wire to other
    /// boards.
    pub fn keep(&mut self, output: &'static str) {
        self.kept.push(output);
    }

    /// Declares nets that are there already to come from outside.
    pub fn lead_in(&mut self, name: &'static str, nets: Vec<Net>) {
        self.inputs.push(Port { name, nets });
    }

    /// Burns a program into a section.
    pub fn program(&mut self, section: usize, program: &Rc<Program>) {
        self.sections[section].program = Some(Rc::clone(program));
    }

    /// Declares nets that lead outside.
    pub fn output(&mut self, name: &'static str, nets: Vec<Net>) {
        self.outputs.push(Port { name, nets });
    }

    /// The inputs.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// The outputs.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// The sections.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// A section whose outputs are the given nets.
    pub fn drive(&mut self, part: &'static Part, inputs: Vec<Net>, outputs: Vec<Net>) -> usize {
        // The table gives a memory one address pin and one data pin, for all of them.
        if part.cell.kind != Kind::Memory {
            assert_eq!(inputs.len(), part.cell.inputs.len(), "{}", part.name);
            assert_eq!(outputs.len(), part.cell.outputs.len(), "{}", part.name);
        }
        self.sections.push(Section {
            part,
            inputs,
            outputs,
            program: None,
            zone: self.zone,
        });
        self.sections.len() - 1
    }

    /// A section with new nets at its outputs, called by the given name and the pin's.
    pub fn section(&mut self, cell: &str, name: &str, inputs: &[Net]) -> Vec<Net> {
        let part = part_for(cell);
        let outputs = self.new_outputs(part, name);
        self.drive(part, inputs.to_vec(), outputs.clone());
        outputs
    }

    /// A section of one output.
    pub fn gate(&mut self, cell: &str, name: &str, inputs: &[Net]) -> Net {
        self.section(cell, name, inputs)[0]
    }

    /// A programmed section.
    pub fn programmed(
        &mut self,
        cell: &str,
        name: &str,
        inputs: &[Net],
        program: &Rc<Program>,
    ) -> Vec<Net> {
        let part = part_for(cell);
        let outputs = self.new_outputs(part, name);
        let section = self.drive(part, inputs.to_vec(), outputs.clone());
        self.program(section, program);
        outputs
    }

    fn new_outputs(&mut self, part: &'static Part, name: &str) -> Vec<Net> {
        let pins = part.cell.outputs;
        let mut outputs = Vec::new();
        for pin in pins {
            let name = match pins.len() {
                1 => name.to_owned(),
                _ => format!("{name}.{pin}"),
            };
            outputs.push(self.net(name));
        }
        outputs
    }

    /// The smallest PROM for these address wires, the lowest first, with as many outputs as are
    /// used.
    pub fn prom(
        &mut self,
        name: &str,
        address: &[Net],
        outputs: usize,
        word: impl Fn(usize) -> u8,
    ) -> Vec<Net> {
        let mut address = address.to_vec();
        let (cell, wires) = match (address.len(), outputs) {
            (..=8, _) => ("rom256x8", 8),
            (9, _) => ("rom512x8", 9),
            (10, ..=4) => ("rom1024x4", 10),
            (10, _) => ("rom1024x8", 10),
            (11, _) => ("rom2048x8", 11),
            _ => panic!("no PROM of {} address wires", address.len()),
        };
        let used = (1 << address.len()) - 1;
        address.resize(wires, LOW);
        let words = (0..1 << wires).map(|at| word(at & used)).collect();
        let part = part_for(cell);
        let pins = match part.cell.kind {
            Kind::Memory => outputs,
            _ => part.cell.outputs.len(),
        };
        let data: Vec<Net> = (0..pins)
            .map(|bit| self.net(format!("{name}.d{bit}")))
            .collect();
        let section = self.drive(part, address, data.clone());
        self.program(section, &Rc::new(Program::Words(words)));
        data[..outputs].to_vec()
    }

    /// Makes one net of two: all that reads the second, or leads it outside, has the first. Nothing
    /// may drive the second.
    pub fn join(&mut self, first: Net, second: Net) {
        for section in &mut self.sections {
            for input in &mut section.inputs {
                if *input == second {
                    *input = first;
                }
            }
        }
        for port in &mut self.outputs {
            for net in &mut port.nets {
                if *net == second {
                    *net = first;
                }
            }
        }
    }

    /// The NAND of any number of nets up to eight: with lines that are low when they say yes, their
    /// OR. One net alone is inverted. Inputs left over are tied high.
    pub fn any_low(&mut self, name: &str, nets: &[Net]) -> Net {
        let (cell, width) = match nets.len() {
            1 => ("not", 1),
            2 => ("nand2", 2),
            3 => ("nand3", 3),
            4 => ("nand4", 4),
            5..=8 => ("nand8", 8),
            _ => panic!("no gate of {} inputs", nets.len()),
        };
        let mut inputs = nets.to_vec();
        inputs.resize(width, HIGH);
        self.gate(cell, name, &inputs)
    }

    /// The same for up to four nets, in Schottky gates.
    pub fn any_low_at_once(&mut self, name: &str, nets: &[Net]) -> Net {
        let cell = match nets.len() {
            1 => "nots",
            2 => "nand2s",
            3 => "nand3s",
            4 => "nand4s",
            _ => panic!("no gate of {} inputs", nets.len()),
        };
        self.gate(cell, name, nets)
    }

    /// The sections in an order in which each of gates follows those that drive it. Panics at a
    /// loop.
    pub fn order(&self) -> Vec<usize> {
        let mut waiting = vec![0; self.sections.len()];
        let mut readers: HashMap<Net, Vec<usize>> = HashMap::new();
        let mut from_gates = vec![false; self.names.len()];
        for section in &self.sections {
            if section.follows() {
                for output in &section.outputs {
                    from_gates[output.0] = true;
                }
            }
        }
        for (index, section) in self.sections.iter().enumerate() {
            if !section.follows() {
                continue;
            }
            for &input in &section.inputs {
                if from_gates[input.0] {
                    waiting[index] += 1;
                    readers.entry(input).or_default().push(index);
                }
            }
        }
        let mut ready: Vec<usize> = (0..self.sections.len())
            .filter(|&index| waiting[index] == 0)
            .collect();
        let mut next = 0;
        while next < ready.len() {
            let section = &self.sections[ready[next]];
            next += 1;
            if !section.follows() {
                continue;
            }
            for output in &section.outputs {
                for &reader in readers.get(output).into_iter().flatten() {
                    waiting[reader] -= 1;
                    if waiting[reader] == 0 {
                        ready.push(reader);
                    }
                }
            }
        }
        assert_eq!(ready.len(), self.sections.len(), "the sections form a loop");
        ready
    }

    /// The sections that an output depends on, up to what is stored.
    fn live(&self) -> Vec<bool> {
        let mut live = vec![false; self.sections.len()];
        let mut needed = vec![false; self.names.len()];
        for port in &self.outputs {
            for net in &port.nets {
                needed[net.0] = true;
            }
        }
        for index in self.order().into_iter().rev() {
            let section = &self.sections[index];
            live[index] = section.is_circuit() && section.outputs.iter().any(|net| needed[net.0]);
            if live[index] {
                for input in &section.inputs {
                    needed[input.0] = true;
                }
            }
        }
        live
    }

    /// The board turned back to gates, with the same outputs and with the inputs that they depend
    /// on. What stores is left out: the nets that it drives must be inputs.
    pub fn gates(&self) -> Netlist {
        let net = Netlist::new();
        let live = self.live();
        // Inputs that only storage reads are no inputs of the gates.
        let mut read = vec![false; self.names.len()];
        let mut stored = vec![false; self.names.len()];
        for (index, section) in self.sections.iter().enumerate() {
            for input in &section.inputs {
                read[input.0] |= live[index];
                stored[input.0] |= !live[index];
            }
        }
        let is_input = |net: &Net| read[net.0] || !stored[net.0];
        let mut wires = Wires::new();
        for port in &self.inputs {
            if !port.nets.iter().any(is_input) {
                continue;
            }
            let declared = net.input_wires(port.name, port.nets.len());
            wires.extend(port.nets.iter().copied().zip(declared));
        }
        self.settle(&net, &live, &mut wires);
        for port in &self.outputs {
            let nets: Vec<Bus<'_, 1>> = port.nets.iter().map(|net| wires[net]).collect();
            net.output_wires(port.name, &nets);
        }
        net
    }

    /// Adds to the wires of some nets those of all nets that depend on them alone. What is there is
    /// not looked behind.
    pub fn settled<'n>(&self, net: &'n Netlist, wires: &mut Wires<'n>) {
        let mut all = vec![true; self.sections.len()];
        for (index, section) in self.sections.iter().enumerate() {
            all[index] = !wires.contains_key(&section.outputs[0]);
        }
        self.settle(net, &all, wires);
    }

    /// The wires of the registers without an enable after the clock.
    pub fn clocked<'n>(&self, wires: &Wires<'n>) -> Wires<'n> {
        let mut after = Wires::new();
        for section in &self.sections {
            if section.part.cell.loads_always() {
                let inputs: Vec<Bus<'n, 1>> = section.inputs.iter().map(|net| wires[net]).collect();
                after.insert(section.outputs[0], section.part.cell.clocked(&inputs));
            }
        }
        after
    }

    fn settle<'n>(&self, net: &'n Netlist, chosen: &[bool], wires: &mut Wires<'n>) {
        wires.insert(LOW, logic::Logic::wire(net, false));
        wires.insert(HIGH, logic::Logic::wire(net, true));
        for index in self.order() {
            let section = &self.sections[index];
            if !chosen[index] || !section.is_circuit() {
                continue;
            }
            let inputs = section.inputs.iter().map(|net| wires.get(net).copied());
            let Some(inputs) = inputs.collect::<Option<Vec<Bus<'n, 1>>>>() else {
                continue;
            };
            let settled = section
                .part
                .cell
                .settle(net, &inputs, section.program.as_deref());
            wires.extend(section.outputs.iter().copied().zip(settled));
        }
    }

    /// The sections packed: units of the same part, on the same board, with the same nets at the
    /// common pins.
    pub fn packages(&self) -> Vec<Package> {
        let mut packages: Vec<Package> = Vec::new();
        let mut open: HashMap<(&str, usize, &[Net]), usize> = HashMap::new();
        for (index, section) in self.sections.iter().enumerate() {
            let part = section.part;
            let common = &section.inputs[..part.common.len()];
            let key = (part.name.as_str(), section.zone, common);
            if let Some(&package) = open.get(&key)
                && packages[package].sections.len() < part.units.len()
            {
                packages[package].sections.push(index);
                continue;
            }
            open.insert(key, packages.len());
            packages.push(Package {
                part,
                sections: vec![index],
                zone: section.zone,
            });
        }
        packages
    }

    /// The wires that lead from a board to others, or outside.
    pub fn edge(&self, zone: usize) -> usize {
        let mut here = vec![false; self.names.len()];
        let mut elsewhere = vec![false; self.names.len()];
        for section in &self.sections {
            for net in section.inputs.iter().chain(&section.outputs) {
                let place = if section.zone == zone {
                    &mut here
                } else {
                    &mut elsewhere
                };
                place[net.0] = true;
            }
        }
        let leaves = |port: &&Port| !self.kept.contains(&port.name);
        for port in self.outputs.iter().filter(leaves) {
            for net in &port.nets {
                elsewhere[net.0] = true;
            }
        }
        // What comes from outside is driven by no section.
        let mut driven = vec![false; self.names.len()];
        for section in &self.sections {
            for net in &section.outputs {
                driven[net.0] = true;
            }
        }
        for port in &self.inputs {
            for net in &port.nets {
                elsewhere[net.0] |= !driven[net.0];
            }
        }
        (2..self.names.len())
            .filter(|&net| here[net] && elsewhere[net])
            .count()
    }

    /// Asserts that each output can pull all its inputs low.
    #[cfg(test)]
    pub(crate) fn assert_outputs_pull_inputs_low(&self) {
        let loads = self.loads();
        for section in self.sections() {
            for &net in &section.outputs {
                let load = loads[net.number()];
                assert!(load <= section.part.drive, "{}: {load} mA", self.name(net));
            }
        }
    }

    /// The current that the inputs on each net draw when it is low, in milliamperes.
    pub fn loads(&self) -> Vec<f64> {
        let mut loads = vec![0.0; self.names.len()];
        for package in self.packages() {
            let part = package.part;
            let common = part.common.len();
            for (place, &section) in package.sections.iter().enumerate() {
                for (input, net) in self.sections[section].inputs.iter().enumerate() {
                    // A common pin is there once a package. That of the quad multiplexers is two
                    // loads.
                    if input >= common {
                        loads[net.0] += part.load;
                    } else if place == 0 {
                        let twice = part.cell.name.starts_with("mux2");
                        loads[net.0] += if twice { 2.0 * part.load } else { part.load };
                    }
                }
            }
        }
        loads
    }

    /// Puts drivers behind the outputs that more inputs hang on than they can pull low, until there
    /// are none.
    pub fn add_drivers(&mut self) {
        let driver = part_for("buf");
        loop {
            let loads = self.loads();
            let mut limits = vec![f64::INFINITY; self.names.len()];
            for section in &self.sections {
                for output in &section.outputs {
                    limits[output.0] = section.part.drive;
                }
            }
            // What comes from outside comes from a register or a driver.
            for port in &self.inputs {
                for net in &port.nets {
                    limits[net.0] = limits[net.0].min(driver.drive);
                }
            }
            let crowded: Vec<Net> = (2..self.names.len())
                .filter(|&net| loads[net] > limits[net] + 1e-9)
                .map(Net)
                .collect();
            if crowded.is_empty() {
                return;
            }
            for net in crowded {
                self.split(net, loads[net.0], driver);
            }
        }
    }

    /// Leads a net's readers over drivers, as many as it needs.
    fn split(&mut self, net: Net, load: f64, driver: &'static Part) {
        let count = (load / driver.drive).ceil() as usize;
        let name = self.names[net.0].clone();
        let zone = self.zone;
        let mut readers: Vec<(usize, usize)> = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            for (input, &read) in section.inputs.iter().enumerate() {
                if read == net {
                    readers.push((index, input));
                }
            }
        }
        // Readers of one board hang on the same driver: packages share what their units have in
        // common.
        readers.sort_by_key(|&(section, _)| (self.sections[section].zone, section));
        let share = readers.len().div_ceil(count);
        for (number, group) in readers.chunks(share).enumerate() {
            self.zone = self.sections[group[0].0].zone;
            let driven = self.net(format!("{name}.{number}"));
            self.drive(driver, vec![net], vec![driven]);
            for &(section, input) in group {
                self.sections[section].inputs[input] = driven;
            }
        }
        self.zone = zone;
    }
}

impl Section {
    /// The delay from an input to an output, if the output follows it.
    pub fn delay(&self, input: usize, output: usize) -> Option<Figure> {
        match self.part.cell.kind {
            Kind::Memory => self.part.delay(0, 0),
            _ => self.part.delay(input, output),
        }
    }

    /// The outputs follow the inputs within a cycle.
    pub fn follows(&self) -> bool {
        self.part.cell.kind != Kind::Stored
    }

    fn is_circuit(&self) -> bool {
        match self.part.cell.kind {
            Kind::Gates | Kind::Programmed => true,
            Kind::Memory => self.program.is_some(),
            Kind::Stored => false,
        }
    }
}

/// A count of packages and what they need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// Packages.
    pub packages: usize,
    /// Units that none of them uses.
    pub free_units: usize,
    /// Area in square centimeters.
    pub area: f64,
    /// Supply power in watts.
    pub watts: Figure,
    /// Dollars.
    pub dollars: f64,
}

/// Counts packages.
pub fn count<'a>(packages: impl IntoIterator<Item = &'a Package>) -> Count {
    let mut count = Count::default();
    for package in packages {
        let part = package.part;
        count.packages += 1;
        count.free_units += part.units.len() - package.sections.len();
        count.area += part.area();
        count.watts.typical += part.watts().typical;
        count.watts.worst += part.watts().worst;
        count.dollars += part.price;
    }
    count
}
