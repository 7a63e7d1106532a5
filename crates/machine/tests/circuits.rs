//! The small circuits on lanes against plain arithmetic and rules. Their gates are proved over all
//! inputs.

use machine::circuits::value_bus::Levels;
use machine::circuits::{castling, en_passant, value_bus};
use proptest::prelude::*;

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
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(16),
        failure_persistence: None,
        ..ProptestConfig::with_cases(12_800)
    })]

    #[test]
    fn value_bus_matches_arithmetic(
        a in numbers(), b in numbers(), gate: bool, invert: bool, carry: bool
    ) {
        let operand = if invert { !b } else { b };
        let gated = if gate { a } else { 0 };
        let expected = Levels {
            sum: gated.wrapping_add(operand).wrapping_add(i16::from(carry)),
            less: a < b,
            equal: a == b,
        };
        prop_assert_eq!(value_bus::settle(a, gate, b, invert, carry), expected);
    }

    #[test]
    fn castling_matches_rules(piece in registers(), rights in 0u8..16, white: bool) {
        let (first, turn) = if white { (0, 0) } else { (56, 2) };
        let empty = |files: &[usize]| files.iter().all(|file| code(piece, first + file) & 7 == 0);
        let king_side = rights >> turn & 1 != 0 && empty(&[5, 6]);
        let queen_side = rights >> turn & 2 != 0 && empty(&[1, 2, 3]);
        prop_assert_eq!(castling::castling_open(piece, rights, white), [king_side, queen_side]);
    }

    #[test]
    fn latch_arms_after_a_double_step_beside_a_pawn(
        board in registers(),
        squares in (0u8..64, 0u8..64),
        pawn: bool,
        white: bool,
        double: bool,
        pawns: u64,
    ) {
        let (mut piece, (mut from, mut to)) = (board, squares);
        // Half of the cases are double steps, beside a rank of pawns of both sides.
        if double {
            let file = from % 8;
            (from, to) = if white { (8 + file, 24 + file) } else { (48 + file, 32 + file) };
            let rank = 0xFF << (to - file);
            piece[0] |= rank & pawns;
            piece[1] &= !rank;
            piece[2] &= !rank;
            piece[3] = piece[3] & !rank | rank & pawns.rotate_left(8);
        }
        let ranks = if white { (1, 3) } else { (6, 4) };
        let enemy_pawn = if white { 9 } else { 1 };
        let beside = |file: i32| {
            (0..8).contains(&file)
                && code(piece, (to / 8 * 8) as usize + file as usize) == enemy_pawn
        };
        let file = to as i32 % 8;
        let armed = pawn && (from / 8, to / 8) == ranks && (beside(file - 1) || beside(file + 1));
        let latch = if armed { to % 8 + if white { 16 } else { 40 } } else { 0 };
        prop_assert_eq!(en_passant::en_passant_latch(piece, from, to, pawn, white), latch);
    }
}
