//! The test line, and the address of the next word.

use logic::{Logic, Netlist};
use machine::microengine::stack::FRAMES;
use machine::microengine::word::{LATE, Test};

use super::{Microword, either, is, paper_sum, some, tied, wires};
use crate::specification::{Board, Turn, castling, special};

/// Inputs `word`, the registers as they will be, `key`, and of the value bus `bus_sum`, `less` and `equal`. Output
/// `address_next`: the word's `next` if the line that it tests is high (or low, with `unless`), else the address
/// after this word's.
pub fn sequencer() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let board = Board::input(&net);
    let turn = Turn(net.input_wire("white_to_move"));
    let rights = net.input_wires("rights", 4).try_into().expect("four rights");
    let moved = net.input_wires("moved", 4);
    let (to, latch) = (net.input_address("to"), net.input_address("en_passant"));
    let (promotes, passes) = special::lines(&net, &moved[..3], to, latch);
    let [kings, queens] = castling::open(&net, &board, rights, turn);
    let sum = wires(net.input_word("bus_sum"));
    let (less, equal) = (net.input_wire("less"), net.input_wire("equal"));
    let (entry, key) = (wires(net.input_plane("entry")), wires(net.input_plane("key")));
    let locks = entry[..32].iter().zip(&key[16..48]);
    let other = some(&net, locks.map(|(entry, key)| *entry ^ *key));
    let kind = net.input_wires("kind", 3);
    let (quiet, captured) = (net.input_wire("quiet"), net.input_wires("captured", 4));
    let ply = wires(net.input_address("ply"));
    let (negative, root) = (sum[15], is(&net, &ply, 0));
    // Numbers below that from which on it is late.
    let early = (0..LATE as usize).map(|plies| is(&net, &sum, plies));
    let lines = [
        ("never", net.wire(false)),
        ("none", net.input_wire("none")),
        ("check", net.input_wire("check")),
        ("less", less),
        ("equal", equal),
        ("at_most", less | equal),
        ("zero", is(&net, &sum, 0)),
        ("negative", negative),
        ("late", !negative & !some(&net, early)),
        ("hit", !other),
        ("open", entry[58]),
        ("lower", entry[57]),
        ("upper", entry[56]),
        ("special", promotes | passes),
        ("promotion", promotes),
        ("kind", !is(&net, &kind, 0)),
        ("kind_en_passant", is(&net, &kind, 1)),
        ("kind_promotion", some(&net, (4..8).map(|code| is(&net, &kind, code)))),
        ("kind_last", is(&net, &kind, 7)),
        ("kind_king", is(&net, &kind, 2)),
        ("castle_king", kings),
        ("castle_queen", queens),
        ("in_check", net.input_wire("in_check")),
        ("legal", net.input_wire("legal")),
        ("raised", net.input_wire("raised")),
        ("quiet", quiet),
        ("quiet_empty", quiet & is(&net, &captured, 0)),
        ("deep", is(&net, &ply, FRAMES - 2)),
        ("root", root),
        ("hosted", root & net.input_wire("hosted")),
    ];
    assert_eq!(lines.len(), Test::CODES.len());
    let line = some(&net, lines.map(|(symbol, line)| word.says("test", symbol) & line));
    let jump = line ^ word.one("unless");
    let following = paper_sum(&net.input_wires("address", 10), &tied(&net, 10, 1), net.wire(false));
    net.output_wires("address_next", &either(jump, &word.field("next"), &following));
    net
}
