//! The netlist: folding, counting, names, BLIF and changed gates.

use logic::netlist::{Gate, Simulation};
use logic::{Logic, Netlist, Signal, SquareLogic, scope};

/// A one-bit adder in two blocks.
fn adder() -> Netlist {
    let net = Netlist::new();
    let l = &net;
    let (a, b, c) = (l.input_wire("a"), l.input_wire("b"), l.input_wire("c"));
    let (half, first) = scope!(l, "FIRST", (a ^ b, a & b));
    let (sum, carry) = scope!(
        l,
        "SECOND",
        (
            half ^ c,
            first | scope!(l, "CARRY", (half & c).named("second"))
        )
    );
    l.output("sum", sum);
    l.output("carry", carry);
    let _dropped = a & c;
    net
}

#[test]
fn counts_gates_by_block() {
    let count = adder().count();
    let blocks: Vec<_> = count
        .blocks
        .iter()
        .map(|b| (b.path.as_str(), b.gates, b.depth, b.settled))
        .collect();
    assert_eq!(
        blocks,
        [
            ("FIRST", 2, 1, 1),
            ("SECOND", 2, 1, 3),
            ("SECOND/CARRY", 1, 1, 2)
        ]
    );
    assert_eq!((count.gates, count.depth), (5, 3));
}

#[test]
fn constant_gates_are_folded() {
    let net = Netlist::new();
    let l = &net;
    let (a, b) = (l.input_wire("a"), l.input_wire("b"));
    let (low, high) = (l.wire(false), l.wire(true));
    let pairs = [
        (a & low, low),
        (a & high, a),
        (a | low, a),
        (a | high, high),
        (a ^ low, a),
        (a ^ high, !a),
        (!!a, a),
        (a & a, a),
        (a ^ a, low),
        (a & !a, low),
        (!a | a, high),
        (!a ^ a, high),
        (a & b, b & a),
        (!low, high),
    ];
    for (place, (made, expected)) in pairs.into_iter().enumerate() {
        assert_eq!(made.nodes(), expected.nodes(), "pair {place}");
    }
}

#[test]
fn writes_blif() {
    let net = Netlist::new();
    let l = &net;
    let (a, word) = (l.input_wire("a"), l.input_address("w"));
    l.output("out", !(a & word.bit(1)));
    l.output_wires("pair", &[a ^ word.bit(0) | word.bit(5), l.wire(true)]);
    let mut text = Vec::new();
    net.write_blif("small", &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let expected = [
        ".model small",
        ".inputs a w[0] w[1] w[2] w[3] w[4] w[5]",
        ".outputs out pair[0] pair[1]",
        "11 1",
        "0 1",
        "10 1\n01 1",
        "1- 1\n-1 1",
        ".end",
    ];
    for line in expected {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
}

#[test]
fn with_gate_changed_changes_outputs() {
    let net = adder();
    for gate in net.live_gates() {
        let mut levels = Vec::new();
        for net in [&net, &net.with_gate_changed(gate)] {
            let mut simulation = Simulation::new(net);
            for pattern in 0..8 {
                for (bit, name) in ["a", "b", "c"].into_iter().enumerate() {
                    simulation.set(name, pattern, pattern as u64 >> bit);
                }
            }
            simulation.settle();
            let both = |pattern| {
                (
                    simulation.get("sum", pattern),
                    simulation.get("carry", pattern),
                )
            };
            levels.push((0..8).map(both).collect::<Vec<_>>());
        }
        assert_ne!(levels[0], levels[1], "{gate:?}");
    }
}

#[test]
fn values_in_many_patterns_are_those_set_and_read_one_by_one() {
    let net = Netlist::new();
    let l = &net;
    let (plane, word) = (l.input_plane("plane"), l.input_word("word"));
    net.output("north", l.neighbor::<0, 1>(plane));
    net.output("inverted", !word);
    let mut simulation = Simulation::new(&net);
    let values: Vec<u64> = (0..50).map(|place: u64| (place + 1) << place).collect();
    let mut one_by_one = simulation.clone();
    // The patterns beyond the values become low again.
    simulation.set_patterns("plane", &[!0; Simulation::PATTERNS]);
    for name in ["plane", "word"] {
        simulation.set_patterns(name, &values);
        for (pattern, &value) in values.iter().enumerate() {
            one_by_one.set(name, pattern, value);
        }
    }
    simulation.settle();
    one_by_one.settle();
    for name in ["north", "inverted"] {
        let levels = simulation.get_patterns(name);
        for (pattern, &level) in levels.iter().enumerate() {
            assert_eq!(level, one_by_one.get(name, pattern), "{name} {pattern}");
        }
    }
}

#[test]
fn signal_names_keep_their_block() {
    let net = adder();
    let names = net.names();
    assert_eq!(names.len(), 1);
    assert_eq!(
        (names[0].block.as_str(), names[0].name),
        ("SECOND/CARRY", "second")
    );
    assert!(matches!(net.gate(names[0].nodes[0]), Gate::And(..)));
}
