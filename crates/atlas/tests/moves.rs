//! The move lists against shakmaty's, in the rules of each mode.

mod common;

use std::collections::BTreeSet;

use atlas::{Move, Rules, Side, Tables, from_chess_move, legal_moves, make, unmake};
use common::{from_games, generator, seeds, set_up};
use shakmaty::{Chess, Position};

/// Moves as a sorted set.
fn sorted(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| format!("{mv:?}")).collect()
}

fn agree(tables: &Tables, position: &Chess) {
    let (mut mine, mut opponents) = Side::both(position).expect("supported");
    let before = (mine.clone(), opponents.clone());
    let legal = position.legal_moves();
    for rules in [Rules::Full, Rules::Published] {
        let ours = legal_moves(tables, rules, &mut mine, &mut opponents);
        let theirs = legal.iter().copied().filter(|mv| match rules {
            Rules::Full => true,
            Rules::Published => !mv.is_castle() && !mv.is_en_passant(),
        });
        assert_eq!(sorted(ours.clone()).len(), ours.len(), "a move listed twice in {position:?}");
        assert_eq!(sorted(ours), sorted(theirs.filter_map(from_chess_move)), "{rules:?} in {position:?}");
    }
    assert_eq!((mine, opponents), before, "generation changes nothing");
}

/// Asserts that make equals shakmaty's, and that unmake restores the position.
fn make_agrees(tables: &Tables, position: &Chess) {
    let (mut mine, mut opponents) = Side::both(position).expect("supported");
    let before = (mine.clone(), opponents.clone());
    for named in position.legal_moves() {
        let mv = from_chess_move(named).expect("no drops in chess");
        let undo = make(&mut mine, &mut opponents, mv);
        let mut after = position.clone();
        after.play_unchecked(named);
        let ours = legal_moves(tables, Rules::Full, &mut opponents, &mut mine);
        let theirs = after.legal_moves().into_iter().filter_map(from_chess_move);
        assert_eq!(sorted(ours), sorted(theirs), "after {named} in {position:?}");
        unmake(&mut mine, &mut opponents, mv, undo);
        assert_eq!((&mine, &opponents), (&before.0, &before.1), "{named} taken back in {position:?}");
    }
}

#[test]
fn moves_equal_shakmaty() {
    let tables = Tables::new();
    for seed in seeds() {
        let mut rng = generator(seed);
        from_games(50_000, &mut rng, &mut |position| agree(&tables, position));
        for n in 0..50_000_u32 {
            agree(&tables, &set_up(2 + n % 15, &mut rng));
        }
    }
}

#[test]
fn make_and_unmake_equal_shakmaty() {
    let tables = Tables::new();
    for seed in seeds() {
        let mut rng = generator(1_000_000 + seed);
        from_games(5_000, &mut rng, &mut |position| make_agrees(&tables, position));
        for n in 0..5_000_u32 {
            make_agrees(&tables, &set_up(2 + n % 15, &mut rng));
        }
    }
}
