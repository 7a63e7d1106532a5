//! Full evaluator: 64 cells, eight cycles, one ray direction a cycle; the reports are counted, weighed and summed.
//!
//! ```text
//!  board-address and      +-----------------+     +------+  7 lines   +---------+
//!  piece bus ------------>| piece registers |---->| CELL |=== x 64 ==>| COUNT   |==> 7 counts
//!                         +-----------------+     +------+  a side    | W less B|       ||
//!  evaluate --> SEQUENCE --> cycle ------------------^                +---------+       ||
//!                   |                          +----------+                             ||
//!                   +--> cycle, stage class -->| WEIGHTS  |--> MULTIPLY, ADD <==========++
//!                                              +----------+      |       ^
//!                                                               SUM -----+--> CLAMP --> value latch --> value bus
//! ```
//!
//! A cell reads its square's piece and its neighbors' wires. In every cycle it raises up to seven lines for either side
//! ([`Line`](roms::full::Line)); the cycle selects the line's [`TERMS`](roms::full::TERMS) row. The value depends on the
//! piece registers and the stage class alone, in centipawns from White's side, and never exceeds the margin.
//!
//! Lines, counts, sum and value have latches: the reports of one cycle are counted in the next, weighed in the third.
//! The microcode goes on meanwhile ([`Sequence`]).
//!
//! Black's half of each cell is White's with the board turned over, so a mirrored position has the mirrored value.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: asynchronous, boards of its own, eight
//! cycles, 64 similar circuits and the kinds of terms documented; one direction a cycle inferred. Decided
//! (docs/decisions/evaluation-full.md): lines, slots, weights, the clamp, the latches between.

pub mod cell;
mod lanes;
pub mod pawns;
pub mod posts;
pub mod rays;
mod sequence;
pub mod view;
pub mod weigh;

use logic::{Logic, Netlist, Signal, scope};
use roms::full::{CYCLES, LINES};

pub use lanes::{FullTerm, full_terms, full_value, full_value_on};
pub use sequence::Sequence;
pub use weigh::clamp;

use crate::circuits::{REGISTERS, value_bus::add};
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "evaluator/full",
    fidelity: "documented: asynchronous, eight cycles, boards of its own, kinds of terms; inferred: one direction a cycle; decided: each term, weights",
    wires: &[],
    file: file!(),
};

/// The inputs of one cycle.
#[derive(Clone, Copy)]
pub struct Inputs<L: Logic> {
    /// The piece registers, bit 0 first.
    pub piece: [L::Plane; 4],
    /// The address of the weight ROM: the cycle in the lower three wires, the stage class in the upper.
    pub address: L::Address,
    /// The SUM register. The first cycle starts from zero.
    pub sum: L::Word,
}

/// The outputs of one cycle.
#[derive(Clone, Copy)]
pub struct Outputs<L: Logic> {
    /// Next value of the SUM register.
    pub sum: L::Word,
    /// That, clamped: after the eighth cycle the full value.
    pub value: L::Word,
}

/// One cycle of the full evaluator.
#[inline(always)]
pub fn cycle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
    let counts = count(l, report(l, inputs.piece, inputs.address));
    let sum = weigh(l, counts, inputs.address, inputs.sum);
    Outputs {
        sum: sum.named("sum"),
        value: clamp(l, sum).named("value"),
    }
}

/// The cells' reports in one cycle, White's lines and Black's; Black's squares are as Black sees the board.
#[inline(always)]
pub fn report<L: Logic>(l: L, piece: [L::Plane; 4], address: L::Address) -> [cell::Lines<L>; 2] {
    let [white, black] = view::views(l, piece);
    let white = scope!(l, "WHITE", cell::cells(l, &white));
    let black = scope!(l, "BLACK", cell::cells(l, &black));
    let in_cycle = cycle_wires(l, address);
    [
        scope!(l, "LINES", cell::switched(l, &white, in_cycle)),
        scope!(l, "LINES", cell::switched(l, &black, in_cycle)),
    ]
}

