//! The small circuits against plain arithmetic and rules, and against their gates.

use logic::netlist::{Netlist, Simulation};
use machine::circuits::{castling, en_passant, value_bus};
use proptest::prelude::*;

const CASES: usize = Simulation::PATTERNS;

/// Any piece registers, with many squares empty.
fn registers() -> impl Strategy<Value = [u64; 4]> {
    (any::<[u64; 4]>(), any::<u64>(), any::<u64>())
        .prop_map(|(planes, a, b)| planes.map(|p| p & a & b))
}

fn code(piece: [u64; 4], square: usize) -> u8 {
    (0..4)
        .map(|bit| ((piece[bit] >> square & 1) as u8) << bit)
        .sum()
}

fn numbers() -> impl Strategy<Value = i16> {
    prop_oneof![any::<i16>(), -2i16..=2, Just(i16::MIN), Just(i16::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(16), failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn value_bus_gates_match_arithmetic(cases in prop::collection::vec((numbers(), numbers(), any::<(bool, bool, bool)>()), CASES)) {
        let net = Netlist::new();
        let (a, b) = (net.input_word("a"), net.input_word("b"));
        net.output("sum", value_bus::add(&net, a, b, net.input_wire("invert"), net.input_wire("carry")));
        let compared = value_bus::compare(&net, a, b);
        net.output("less", compared.less);
        net.output("equal", compared.equal);
        let mut gates = Simulation::new(&net);
        for (pattern, &(a, b, (_, invert, carry))) in cases.iter().enumerate() {
            gates.set("a", pattern, a as u16 as u64);
            gates.set("b", pattern, b as u16 as u64);
            gates.set("invert", pattern, invert as u64);
            gates.set("carry", pattern, carry as u64);
        }
        gates.settle();
        for (pattern, &(a, b, (gate, invert, carry))) in cases.iter().enumerate() {
            let operand = if invert { !b } else { b };
            let sum = |a: i16| a.wrapping_add(operand).wrapping_add(i16::from(carry));
            let settled = value_bus::settle(a, gate, b, invert, carry);
            prop_assert_eq!(settled, (sum(if gate { a } else { 0 }), a < b, a == b));
            prop_assert_eq!(gates.get("sum", pattern), sum(a) as u16 as u64);
            prop_assert_eq!(gates.get("less", pattern), (a < b) as u64);
            prop_assert_eq!(gates.get("equal", pattern), (a == b) as u64);
        }
    }

    #[test]
    fn castling_gates_match_rules(cases in prop::collection::vec((registers(), 0u8..16, any::<bool>()), CASES)) {
        let net = Netlist::new();
        let piece = ["p0", "p1", "p2", "p3"].map(|name| net.input_plane(name));
        let rights = ["K", "Q", "k", "q"].map(|name| net.input_wire(name));
        let open = castling::castling(&net, piece, rights, net.input_wire("wtm"));
        net.output_wires("open", &open);
        let mut gates = Simulation::new(&net);
        for (pattern, &(piece, rights, white)) in cases.iter().enumerate() {
            for (bit, name) in ["K", "Q", "k", "q"].into_iter().enumerate() {
                gates.set(name, pattern, rights as u64 >> bit & 1);
                gates.set(["p0", "p1", "p2", "p3"][bit], pattern, piece[bit]);
            }
            gates.set("wtm", pattern, white as u64);
        }
        gates.settle();
        for (pattern, &(piece, rights, white)) in cases.iter().enumerate() {
            let (first, turn) = if white { (0, 0) } else { (56, 2) };
            let empty = |files: &[usize]| files.iter().all(|file| code(piece, first + file) & 7 == 0);
            let king_side = rights >> turn & 1 != 0 && empty(&[5, 6]);
            let queen_side = rights >> turn & 2 != 0 && empty(&[1, 2, 3]);
            prop_assert_eq!(castling::castling_open(piece, rights, white), [king_side, queen_side]);
            prop_assert_eq!(gates.get("open", pattern), king_side as u64 | (queen_side as u64) << 1);
        }
    }

    #[test]
    fn latch_arms_after_a_double_step_beside_a_pawn(
        cases in prop::collection::vec((registers(), 0u8..64, 0u8..64, any::<[bool; 4]>(), any::<u64>()), CASES)
    ) {
        let net = Netlist::new();
        let piece = ["p0", "p1", "p2", "p3"].map(|name| net.input_plane(name));
        let (from, to) = (net.input_address("from"), net.input_address("to"));
        let (pawn, white) = (net.input_wire("pawn"), net.input_wire("wtm"));
        net.output("latch", en_passant::en_passant(&net, piece, from, to, pawn, white));
        let mut gates = Simulation::new(&net);
        // Half of the cases are double steps, beside a rank of pawns of both sides.
        let cases: Vec<_> = cases.into_iter().map(|(mut piece, mut from, mut to, [pawn, white, double, _], pawns)| {
            if double {
                let file = from % 8;
                (from, to) = if white { (8 + file, 24 + file) } else { (48 + file, 32 + file) };
                let rank = 0xFF << (to - file);
                piece[0] |= rank & pawns;
                piece[1] &= !rank;
                piece[2] &= !rank;
                piece[3] = piece[3] & !rank | rank & pawns.rotate_left(8);
            }
            (piece, from, to, pawn, white)
        }).collect();
        for (pattern, &(piece, from, to, pawn, white)) in cases.iter().enumerate() {
            for (bit, name) in ["p0", "p1", "p2", "p3"].into_iter().enumerate() {
                gates.set(name, pattern, piece[bit]);
            }
            gates.set("from", pattern, from.into());
            gates.set("to", pattern, to.into());
            gates.set("pawn", pattern, pawn.into());
            gates.set("wtm", pattern, white.into());
        }
        gates.settle();
        for (pattern, &(piece, from, to, pawn, white)) in cases.iter().enumerate() {
            let ranks = if white { (1, 3) } else { (6, 4) };
            let enemy_pawn = if white { 9 } else { 1 };
            let beside = |file: i32| (0..8).contains(&file)
                && code(piece, (to / 8 * 8) as usize + file as usize) == enemy_pawn;
            let file = to as i32 % 8;
            let armed = pawn && (from / 8, to / 8) == ranks && (beside(file - 1) || beside(file + 1));
            let latch = if armed { to % 8 + if white { 16 } else { 40 } } else { 0 };
            prop_assert_eq!(en_passant::en_passant_latch(piece, from, to, pawn, white), latch);
            prop_assert_eq!(gates.get("latch", pattern), latch as u64);
        }
    }
}
