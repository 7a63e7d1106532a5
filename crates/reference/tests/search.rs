//! The reference search against brute force, and its rules one by one.

mod common;

use common::{chess, random_endings, random_positions, standard};
use reference::minimax::Minimax;
use reference::{Bound, Memory, MemoryUse, Outcome, Position, Searcher};
use roms::value::{INFINITY, MATE};
use shakmaty::Chess;

const BUDGET: u64 = 60_000;

/// White has nothing but perpetual check.
const PERPETUAL: &str = "6k1/6p1/8/7Q/2r5/1r6/r5PP/b6K w - - 0 1";

fn full_window(searcher: &mut Searcher, chess: &Chess, depth: u8) -> Outcome {
    searcher.search(&Position::from(chess), depth, -INFINITY, INFINITY)
}

fn many_positions() -> Vec<Chess> {
    let mut out = random_positions(21, 60);
    out.extend(random_endings(22, 6, 100));
    out.extend(standard());
    out
}

/// Compares value and, by null windows beside it, bounds; returns for each depth from 0 how many
/// positions were compared.
fn compare(remembers: MemoryUse, draw_value: i16, positions: &[Chess]) -> [u32; 4] {
    let repetition = remembers != MemoryUse::Nothing;
    let minimax = Minimax {
        draw_value,
        repetition,
        budget: BUDGET,
    };
    let mut searcher = Searcher::remembering(remembers);
    searcher.set_draw_value(draw_value);
    let mut compared = [0; 4];
    for chess in positions {
        let here = Position::from(chess);
        for depth in 0..=3 {
            let Some(value) = minimax.value(chess, depth) else {
                break;
            };
            let found = full_window(&mut searcher, chess, depth);
            assert_eq!(found.value, value, "depth {depth}: {chess:?}");
            for alpha in [value - 30, value - 1, value, value + 30] {
                let bound = searcher.search(&here, depth, alpha, alpha + 1).value;
                assert_eq!(
                    bound > alpha,
                    value > alpha,
                    "depth {depth}, null window {alpha}: {chess:?}"
                );
            }
            compared[usize::from(depth)] += 1;
        }
    }
    compared
}

#[test]
fn search_without_memory_equals_minimax() {
    let compared = compare(MemoryUse::Nothing, 0, &many_positions());
    assert!(compared[3] > 60, "{compared:?}");
}

#[test]
fn search_with_repetition_equals_minimax() {
    let compared = compare(MemoryUse::MarksOnly, -17, &random_endings(23, 4, 120));
    assert!(compared[3] > 80, "{compared:?}");
}

#[test]
fn search_with_repetition_deeper_equals_minimax() {
    // Few pieces, so that five plies are within reach: here the same position does come back.
    let minimax = |repetition| Minimax {
        draw_value: 40,
        repetition,
        budget: 3_000_000,
    };
    let mut searcher = Searcher::remembering(MemoryUse::MarksOnly);
    searcher.set_draw_value(40);
    let mut differ = 0;
    for fen in [
        "7k/8/8/8/8/8/1K6/8 w - - 0 1",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
        "8/8/8/8/8/k7/p7/K7 b - - 0 1",
        "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        PERPETUAL,
    ] {
        let chess = chess(fen);
        for depth in 1..=5 {
            let Some(value) = minimax(true).value(&chess, depth) else {
                break;
            };
            assert_eq!(
                full_window(&mut searcher, &chess, depth).value,
                value,
                "depth {depth}: {fen}"
            );
            differ += u32::from(minimax(false).value(&chess, depth) != Some(value));
        }
    }
    assert!(differ > 0, "repetition must have mattered somewhere");
}

#[test]
fn search_mates_and_stalemates_have_their_values() {
    let mut searcher = Searcher::new();
    let mated = chess("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(
        full_window(&mut searcher, &mated, 1),
        Outcome {
            value: -MATE,
            best: None,
            nodes: 1
        }
    );
    // In check all moves are tried at depth 0 as well.
    assert_eq!(full_window(&mut searcher, &mated, 0).value, -MATE);

    let in_one = full_window(
        &mut searcher,
        &chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
        1,
    );
    assert_eq!(
        (in_one.value, in_one.best.unwrap().to_string()),
        (MATE - 1, "a1a8".to_owned())
    );

    let stalemate = chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    searcher.set_draw_value(25);
    assert_eq!(full_window(&mut searcher, &stalemate, 2).value, -25);
    // A quiet node does not detect stalemate: it stands pat.
    assert!(full_window(&mut searcher, &stalemate, 0).value < -800);
}

