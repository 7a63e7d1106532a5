//! The move generator on lanes against its netlist, gate by gate, on any inputs at all.

#[path = "common/gates.rs"]
mod gates;

use gates::{printed_size, random_board, set_pieces};
use logic::netlist::{Netlist, Simulation};
use machine::move_generator::{MoveGenInputs, netlist};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board of random codes, most of them impossible in a game; `emptiness` of 4 squares are empty.
fn random_boards(random: &mut ChaCha8Rng) -> MoveGenInputs {
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
        let inputs = random_boards(random);
        let anywhere = random.random_range(0..64);
        // The en-passant square itself is the address often enough to matter.
        let victim = if random.random_ratio(1, 4) { inputs.en_passant } else { anywhere };
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

fn same_as_lanes(simulation: &Simulation, pattern: usize, (inputs, victim, aggressor): Case) -> bool {
    let find = if aggressor { inputs.find_aggressor(victim) } else { inputs.find_victim() };
    let line = if find.is_none() { 0 } else { 1 << (find.line - 1) };
    let check_alone = aggressor || inputs.attacked_king() == find.check;
    check_alone
        && simulation.get("sq", pattern) == find.square as u64
        && simulation.get("none", pattern) == find.is_none() as u64
        && simulation.get("line", pattern) == line
        && simulation.get("check", pattern) == find.check as u64
}

fn differs(net: &Netlist, seed: u64, rounds: usize) -> bool {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut simulation = Simulation::new(net);
    (0..rounds).any(|_| {
        let cases = random_cases(&mut random);
        settle(&mut simulation, &cases);
        cases.iter().enumerate().any(|(pattern, &case)| !same_as_lanes(&simulation, pattern, case))
    })
}

#[test]
fn move_generator_lanes_match_netlist() {
    assert!(!differs(&netlist(), 1, 4_000));
}

#[test]
fn move_generator_changed_gate_differs_from_lanes() {
    let net = netlist();
    let gates = net.live_gates();
    let sample: Vec<_> = gates.iter().step_by(gates.len() / 100).collect();
    let noticed = sample.iter().filter(|gate| differs(&net.with_gate_changed(***gate), 2, 200)).count();
    assert!(noticed * 10 >= sample.len() * 9, "{noticed} of {}", sample.len());
}

#[test]
fn move_generator_size_is_bounded() {
    let (gates, depth) = printed_size(&netlist());
    assert!((7_000..10_000).contains(&gates) && depth < 50, "{gates} {depth}");
}
