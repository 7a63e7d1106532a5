//! The bound of quiescence (docs/search.md, step 4): on boards full of promoted pieces, suites/absurd.epd, a shallow search
//! ends, and the machine still searches as its twin does.

mod common;

use board::{self, Cpu, WithCpu};
use host::Link;
use reference::{Bitboards, Position, Searcher};
use roms::value::INFINITY;

/// The most nodes a depth may take on any of the boards.
const MOST: [(u8, u64); 2] = [(1, 1_000_000), (2, 4_000_000)];

/// Beyond this the twin is asked on its fast board alone, for the plain one is slow.
const HEAVY: u64 = 15_000;

struct Bounds;

impl WithCpu for Bounds {
    type Output = ();

    fn run<C: Cpu>(self, cpu: C) {
        let boards = common::epd("absurd.epd");
        assert!(boards.len() >= 30, "{}", boards.len());
        let (mut link, mut twin, mut on_plain) = (Link::new(), Searcher::new(), 0);
        for (depth, most) in MOST {
            let mut worst = 0;
            for (chess, id) in &boards {
                link.clear_memory();
                link.open(std::iter::empty());
                link.load(chess);
                let machine = link.search(chess, depth, -INFINITY, INFINITY);
                assert!(machine.nodes <= most, "{} nodes at depth {depth}: {id}", machine.nodes);
                worst = worst.max(machine.nodes);
                let position = Position::from(chess);
                twin.clear();
                let fast = twin.search(&Bitboards::new(cpu, &position), depth, -INFINITY, INFINITY);
                assert_eq!((machine.value, machine.nodes), (fast.value, fast.nodes), "depth {depth}: {id}");
                if machine.nodes <= HEAVY {
                    twin.clear();
                    assert_eq!(
                        twin.search(&position, depth, -INFINITY, INFINITY),
                        fast,
                        "depth {depth}: {id}"
                    );
                    on_plain += 1;
                }
            }
            println!("depth {depth}: at most {worst} nodes");
        }
        assert!(on_plain >= 10, "{on_plain} searches small enough for the plain board");
    }
}

#[test]
fn absurd_boards_are_searched_in_bounds_and_in_step() {
    board::dispatch(Bounds);
}
