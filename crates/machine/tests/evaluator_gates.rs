//! The full evaluator on lanes, on every back end, against its netlist, gate by gate, on any inputs
//! at all.

#[path = "common/gates.rs"]
mod gates;

use gates::{printed_size, random_board, set_pieces};
use logic::combinational::netlist;
use logic::lanes::on_each;
use logic::netlist::Simulation;
use logic::{Kernel, Lanes, Simulator};
use machine::evaluator::full::{FullEvaluator, full_terms, full_value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roms::full::{CYCLES, FULL_MARGIN};

/// A board on which one square in `thin` is full; pawns are as frequent as in a game.
fn board(random: &mut ChaCha8Rng, thin: u32) -> [u64; 4] {
    random_board(random, |random| {
        let code: u8 = if random.random_ratio(1, thin) {
            random.random_range(0..16)
        } else {
            0
        };
        if code != 0 && random.random_ratio(1, 2) {
            code & 8 | 1
        } else {
            code
        }
    })
}

/// Runs the netlist through its eight cycles: the full values of 64 inputs.
fn values(simulation: &mut Simulation, inputs: &[([u64; 4], u8)]) -> Vec<i16> {
    for (pattern, (piece, _)) in inputs.iter().enumerate() {
        set_pieces(simulation, pattern, *piece);
        // What an evaluation before it has left in the register.
        simulation.set("sum", pattern, 0x1234);
    }
    for cycle in 0..CYCLES {
        for (pattern, (_, class)) in inputs.iter().enumerate() {
            simulation.set("adr", pattern, u64::from(*class) << 3 | cycle as u64);
        }
        simulation.settle();
        for pattern in 0..inputs.len() {
            let sum = simulation.get("next_sum", pattern);
            simulation.set("sum", pattern, sum);
        }
    }
    (0..inputs.len())
        .map(|pattern| simulation.get("value", pattern) as i16)
        .collect()
}

/// Full values of inputs.
#[derive(Clone)]
struct Values<'a>(&'a [([u64; 4], u8)]);

impl Kernel for Values<'_> {
    type Output = Vec<i16>;

    fn run<L: Simulator>(self, l: L) -> Vec<i16> {
        self.0
            .iter()
            .map(|&(piece, class)| full_value(l, piece, class))
            .collect()
    }
}

#[test]
fn evaluator_lanes_match_netlist() {
    let mut random = ChaCha8Rng::seed_from_u64(1983);
    let mut simulation = Simulation::new(&netlist::<FullEvaluator>());
    let mut clamped = 0;
    for round in 0..400 {
        let inputs: Vec<_> = (0..Simulation::PATTERNS)
            .map(|_| {
                (
                    board(&mut random, 1 + round % 12),
                    random.random_range(0..8),
                )
            })
            .collect();
        let expected = values(&mut simulation, &inputs);
        for (back_end, found) in on_each(&Values(&inputs)) {
            assert_eq!(found, expected, "{back_end}: {inputs:x?}");
        }
        clamped += expected
            .iter()
            .filter(|value| value.abs() == FULL_MARGIN)
            .count();
    }
    // Both kinds of inputs were among them.
    assert!((1_000..24_000).contains(&clamped), "{clamped}");
}

#[test]
fn evaluator_changed_gate_differs_from_lanes() {
    let mut random = ChaCha8Rng::seed_from_u64(1984);
    let rounds: Vec<_> = (0..40)
        .map(|round| {
            let inputs: Vec<_> = (0..Simulation::PATTERNS)
                .map(|_| {
                    (
                        board(&mut random, 1 + round % 12),
                        random.random_range(0..8),
                    )
                })
                .collect();
            let found = on_each(&Values(&inputs));
            (inputs, found)
        })
        .collect();
    let net = netlist::<FullEvaluator>();
    let gates = net.live_gates();
    let sample: Vec<_> = gates.iter().step_by(gates.len() / 100).collect();
    let noticed = sample.iter().filter(|gate| {
        let mut simulation = Simulation::new(&net.with_gate_changed(***gate));
        rounds.iter().any(|(inputs, found)| {
            let changed = values(&mut simulation, inputs);
            found.iter().all(|(_, found)| *found != changed)
        })
    });
    let noticed = noticed.count();
    assert!(
        noticed * 10 >= sample.len() * 9,
        "{noticed} of {}",
        sample.len()
    );
}

#[test]
fn full_terms_add_up_to_value() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for round in 0..20_000 {
        let (piece, class) = (
            board(&mut random, 1 + round % 12),
            random.random_range(0..8),
        );
        let terms = full_terms(piece, class);
        let sum: i16 = terms.iter().map(|term| term.total).sum();
        assert_eq!(
            sum.clamp(-FULL_MARGIN, FULL_MARGIN),
            full_value(Lanes, piece, class)
        );
    }
}

#[test]
fn full_value_mirrored_board_is_mirrored() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for round in 0..20_000 {
        let (piece, class) = (
            board(&mut random, 1 + round % 12),
            random.random_range(0..8),
        );
        let mut mirrored = piece.map(u64::swap_bytes);
        mirrored[3] = !mirrored[3];
        assert_eq!(
            full_value(Lanes, mirrored, class),
            -full_value(Lanes, piece, class),
            "{piece:x?}"
        );
    }
}

#[test]
fn evaluator_size_is_bounded() {
    let (gates, depth) = printed_size(&netlist::<FullEvaluator>());
    assert!(
        (15_000..45_000).contains(&gates) && depth < 200,
        "{gates} {depth}"
    );
}
