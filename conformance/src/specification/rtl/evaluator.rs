//! The full evaluator's sequence, by its eight cycles and the three parts behind the cells.

use logic::Netlist;
use machine::clock::{EVALUATION_CYCLES, PIPELINE_CYCLES};

use super::{Microword, chosen, is, some, tied};

/// The registers of the three parts that know their cycle, with their next values.
const PARTS: [(&str, &str); PIPELINE_CYCLES as usize] =
    [("reporting", "reporting_next"), ("counting", "counting_next"), ("weighing", "weighing_next")];

/// A part's register in a cycle: the number, and one wire more that it has one.
fn at_work(cycle: u8) -> usize {
    usize::from(EVALUATION_CYCLES | cycle)
}

/// Inputs: `word`, the sequence's registers, `commit` and `written`. Outputs:
///
/// - `clears`: a board is written, or the word ends and starts an evaluation or halts
/// - the registers after that: nothing at work, or the cells in cycle 0 after a start
/// - the registers otherwise: the cells in the following cycle, nothing after the last; each part behind in the cycle
///   of the part before it; `clamping` after the last cycle of the last part
/// - `waits`: the word reads the latch, and any part is at work
pub fn sequence() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let (commit, written) = (net.input_wire("commit"), net.input_wire("written"));
    let parts = PARTS.map(|(name, _)| net.input_wires(name, 4));
    let clamping = net.input_wire("clamping");
    let halts = commit & word.one("halt");
    let starts = commit & word.one("evaluate") & !word.one("halt");
    let clears = some(&net, [written, halts, starts]);
    let cycles =
        (0..EVALUATION_CYCLES).flat_map(|cycle| parts.iter().map(move |part| (part, at_work(cycle))));
    let working = some(&net, cycles.map(|(part, number)| is(&net, part, number))) | clamping;
    net.output("clears", clears);
    net.output("waits", word.holds("source", "full") & working);

    let followed = |number: usize| match number {
        number if number < usize::from(EVALUATION_CYCLES) => number,
        number if number == at_work(EVALUATION_CYCLES - 1) => 0,
        number => number + 1,
    };
    let mut following: Vec<_> = (0..16)
        .map(|number| (!clears & is(&net, &parts[0], number), tied(&net, 4, followed(number))))
        .collect();
    following.push((starts, tied(&net, 4, at_work(0))));
    net.output_wires(PARTS[0].1, &chosen(&net, 4, &following));
    for (behind, before) in PARTS[1..].iter().zip(&parts) {
        net.output_wires(behind.1, &chosen(&net, 4, &[(!clears, before.clone())]));
    }
    let last = is(&net, &parts[2], at_work(EVALUATION_CYCLES - 1));
    net.output("clamping_next", !clears & last);
    net
}
