//! The microword's decoder, when a word ends, the test line, and the address of the next word.

use logic::{Logic, Netlist};
use machine::clock;
use machine::microengine::stack::FRAMES;
use machine::microengine::word::{FIELDS, LATE, Test};

use super::host::Host;
use super::{Microword, all, chosen, either, is, is_at, paper_sum, some, tied, wires};
use crate::specification::{Board, Turn, special};

/// Input `word`. Outputs: each field by its name, a plain number as its wires, a symbolic one with
/// a wire for each code, high while the field holds it.
pub fn orders() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    for field in FIELDS {
        // A name that Verilog keeps for itself.
        let name = if field.name == "disable" {
            "disable_order"
        } else {
            field.name
        };
        let wires = word.field(field.name);
        // The slots have symbols, and are numbers to the stack.
        if field.values.is_empty() || field.width == 1 || ["read", "write"].contains(&field.name) {
            net.output_wires(name, &wires);
        } else {
            let lines: Vec<_> = (0..1 << field.width)
                .map(|code| is(&net, &wires, code))
                .collect();
            net.output_wires(name, &lines);
        }
    }
    net
}

/// Inputs `word`, `running`, `phase`, the cycles that the word has had before this one,
/// `memory_wait`, and `waits`, that the word waits for the full evaluator. It is stalled if it
/// does, or reads or writes the memory, which is not ready. Outputs: `first`, there were no cycles
/// before; `commit`, the machine runs and the word has its last cycle by the ledger, not stalled;
/// `phase_next`: while the machine runs, one more if not stalled, and zero after the last cycle.
pub fn phases() -> Netlist {
    phases_with(clock::FIND_CYCLES, clock::MEMORY_CYCLES, clock::KEY_CYCLES)
}

/// The same with other costs of a find, of the memory, and of a key that is tested in the word that
/// changes it.
pub(super) fn phases_with(find: u8, memory: u8, key: u8) -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let (running, phase) = (net.input_wire("running"), net.input_wires("phase", 4));
    let memory_waits = word.is_active("memory") & net.input_wire("memory_wait");
    let stalled = memory_waits | net.input_wire("waits");
    let dear = [
        (word.is_active("find"), find),
        (word.is_active("memory"), memory),
        (word.is_active("put") & word.holds("test", "hit"), key),
    ];
    // Of the eight ways in which a word can be dear, that which it is, with its last phase.
    let last = (0..1_usize << dear.len()).map(|which| {
        let asked = |place: usize| which >> place & 1 != 0;
        let cycles: u8 = dear
            .iter()
            .enumerate()
            .filter(|(place, _)| asked(*place))
            .map(|(_, dear)| dear.1)
            .sum();
        let so = all(
            &net,
            dear.iter()
                .enumerate()
                .map(|(place, dear)| is_at(dear.0, asked(place))),
        );
        so & is(&net, &phase, usize::from(clock::WORD_CYCLES + cycles - 1))
    });
    let commit = running & some(&net, last) & !stalled;
    let next = chosen(
        &net,
        4,
        &(0..16)
            .flat_map(|before: usize| {
                let on = running & !commit & is(&net, &phase, before);
                [
                    (on & stalled, tied(&net, 4, before)),
                    (on & !stalled, tied(&net, 4, (before + 1) % 16)),
                ]
            })
            .collect::<Vec<_>>(),
    );
    net.output("commit", commit);
    net.output("first", is(&net, &phase, 0));
    net.output_wires("phase_next", &next);
    net
}

/// Inputs `word`, the registers as they will be, `key`, of the value bus `bus_sum`, `less` and
/// `equal`, the host's wires, the ROM's words. Outputs `address_next`: the word's `next` if the
/// line that it tests is high (or low, with `unless`), else the address after this word's;
/// `word_next`, the word there; `jump_address`, `next` or that at which the host starts, and
/// `following_address`: where the ROM is read.
pub fn sequencer() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let board = Board::input(&net);
    let turn = Turn(net.input_wire("white_to_move"));
    let rights = net
        .input_wires("rights", 4)
        .try_into()
        .expect("four rights");
    let moved = net.input_wires("moved", 4);
    let (to, latch) = (net.input_address("to"), net.input_address("en_passant"));
    let special_lines = special::lines(&net, &moved[..3], to, latch);
    let [kings, queens] = special::open(&net, &board, rights, turn);
    let sum = wires(net.input_word("bus_sum"));
    let (less, equal) = (net.input_wire("less"), net.input_wire("equal"));
    let (entry, key) = (wires(net.input_plane("entry")), net.input_wires("key", 48));
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
        ("special", special_lines.promotion | special_lines.takes),
        ("promotion", special_lines.promotion),
        ("kind", !is(&net, &kind, 0)),
        ("kind_en_passant", is(&net, &kind, 1)),
        (
            "kind_promotion",
            some(&net, (4..8).map(|code| is(&net, &kind, code))),
        ),
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
    let line = some(
        &net,
        lines.map(|(symbol, line)| word.holds("test", symbol) & line),
    );
    let jump = line ^ word.one("unless");
    let following = paper_sum(
        &net.input_wires("address", 10),
        &tied(&net, 10, 1),
        net.wire(false),
    );
    let host = Host::input(&net, net.input_wire("running"));
    net.output_wires(
        "jump_address",
        &either(host.writes(0), &host.data[..10], &word.field("next")),
    );
    net.output_wires("following_address", &following);
    net.output_wires(
        "address_next",
        &either(jump, &word.field("next"), &following),
    );
    let [there, behind] = ["jump_word", "following_word"].map(|name| wires(net.input_plane(name)));
    net.output_wires("word_next", &either(jump, &there, &behind));
    net
}
