//! The equivalence check as the tests of proofs use it, and what it must refute.

use std::time::Instant;

use conformance::proof::{Verdict, compare};
use logic::Netlist;
use machine::blocks;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// A block's name, the number of gates whose change has no effect (docs/proof.md), and its
/// specification.
pub(crate) type Part = (&'static str, usize, fn() -> Netlist);

/// Panics unless the circuit is equivalent to its specification.
pub(crate) fn prove(name: &str, gates: &Netlist, specification: &Netlist) {
    let started = Instant::now();
    match compare(gates, specification) {
        Ok(Verdict::Equivalent) => {}
        Ok(Verdict::Different(said)) => panic!("{name}: circuit and specification differ:\n{said}"),
        Err(error) => panic!("{name}: {error}"),
    }
    let [circuit, specified] = [gates, specification].map(|net| net.count().gates);
    println!(
        "{name}: {circuit} gates proved to do what {specified} specify in {:.1?}",
        started.elapsed()
    );
}

/// Panics unless all changes of `sample` gates, each by itself, are refuted but for `indifferent`
/// of them.
pub(crate) fn refute(name: &str, specification: &Netlist, sample: usize, indifferent: usize) {
    let unnoticed = unnoticed(&block(name), specification, sample);
    assert_eq!(
        unnoticed.len(),
        indifferent,
        "{name}: changed without effect: {unnoticed:?}"
    );
}

/// The gates among `sample` of the circuit's whose change, each by itself, is not refuted.
pub(crate) fn unnoticed(gates: &Netlist, specification: &Netlist, sample: usize) -> Vec<String> {
    let live = gates.live_gates();
    let changed: Vec<_> = live
        .choose_multiple(&mut ChaCha8Rng::seed_from_u64(1972), sample)
        .collect();
    let netlists = (gates.clone(), specification.clone());
    let verdicts = changed
        .into_par_iter()
        .map_with(netlists, |(gates, specification), &node| {
            match compare(&gates.with_gate_changed(node), specification) {
                Ok(Verdict::Different(_)) => None,
                Ok(Verdict::Equivalent) => Some(format!("{node:?} {:?}", gates.gate(node))),
                Err(error) => panic!("{node:?}: {error}"),
            }
        });
    verdicts.flatten().collect()
}

pub(crate) fn block(name: &str) -> Netlist {
    (blocks::find(name)
        .unwrap_or_else(|| panic!("no block {name}"))
        .netlist)()
}