#[test]
fn memory_mate_counts_from_its_position() {
    // Mate in two. The entry of the position a ply later counts the mate from that position, so it
    // is right where that position is the root.
    let mut searcher = Searcher::new();
    let position = Position::from(&chess("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"));
    let found = searcher.search(&position, 4, -INFINITY, INFINITY);
    assert_eq!(found.value, MATE - 3);
    let child = position.after(found.best.unwrap());
    let entry = searcher.memory().hit(child.address()).unwrap();
    assert_eq!((entry.value, entry.open), (-MATE + 2, false));
    assert_eq!(
        searcher
            .search(&child, entry.depth, -INFINITY, INFINITY)
            .value,
        -MATE + 2
    );
}

#[test]
fn search_perpetual_check_is_draw() {
    // Far behind, and mate threatened: White gives check on e8 and h5 for ever.
    let position = Position::from(&chess(PERPETUAL));
    for depth in 3..=6 {
        let mut searcher = Searcher::new();
        searcher.set_draw_value(-3);
        let found = searcher.search(&position, depth, -INFINITY, INFINITY);
        assert_eq!(found.value, -3, "depth {depth}");
        assert_eq!(found.best.expect("a check").to_string(), "h5e8");
    }
    let found = Searcher::remembering(MemoryUse::Nothing).search(&position, 3, -INFINITY, INFINITY);
    assert!(found.value < -100, "{found:?}");
}

#[test]
fn mark_open_recurring_position_is_draw() {
    // White is a queen up, but any move here leads to a position that has been.
    let position = Position::from(&chess("k7/8/8/8/8/8/7Q/K7 w - - 0 1"));
    let mut searcher = Searcher::new();
    assert!(searcher.search(&position, 2, -INFINITY, INFINITY).value > 500);
    searcher.clear();
    for m in position.moves(false) {
        searcher.mark_open(&position.after(m));
    }
    assert_eq!(searcher.search(&position, 2, -INFINITY, INFINITY).value, 0);
    // What was found on the way stays in the memory, draws of that history too.
    searcher.forget_history();
    assert_eq!(searcher.search(&position, 2, -INFINITY, INFINITY).value, 0);
    searcher.clear();
    searcher.set_draw_value(7);
    assert!(searcher.search(&position, 2, -INFINITY, INFINITY).value > 500);
    searcher.mark_open(&position);
    assert_eq!(
        searcher.search(&position, 2, -INFINITY, INFINITY),
        Outcome {
            value: 7,
            best: None,
            nodes: 1
        }
    );
}

#[test]
fn search_leaves_no_open_marks() {
    let position = Position::from(&standard().nth(1).unwrap());
    let mut searcher = Searcher::new();
    let first = searcher.search(&position, 3, -INFINITY, INFINITY);
    let entries = (0..Memory::ENTRIES).map(|index| searcher.memory().entry(index));
    assert_eq!(entries.clone().filter(|entry| entry.open).count(), 0);
    assert!(entries.filter(|entry| entry.bound != Bound::None).count() > 100);
    // The root is in the memory: it is worth what it was, and no move is found.
    let again = searcher.search(&position, 3, -INFINITY, INFINITY);
    assert_eq!(
        again,
        Outcome {
            value: first.value,
            best: None,
            nodes: 1
        }
    );
    searcher.clear();
    assert_eq!(searcher.search(&position, 3, -INFINITY, INFINITY), first);
}

#[test]
fn memory_small_depth_changes_no_value() {
    // Hardly anything repeats in two plies, and every entry is of just the depth asked for.
    let mut without = Searcher::remembering(MemoryUse::Nothing);
    for chess in random_positions(24, 200) {
        for depth in 1..=2 {
            let mut with = Searcher::new();
            assert_eq!(
                full_window(&mut with, &chess, depth).value,
                full_window(&mut without, &chess, depth).value,
                "{chess:?}"
            );
        }
    }
}
