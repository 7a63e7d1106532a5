//! The move lists against shakmaty's, in the scope of each mode.

mod common;

use std::collections::BTreeSet;

use atlas::{Men, Move, Scope, Tables, legal_moves, listed, make, unmake};
use common::{from_games, generator, seeds, set_up};
use shakmaty::{Chess, Position};

/// Bell's list as a sorted set, to compare.
fn sorted(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|one| format!("{one:?}")).collect()
}

fn agree(tables: &Tables, position: &Chess) {
    let (mut mine, mut opponents) = Men::both(position).expect("the position fits");
    let before = (mine.clone(), opponents.clone());
    let legal = position.legal_moves();
    for scope in [Scope::Full, Scope::Published] {
        let ours = legal_moves(tables, scope, &mut mine, &mut opponents);
        let theirs = legal.iter().copied().filter(|one| match scope {
            Scope::Full => true,
            Scope::Published => !one.is_castle() && !one.is_en_passant(),
        });
        assert_eq!(sorted(ours.clone()).len(), ours.len(), "a move listed twice in {position:?}");
        assert_eq!(sorted(ours), sorted(theirs.filter_map(listed)), "{scope:?} in {position:?}");
    }
    assert_eq!((mine, opponents), before, "listing changes nothing");
}

/// Making a move on the boards gives what shakmaty's position gives; taking it back gives what was.
fn make_agrees(tables: &Tables, position: &Chess) {
    let (mut mine, mut opponents) = Men::both(position).expect("the position fits");
    let before = (mine.clone(), opponents.clone());
    for named in position.legal_moves() {
        let one = listed(named).expect("no drops in chess");
        let undo = make(&mut mine, &mut opponents, one);
        let mut after = position.clone();
        after.play_unchecked(named);
        let ours = legal_moves(tables, Scope::Full, &mut opponents, &mut mine);
        let theirs = after.legal_moves().into_iter().filter_map(listed);
        assert_eq!(sorted(ours), sorted(theirs), "after {named} in {position:?}");
        unmake(&mut mine, &mut opponents, one, undo);
        assert_eq!((&mine, &opponents), (&before.0, &before.1), "{named} taken back in {position:?}");
    }
}

#[test]
fn lists_equal_shakmatys_in_100_000_positions() {
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
fn making_and_taking_back_agree_in_10_000_positions() {
    let tables = Tables::new();
    for seed in seeds() {
        let mut rng = generator(1_000_000 + seed);
        from_games(5_000, &mut rng, &mut |position| make_agrees(&tables, position));
        for n in 0..5_000_u32 {
            make_agrees(&tables, &set_up(2 + n % 15, &mut rng));
        }
    }
}
