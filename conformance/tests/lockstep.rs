//! Lockstep of microcode and reference: value, best move and nodes.
//!
//! The reference searches some 0.7 million nodes a second. So the run of every day leaves out
//! searches that need many; with `BELLE_LONG` none is left out. Shallow searches of
//! suites/absurd.epd show the bound of quiescence (docs/search.md, step 4).

mod common;

use host::{Link, Searcher as _};
use reference::{Position, Searcher};
use roms::value::INFINITY;
use shakmaty::{CastlingMode, Chess};

/// Depths searched in order without clearing the memory.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=4;
/// Nodes of a depth beyond which a position is not searched to the next.
const HEAVY: u64 = 6_000;
/// Depths of the boards full of promoted pieces, and the most nodes that each may take.
const MOST: [(u8, u64); 2] = [(1, 1_000_000), (2, 4_000_000)];
/// Nodes up to which the reference searches such a board too.
const LIGHT: u64 = 15_000;
/// Positions searched again with a draw value.
const WITH_DRAWS_WORTH: usize = 100;

fn is_long() -> bool {
    std::env::var_os("BELLE_LONG").is_some()
}

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
struct SearchResult {
    value: i16,
    best: Option<String>,
    nodes: u64,
}

/// The machine and the reference.
struct Lockstep {
    link: Link,
    reference: Searcher,
}

impl Lockstep {
    fn new() -> Self {
        Lockstep {
            link: Link::new(),
            reference: Searcher::new(),
        }
    }

    fn set_draw(&mut self, draw: i16) {
        self.link.set_draw(draw);
        self.reference.set_draw_value(draw);
    }

    fn clear(&mut self) {
        self.link.clear_memory();
        self.reference.clear();
    }

    fn search_by_machine(
        &mut self,
        chess: &Chess,
        depth: u8,
        [alpha, beta]: [i16; 2],
    ) -> SearchResult {
        self.link.mark_open(&[]);
        self.link.load(chess);
        let found = self.link.search(chess, depth, alpha, beta);
        let uci = found.best.map(|best| best.to_uci(CastlingMode::Standard));
        SearchResult {
            value: found.value,
            best: uci.map(|best| best.to_string()),
            nodes: found.nodes,
        }
    }

    fn search_by_reference(
        &mut self,
        chess: &Chess,
        depth: u8,
        [alpha, beta]: [i16; 2],
    ) -> SearchResult {
        let position = Position::from(chess);
        let found = self.reference.search(&position, depth, alpha, beta);
        SearchResult {
            value: found.value,
            best: found.best.map(|best| best.uci().to_string()),
            nodes: found.nodes,
        }
    }

    /// Searches a position with both, compares all they found, and returns the nodes.
    fn search(&mut self, chess: &Chess, depth: u8, window: [i16; 2], id: &str) -> u64 {
        let machine = self.search_by_machine(chess, depth, window);
        let reference = self.search_by_reference(chess, depth, window);
        assert_eq!(machine, reference, "depth {depth}, window {window:?}: {id}");
        machine.nodes
    }
}

#[test]
fn search_suite_matches_reference() {
    let positions = common::epd("lockstep.epd");
    let heavy = if is_long() { u64::MAX } else { HEAVY };
    let mut lockstep = Lockstep::new();
    let (mut deep, mut nodes) = (0, 0);
    for (draw, count) in [(0, positions.len()), (25, WITH_DRAWS_WORTH)] {
        lockstep.set_draw(draw);
        for (chess, id) in &positions[..count] {
            lockstep.clear();
            for depth in DEPTHS {
                let found = lockstep.search(chess, depth, [-INFINITY, INFINITY], id);
                nodes += found;
                deep += usize::from(depth == *DEPTHS.end() && draw == 0);
                if found > heavy {
                    break;
                }
            }
        }
    }
    let (all, last) = (positions.len(), DEPTHS.end());
    println!("{all} positions, {deep} of them to depth {last}, {nodes} nodes");
    assert!(deep >= 500, "only {deep} positions to the last depth");
}

#[test]
fn search_narrow_windows_matches_reference() {
    let mut lockstep = Lockstep::new();
    for (chess, id) in common::epd("lockstep.epd").iter().step_by(10) {
        for window in [
            [-50, 50],
            [-1, 0],
            [0, 1],
            [200, 201],
            [-INFINITY, -400],
            [29_500, INFINITY],
        ] {
            lockstep.clear();
            lockstep.search(chess, 3, window, id);
        }
    }
}

#[test]
fn search_absurd_boards_is_bounded_and_matches_reference() {
    let boards = common::epd("absurd.epd");
    assert!(boards.len() >= 30, "{}", boards.len());
    let light = if is_long() { u64::MAX } else { LIGHT };
    let window = [-INFINITY, INFINITY];
    let mut lockstep = Lockstep::new();
    let mut compared = 0;
    for (depth, most) in MOST {
        let mut worst = 0;
        for (chess, id) in &boards {
            lockstep.clear();
            let machine = lockstep.search_by_machine(chess, depth, window);
            let nodes = machine.nodes;
            assert!(nodes <= most, "{nodes} nodes at depth {depth}: {id}");
            worst = worst.max(nodes);
            if nodes <= light {
                let reference = lockstep.search_by_reference(chess, depth, window);
                assert_eq!(machine, reference, "depth {depth}: {id}");
                compared += 1;
            }
        }
        println!("depth {depth}: at most {worst} nodes");
    }
    assert!(compared >= 10, "{compared} searches small enough");
}
