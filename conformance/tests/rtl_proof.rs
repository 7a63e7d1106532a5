//! The parts of the whole RTL do what their specifications say, over all inputs.

#[path = "common/equivalence.rs"]
mod equivalence;

use conformance::algebra::{Algebra, Polynomial};
use conformance::specification::rtl as specified;
use equivalence::{Part, block, prove, refute};
use logic::Netlist;
use logic::netlist::{Node, Simulation};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::{File, Rank, Square};

/// Parts of the RTL, each with the number of changed gates in the long run that have no effect.
const PARTS: [Part; 26] = [
    ("orders", 0, specified::sequencer::orders),
    ("phases", 0, specified::sequencer::phases),
    ("hash_register", 0, specified::memory::hash_register),
    ("hash_key", 0, specified::memory::hash_key),
    ("lazy_registers", 0, specified::lazy::registers),
    ("memory_access", 0, specified::memory::access),
    ("value_source", 1, specified::values::source),
    ("evaluation_sequence", 0, specified::evaluator::sequence),
    ("sequencer", 1, specified::sequencer::sequencer),
    ("flags", 0, specified::registers::flags),
    ("counters", 0, specified::registers::counters),
    ("found", 0, specified::registers::found),
    ("state_frame", 0, specified::registers::state_frame),
    ("board_bus", 0, specified::board::board_bus),
    ("bus_listeners", 3, specified::board::listeners),
    ("disable_order", 0, specified::board::disable_order),
    ("slot_access", 3, specified::host::slots),
    ("host_port", 0, specified::host::port),
    ("fast_phases", 0, specified::fast::phases),
    ("fast_board_bus", 0, specified::fast::board_bus),
    ("fast_bus_listeners", 0, specified::fast::bus_listeners),
    ("fast_disable_order", 0, specified::fast::disable_order),
    ("fast_hash_register", 0, specified::fast::hash_register),
    ("fast_lazy_registers", 0, specified::fast::lazy_registers),
    ("window_slots", 0, specified::fast::window_slots),
    ("window_judge", 0, specified::fast::window_judge),
];

#[test]
fn rtl_parts_equal_specifications() {
    PARTS
        .par_iter()
        .for_each(|(name, _, specification)| prove(name, &block(name), &specification()));
}

#[test]
fn changed_parts_are_refuted() {
    for (name, _, specification) in PARTS {
        refute(name, &specification(), 1, 0);
    }
}

/// Changed gates of a part in the long run.
const SAMPLE: usize = 40;

#[test]
#[ignore = "some minutes"]
fn many_changed_parts_are_refuted_or_accounted_for() {
    for (name, indifferent, specification) in PARTS {
        refute(name, &specification(), SAMPLE, indifferent);
    }
}

/// Whether a king stands on a wing: on the three files at either edge, on the first two ranks.
fn sees_wing(square: Square) -> bool {
    square.rank() <= Rank::Second && ![File::D, File::E].contains(&square.file())
}

/// Coefficients of the adder's inputs in its outputs, for these king squares: name, first wire, the
/// wire that gates it, and its sign.
type Terms = Vec<(&'static str, usize, Option<&'static str>, u16)>;

const PLUS: u16 = 1;
const MINUS: u16 = u16::MAX;

/// Terms of a summing register: itself, plus the words being put on, less those being taken off,
/// from wire `first`.
fn register_terms(register: &'static str, first: usize) -> Terms {
    vec![
        (register, 0, None, PLUS),
        ("lazy_new", first, Some("settling"), PLUS),
        ("lazy_old", first, Some("settling"), MINUS),
    ]
}

/// Inputs that decide which wires the adder adds: the kings' squares and the side to move.
#[derive(Clone, Copy, Debug)]
struct Case {
    white: Square,
    black: Square,
    white_to_move: bool,
    /// In the fast variant a captured piece may be settling: whether it was taken off, or put back.
    taken_off: Option<bool>,
}

