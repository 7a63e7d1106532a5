//! Source of the value bus.

use logic::{Logic, Netlist};
use machine::microengine::constants::CONSTANTS;

use super::{Microword, chosen, either, is, paper_sum, tied, wires};

/// Inputs `word`, `white_to_move`, and what may drive the bus. Output `source`: the value that the word's `source` field
/// selects; values from White's side are negated for Black.
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
    let slot = wires(net.input_word("slot"));
    let [to, from] = ["to", "from"].map(|name| wires(net.input_address(name)));
    let constants: Vec<_> = CONSTANTS
        .iter()
        .enumerate()
        .map(|(number, constant)| {
            (is(&net, &word.field("read"), number), tied(&net, 16, usize::from(constant.value as u16)))
        })
        .collect();
    let sources = [
        ("acc", wires(net.input_word("acc"))),
        ("frame", slot.clone()),
        ("parent", slot),
        ("constant", chosen(&net, 16, &constants)),
        ("lazy", for_mover("lazy")),
        ("full", for_mover("full")),
        ("draw", for_mover("draw")),
        ("entry_value", entry[32..48].to_vec()),
        ("entry_depth", depth),
        ("ply", wires(net.input_address("ply"))),
        ("move", [to, from, net.input_wires("kind", 3)].concat()),
    ];
    let sources: Vec<_> =
        sources.into_iter().map(|(symbol, wires)| (word.holds("source", symbol), wires)).collect();
    net.output_wires("source", &chosen(&net, 16, &sources));
    net
}
