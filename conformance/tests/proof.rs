//! The circuits do what their specifications say, over all inputs, and the proof notices a changed
//! gate.

#[path = "common/equivalence.rs"]
mod equivalence;

use std::time::Instant;

use conformance::algebra::{Polynomial, value_of};
use conformance::proof::{Verdict, compare};
use conformance::specification as specified;
use equivalence::{Part, block, prove, refute, unnoticed};
use logic::Netlist;
use logic::combinational::netlist;
use logic::netlist::{Node, Simulation};
use machine::evaluator::full::{Cells, Clamp, Weigher};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use roms::full::{FULL_MARGIN, FULL_WEIGHT, LINES, full_slot};

macro_rules! tests {
    ($($(#[$meta:meta])* $name:ident: $work:expr;)*) => {
        $(#[test]
        $(#[$meta])*
        fn $name() {
            $work;
        })*
    };
}

tests! {
    move_generator_equals_specification:
        prove(MOVE_GENERATOR, &block(MOVE_GENERATOR), &specified::move_generator::specification());
    changed_move_generators_are_refuted:
        refute(MOVE_GENERATOR, &specified::move_generator::specification(), 10, 0);
    #[ignore = "some minutes"]
    many_changed_move_generators_are_refuted:
        refute(MOVE_GENERATOR, &specified::move_generator::specification(), 200, 0);
    evaluator_cells_equal_specification:
        prove("full evaluator, cells", &netlist::<Cells>(), &specified::evaluator::cells());
    clamp_equals_specification:
        prove("full evaluator, clamp", &netlist::<Clamp>(), &specified::evaluator::clamp(FULL_MARGIN));
    changed_evaluator_cells_are_refuted: refute_evaluator_cells(5, 0);
    #[ignore = "some minutes"]
    many_changed_evaluator_cells_are_refuted: refute_evaluator_cells(200, 1);
    changed_weighers_are_refuted: refute_weighers(20, 0);
    #[ignore = "some minutes"]
    many_changed_weighers_are_refuted: refute_weighers(1_000, 17);
}

const MOVE_GENERATOR: &str = "move_generator";

const SMALL: [Part; 8] = [
    ("castling", 0, specified::special::castling),
    ("castling_rights", 0, specified::special::castling_rights),
    ("en_passant", 16, specified::special::en_passant),
    ("special", 0, specified::special::special),
    ("promoted", 0, specified::special::promoted),
    ("barred_empties", 0, specified::special::barred_empties),
    ("disable_word", 0, specified::special::disable_word),
    ("value_bus", 17, specified::value_bus::value_bus),
];

#[test]
fn small_circuits_equal_specifications() {
    for (name, _, specification) in SMALL {
        prove(name, &block(name), &specification());
    }
}

#[test]
fn changed_small_circuits_are_refuted() {
    for (name, _, specification) in SMALL.into_iter().filter(|small| small.1 == 0) {
        refute(name, &specification(), 3, 0);
    }
}

#[test]
#[ignore = "a minute"]
fn every_change_of_a_small_circuit_is_refuted_or_accounted_for() {
    for (name, indifferent, specification) in SMALL {
        refute(name, &specification(), usize::MAX, indifferent);
    }
}

#[test]
fn every_changed_clamp_is_refuted() {
    let clamp = specified::evaluator::clamp(FULL_MARGIN);
    let unnoticed = unnoticed(&netlist::<Clamp>(), &clamp, usize::MAX);
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}

fn refute_evaluator_cells(sample: usize, indifferent: usize) {
    let unnoticed = unnoticed(&netlist::<Cells>(), &specified::evaluator::cells(), sample);
    assert_eq!(
        unnoticed.len(),
        indifferent,
        "changed without effect: {unnoticed:?}"
    );
}

/// The weight of a line's term in centipawns, by the address: the cycle and eight times the stage
/// class.
fn weight(line: usize, address: usize) -> i16 {
    full_slot(line, address % 8).map_or(0, |term| FULL_WEIGHT[address / 8][term])
}

/// The inputs of the weigher with the factor of each in the next sum: every wire of White's lines
/// the line's weight, of Black's its opposite, the sum as it is but nothing in the first cycle.
fn factors(address: usize) -> Vec<(String, Vec<u16>)> {
    let lines = (0..LINES).flat_map(|line| {
        let weight = weight(line, address) as u16;
        [
            (format!("white{line}"), vec![weight; 64]),
            (format!("black{line}"), vec![weight.wrapping_neg(); 64]),
        ]
    });
    let sum = (0..16)
        .map(|place| {
            if address.is_multiple_of(8) {
                0
            } else {
                1 << place
            }
        })
        .collect();
    lines.chain([("sum".to_owned(), sum)]).collect()
}

fn weighs(net: &Netlist, address: usize) -> bool {
    let wires = factors(address)
        .into_iter()
        .flat_map(|(name, factors)| net.wires(&name).into_iter().zip(factors));
    let expected: Polynomial = wires
        .filter(|(_, factor)| *factor != 0)
        .map(|(node, factor)| (vec![node], factor))
        .collect();
    value_of(net, "next_sum", &[("adr", address as u64)]).is_ok_and(|value| value == expected)
}

#[test]
fn weigher_polynomial_equals_weight_table() {
    let started = Instant::now();
    let net = weigher();
    let gates = net.count().gates;
    (0..64usize)
        .into_par_iter()
        .for_each_with(net, |net, address| {
            assert!(weighs(net, address), "address {address}");
        });
    println!(
        "full evaluator, weigher: {gates} gates proved in {:.1?}",
        started.elapsed()
    );
}

/// Whether some of 64 random reports, at some address, is weighed wrongly.
fn weighs_wrongly(net: &Netlist, random: &mut ChaCha8Rng) -> bool {
    let mut simulation = Simulation::new(net);
    (0..64).any(|address| {
        let mut expected = [0u16; Simulation::PATTERNS];
        for (name, factors) in factors(address) {
            for (pattern, sum) in expected.iter_mut().enumerate() {
                let level = random.random::<u64>() & [!0, random.random()][pattern % 2];
                simulation.set(&name, pattern, level);
                let on = factors
                    .iter()
                    .enumerate()
                    .filter(|(wire, _)| level >> wire & 1 != 0);
                *sum = on.fold(*sum, |sum, (_, factor)| sum.wrapping_add(*factor));
            }
        }
        (0..Simulation::PATTERNS)
            .for_each(|pattern| simulation.set("adr", pattern, address as u64));
        simulation.settle();
        (0..Simulation::PATTERNS)
            .any(|pattern| simulation.get("next_sum", pattern) != u64::from(expected[pattern]))
    })
}

fn weigher() -> Netlist {
    netlist::<Weigher>().only("next_sum")
}

/// A changed gate shows on some vector, or the checker compares the weigher with the proved one.
fn refute_weighers(sample: usize, indifferent: usize) {
    let net = weigher();
    let live = net.live_gates();
    let changed: Vec<Node> = live
        .choose_multiple(&mut ChaCha8Rng::seed_from_u64(1983), sample)
        .copied()
        .collect();
    let without_effect = changed.into_par_iter().map_with(net, |net, node| {
        let changed = net.with_gate_changed(node);
        let same = || match compare(&changed, net) {
            Ok(verdict) => verdict == Verdict::Equivalent,
            Err(error) => panic!("{node:?} {:?}: {error}", net.gate(node)),
        };
        usize::from(!weighs_wrongly(&changed, &mut ChaCha8Rng::seed_from_u64(26)) && same())
    });
    let without_effect = without_effect.sum::<usize>();
    println!("{sample} changed weighers, {without_effect} of them without effect");
    assert_eq!(without_effect, indifferent);
}