/// Each output with its terms.
fn outputs(case: Case) -> [(&'static str, Terms); 3] {
    let Case {
        white,
        black,
        white_to_move,
        taken_off,
    } = case;
    let register = |name, first| {
        let mut terms = register_terms(name, first);
        if let Some(taken_off) = taken_off {
            let sign = if taken_off { MINUS } else { PLUS };
            terms.push(("lazy_captured", first, Some("settling"), sign));
        }
        terms
    };
    let mut lazy = [register("material", 0), register("piece_square", 16)].concat();
    lazy.extend([
        ("central_white", 0, None, PLUS),
        ("central_black", 0, None, MINUS),
    ]);
    lazy.extend(sees_wing(white).then_some(("safety_white", 0, None, PLUS)));
    lazy.extend(sees_wing(black.flip_vertical()).then_some(("safety_black", 0, None, MINUS)));
    if !white_to_move {
        lazy.iter_mut()
            .for_each(|(.., sign)| *sign = sign.wrapping_neg());
    }
    [
        ("material_settled", register("material", 0)),
        ("piece_square_settled", register("piece_square", 16)),
        ("lazy", lazy),
    ]
}

/// Whether the adder's polynomials are the expected ones in this case and with any other inputs.
fn adds(net: &Netlist, algebra: &mut Algebra, case: Case) -> bool {
    let mut known = vec![
        ("king_white", case.white.to_usize() as u64),
        ("king_black", case.black.to_usize() as u64),
        ("white_to_move", u64::from(case.white_to_move)),
    ];
    if let Some(taken_off) = case.taken_off {
        known.push(("taken_off", u64::from(taken_off)));
    }
    let outputs = outputs(case);
    let values = algebra.values_of(outputs.each_ref().map(|(output, _)| *output), &known);
    outputs.into_iter().zip(values).all(|((_, terms), value)| {
        let mut expected = Polynomial::new();
        for (name, first, gate, sign) in terms {
            for (place, node) in net.wires(name)[first..][..16].iter().enumerate() {
                let mut product: Vec<Node> = gate
                    .map(|gate| net.wires(gate)[0])
                    .into_iter()
                    .chain([*node])
                    .collect();
                product.sort_unstable_by(|a, b| b.cmp(a));
                expected.insert(product, sign << place);
            }
        }
        value.is_ok_and(|value| value == expected)
    })
}

/// The case of this number, below [`CASES`].
fn case(number: u32) -> Case {
    Case {
        white: Square::new(number % 64),
        black: Square::new(number / 64 % 64),
        white_to_move: number / (64 * 64) != 0,
        taken_off: None,
    }
}

const CASES: u32 = 64 * 64 * 2;

#[test]
fn lazy_adder_polynomial_equals_terms() {
    let net = block("lazy_adder");
    let gates = net.count().gates;
    let mut algebra = Algebra::new(&net);
    for case in (0..CASES).map(case) {
        assert!(adds(&net, &mut algebra, case), "{case:?}");
    }
    println!("lazy_adder: {gates} gates proved");
}

#[test]
fn fast_lazy_adder_polynomial_equals_terms() {
    let net = block("fast_lazy_adder");
    let gates = net.count().gates;
    let mut algebra = Algebra::new(&net);
    for number in 0..2 * CASES {
        let case = Case {
            taken_off: Some(number >= CASES),
            ..case(number % CASES)
        };
        assert!(adds(&net, &mut algebra, case), "{case:?}");
    }
    println!("fast_lazy_adder: {gates} gates proved");
}

/// Whether the adder adds some random inputs wrongly.
fn adds_wrongly(net: &Netlist, random: &mut ChaCha8Rng) -> bool {
    let mut simulation = Simulation::new(net);
    (0..256).any(|_| {
        let mut all = Vec::new();
        for pattern in 0..Simulation::PATTERNS {
            let levels: Vec<(&str, u64)> = net
                .inputs()
                .into_iter()
                .map(|(name, width)| {
                    (
                        name,
                        random.random::<u64>() & random.random::<u64>() & !0 >> (64 - width),
                    )
                })
                .collect();
            levels
                .iter()
                .for_each(|(name, level)| simulation.set(name, pattern, *level));
            all.push(levels);
        }
        simulation.settle();
        all.iter().enumerate().any(|(pattern, levels)| {
            let level = |wanted: &str| {
                levels
                    .iter()
                    .find(|(name, _)| *name == wanted)
                    .expect("an input")
                    .1
            };
            let king = |name| Square::new(level(name) as u32);
            let case = Case {
                white: king("king_white"),
                black: king("king_black"),
                white_to_move: level("white_to_move") != 0,
                taken_off: None,
            };
            outputs(case).into_iter().any(|(output, terms)| {
                let add =
                    |sum: u16, (name, first, gate, sign): (&str, usize, Option<&str>, u16)| {
                        let number = (level(name) >> first) as u16;
                        sum.wrapping_add(
                            number
                                .wrapping_mul(gate.map_or(1, level) as u16)
                                .wrapping_mul(sign),
                        )
                    };
                simulation.get(output, pattern) != u64::from(terms.into_iter().fold(0, add))
            })
        })
    })
}

/// Panics unless each changed gate either shows on random inputs or leaves the adder proved.
fn refute_adders(sample: usize) {
    let net = block("lazy_adder");
    assert!(!adds_wrongly(&net, &mut ChaCha8Rng::seed_from_u64(26)));
    let live = net.live_gates();
    let changed: Vec<Node> = live
        .choose_multiple(&mut ChaCha8Rng::seed_from_u64(1980), sample)
        .copied()
        .collect();
    let count = changed.len();
    let without_effect = changed.into_par_iter().map_with(net, |net, node| {
        let changed = net.with_gate_changed(node);
        let wrong = adds_wrongly(&changed, &mut ChaCha8Rng::seed_from_u64(26));
        let mut algebra = Algebra::new(&changed);
        let mut proved = || {
            let mut cases = (0..CASES).map(case);
            cases.all(|case| adds(&changed, &mut algebra, case))
        };
        assert!(wrong || proved(), "{node:?} {:?}", net.gate(node));
        usize::from(!wrong)
    });
    println!(
        "{count} changed lazy adders, {} of them without effect",
        without_effect.sum::<usize>()
    );
}

#[test]
fn changed_lazy_adders_are_refuted() {
    refute_adders(10);
}

#[test]
#[ignore = "a minute"]
fn every_changed_lazy_adder_is_refuted_or_without_effect() {
    refute_adders(usize::MAX);
}
