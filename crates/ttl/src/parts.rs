//! Parts: what 1980 sold, from one table (`parts.tsv`).
//!
//! Each row has a package's function, pins, delays and currents, and says how these are known.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::cells::{CELLS, Cell};

/// A delay in nanoseconds, or any other figure that a data book gives twice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figure {
    /// Typical, at 25 degrees and 5 volts.
    pub typical: f64,
    /// The greatest that the data book allows.
    pub worst: f64,
}

/// A part.
#[derive(Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Function of each of its units.
    pub cell: &'static Cell,
    /// Pins of the package.
    pub pins: usize,
    /// Pins that all units share: the first inputs of the cell.
    pub common: Vec<usize>,
    /// Pins tied to a level.
    pub fixed: Vec<(usize, bool)>,
    /// The pins of each unit. A part whose pins the table leaves out has one unit without pins.
    pub units: Vec<Unit>,
    arcs: Vec<Arc>,
    /// Time that a register or a memory needs its data before the clock.
    pub setup: f64,
    /// Supply current in milliamperes.
    pub current: Figure,
    /// Current that an input draws when it is low, in milliamperes.
    pub load: f64,
    /// Current that an output takes when it is low, in milliamperes.
    pub drive: f64,
    /// The year since which it was sold, about.
    pub year: u32,
    /// Dollars, about, of 1980 and in quantity (decided).
    pub price: f64,
    /// How sure the row is: documented, second-hand, inferred or decided.
    pub label: String,
    /// Where its figures come from.
    pub source: String,
    /// What it is.
    pub what: String,
}

/// The pins of one unit, in the order of the cell's inputs (after the common ones) and outputs.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Pins of its inputs.
    pub inputs: Vec<usize>,
    /// Pins of its outputs.
    pub outputs: Vec<usize>,
}

/// A delay between pins whose names begin so; `*` is any pin.
#[derive(Debug)]
struct Arc {
    from: String,
    to: String,
    delay: Figure,
}

#[derive(Debug, Deserialize)]
struct Row {
    part: String,
    cell: String,
    pins: usize,
    common: String,
    fixed: String,
    units: String,
    arcs: String,
    setup_ns: f64,
    typical_ma: f64,
    worst_ma: f64,
    load_ma: f64,
    drive_ma: f64,
    year: u32,
    price: f64,
    label: String,
    source: String,
    what: String,
}

/// All of them, in the table's order.
pub static PARTS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .from_reader(include_str!("../parts.tsv").as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| part(row.expect("the table has a value in each column")))
        .collect()
});

/// When the output of a register is there, and the time its input needs before the next clock:
/// those of the machine's registers, a 74LS374.
pub fn register() -> Register {
    let part = part_for("reg");
    Register {
        output: part.delay(0, 0).expect("a register has a clock"),
        setup: part.setup,
    }
}

/// A register's times.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// From the clock to its output.
    pub output: Figure,
    /// From its input to the clock.
    pub setup: f64,
}

/// The first part of the table whose units are such cells. Panics if there is none.
pub fn part_for(cell: &str) -> &'static Part {
    PARTS
        .iter()
        .find(|part| part.cell.name == cell)
        .unwrap_or_else(|| panic!("no part for {cell}"))
}

impl Part {
    /// The delay from one pin of the cell to another, if the output follows the input.
    pub fn delay(&self, input: usize, output: usize) -> Option<Figure> {
        let from = self.cell.inputs[input];
        let to = self.cell.outputs[output];
        let matches = |pattern: &str, pin: &str| pattern == "*" || pin.starts_with(pattern);
        let mut arcs = self.arcs.iter();
        arcs.find(|arc| matches(&arc.from, from) && matches(&arc.to, to))
            .map(|arc| arc.delay)
    }

    /// Supply power in watts.
    pub fn watts(&self) -> Figure {
        Figure {
            typical: self.current.typical * 0.005,
            worst: self.current.worst * 0.005,
        }
    }

    /// Area on a board in square centimeters: the package with the room that wires round it need
    /// (decided: rows of pins 0.3 inches apart, 0.6 from 22 pins on, and 0.2 inches to the next
    /// package either way).
    pub fn area(&self) -> f64 {
        let width = if self.pins < 22 { 0.3 } else { 0.6 };
        let length = self.pins as f64 / 2.0 * 0.1;
        (width + 0.2) * (length + 0.2) * 2.54 * 2.54
    }

