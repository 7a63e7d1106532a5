//! The circuits do what their specifications say, over all inputs, and the proof notices a changed gate.

use std::time::Instant;

use conformance::proof::{Verdict, compare};
use conformance::specification as specified;
use logic::Netlist;
use machine::circuits::{castling, en_passant, special, value_bus};
use machine::move_generator;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Panics unless the circuit is equivalent to its specification.
fn prove(name: &str, gates: &Netlist, specification: &Netlist) {
    let started = Instant::now();
    match compare(gates, specification) {
        Ok(Verdict::Equivalent) => {}
        Ok(Verdict::Different(said)) => panic!("{name}: circuit and specification differ:\n{said}"),
        Err(error) => panic!("{name}: {error}"),
    }
    let [circuit, specified] = [gates, specification].map(|net| net.count().gates);
    println!("{name}: {circuit} gates proved to do what {specified} specify in {:.1?}", started.elapsed());
}

/// The gates among `sample` of the circuit's whose change, each by itself, is not refuted.
fn unnoticed(gates: &Netlist, specification: &Netlist, sample: usize) -> Vec<String> {
    let live = gates.live_gates();
    let changed: Vec<_> = live.choose_multiple(&mut ChaCha8Rng::seed_from_u64(1972), sample).collect();
    let netlists = (gates.clone(), specification.clone());
    let verdicts =
        changed.into_par_iter().map_with(netlists, |(gates, specification), &node| {
            match compare(&gates.with_gate_changed(node), specification) {
                Ok(Verdict::Different(_)) => None,
                Ok(Verdict::Equivalent) => Some(format!("{node:?} {:?}", gates.gate(node))),
                Err(error) => panic!("{node:?}: {error}"),
            }
        });
    verdicts.flatten().collect()
}

#[test]
fn move_generator_is_its_specification() {
    prove("move generator", &move_generator::netlist(), &specified::move_generator::specification());
}

#[test]
fn changed_move_generators_are_refuted() {
    refute_move_generators(10);
}

#[test]
#[ignore = "some minutes"]
fn many_changed_move_generators_are_refuted() {
    refute_move_generators(200);
}

fn refute_move_generators(sample: usize) {
    let unnoticed =
        unnoticed(&move_generator::netlist(), &specified::move_generator::specification(), sample);
    assert!(unnoticed.is_empty(), "changed without effect: {unnoticed:?}");
}

/// A small circuit and what is known of it.
struct Small {
    name: &'static str,
    gates: Netlist,
    specification: Netlist,
    /// How many of its gates can be changed, each by itself, without effect: docs/proof.md says why.
    indifferent: usize,
}

fn small_circuits() -> Vec<Small> {
    let small = |name, indifferent, gates, specification| Small { name, gates, specification, indifferent };
    vec![
        small("castling", 0, castling_circuit(), specified::castling::castling()),
        small("rights kept", 0, kept_circuit(), specified::castling::kept()),
        small("en-passant latch", 16, en_passant_circuit(), specified::en_passant::specification()),
        small("promotion", 0, promotion_circuit(), specified::special::promotion()),
        small("takes en passant", 0, takes_en_passant_circuit(), specified::special::takes_en_passant()),
        small("promoted", 0, promoted_circuit(), specified::special::promoted()),
        small("barred empties", 0, barred_empties_circuit(), specified::special::barred_empties()),
        small("add", 0, add_circuit(), specified::value_bus::add()),
        small("compare", 16, compare_circuit(), specified::value_bus::compare()),
    ]
}

#[test]
fn small_circuits_are_their_specifications() {
    for small in small_circuits() {
        prove(small.name, &small.gates, &small.specification);
    }
}

#[test]
fn changed_small_circuits_are_refuted() {
    for small in small_circuits().iter().filter(|small| small.indifferent == 0) {
        let unnoticed = unnoticed(&small.gates, &small.specification, 3);
        assert!(unnoticed.is_empty(), "{}: changed without effect: {unnoticed:?}", small.name);
    }
}

#[test]
#[ignore = "a minute"]
fn every_change_of_a_small_circuit_is_refuted_or_accounted_for() {
    for small in small_circuits() {
        let unnoticed = unnoticed(&small.gates, &small.specification, usize::MAX);
        assert_eq!(unnoticed.len(), small.indifferent, "{}: {unnoticed:?}", small.name);
    }
}

/// A netlist made by `describe`.
fn netlist(describe: impl FnOnce(&Netlist)) -> Netlist {
    let net = Netlist::new();
    describe(&net);
    net
}

const REGISTERS: [&str; 4] = ["p0", "p1", "p2", "p3"];
const RIGHTS: [&str; 4] = ["white_king_side", "white_queen_side", "black_king_side", "black_queen_side"];

fn castling_circuit() -> Netlist {
    netlist(|net| {
        let piece = REGISTERS.map(|name| net.input_plane(name));
        let rights = RIGHTS.map(|name| net.input_wire(name));
        let [king_side, queen_side] = castling::castling(net, piece, rights, net.input_wire("wtm"));
        net.output("king_side", king_side);
        net.output("queen_side", queen_side);
    })
}

fn kept_circuit() -> Netlist {
    netlist(|net| {
        let kept = castling::kept(net, net.input_address("adr"));
        for (name, right) in RIGHTS.into_iter().zip(kept) {
            net.output(name, right);
        }
    })
}

fn en_passant_circuit() -> Netlist {
    netlist(|net| {
        let piece = REGISTERS.map(|name| net.input_plane(name));
        let (from, to) = (net.input_address("from"), net.input_address("to"));
        let (pawn, white) = (net.input_wire("pawn"), net.input_wire("wtm"));
        net.output("ep", en_passant::en_passant(net, piece, from, to, pawn, white));
    })
}

const MOVED: [&str; 3] = ["moved0", "moved1", "moved2"];

fn promotion_circuit() -> Netlist {
    netlist(|net| {
        let moved = MOVED.map(|name| net.input_wire(name));
        net.output("promotion", special::promotion(net, moved, net.input_address("to")));
    })
}

fn takes_en_passant_circuit() -> Netlist {
    netlist(|net| {
        let moved = MOVED.map(|name| net.input_wire(name));
        let (to, passed) = (net.input_address("to"), net.input_address("ep"));
        net.output("takes", special::takes_en_passant(net, moved, to, passed));
    })
}

fn promoted_circuit() -> Netlist {
    netlist(|net| {
        let register = ["kind0", "kind1"].map(|name| net.input_wire(name));
        net.output_wires("man", &special::promoted(net, register));
    })
}

fn barred_empties_circuit() -> Netlist {
    netlist(|net| {
        let piece = REGISTERS.map(|name| net.input_plane(name));
        net.output("barred", special::barred_empties(net, piece, net.input_wire("wtm")));
    })
}

fn add_circuit() -> Netlist {
    netlist(|net| {
        let (accumulator, operand) = (net.input_word("accumulator"), net.input_word("operand"));
        let (invert, carry) = (net.input_wire("invert"), net.input_wire("carry"));
        net.output("sum", value_bus::add(net, accumulator, operand, invert, carry));
    })
}

fn compare_circuit() -> Netlist {
    netlist(|net| {
        let told = value_bus::compare(net, net.input_word("a"), net.input_word("b"));
        net.output("less", told.less);
        net.output("equal", told.equal);
    })
}
