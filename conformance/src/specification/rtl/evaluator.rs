//! The full evaluator's sequence: eight cycles, each passed through three pipeline stages.

use logic::Netlist;
use machine::clock::{EVALUATION_CYCLES, PIPELINE_CYCLES};

use super::{Microword, chosen, is, some, tied};

/// The registers of the three stages, each with its next value. A register holds the stage's cycle.
const STAGES: [(&str, &str); PIPELINE_CYCLES as usize] = [
    ("reporting", "reporting_next"),
    ("counting", "counting_next"),
    ("weighing", "weighing_next"),
];

/// Value of a stage's register in a cycle: the cycle's number, and a set bit that tells it from an
/// idle stage's 0.
fn busy_value(cycle: u8) -> usize {
    usize::from(EVALUATION_CYCLES | cycle)
}

/// Inputs: `word`, the sequence's registers, `commit` and `written`. Outputs:
///
/// - `clears`: a board is written, or the word ends and starts an evaluation or halts
/// - the registers' next values when cleared: idle, but the first stage in cycle 0 after a start
/// - their next values otherwise: the first stage in the following cycle, idle after the last; each
///   other stage in the cycle of the stage before it
/// - `clamping_next`: the last stage is in the last cycle
/// - `waits`: the word reads the latch, and any stage is busy
pub fn sequence() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let (commit, written) = (net.input_wire("commit"), net.input_wire("written"));
    let stages = STAGES.map(|(name, _)| net.input_wires(name, 4));
    let clamping = net.input_wire("clamping");
    let halts = commit & word.one("halt");
    let starts = commit & word.one("evaluate") & !word.one("halt");
    let clears = some(&net, [written, halts, starts]);
    let cycles = (0..EVALUATION_CYCLES)
        .flat_map(|cycle| stages.iter().map(move |stage| (stage, busy_value(cycle))));
    let busy = some(&net, cycles.map(|(stage, number)| is(&net, stage, number))) | clamping;
    net.output("clears", clears);
    net.output("waits", word.holds("source", "full") & busy);

    let next_value = |number: usize| match number {
        number if number < usize::from(EVALUATION_CYCLES) => number,
        number if number == busy_value(EVALUATION_CYCLES - 1) => 0,
        number => number + 1,
    };
    let mut first_next: Vec<_> = (0..16)
        .map(|number| {
            (
                !clears & is(&net, &stages[0], number),
                tied(&net, 4, next_value(number)),
            )
        })
        .collect();
    first_next.push((starts, tied(&net, 4, busy_value(0))));
    net.output_wires(STAGES[0].1, &chosen(&net, 4, &first_next));
    for (stage, before) in STAGES[1..].iter().zip(&stages) {
        net.output_wires(stage.1, &chosen(&net, 4, &[(!clears, before.clone())]));
    }
    let last = is(&net, &stages[2], busy_value(EVALUATION_CYCLES - 1));
    net.output("clamping_next", !clears & last);
    net
}
