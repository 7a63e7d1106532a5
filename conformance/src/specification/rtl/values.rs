//! Source of the value bus, and the orders to its adder.

use logic::{Logic, Netlist};
use machine::microengine::constants::CONSTANTS;

use super::host::Host;
use super::{Microword, chosen, either, is, paper_sum, tied, wires};

/// Inputs: `word`, `running`, `white_to_move`, all that may drive the bus, and the host's wires.
/// Outputs:
///
/// - `source` of a machine that runs: the value that the word's `source` field selects, negated for
///   Black if it is from White's side, as the full value and the draw value are
/// - `source` at rest: the host's data for a slot that it writes, or the slot or the accumulator
///   that it reads
/// - `adds`, `inverts`, `carries`: the word's orders to the adder, of a machine that runs
pub fn source() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let white = net.input_wire("white_to_move");
    let entry = wires(net.input_plane("entry"));
    // The depth's sign is led to all higher places.
    let mut depth = entry[48..56].to_vec();
    depth.resize(16, entry[55]);
    let for_mover = |name| {
        let value = wires(net.input_word(name));
        let complement: Vec<_> = value.iter().map(|wire| !*wire).collect();
        let negative = paper_sum(&complement, &tied(&net, 16, 1), net.wire(false));
        either(white, &value, &negative)
    };
    let (acc, slot) = (wires(net.input_word("acc")), wires(net.input_word("slot")));
    let running = net.input_wire("running");
    let host = Host::input(&net, running);
    let [to, from] = ["to", "from"].map(|name| wires(net.input_address(name)));
    let constants: Vec<_> = CONSTANTS
        .iter()
        .enumerate()
        .map(|(number, constant)| {
            (
                is(&net, &word.field("read"), number),
                tied(&net, 16, usize::from(constant.value as u16)),
            )
        })
        .collect();
    let sources = [
        ("acc", acc.clone()),
        ("frame", slot.clone()),
        ("parent", slot.clone()),
        ("constant", chosen(&net, 16, &constants)),
        ("lazy", wires(net.input_word("lazy"))),
        ("full", for_mover("full")),
        ("draw", for_mover("draw")),
        ("entry_value", entry[32..48].to_vec()),
        ("entry_depth", depth),
        ("ply", wires(net.input_address("ply"))),
        ("move", [to, from, net.input_wires("kind", 3)].concat()),
    ];
    let says = |symbol| running & word.holds("source", symbol);
    let mut sources: Vec<_> = sources
        .into_iter()
        .map(|(symbol, wires)| (says(symbol), wires))
        .collect();
    sources.push((host.writes_slot(), host.data.clone()));
    sources.push((!running & !host.writes_slot() & host.addresses_slot(), slot));
    sources.push((!running & host.addresses(5), acc));
    net.output_wires("source", &chosen(&net, 16, &sources));
    for (name, order) in [("adds", "add"), ("inverts", "invert"), ("carries", "carry")] {
        net.output(name, running & word.one(order));
    }
    net
}
