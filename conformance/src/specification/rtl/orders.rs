//! The microword's decoder, and when a word ends.

use logic::Netlist;
use machine::clock;
use machine::microengine::word::FIELDS;

use super::{Microword, all, is, level, some};

/// Input `word`. Outputs: each field by its name, a plain number as its wires, a symbolic one with a wire for each code,
/// high while the field holds it.
pub fn orders() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    for field in FIELDS {
        // A name that Verilog keeps for itself.
        let name = if field.name == "disable" { "disable_order" } else { field.name };
        let wires = word.field(field.name);
        // The slots have symbols, and are numbers to the stack.
        if field.values.is_empty() || field.width == 1 || ["read", "write"].contains(&field.name) {
            net.output_wires(name, &wires);
        } else {
            let lines: Vec<_> = (0..1 << field.width).map(|code| is(&net, &wires, code)).collect();
            net.output_wires(name, &lines);
        }
    }
    net
}

/// Inputs `word`, `running`, `phase`, the cycles that the word has had before this one, and `memory_wait`. Outputs:
/// `first`, there were none; `stalled`, the word reads or writes the memory, which is not ready; `commit`, the machine
/// runs and the word has its last cycle by the ledger, not stalled; `phase_next`: while the machine runs, one more if not
/// stalled, and zero after the last cycle.
pub fn phases() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let (running, phase) = (net.input_wire("running"), net.input_wires("phase", 4));
    let stalled = word.acts("memory") & net.input_wire("memory_wait");
    let dear = [
        (word.acts("find"), clock::FIND_CYCLES),
        (word.acts("memory"), clock::MEMORY_CYCLES),
        (word.says("source", "full"), clock::EVALUATION_CYCLES),
        (word.acts("put") & word.says("test", "hit"), clock::KEY_CYCLES),
    ];
    // Of the sixteen ways in which a word can be dear, that which it is, with its last phase.
    let last = (0..1_usize << dear.len()).map(|which| {
        let asked = |place: usize| which >> place & 1 != 0;
        let cycles: u8 =
            dear.iter().enumerate().filter(|(place, _)| asked(*place)).map(|(_, dear)| dear.1).sum();
        let so = all(&net, dear.iter().enumerate().map(|(place, dear)| level(dear.0, asked(place))));
        so & is(&net, &phase, usize::from(clock::WORD_CYCLES + cycles - 1))
    });
    let commit = running & some(&net, last) & !stalled;
    let next = super::chosen(
        &net,
        4,
        &(0..16)
            .flat_map(|before: usize| {
                let on = running & !commit & is(&net, &phase, before);
                [
                    (on & stalled, super::tied(&net, 4, before)),
                    (on & !stalled, super::tied(&net, 4, (before + 1) % 16)),
                ]
            })
            .collect::<Vec<_>>(),
    );
    net.output("commit", commit);
    net.output("first", is(&net, &phase, 0));
    net.output("stalled", stalled);
    net.output_wires("phase_next", &next);
    net
}