    /// The pins of supply voltage and ground: the last one, and the last of the first row.
    pub fn supply_pins(&self) -> [usize; 2] {
        [self.pins, self.pins / 2]
    }
}

fn part(row: Row) -> Part {
    let cell = CELLS
        .iter()
        .find(|cell| cell.name == row.cell)
        .unwrap_or_else(|| panic!("{}: no cell {}", row.part, row.cell));
    let mut units: Vec<Unit> = row.units.split_whitespace().map(unit).collect();
    if units.is_empty() {
        units.push(Unit::default());
    }
    Part {
        cell,
        pins: row.pins,
        common: numbers(&row.common),
        fixed: row.fixed.split_whitespace().map(tied).collect(),
        units,
        arcs: row.arcs.split(';').map(arc).collect(),
        setup: row.setup_ns,
        current: Figure {
            typical: row.typical_ma,
            worst: row.worst_ma,
        },
        load: row.load_ma,
        drive: row.drive_ma,
        year: row.year,
        price: row.price,
        label: row.label,
        source: row.source,
        what: row.what,
        name: row.part,
    }
}

fn numbers(list: &str) -> Vec<usize> {
    let pins = list.split(',').filter(|pin| !pin.is_empty());
    pins.map(|pin| pin.parse().expect("a pin's number"))
        .collect()
}

fn unit(text: &str) -> Unit {
    let (inputs, outputs) = text.split_once('>').expect("inputs > outputs");
    Unit {
        inputs: numbers(inputs),
        outputs: numbers(outputs),
    }
}

fn tied(text: &str) -> (usize, bool) {
    let (pin, level) = text.split_once('=').expect("pin = level");
    (pin.parse().expect("a pin's number"), level == "H")
}

fn arc(text: &str) -> Arc {
    let (pins, figures) = text.split_once(' ').expect("pins and delays");
    let (from, to) = pins.split_once('>').expect("from > to");
    let (typical, worst) = figures.split_once('/').expect("typical / worst");
    Arc {
        from: from.to_owned(),
        to: to.to_owned(),
        delay: Figure {
            typical: typical.parse().expect("nanoseconds"),
            worst: worst.parse().expect("nanoseconds"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_pins_are_used_once_and_exist() {
        for part in PARTS
            .iter()
            .filter(|part| !part.units[0].outputs.is_empty())
        {
            let mut pins: Vec<usize> = part.supply_pins().to_vec();
            pins.extend(&part.common);
            pins.extend(part.fixed.iter().map(|&(pin, _)| pin));
            for unit in &part.units {
                pins.extend(unit.inputs.iter().chain(&unit.outputs));
                let inputs = part.common.len() + unit.inputs.len();
                assert_eq!(inputs, part.cell.inputs.len(), "{}", part.name);
                assert_eq!(unit.outputs.len(), part.cell.outputs.len(), "{}", part.name);
            }
            pins.sort_unstable();
            let count = pins.len();
            pins.dedup();
            assert_eq!(pins.len(), count, "{} has a pin twice", part.name);
            assert!(pins.iter().all(|&pin| (1..=part.pins).contains(&pin)));
        }
    }

    #[test]
    fn part_delays_worst_is_never_below_typical() {
        for part in PARTS.iter() {
            assert!(part.current.typical <= part.current.worst, "{}", part.name);
            for output in 0..part.cell.outputs.len() {
                let delays = (0..part.cell.inputs.len()).filter_map(|i| part.delay(i, output));
                let delays: Vec<Figure> = delays.collect();
                assert!(!delays.is_empty(), "{}", part.name);
                assert!(delays.iter().all(|delay| delay.typical <= delay.worst));
            }
        }
    }

    #[test]
    fn part_rows_say_how_they_are_known() {
        let labels = ["documented", "second-hand", "inferred", "decided"];
        for part in PARTS.iter() {
            assert!(labels.contains(&part.label.as_str()), "{}", part.name);
            assert!(part.source.len() > 10 && part.year <= 1980, "{}", part.name);
            // What was seen in part, or remembered, is second-hand.
            let is_whole = !part.source.contains("excerpt") && !part.source.contains("memory");
            assert!(part.label != "documented" || is_whole, "{}", part.name);
        }
    }
}
