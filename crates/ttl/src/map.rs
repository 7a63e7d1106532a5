//! Mapping: gates to units of parts, by ABC (Debian's `berkeley-abc`).
//!
//! The table's gates go to ABC as a library in which a gate's area is its share of a package. ABC
//! covers the circuit with as little area as it finds; what comes back are units, which
//! [`Board::packages`](crate::Board::packages) packs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind};
use std::process::Command;

use crate::parts::PARTS;

/// The mapper, as Debian calls it.
const MAPPER: &str = "berkeley-abc";
const SCRIPT: &str = "read_library parts.genlib; read_blif circuit.blif; strash; dch; map -a; \
    write_blif mapped.blif";

/// Why there is no mapping.
#[derive(Debug, thiserror::Error)]
pub enum NoMapping {
    /// The mapper is not installed.
    #[error(
        "the mapping needs {MAPPER}, which is not installed; on Debian: \
         apt-get install berkeley-abc"
    )]
    Missing,
    /// It could not be run.
    #[error("the mapping could not be run: {0}")]
    Io(#[from] io::Error),
    /// It said something else than a circuit.
    #[error("the mapper gave no circuit: {0}")]
    Unclear(String),
}

/// A gate for the mapper.
#[derive(Clone, Debug)]
pub struct Gate {
    /// What it drives.
    pub output: String,
    /// What it reads: one wire for an inverter, else two.
    pub inputs: Vec<String>,
    /// Lines of its table in BLIF.
    pub table: &'static str,
}

/// A circuit for the mapper.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// Wires from outside.
    pub inputs: Vec<String>,
    /// Wires that lead outside.
    pub outputs: Vec<String>,
    /// The gates.
    pub gates: Vec<Gate>,
}

/// What the mapper made of a wire.
#[derive(Clone, Debug)]
pub enum Mapped {
    /// A unit of a part, by its cell.
    Unit {
        /// The cell.
        cell: &'static str,
        /// What it reads, in the order of the cell's inputs.
        inputs: Vec<String>,
        /// What it drives.
        output: String,
    },
    /// A level, or another wire.
    Same {
        /// The wire or the level, `0` or `1`.
        as_wire: String,
        /// The name it goes by too.
        output: String,
    },
}

/// Gates that are mapped to: the cell and its function of inputs `a` to `f`.
const GATES: [(&str, &str); 14] = [
    ("not", "!a"),
    ("nand2", "!(a*b)"),
    ("nand3", "!(a*b*c)"),
    ("nand4", "!(a*b*c*d)"),
    ("and2", "a*b"),
    ("and3", "a*b*c"),
    ("and4", "a*b*c*d"),
    ("nor2", "!(a+b)"),
    ("nor3", "!(a+b+c)"),
    ("or2", "a+b"),
    ("xor2", "a*!b+!a*b"),
    ("aoi22", "!(a*b+c*d)"),
    ("mux2", "!a*b+a*c"),
    ("mux4", "!a*!b*c+a*!b*d+!a*b*e+a*b*f"),
];

/// The library: the area is a gate's share of a package, the delay the typical one.
fn library() -> String {
    let mut text = String::from("GATE zero 0 O=CONST0;\nGATE one 0 O=CONST1;\n");
    for (cell, function) in GATES {
        let part = PARTS
            .iter()
            .find(|part| part.cell.name == cell)
            .expect("a part for each gate");
        let area = 1.0 / part.units.len() as f64;
        let mut delay = 0.0;
        for input in 0..part.cell.inputs.len() {
            if let Some(from_input) = part.delay(input, 0) {
                delay = f64::max(delay, from_input.typical);
            }
        }
        writeln!(
            text,
            "GATE {cell} {area:.4} O={function}; PIN * UNKNOWN 1 999 {delay} 0 {delay} 0"
        )
        .expect("memory takes all that is written");
    }
    text
}

impl Circuit {
    fn blif(&self) -> String {
        let mut text = format!(
            ".model circuit\n.inputs {}\n.outputs {}\n",
            self.inputs.join(" "),
            self.outputs.join(" ")
        );
        for gate in &self.gates {
            writeln!(
                text,
                ".names {} {}\n{}",
                gate.inputs.join(" "),
                gate.output,
                gate.table
            )
            .expect("memory takes all that is written");
        }
        text + ".end\n"
    }

    /// Maps it.
    pub fn mapped(&self) -> Result<Vec<Mapped>, NoMapping> {
        if self.outputs.is_empty() {
            return Ok(Vec::new());
        }
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        fs::write(at("parts.genlib"), library())?;
        fs::write(at("circuit.blif"), self.blif())?;
        let run = Command::new(MAPPER)
            .args(["-c", SCRIPT])
            .current_dir(folder.path())
            .output();
        let run = match run {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(NoMapping::Missing),
            run => run?,
        };
        match fs::read_to_string(at("mapped.blif")) {
            Ok(text) => read(&text),
            Err(_) => Err(NoMapping::Unclear(
                String::from_utf8_lossy(&run.stdout).into_owned(),
            )),
        }
    }
}

/// Reads the mapper's file.
fn read(text: &str) -> Result<Vec<Mapped>, NoMapping> {
    let joined = text.replace("\\\n", " ");
    let mut mapped = Vec::new();
    let mut lines = joined.lines().peekable();
    while let Some(line) = lines.next() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(".gate") => mapped.push(unit(line)?),
            Some(".names") => {
                let wires: Vec<&str> = words.collect();
                let high = match lines.peek() {
                    Some(row) => row.trim_end().ends_with('1') && !row.starts_with('.'),
                    None => false,
                };
                mapped.push(named(line, &wires, high)?);
            }
            _ => {}
        }
    }
    Ok(mapped)
}

/// A line that joins two names, or ties one to a level.
fn named(line: &str, wires: &[&str], high: bool) -> Result<Mapped, NoMapping> {
    match wires {
        [from, output] => Ok(Mapped::Same {
            as_wire: (*from).to_owned(),
            output: (*output).to_owned(),
        }),
        [output] => Ok(Mapped::Same {
            as_wire: if high { "1" } else { "0" }.to_owned(),
            output: (*output).to_owned(),
        }),
        _ => Err(NoMapping::Unclear(line.to_owned())),
    }
}

fn unit(line: &str) -> Result<Mapped, NoMapping> {
    let unclear = || NoMapping::Unclear(line.to_owned());
    let mut words = line.split_whitespace().skip(1);
    let name = words.next().ok_or_else(unclear)?;
    let pins: HashMap<&str, &str> = words.filter_map(|pin| pin.split_once('=')).collect();
    let output = pins.get("O").ok_or_else(unclear)?.to_string();
    let level = match name {
        "zero" => Some("0"),
        "one" => Some("1"),
        _ => None,
    };
    if let Some(level) = level {
        return Ok(Mapped::Same {
            as_wire: level.to_owned(),
            output,
        });
    }
    let (cell, _) = GATES
        .iter()
        .find(|(gate, _)| *gate == name)
        .ok_or_else(unclear)?;
    let mut inputs = Vec::new();
    for pin in ["a", "b", "c", "d", "e", "f"].iter().take(pins.len() - 1) {
        inputs.push(pins.get(pin).ok_or_else(unclear)?.to_string());
    }
    Ok(Mapped::Unit {
        cell,
        inputs,
        output,
    })
}
