//! The bound of quiescence (docs/search.md, step 4): on boards full of promoted men, suites/absurd.epd, a shallow search
//! ends, and the machine still searches as its twin does.

mod common;

use host::Link;
use native::classic::{Classic, Position};
use roms::value::INFINITY;

/// The most nodes a depth may take on any of the boards.
const MOST: [(u8, u64); 2] = [(1, 1_000_000), (2, 4_000_000)];

/// The twin is slow, being plain: beyond this it is not asked.
const HEAVY: u64 = 15_000;

#[test]
fn absurd_boards_are_searched_in_bounds_and_in_step() {
    let boards = common::epd("absurd.epd");
    assert!(boards.len() >= 30, "{}", boards.len());
    let (mut link, mut twin, mut together) = (Link::new(), Classic::new(), 0);
    for (depth, most) in MOST {
        let mut worst = 0;
        for (chess, id) in &boards {
            link.clear_memory();
            link.open(std::iter::empty());
            link.load(chess);
            let machine = link.search(chess, depth, -INFINITY, INFINITY);
            assert!(machine.nodes <= most, "{} nodes at depth {depth}: {id}", machine.nodes);
            worst = worst.max(machine.nodes);
            if machine.nodes <= HEAVY {
                twin.clear();
                let plain = twin.search(&Position::from(chess), depth, -INFINITY, INFINITY);
                assert_eq!((machine.value, machine.nodes), (plain.value, plain.nodes), "depth {depth}: {id}");
                together += 1;
            }
        }
        println!("depth {depth}: at most {worst} nodes");
    }
    assert!(together >= 10, "{together} searches small enough for the twin");
}
