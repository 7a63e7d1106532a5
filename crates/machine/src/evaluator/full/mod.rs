//! Full evaluator: 64 cells, eight cycles, one ray direction a cycle; each cell reports on seven
//! lines a side, and the reports are counted, weighed and summed.
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
//! A cell reads its square's piece and its neighbors' wires. In every cycle it raises up to seven
//! lines for either side ([`ReportLine`](roms::full::ReportLine)); line and cycle together choose
//! the term that is reported (a row of [`TERMS`](roms::full::TERMS)). The value depends on the
//! piece registers and the stage class alone, in centipawns from White's side, and stays within
//! ±192 centipawns ([`FULL_MARGIN`](roms::full::FULL_MARGIN)).
//!
//! Lines, counts, sum and value have latches: the reports of one cycle are counted in the next,
//! weighed in the third. The microcode goes on meanwhile ([`Sequence`]).
//!
//! Black's half of each cell is White's with the board flipped, so a mirrored position has the
//! mirrored value.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: asynchronous,
//! boards of its own, eight cycles, 64 similar circuits and the kinds of terms documented (F062,
//! F063, F065). Decided (docs/decisions/evaluation-full.md): one direction a cycle, lines, slots
//! (a slot is one line in one cycle), weights, the clamp, the latches between.

pub mod cell;
mod lanes;
pub mod pawns;
pub mod posts;
pub mod rays;
mod sequence;
pub mod view;
pub mod weigh;

use logic::{Combinational, Logic, Signal, pins, scope};
use roms::full::{CYCLES, LINES};

pub use lanes::{FullTerm, full_terms, full_value};
pub use sequence::Sequence;
pub use view::SideInputs;
pub use weigh::clamp;

use crate::circuits::value_bus::add;
use crate::modules;
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "evaluator/full",
    fidelity: "documented (F062, F063, F065): asynchronous, eight cycles, boards of its own, kinds of terms; decided: one direction a cycle, each term, weights, the limit, three cycles more for counting",
    wires: &[],
    file: file!(),
};

pins! {
    /// The inputs of one cycle.
    Inputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "the address of the weight ROM: the cycle in the lower three wires, the stage class in the upper" address as adr: address,
        "the SUM register; the first cycle starts from zero" sum: word,
    }
}

pins! {
    /// The outputs of one cycle.
    Outputs {
        "next value of the SUM register" sum as next_sum: word,
        "that, clamped: after the eighth cycle the full value" value: word,
    }
}

/// One cycle of the full evaluator.
#[derive(Clone, Copy, Debug)]
pub struct FullEvaluator;

impl Combinational for FullEvaluator {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    #[inline(always)]
    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let counts = count(l, report(l, inputs.piece, inputs.address));
        let sum = weigh(l, counts, inputs.address, inputs.sum);
        Outputs {
            sum: sum.named("sum"),
            value: clamp(l, sum).named("value"),
        }
    }
}

pins! {
    /// What the cells of one side report.
    SideReports {
        ("reports on line " # "") lines as line[0 1 2 3 4 5 6]: plane,
    }
}

/// The cells' reports in one cycle, White's lines and Black's; Black's squares are as Black sees
/// the board.
#[inline(always)]
pub fn report<L: Logic>(l: L, piece: [L::Plane; 4], address: L::Address) -> [cell::Lines<L>; 2] {
    let [white, black] = view::views(l, piece);
    let cycle = cycle_wires(l, address);
    let white = l.instance(&modules::CELLS, "white", white.inputs(cycle), |inputs| {
        let view = view::View::of(&inputs);
        let cells = scope!(l, "WHITE", cell::cells(l, &view));
        in_cycle(l, &cells, inputs.cycle)
    });
    let black = l.instance(&modules::CELLS, "black", black.inputs(cycle), |inputs| {
        let view = view::View::of(&inputs);
        let cells = scope!(l, "BLACK", cell::cells(l, &view));
        in_cycle(l, &cells, inputs.cycle)
    });
    [white.lines, black.lines]
}

/// One side's reports in the cycle whose wire is high.
#[inline(always)]
fn in_cycle<L: Logic>(
    l: L,
    cells: &[cell::Lines<L>; CYCLES],
    cycle: [L::Wire; CYCLES],
) -> SideReports<L> {
    SideReports {
        lines: scope!(l, "LINES", cell::switched(l, cells, cycle)),
    }
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

pins! {
    /// Inputs of [`Cells`].
    CellInputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "the cycle in the lower three wires" address as adr: address,
    }
}

pins! {
    /// Outputs of [`Cells`]: the lines of [`report`].
    Reports {
        ("White's line " # "") white[0 1 2 3 4 5 6]: plane,
        ("Black's line " # "") black[0 1 2 3 4 5 6]: plane,
    }
}

/// The cells alone.
#[derive(Clone, Copy, Debug)]
pub struct Cells;

impl Combinational for Cells {
    type Inputs<L: Logic> = CellInputs<L>;
    type Outputs<L: Logic> = Reports<L>;

    fn settle<L: Logic>(l: L, inputs: CellInputs<L>) -> Reports<L> {
        let [white, black] = report(l, inputs.piece, inputs.address);
        Reports { white, black }
    }
}

pins! {
    /// Inputs of [`Weigher`].
    WeigherInputs {
        ("White's line " # "") white[0 1 2 3 4 5 6]: plane,
        ("Black's line " # "") black[0 1 2 3 4 5 6]: plane,
        "the address of the weight ROM" address as adr: address,
        "the SUM register" sum: word,
    }
}

/// What comes behind the cells.
#[derive(Clone, Copy, Debug)]
pub struct Weigher;

impl Combinational for Weigher {
    type Inputs<L: Logic> = WeigherInputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    fn settle<L: Logic>(l: L, inputs: WeigherInputs<L>) -> Outputs<L> {
        let counts = count(l, [inputs.white, inputs.black]);
        let sum = weigh(l, counts, inputs.address, inputs.sum);
        Outputs {
            sum,
            value: clamp(l, sum),
        }
    }
}

pins! {
    /// Inputs of [`Clamp`].
    ClampInputs {
        "the SUM register" sum: word,
    }
}

pins! {
    /// Outputs of [`Clamp`].
    ClampOutputs {
        "the full value" value: word,
    }
}

/// The circuit [`clamp`] alone.
#[derive(Clone, Copy, Debug)]
pub struct Clamp;

impl Combinational for Clamp {
    type Inputs<L: Logic> = ClampInputs<L>;
    type Outputs<L: Logic> = ClampOutputs<L>;

    fn settle<L: Logic>(l: L, inputs: ClampInputs<L>) -> ClampOutputs<L> {
        ClampOutputs {
            value: clamp(l, inputs.sum),
        }
    }
}
