//! The move generator on lanes, on every back end, against its netlist, gate by gate, on any inputs
//! at all.

#[path = "common/gates.rs"]
mod gates;

use gates::{printed_size, random_board, set_pieces};
use logic::combinational::netlist;
use logic::lanes::on_each;
use logic::netlist::{Netlist, Simulation};
use logic::{Kernel, Simulator};
use machine::move_generator::{MoveGenInputs, MoveGenerator};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board of random codes, most of them impossible in a game, with about `emptiness` of 4 squares
/// empty.
fn random_inputs(random: &mut ChaCha8Rng) -> MoveGenInputs {
    let emptiness = random.random_range(0..=4);
    let piece = random_board(random, |random| {
        let full = random.random_range(0..4) >= emptiness || random.random_ratio(1, 16);
        if full { random.random_range(0..16) } else { 0 }
    });
    let disable = match random.random_range(0..4) {
        0 => 0,
        1 => random.random::<u64>() & random.random::<u64>(),
        2 => random.random(),
        _ => random.random::<u64>() | random.random::<u64>() | random.random::<u64>(),
    };
    MoveGenInputs {
        piece,
        disable,
        white_to_move: random.random(),
        en_passant: random.random_range(0..64),
        en_passant_open: random.random(),
    }
}

/// One find: its inputs, the address and the operation.
type Case = (MoveGenInputs, u8, bool);

fn random_cases(random: &mut ChaCha8Rng) -> [Case; Simulation::PATTERNS] {
    std::array::from_fn(|_| {
        let inputs = random_inputs(random);
        let anywhere = random.random_range(0..64);
        // The en-passant square itself is the address often enough to matter.
        let victim = if random.random_ratio(1, 4) {
            inputs.en_passant
        } else {
            anywhere
        };
        (inputs, victim, random.random())
    })
}

fn settle(simulation: &mut Simulation, cases: &[Case; Simulation::PATTERNS]) {
    for (pattern, &(inputs, victim, aggressor)) in cases.iter().enumerate() {
        set_pieces(simulation, pattern, inputs.piece);
        simulation.set("dis", pattern, inputs.disable);
        simulation.set("adr", pattern, victim.into());
        simulation.set("aggressor", pattern, aggressor.into());
        simulation.set("wtm", pattern, inputs.white_to_move.into());
        simulation.set("ep", pattern, inputs.en_passant.into());
        simulation.set("ep_open", pattern, inputs.en_passant_open.into());
    }
    simulation.settle();
}

fn same_as_lanes<L: Simulator>(
    l: L,
    simulation: &Simulation,
    pattern: usize,
    (inputs, victim, aggressor): Case,
) -> bool {
    let find = if aggressor {
        inputs.find_aggressor(l, victim)
    } else {
        inputs.find_victim(l)
    };
    let line = if find.is_none() {
        0
    } else {
        1 << (find.line - 1)
    };
    let check_agrees = aggressor || inputs.attacked_king(l) == find.check;
    check_agrees
        && simulation.get("sq", pattern) == find.square as u64
        && simulation.get("none", pattern) == find.is_none() as u64
        && simulation.get("line", pattern) == line
        && simulation.get("check", pattern) == find.check as u64
}

/// Whether lanes and netlist differ anywhere.
#[derive(Clone)]
struct Differs<'a> {
    net: &'a Netlist,
    seed: u64,
    rounds: usize,
}

impl Kernel for Differs<'_> {
    type Output = bool;

    fn run<L: Simulator>(self, l: L) -> bool {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut simulation = Simulation::new(self.net);
        (0..self.rounds).any(|_| {
            let cases = random_cases(&mut random);
            settle(&mut simulation, &cases);
            cases
                .iter()
                .enumerate()
                .any(|(pattern, &case)| !same_as_lanes(l, &simulation, pattern, case))
        })
    }
}

#[test]
fn move_generator_lanes_match_netlist() {
    for (back_end, differs) in on_each(&Differs {
        net: &netlist::<MoveGenerator>(),
        seed: 1,
        rounds: 4_000,
    }) {
        assert!(!differs, "{back_end}");
    }
}

#[test]
fn move_generator_changed_gate_differs_from_lanes() {
    let net = netlist::<MoveGenerator>();
    let gates = net.live_gates();
    let sample: Vec<_> = gates.iter().step_by(gates.len() / 100).collect();
    let mut noticed = std::collections::BTreeMap::<_, usize>::new();
    for gate in &sample {
        let changed = net.with_gate_changed(**gate);
        for (back_end, differs) in on_each(&Differs {
            net: &changed,
            seed: 2,
            rounds: 200,
        }) {
            *noticed.entry(back_end).or_default() += usize::from(differs);
        }
    }
    assert!(!noticed.is_empty());
    for (back_end, noticed) in noticed {
        assert!(
            noticed * 10 >= sample.len() * 9,
            "{back_end}: {noticed} of {}",
            sample.len()
        );
    }
}

#[test]
fn move_generator_size_is_bounded() {
    let (gates, depth) = printed_size(&netlist::<MoveGenerator>());
    assert!(
        (7_000..10_000).contains(&gates) && depth < 50,
        "{gates} {depth}"
    );
}
