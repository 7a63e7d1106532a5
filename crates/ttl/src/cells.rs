//! Cells: what one unit of a package does, as gates.

use logic::netlist::Bus;
use logic::{Logic, Netlist, select};

type Wire<'n> = Bus<'n, 1>;

/// One unit's function and the names of its pins.
#[derive(Debug)]
pub struct Cell {
    /// Its name in the table of parts.
    pub name: &'static str,
    /// Inputs.
    pub inputs: &'static [&'static str],
    /// Outputs.
    pub outputs: &'static [&'static str],
    /// What kind of thing it is.
    pub kind: Kind,
}

/// How a cell's outputs come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// They are a function of the inputs.
    Gates,
    /// They are a function of the inputs and of what was burned into the part.
    Programmed,
    /// They are what was stored before: a path ends at the inputs and another begins at the
    /// outputs.
    Stored,
    /// They follow the address at once; data and write line end a path.
    Memory,
}

macro_rules! cells {
    ($($name:literal $kind:ident: $($input:ident)* => $($output:ident)*;)*) => {
        /// All of them.
        pub static CELLS: &[Cell] = &[$(Cell {
            name: $name,
            inputs: &[$(stringify!($input)),*],
            outputs: &[$(stringify!($output)),*],
            kind: Kind::$kind,
        }),*];
    };
}

cells! {
    "not" Gates: a => y;
    "buf" Gates: a => y;
    "nand2" Gates: a b => y;
    "nand3" Gates: a b c => y;
    "nand4" Gates: a b c d => y;
    "nand8" Gates: a b c d e f g h => y;
    "nots" Gates: a => y;
    "nand2s" Gates: a b => y;
    "nand3s" Gates: a b c => y;
    "nand4s" Gates: a b c d => y;
    "and2" Gates: a b => y;
    "and3" Gates: a b c => y;
    "and4" Gates: a b c d => y;
    "nor2" Gates: a b => y;
    "nor3" Gates: a b c => y;
    "or2" Gates: a b => y;
    "xor2" Gates: a b => y;
    "aoi22" Gates: a b c d => y;
    "mux2" Gates: s a b => y;
    "mux2s" Gates: s a b => y;
    "mux4" Gates: s0 s1 c0 c1 c2 c3 => y;
    "mux8" Gates: s0 s1 s2 d0 d1 d2 d3 d4 d5 d6 d7 => y w;
    "mux8s" Gates: s0 s1 s2 d0 d1 d2 d3 d4 d5 d6 d7 => y w;
    "dec4" Gates: a0 a1 g => y0 y1 y2 y3;
    "dec8" Gates: a0 a1 a2 g e => y0 y1 y2 y3 y4 y5 y6 y7;
    "dec8s" Gates: a0 a1 a2 g e => y0 y1 y2 y3 y4 y5 y6 y7;
    "dec16" Gates: a0 a1 a2 a3 g => y0 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13 y14 y15;
    "enc8" Gates: i0 i1 i2 i3 i4 i5 i6 i7 e => q0 q1 q2 s o;
    "add4" Gates: c a0 a1 a2 a3 b0 b1 b2 b3 => s0 s1 s2 s3 o;
    "add4s" Gates: c a0 a1 a2 a3 b0 b1 b2 b3 => s0 s1 s2 s3 o;
    "rom256x8" Programmed: a0 a1 a2 a3 a4 a5 a6 a7 => d0 d1 d2 d3 d4 d5 d6 d7;
    "fpla" Programmed: i0 i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 i12 i13 i14 i15 => f0 f1 f2 f3 f4 f5 f6 f7;
    "latch8" Stored: a0 a1 a2 d g => q0 q1 q2 q3 q4 q5 q6 q7;
    "ctr4" Stored: c r p => q0 q1 q2 q3 o;
    "reg" Stored: c d => q;
    "regmux" Stored: c s a b => q;
    "rege" Stored: c e d => q;
    "ram64x9" Memory: a => d;
    "ram256x4" Memory: a => d;
    "rom512x8" Memory: a => d;
    "rom1024x8" Memory: a => d;
    "rom1024x4" Memory: a => d;
    "rom2048x8" Memory: a => d;
    "ram16x4" Memory: a => d;
    "dram16384x1" Memory: a => d;
}

/// What is burned into a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A word an address, bit 0 being the first output.
    Words(Vec<u8>),
    /// Product terms, and the outputs that are inverted.
    Terms {
        /// The terms.
        terms: Vec<Term>,
        /// A bit an output.
        inverted: u8,
    },
}

/// A product of inputs, and the outputs it raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The inputs that it reads, a bit an input.
    pub reads: u16,
    /// Their levels.
    pub levels: u16,
    /// The outputs.
    pub raises: u8,
}

