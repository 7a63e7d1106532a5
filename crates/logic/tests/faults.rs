//! Stuck-at faults that patterns show, and those that they cannot.

use logic::Netlist;
use logic::netlist::{Fault, Faults, Simulation};

/// Tries patterns, each the levels of inputs `a` and `b`.
fn hidden(net: &Netlist, patterns: &[[u64; 2]]) -> Vec<Fault> {
    let mut simulation = Simulation::new(net);
    for pattern in 0..Simulation::PATTERNS {
        let [a, b] = patterns[pattern % patterns.len()];
        simulation.set("a", pattern, a);
        simulation.set("b", pattern, b);
    }
    simulation.settle();
    let mut faults = Faults::new(net);
    faults.try_patterns(&simulation);
    faults.hidden().to_vec()
}

#[test]
fn and_gate_needs_three_patterns() {
    let net = Netlist::new();
    let (a, b) = (net.input_wire("a"), net.input_wire("b"));
    net.output("out", a & b);
    assert_eq!(Faults::new(&net).all(), 6);
    assert_eq!(hidden(&net, &[[1, 1], [0, 1], [1, 0]]), []);
    // With both inputs low neither can be seen stuck high.
    let out = (a & b).nodes()[0];
    let high = |node| Fault { node, level: true };
    assert_eq!(
        hidden(&net, &[[1, 1], [0, 0]]),
        [high(a.nodes()[0]), high(b.nodes()[0])]
    );
    assert_eq!(
        hidden(&net, &[[1, 1]])
            .iter()
            .filter(|fault| fault.level)
            .count(),
        3,
        "{out:?} is high all the time"
    );
}

#[test]
fn fault_behind_redundant_gate_stays_hidden() {
    let net = Netlist::new();
    let (a, b) = (net.input_wire("a"), net.input_wire("b"));
    let spare = a & b;
    net.output("out", a | spare);
    let all = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let low = Fault {
        node: spare.nodes()[0],
        level: false,
    };
    let of_b = [false, true].map(|level| Fault {
        node: b.nodes()[0],
        level,
    });
    assert_eq!(hidden(&net, &all), [of_b[0], of_b[1], low]);
}

#[test]
fn showing_is_high_where_outputs_differ() {
    let net = Netlist::new();
    let (a, b) = (net.input_wire("a"), net.input_wire("b"));
    net.output("both", a & b);
    net.output("either", a | (a & b));
    let faults = Faults::new(&net).hidden().to_vec();
    let showing = net.showing(&faults);
    let patterns = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let mut simulation = Simulation::new(&showing);
    for (pattern, [a, b]) in patterns.into_iter().enumerate() {
        simulation.set("a", pattern, a);
        simulation.set("b", pattern, b);
    }
    simulation.settle();
    for (pattern, levels) in patterns.into_iter().enumerate() {
        let hidden = hidden(&net, &[levels]);
        for (place, fault) in faults.iter().enumerate() {
            let shows = simulation.get("shows", pattern) >> place & 1 != 0;
            assert_eq!(shows, !hidden.contains(fault), "{fault:?} at {levels:?}");
        }
    }
}
