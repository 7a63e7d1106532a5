//! Flags, counters, the state half of a frame, and the registers that a find loads.

use logic::Netlist;

use super::{Microword, chosen, either, is, paper_sum, some, tied, wires};

/// Inputs `word`, the flags, `kind` and `check`. Outputs: flags and kind as the order makes them.
pub fn flags() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let says = |symbol| word.holds("flag", symbol);
    let cleared = says("clear");
    for (name, next, set) in [
        ("legal", "legal_next", "legal"),
        ("raised", "raised_next", "raised"),
        ("quiet", "quiet_next", "quiet"),
    ] {
        net.output(next, (net.input_wire(name) | says(set)) & !cleared);
    }
    let (in_check, check) = (net.input_wire("in_check"), net.input_wire("check"));
    let taken = says("in_check");
    net.output(
        "in_check_next",
        ((taken & check) | (!taken & in_check)) & !cleared,
    );
    net.output("spent_next", net.input_wire("spent") & !cleared);

    let kind = net.input_wires("kind", 3);
    let codes = [
        ("clear", 0),
        ("plain", 0),
        ("en_passant", 1),
        ("king_side", 2),
        ("queen_side", 3),
        ("queen", 4),
    ];
    let mut kinds: Vec<_> = codes
        .iter()
        .map(|(symbol, code)| (says(symbol), tied(&net, 3, *code)))
        .collect();
    let one_up = (0..8).map(|code| {
        (
            says("next_kind") & is(&net, &kind, code),
            tied(&net, 3, (code + 1) % 8),
        )
    });
    kinds.extend(one_up);
    let changed = some(&net, kinds.iter().map(|(when, _)| *when));
    kinds.push((!changed, kind));
    net.output_wires("kind_next", &chosen(&net, 3, &kinds));
    net
}

/// Inputs `word`, `running`, `ply`, `deepest`, `white_to_move`, `nodes`, `cycles`. Outputs: the ply
/// one up or down, modulo 64; the deepest ply, raised by a ply that went up beyond it; the side to
/// move, exchanged if so ordered; one node more if ordered; one cycle more if the machine runs.
pub fn counters() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let [ply, deepest] = ["ply", "deepest"].map(|name| wires(net.input_address(name)));
    let (up, down) = (word.holds("ply", "up"), word.holds("ply", "down"));
    let plies: Vec<_> = (0..64)
        .flat_map(|number| {
            let here = is(&net, &ply, number);
            let goes = [
                (up, (number + 1) % 64),
                (down, (number + 63) % 64),
                (!(up | down), number),
            ];
            goes.map(|(when, to)| (here & when, tied(&net, 6, to)))
        })
        .collect();
    let next = chosen(&net, 6, &plies);
    let shallower = (0..64).map(|number| {
        let less = (0..number).map(|less| is(&net, &deepest, less));
        is(&net, &next, number) & some(&net, less)
    });
    let raised = up & some(&net, shallower);
    net.output_wires("deepest_next", &either(raised, &next, &deepest));
    net.output_wires("ply_next", &next);
    net.output(
        "white_to_move_next",
        net.input_wire("white_to_move") ^ word.one("turn"),
    );
    for (name, next, when) in [
        ("nodes", "nodes_next", word.one("count")),
        ("cycles", "cycles_next", net.input_wire("running")),
    ] {
        let number = wires(net.input_plane(name));
        net.output_wires(next, &paper_sum(&number, &tied(&net, 64, 0), when));
    }
    net
}

/// Inputs `word`, `to`, `from`, `none`, `check`, and `found_square`, `found_none` and
/// `found_check`, a find's result. Outputs: a victim goes into `to`, an aggressor into `from`, with
/// either `none`; `check` with any find.
pub fn found() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let [victim, aggressor, check] =
        ["victim", "aggressor", "check"].map(|symbol| word.holds("find", symbol));
    let square = wires(net.input_address("found_square"));
    let none = [net.input_wire("found_none")];
    let in_check = [net.input_wire("found_check")];
    for (name, next, when) in [("to", "to_next", victim), ("from", "from_next", aggressor)] {
        net.output_wires(
            next,
            &either(when, &square, &wires(net.input_address(name))),
        );
    }
    net.output(
        "none_next",
        either(victim | aggressor, &none, &[net.input_wire("none")])[0],
    );
    net.output(
        "check_next",
        either(
            victim | aggressor | check,
            &in_check,
            &[net.input_wire("check")],
        )[0],
    );
    net
}

/// The registers of a move that a frame keeps, with their wires, in the order in which it keeps
/// them.
pub(super) const KEPT: [(&str, &str, usize); 11] = [
    ("to", "to_next", 6),
    ("from", "from_next", 6),
    ("captured", "captured_next", 4),
    ("en_passant", "en_passant_next", 6),
    ("rights", "rights_next", 4),
    ("kind", "kind_next", 3),
    ("in_check", "in_check_next", 1),
    ("legal", "legal_next", 1),
    ("raised", "raised_next", 1),
    ("quiet", "quiet_next", 1),
    ("spent", "spent_next", 1),
];

/// Inputs `word`, the registers and `frame`. Outputs: `frame_data`, the registers side by side;
/// each as the frame has it if it is restored, the to register also for `target`, else as it is.
pub fn state_frame() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let frame = net.input_wires("frame", 34);
    let (restored, target) = (
        word.holds("frame", "restore"),
        word.holds("frame", "target"),
    );
    let mut kept = Vec::new();
    for (name, next, width) in KEPT {
        let register = net.input_wires(name, width);
        let comes = if name == "to" {
            restored | target
        } else {
            restored
        };
        net.output_wires(
            next,
            &either(comes, &frame[kept.len()..][..width], &register),
        );
        kept.extend(register);
    }
    net.output_wires("frame_data", &kept);
    net
}