/// White's reports on each line less Black's.
#[inline(always)]
pub fn count<L: Logic>(l: L, [white, black]: [cell::Lines<L>; 2]) -> [L::Word; LINES] {
    scope!(
        l,
        "COUNT",
        std::array::from_fn(|line| l.balance([white[line]], [black[line]]))
    )
}

/// Weighs the counts and adds them to the SUM register.
#[inline(always)]
pub fn weigh<L: Logic>(
    l: L,
    counts: [L::Word; LINES],
    address: L::Address,
    sum: L::Word,
) -> L::Word {
    let selected = scope!(l, "SEQUENCE", l.decode(address));
    let sum = sum & L::Word::spread(!cycle_wires(l, address)[0]);
    let [a, b, c, d, e, f, g] = std::array::from_fn(|line| {
        let weight = scope!(l, "WEIGHTS", weigh::weight(l, selected, line));
        scope!(l, "MULTIPLY", l.multiply(counts[line], weight))
    });
    let plus = |one: L::Word, other: L::Word| add(l, one, other, l.wire(false), l.wire(false));
    plus(plus(plus(a, b), plus(c, d)), plus(plus(e, f), plus(g, sum)))
}

/// One wire for each cycle.
#[inline(always)]
fn cycle_wires<L: Logic>(l: L, address: L::Address) -> [L::Wire; CYCLES] {
    scope!(l, "SEQUENCE", {
        let selected = l.decode(address);
        std::array::from_fn(|cycle| (selected & l.plane(0x0101_0101_0101_0101 << cycle)).any())
    })
}

/// Builds one cycle of the full evaluator gate by gate. Inputs: `p0` to `p3` (64 wires each), `adr` (6 wires: cycle,
/// stage class), `sum` (16). Outputs: `next_sum` (16), `value` (16).
pub fn netlist() -> Netlist {
    let net = Netlist::new();
    let inputs = Inputs {
        piece: REGISTERS.map(|name| net.input_plane(name)),
        address: net.input_address("adr"),
        sum: net.input_word("sum"),
    };
    let outputs = cycle(&net, inputs);
    net.output("next_sum", outputs.sum);
    net.output("value", outputs.value);
    net
}

const REPORTS: [[&str; LINES]; 2] = [
    [
        "white0", "white1", "white2", "white3", "white4", "white5", "white6",
    ],
    [
        "black0", "black1", "black2", "black3", "black4", "black5", "black6",
    ],
];

/// Builds the cells alone. Inputs: `p0` to `p3` (64 wires each), `adr` (6). Outputs: `white0` to `white6`, `black0` to
/// `black6`, the lines of [`report`] (64 wires each).
pub fn cells_netlist() -> Netlist {
    let net = Netlist::new();
    let piece = REGISTERS.map(|name| net.input_plane(name));
    let lines = report(&net, piece, net.input_address("adr"));
    for (name, line) in REPORTS.as_flattened().iter().zip(lines.as_flattened()) {
        net.output(name, *line);
    }
    net
}

/// Builds what comes behind the cells. Inputs: `white0` to `white6`, `black0` to `black6` (64 wires each), `adr` (6),
/// `sum` (16). Outputs: `next_sum` (16), `value` (16).
pub fn weigher_netlist() -> Netlist {
    let net = Netlist::new();
    let lines = REPORTS.map(|names| names.map(|name| net.input_plane(name)));
    let (address, sum) = (net.input_address("adr"), net.input_word("sum"));
    let sum = weigh(&net, count(&net, lines), address, sum);
    net.output("next_sum", sum);
    net.output("value", clamp(&net, sum));
    net
}

/// Builds the clamp alone. Input: `sum` (16 wires). Output: `value` (16).
pub fn clamp_netlist() -> Netlist {
    let net = Netlist::new();
    net.output("value", clamp(&net, net.input_word("sum")));
    net
}
