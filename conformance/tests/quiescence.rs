//! Bound of quiescence (docs/search.md, step 4): shallow searches of suites/absurd.epd, boards full of promoted pieces,
//! end, and agree with the reference.

mod common;

use host::Link;
use reference::{Bitboards, Position, Searcher};
use roms::value::INFINITY;

/// Depths, and the most nodes that each may take.
const MOST: [(u8, u64); 2] = [(1, 1_000_000), (2, 4_000_000)];
const HEAVY: u64 = 15_000;

#[test]
fn search_absurd_boards_is_bounded_and_matches_reference() {
    board::with_cpu!(|cpu| -> () {
        let boards = common::epd("absurd.epd");
        assert!(boards.len() >= 30, "{}", boards.len());
        let (mut link, mut reference, mut on_plain) = (Link::new(), Searcher::new(), 0);
        for (depth, most) in MOST {
            let mut worst = 0;
            for (chess, id) in &boards {
                link.clear_memory();
                link.mark_open(std::iter::empty());
                link.load(chess);
                let machine = link.search(chess, depth, -INFINITY, INFINITY);
                assert!(machine.nodes <= most, "{} nodes at depth {depth}: {id}", machine.nodes);
                worst = worst.max(machine.nodes);
                let position = Position::from(chess);
                reference.clear();
                let fast = reference.search(&Bitboards::new(cpu, &position), depth, -INFINITY, INFINITY);
                assert_eq!((machine.value, machine.nodes), (fast.value, fast.nodes), "depth {depth}: {id}");
                if machine.nodes <= HEAVY {
                    reference.clear();
                    assert_eq!(
                        reference.search(&position, depth, -INFINITY, INFINITY),
                        fast,
                        "depth {depth}: {id}"
                    );
                    on_plain += 1;
                }
            }
            println!("depth {depth}: at most {worst} nodes");
        }
        assert!(on_plain >= 10, "{on_plain} searches small enough for the plain board");
    });
}