impl Cell {
    /// The outputs' gates. Panics if the cell stores, or if it must be programmed and is not.
    pub fn settle<'n>(
        &self,
        net: &'n Netlist,
        inputs: &[Wire<'n>],
        program: Option<&Program>,
    ) -> Vec<Wire<'n>> {
        if self.kind != Kind::Memory {
            assert_eq!(inputs.len(), self.inputs.len(), "inputs of {}", self.name);
        }
        let all = || inputs.iter().copied().reduce(|a, b| a & b).expect("inputs");
        let any = || inputs.iter().copied().reduce(|a, b| a | b).expect("inputs");
        match self.name {
            "buf" => vec![inputs[0]],
            "not" | "nand2" | "nand3" | "nand4" | "nand8" => vec![!all()],
            "nots" | "nand2s" | "nand3s" | "nand4s" => vec![!all()],
            "and2" | "and3" | "and4" => vec![all()],
            "nor2" | "nor3" => vec![!any()],
            "or2" => vec![any()],
            "xor2" => vec![inputs[0] ^ inputs[1]],
            "aoi22" => vec![!((inputs[0] & inputs[1]) | (inputs[2] & inputs[3]))],
            "mux2" | "mux2s" => vec![select(inputs[0], inputs[2], inputs[1])],
            "mux4" => vec![chosen(&inputs[..2], &inputs[2..])],
            "mux8" | "mux8s" => {
                let out = chosen(&inputs[..3], &inputs[3..]);
                vec![out, !out]
            }
            "dec4" => decoded(net, &inputs[..2], !inputs[2]),
            "dec8" | "dec8s" => decoded(net, &inputs[..3], !inputs[3] & inputs[4]),
            "dec16" => decoded(net, &inputs[..4], !inputs[4]),
            "enc8" => encoded(net, inputs),
            "add4" | "add4s" => added(inputs),
            "rom256x8" | "rom512x8" | "rom1024x8" | "rom1024x4" | "rom2048x8" => {
                let Some(Program::Words(words)) = program else {
                    panic!("a PROM needs its words");
                };
                let mut outputs = Vec::new();
                for bit in 0..8 {
                    let column: Vec<bool> = words.iter().map(|word| word >> bit & 1 != 0).collect();
                    outputs.push(looked_up(net, inputs, &column));
                }
                outputs
            }
            "fpla" => match program {
                Some(Program::Terms { terms, inverted }) => array(net, inputs, terms, *inverted),
                _ => panic!("an array needs its terms"),
            },
            _ => panic!("{} is no circuit of gates", self.name),
        }
    }
}

impl Cell {
    /// It is a register that takes what it is given with every clock.
    pub fn loads_always(&self) -> bool {
        matches!(self.name, "reg" | "regmux")
    }

    /// What a register holds after the clock. Panics if the cell is none.
    pub fn clocked<'n>(&self, inputs: &[Wire<'n>]) -> Wire<'n> {
        match self.name {
            "reg" => inputs[1],
            "regmux" => select(inputs[1], inputs[3], inputs[2]),
            _ => panic!("{} is no register without an enable", self.name),
        }
    }
}

/// The data input that the select inputs name, the first of them being the lowest.
fn chosen<'n>(selects: &[Wire<'n>], data: &[Wire<'n>]) -> Wire<'n> {
    let Some((&highest, lower)) = selects.split_last() else {
        return data[0];
    };
    let (low, high) = data.split_at(data.len() / 2);
    select(highest, chosen(lower, high), chosen(lower, low))
}

/// A line low for the number on the address, while the decoder is enabled.
fn decoded<'n>(net: &'n Netlist, address: &[Wire<'n>], enabled: Wire<'n>) -> Vec<Wire<'n>> {
    let lines = 0..1_usize << address.len();
    lines
        .map(|line| {
            let mut high = enabled;
            for (bit, &wire) in address.iter().enumerate() {
                high = high & (wire ^ net.wire(line >> bit & 1 == 0));
            }
            !high
        })
        .collect()
}

/// The number of the highest low input, inverted; whether there is one; whether there is none.
fn encoded<'n>(net: &'n Netlist, inputs: &[Wire<'n>]) -> Vec<Wire<'n>> {
    let enabled = !inputs[8];
    let mut open = enabled;
    let mut number = [net.wire(false); 3];
    for input in (0..8).rev() {
        let wins = open & !inputs[input];
        for (bit, wire) in number.iter_mut().enumerate() {
            if input >> bit & 1 != 0 {
                *wire = *wire | wins;
            }
        }
        open = open & inputs[input];
    }
    let found = enabled & !open;
    vec![!number[0], !number[1], !number[2], !found, !open]
}

fn added<'n>(inputs: &[Wire<'n>]) -> Vec<Wire<'n>> {
    let mut carry = inputs[0];
    let mut outputs = Vec::new();
    for place in 0..4 {
        let (a, b) = (inputs[1 + place], inputs[5 + place]);
        outputs.push(a ^ b ^ carry);
        carry = (a & b) | ((a ^ b) & carry);
    }
    outputs.push(carry);
    outputs
}

/// One output of a PROM: its column of the table, halved by the highest address wire.
fn looked_up<'n>(net: &'n Netlist, address: &[Wire<'n>], column: &[bool]) -> Wire<'n> {
    if column.iter().all(|&bit| bit == column[0]) {
        return net.wire(column[0]);
    }
    let (&highest, lower) = address.split_last().expect("a table of one bit is even");
    let (low, high) = column.split_at(column.len() / 2);
    if low == high {
        return looked_up(net, lower, low);
    }
    select(
        highest,
        looked_up(net, lower, high),
        looked_up(net, lower, low),
    )
}

fn array<'n>(net: &'n Netlist, inputs: &[Wire<'n>], terms: &[Term], inverted: u8) -> Vec<Wire<'n>> {
    let mut outputs = [net.wire(false); 8];
    for term in terms {
        let mut product = net.wire(true);
        for (input, &wire) in inputs.iter().enumerate() {
            if term.reads >> input & 1 != 0 {
                product = product & (wire ^ net.wire(term.levels >> input & 1 == 0));
            }
        }
        for (output, wire) in outputs.iter_mut().enumerate() {
            if term.raises >> output & 1 != 0 {
                *wire = *wire | product;
            }
        }
    }
    for (output, wire) in outputs.iter_mut().enumerate() {
        *wire = *wire ^ net.wire(inverted >> output & 1 != 0);
    }
    outputs.to_vec()
}
