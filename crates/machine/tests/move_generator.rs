//! The move generator against shakmaty, over random games: which moves, in which order, and CHECK.

mod common;

use common::{FoundMove, enumerate, inputs};
use logic::Lanes;
use machine::move_generator::MoveGenInputs;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Move, Position, Role};

const POSITIONS: usize = 120_000;

/// Calls `visit` for every position of seeded random games until there were enough.
fn random_games(seed: u64, positions: usize, mut visit: impl FnMut(&Chess)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Chess::default();
    let mut ply = 0;
    for _ in 0..positions {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() || ply == 200 || position.is_insufficient_material() {
            position = Chess::default();
            ply = 0;
        } else {
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
            ply += 1;
        }
    }
}

/// Where a move stands in the order: victims by falling value, aggressors by rising value, then
/// squares.
fn key(m: Move) -> (usize, u8, usize, u8) {
    let victims = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let taken = |role| victims.iter().position(|&victim| victim == role);
    let victim = m
        .capture()
        .map_or(Some(5), taken)
        .expect("no king is taken");
    (
        victim,
        m.to().into(),
        m.role() as usize,
        m.from().expect("no drops").into(),
    )
}

#[test]
fn finds_match_shakmaty_in_order() {
    let (mut passing, mut castled, mut total) = (0, 0, 0);
    random_games(1982, POSITIONS, |position| {
        let inputs = inputs(position);
        let mut expected: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|m| !m.is_castle())
            .map(key)
            .collect();
        castled += position.legal_moves().len() - expected.len();
        passing += position.en_passant_moves().len();
        expected.sort_unstable();
        expected.dedup(); // a promotion to four kinds is found once
        total += expected.len();

        let mut order = Vec::new();
        let mut legal = Vec::new();
        enumerate(
            inputs,
            |_, _| {},
            |found| {
                order.push(found);
                let after = moved(&inputs, found);
                if !in_check(&after) {
                    legal.push(numbers(found));
                }
            },
        );
        assert_eq!(legal, expected, "{position:?}");
        assert!(
            order.is_sorted_by(|&a, &b| numbers(a) < numbers(b)),
            "{position:?}"
        );
    });
    // The games must have been of use.
    assert!(
        passing > 100 && castled > 100 && total > 2_000_000,
        "{passing} {castled} {total}"
    );
}

/// A move found, as [`key`] puts it.
fn numbers(found: FoundMove) -> (usize, u8, usize, u8) {
    (
        found.victim_line as usize - 1,
        found.to,
        found.aggressor_line as usize,
        found.from,
    )
}

#[test]
fn check_matches_shakmaty() {
    let mut checks = 0;
    random_games(1980, POSITIONS, |position| {
        let inputs = inputs(position);
        assert!(!inputs.attacked_king(Lanes) && !inputs.find_victim(Lanes).check);
        let other_side = MoveGenInputs {
            white_to_move: !inputs.white_to_move,
            disable: !0,
            ..inputs
        };
        assert_eq!(
            other_side.attacked_king(Lanes),
            position.is_check(),
            "{position:?}"
        );
        assert_eq!(
            other_side.find_victim(Lanes).check,
            position.is_check(),
            "{position:?}"
        );
        checks += position.is_check() as usize;
    });
    assert!(checks > 1_000, "{checks}");
}

/// Whether the mover's own king could be taken were it the other side's turn.
fn in_check(inputs: &MoveGenInputs) -> bool {
    MoveGenInputs {
        white_to_move: !inputs.white_to_move,
        ..*inputs
    }
    .attacked_king(Lanes)
}

/// The board after a piece has gone from one square to another, as bare squares.
fn moved(inputs: &MoveGenInputs, found: FoundMove) -> MoveGenInputs {
    let mut after = *inputs;
    let passing = found.victim_line == 5 && inputs.en_passant_open && found.to == inputs.en_passant;
    let captured = if passing {
        if inputs.white_to_move {
            found.to - 8
        } else {
            found.to + 8
        }
    } else {
        found.to
    };
    for plane in &mut after.piece {
        let bit = *plane >> found.from & 1;
        *plane &= !(1 << found.from | 1 << captured | 1 << found.to);
        *plane |= bit << found.to;
    }
    after
}
