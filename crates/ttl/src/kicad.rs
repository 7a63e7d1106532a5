//! Netlists of packages in KiCad's format, written and read back.
//!
//! A package is a component `U1`, `U2` ..., with the part as its value, the footprint of KiCad's
//! own library, and the board and the program as properties. What comes from outside and leads
//! outside are the pins of a connector, `J1`; each names its signal. A part whose pins the table
//! leaves out is left out, and its nets end at the connector.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::rc::Rc;

use crate::board::{Board, HIGH, LOW, Net};
use crate::cells::{Kind, Program};
use crate::parts::{PARTS, Part};

/// What is wrong with a netlist.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Unreadable {
    /// A parenthesis or a quotation mark is missing.
    #[error("the netlist ends in the middle of a list")]
    Cut,
    /// Something that every netlist has is missing.
    #[error("the netlist has no {0}")]
    Missing(&'static str),
    /// A component that the table does not have.
    #[error("{reference} is a {part}, which the table of parts does not have")]
    UnknownPart {
        /// The component.
        reference: String,
        /// Its value.
        part: String,
    },
    /// A programmed part without a known program.
    #[error("{0} has no program that is known")]
    UnknownProgram(String),
    /// A signal's name that is not `name` or `name[bit]`.
    #[error("the connector has a pin for '{0}', which is no signal")]
    UnknownSignal(String),
}

