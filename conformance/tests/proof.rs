//! The circuits do what their specifications say, over all inputs, and the proof notices a changed gate.

use std::time::Instant;

use conformance::proof::{Verdict, compare};
use conformance::specification as specified;
use logic::Netlist;
use machine::blocks;
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

/// A block of the machine's.
fn block(name: &str) -> Netlist {
    (blocks::find(name).unwrap_or_else(|| panic!("no block {name}")).netlist)()
}

#[test]
fn move_generator_is_its_specification() {
    prove("move_generator", &block("move_generator"), &specified::move_generator::specification());
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
    let unnoticed = unnoticed(&block("move_generator"), &specified::move_generator::specification(), sample);
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
    let small =
        |name, indifferent, specification| Small { name, gates: block(name), specification, indifferent };
    vec![
        small("castling", 0, specified::castling::castling()),
        small("castling_rights", 0, specified::castling::kept()),
        small("en_passant", 16, specified::en_passant::specification()),
        small("special", 0, specified::special::special()),
        small("promoted", 0, specified::special::promoted()),
        small("barred_empties", 0, specified::special::barred_empties()),
        small("disable_word", 0, specified::disable::specification()),
        small("value_bus", 16, specified::value_bus::value_bus()),
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
