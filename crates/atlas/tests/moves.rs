//! Atlas's legal moves equal shakmaty's, under full and published rules.

mod common;

use std::collections::BTreeSet;

use atlas::{Move, Rules, Side, from_chess_move, legal_moves, make, unmake};
use common::{random_position, seeded_rng, seeds, visit_games};
use shakmaty::{Chess, Position};

fn as_set(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| format!("{mv:?}")).collect()
}

/// Asserts that both rule sets list shakmaty's moves, each once, and leave the position unchanged.
fn assert_moves_agree(position: &Chess) {
    let (mut mine, mut opponents) = Side::both(position).expect("supported");
    let before = (mine.clone(), opponents.clone());
    let legal = position.legal_moves();
    for rules in [Rules::Full, Rules::Published] {
        let ours = legal_moves(rules, &mut mine, &mut opponents);
        let theirs = legal.iter().copied().filter(|mv| match rules {
            Rules::Full => true,
            Rules::Published => !mv.is_castle() && !mv.is_en_passant(),
        });
        assert_eq!(
            as_set(ours.clone()).len(),
            ours.len(),
            "a move listed twice in {position:?}"
        );
        assert_eq!(
            as_set(ours),
            as_set(theirs.filter_map(from_chess_move)),
            "{rules:?} in {position:?}"
        );
    }
    assert_eq!((mine, opponents), before, "generation changes nothing");
}

/// Asserts that each move leads to shakmaty's legal moves, and that unmaking it restores the
/// position.
fn assert_make_agrees(position: &Chess) {
    let (mut mine, mut opponents) = Side::both(position).expect("supported");
    let before = (mine.clone(), opponents.clone());
    for chess_move in position.legal_moves() {
        let mv = from_chess_move(chess_move).expect("no drops in chess");
        let undo = make(&mut mine, &mut opponents, mv);
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        let ours = legal_moves(Rules::Full, &mut opponents, &mut mine);
        let theirs = after.legal_moves().into_iter().filter_map(from_chess_move);
        assert_eq!(
            as_set(ours),
            as_set(theirs),
            "after {chess_move} in {position:?}"
        );
        unmake(&mut mine, &mut opponents, mv, undo);
        assert_eq!(
            (&mine, &opponents),
            (&before.0, &before.1),
            "{chess_move} taken back in {position:?}"
        );
    }
}

#[test]
fn moves_equal_shakmaty() {
    for seed in seeds() {
        let mut rng = seeded_rng(seed);
        visit_games(50_000, &mut rng, &mut |position| {
            assert_moves_agree(position)
        });
        for n in 0..50_000_u32 {
            assert_moves_agree(&random_position(2 + n % 15, &mut rng));
        }
    }
}

#[test]
fn make_and_unmake_equal_shakmaty() {
    for seed in seeds() {
        let mut rng = seeded_rng(1_000_000 + seed);
        visit_games(5_000, &mut rng, &mut |position| {
            assert_make_agrees(position)
        });
        for n in 0..5_000_u32 {
            assert_make_agrees(&random_position(2 + n % 15, &mut rng));
        }
    }
}