/// A program by its name.
pub type Programs = [(&'static str, Rc<Program>)];

/// Writes the board's packages. `programs` names what is burned into the parts.
pub fn write(board: &Board, programs: &Programs) -> String {
    let mut components = String::new();
    let mut nodes: BTreeMap<Net, Vec<String>> = BTreeMap::new();
    let mut drawn: HashSet<Net> = HashSet::new();
    let packages = board.packages();
    for (number, package) in packages.iter().enumerate() {
        let part = package.part;
        if !complete(part) {
            continue;
        }
        let reference = format!("U{}", number + 1);
        let width = if part.pins < 22 { "7.62" } else { "15.24" };
        let mut property = String::new();
        if let Some(program) = &board.sections()[package.sections[0]].program
            && let Some((name, _)) = programs.iter().find(|(_, known)| known == program)
        {
            property = format!("\n      (property (name \"Program\") (value \"{name}\"))");
        }
        write!(
            components,
            "\n    (comp (ref \"{reference}\")\n      (value \"{}\")\n      \
             (footprint \"Package_DIP:DIP-{}_W{width}mm\")\n      \
             (property (name \"Board\") (value \"{}\")){property})",
            part.name,
            part.pins,
            board.zones()[package.zone],
        )
        .expect("memory takes all that is written");
        let mut join = |net: Net, pin: usize| {
            drawn.insert(net);
            let node = format!("(node (ref \"{reference}\") (pin \"{pin}\"))");
            nodes.entry(net).or_default().push(node);
        };
        let [supply, ground] = part.supply_pins();
        join(HIGH, supply);
        join(LOW, ground);
        for &(pin, level) in &part.fixed {
            join([LOW, HIGH][usize::from(level)], pin);
        }
        for (place, unit) in part.units.iter().enumerate() {
            let Some(&section) = package.sections.get(place) else {
                // An input that hangs in the air picks up noise: those of free units are tied low.
                for &pin in &unit.inputs {
                    join(LOW, pin);
                }
                continue;
            };
            let section = &board.sections()[section];
            let common = part.common.len();
            if place == 0 {
                for (&net, &pin) in section.inputs.iter().zip(&part.common) {
                    join(net, pin);
                }
            }
            for (&net, &pin) in section.inputs[common..].iter().zip(&unit.inputs) {
                join(net, pin);
            }
            for (&net, &pin) in section.outputs.iter().zip(&unit.outputs) {
                join(net, pin);
            }
        }
    }
    connector(board, &drawn, &mut nodes);
    let nets = nets(board, &nodes);
    format!(
        "(export (version \"E\")\n  (design\n    (source \"belle\")\n    \
         (tool \"belle {}\"))\n  (components{components}\n    \
         (comp (ref \"J1\")\n      (value \"Connector\")))\n  (nets{nets}))\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The table has the part's pins.
fn complete(part: &Part) -> bool {
    !part.units[0].outputs.is_empty()
}

/// The connector's pins: a signal that no package on the board reads or drives has none.
fn connector(board: &Board, drawn: &HashSet<Net>, nodes: &mut BTreeMap<Net, Vec<String>>) {
    let ports = [(board.inputs(), "input"), (board.outputs(), "output")];
    let mut driven: HashSet<Net> = HashSet::new();
    for section in board
        .sections()
        .iter()
        .filter(|section| complete(section.part))
    {
        driven.extend(&section.outputs);
    }
    let mut pin = 0;
    for (ports, kind) in ports {
        for port in ports {
            for (bit, net) in port
                .nets
                .iter()
                .enumerate()
                .filter(|(_, net)| drawn.contains(net))
            {
                // A latch on the board drives it.
                if kind == "input" && driven.contains(net) {
                    continue;
                }
                pin += 1;
                let name = port.name;
                let signal = if port.nets.len() == 1 {
                    name.to_owned()
                } else {
                    format!("{name}[{bit}]")
                };
                nodes.entry(*net).or_default().push(format!(
                    "(node (ref \"J1\") (pin \"{pin}\") (pinfunction \"{signal}\") \
                     (pintype \"{kind}\"))"
                ));
            }
        }
    }
}

fn nets(board: &Board, nodes: &BTreeMap<Net, Vec<String>>) -> String {
    let mut text = String::new();
    let mut taken = HashSet::new();
    for (code, (net, nodes)) in nodes.iter().enumerate() {
        let mut name = board.name(*net).to_owned();
        // Two nets of one name would be one.
        if !taken.insert(name.clone()) {
            write!(name, "_{}", net.number()).expect("memory takes all that is written");
            taken.insert(name.clone());
        }
        write!(
            text,
            "\n    (net (code \"{}\") (name \"{name}\")\n      {})",
            code + 1,
            nodes.join("\n      ")
        )
        .expect("memory takes all that is written");
    }
    text
}

/// Reads a netlist back: the parts from their packages' pins, the signals from the connector.
pub fn read(text: &str, programs: &Programs) -> Result<Board, Unreadable> {
    let root = parse(text)?;
    let components = root
        .list("components")
        .ok_or(Unreadable::Missing("components"))?;
    let nets = root.list("nets").ok_or(Unreadable::Missing("nets"))?;
    let mut board = Board::default();
    let mut at: HashMap<(String, String), Net> = HashMap::new();
    let mut signals: [Vec<(String, Net)>; 2] = Default::default();
    for net in nets.lists("net") {
        let name = net
            .text("name")
            .ok_or(Unreadable::Missing("name of a net"))?;
        let joined = match name {
            "GND" => LOW,
            "VCC" => HIGH,
            _ => board.net(name),
        };
        for node in net.lists("node") {
            let reference = node
                .text("ref")
                .ok_or(Unreadable::Missing("component at a pin"))?;
            let pin = node
                .text("pin")
                .ok_or(Unreadable::Missing("number of a pin"))?;
            at.insert((reference.to_owned(), pin.to_owned()), joined);
            if let (Some(signal), Some(kind)) = (node.text("pinfunction"), node.text("pintype")) {
                signals[usize::from(kind == "output")].push((signal.to_owned(), joined));
            }
        }
    }
    for component in components.lists("comp") {
        let reference = component
            .text("ref")
            .ok_or(Unreadable::Missing("name of a component"))?;
        let value = component
            .text("value")
            .ok_or(Unreadable::Missing("value of a component"))?;
        if value == "Connector" {
            continue;
        }
        let part = PARTS
            .iter()
            .find(|part| part.name == value)
            .ok_or_else(|| Unreadable::UnknownPart {
                reference: reference.to_owned(),
                part: value.to_owned(),
            })?;
        let property = |name: &str| {
            let property = component
                .lists("property")
                .find(|property| property.text("name") == Some(name))?;
            property.text("value")
        };
        let program = property("Program");
        let program = programs.iter().find(|(name, _)| Some(*name) == program);
        let pin = |pin: &usize| at.get(&(reference.to_owned(), pin.to_string())).copied();
        for unit in &part.units {
            let pins = part.common.iter().chain(&unit.inputs);
            let inputs: Vec<Net> = pins.map(|number| pin(number).unwrap_or(LOW)).collect();
            // A unit that drives nothing is free.
            let outputs: Vec<Option<Net>> = unit.outputs.iter().map(pin).collect();
            if outputs.iter().all(Option::is_none) {
                continue;
            }
            let mut driven = Vec::new();
            for output in outputs {
                driven.push(match output {
                    Some(net) => net,
                    None => board.net("open"),
                });
            }
            let section = board.drive(part, inputs, driven);
            if part.cell.kind == Kind::Stored {
                // A circuit of gates takes what is stored from outside.
                for &net in &board.sections()[section].outputs {
                    signals[0].push((board.name(net).to_owned(), net));
                }
            }
            if part.cell.kind == Kind::Programmed {
                let (_, program) =
                    program.ok_or_else(|| Unreadable::UnknownProgram(reference.to_owned()))?;
                board.program(section, program);
            }
        }
    }
    let [inputs, outputs] = signals;
    for (name, nets) in bundles(inputs)? {
        board.lead_in(name, nets);
    }
    for (name, nets) in bundles(outputs)? {
        board.output(name, nets);
    }
    Ok(board)
}

/// Signals `name[bit]` gathered by name. A bit that no package uses is a net of its own for an
/// input.
fn bundles(signals: Vec<(String, Net)>) -> Result<Vec<(&'static str, Vec<Net>)>, Unreadable> {
    let mut bundles: BTreeMap<String, BTreeMap<usize, Net>> = BTreeMap::new();
    for (signal, net) in signals {
        let (mut name, mut bit) = (signal.as_str(), 0);
        if let Some(inside) = signal.strip_suffix(']')
            && let Some((bundle, number)) = inside.split_once('[')
        {
            let Ok(number) = number.parse() else {
                return Err(Unreadable::UnknownSignal(signal));
            };
            (name, bit) = (bundle, number);
        }
        bundles.entry(name.to_owned()).or_default().insert(bit, net);
    }
    let mut named = Vec::new();
    for (name, bits) in bundles {
        // A netlist of gates has names that live as long as the program.
        named.push((&*name.leak(), bits.into_values().collect()));
    }
    Ok(named)
}

/// A list of words and lists.
#[derive(Debug)]
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

impl Expression {
    fn items(&self) -> &[Expression] {
        match self {
            Expression::Word(_) => &[],
            Expression::List(items) => items,
        }
    }

    fn head(&self) -> Option<&str> {
        match self.items().first() {
            Some(Expression::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The lists within that begin with a word.
    fn lists<'a, 'h>(
        &'a self,
        head: &'h str,
    ) -> impl Iterator<Item = &'a Expression> + use<'a, 'h> {
        self.items()
            .iter()
            .filter(move |item| item.head() == Some(head))
    }

    fn list(&self, head: &str) -> Option<&Expression> {
        self.lists(head).next()
    }

    /// The word behind the head of a list within.
    fn text(&self, head: &str) -> Option<&str> {
        match self.list(head)?.items().get(1) {
            Some(Expression::Word(word)) => Some(word),
            _ => None,
        }
    }
}

fn parse(text: &str) -> Result<Expression, Unreadable> {
    let mut open: Vec<Vec<Expression>> = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let word = match character {
            '(' => {
                open.push(Vec::new());
                continue;
            }
            ')' => {
                let list = Expression::List(open.pop().ok_or(Unreadable::Cut)?);
                match open.last_mut() {
                    Some(outer) => outer.push(list),
                    None => return Ok(list),
                }
                continue;
            }
            '"' => {
                let mut word = String::new();
                loop {
                    match characters.next().ok_or(Unreadable::Cut)? {
                        '"' => break,
                        '\\' => word.push(characters.next().ok_or(Unreadable::Cut)?),
                        other => word.push(other),
                    }
                }
                word
            }
            blank if blank.is_whitespace() => continue,
            first => {
                let mut word = String::from(first);
                while let Some(&next) = characters.peek() {
                    if next.is_whitespace() || "()\"".contains(next) {
                        break;
                    }
                    word.push(next);
                    characters.next();
                }
                word
            }
        };
        open.last_mut()
            .ok_or(Unreadable::Missing("list at its beginning"))?
            .push(Expression::Word(word));
    }
    Err(Unreadable::Cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::netlist::Simulation;

    fn small() -> Board {
        let mut board = Board::default();
        board.enter("example");
        let inputs = board.input("in", 3);
        let both = board.gate("nand2", "both", &inputs[..2]);
        let chosen = board.gate("mux2", "chosen", &[inputs[2], both, inputs[0]]);
        board.output("out", vec![both, chosen]);
        board
    }

    #[test]
    fn netlist_read_back_has_the_same_function() {
        let board = small();
        let again = read(&write(&board, &[]), &[]).unwrap();
        assert_eq!(again.packages().len(), 2);
        let mut one = Simulation::new(&board.gates());
        let mut other = Simulation::new(&again.gates());
        for value in 0..8 {
            one.set("in", value, value as u64);
            other.set("in", value, value as u64);
        }
        one.settle();
        other.settle();
        for value in 0..8 {
            assert_eq!(one.get("out", value), other.get("out", value));
        }
    }

    #[test]
    fn netlist_damaged_is_refused() {
        let text = write(&small(), &[]);
        let error = |text: &str| read(text, &[]).unwrap_err();
        for length in 0..text.trim_end().len() {
            // Cut anywhere it is no netlist.
            error(&text[..length]);
        }
        assert_eq!(error("(export)"), Unreadable::Missing("components"));
        let unknown = text.replace("74LS00", "74LS0815");
        assert!(error(&unknown).to_string().contains("74LS0815"));
        let signal = text.replace("in[0]", "in[x]");
        assert_eq!(
            error(&signal),
            Unreadable::UnknownSignal("in[x]".to_owned())
        );
    }
}
