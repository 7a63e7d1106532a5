//! Lockstep of microcode and reference: value, best move and nodes, on the fast and on the plain board.
//!
//! Shallow searches of suites/absurd.epd show the bound of quiescence (docs/search.md, step 4).

mod common;

use board::Cpu;
use host::{Link, Searcher as _};
use reference::{Bitboards, Outcome, Position, Searcher};
use roms::value::INFINITY;
use shakmaty::{CastlingMode, Chess};

/// Depths searched in order without clearing the memory.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=4;
/// Nodes of a depth beyond which the slow plain board is left out of the next; `BELLE_LONG=1` has no limit.
const HEAVY: u64 = 6_000;
/// Depths of the boards full of promoted pieces, and the most nodes that each may take.
const MOST: [(u8, u64); 2] = [(1, 1_000_000), (2, 4_000_000)];
/// Nodes up to which such a board is searched on the plain board too.
const LIGHT: u64 = 15_000;
/// Positions searched again with a draw value.
const WITH_DRAWS_WORTH: usize = 100;

struct Step<C> {
    cpu: C,
    link: Link,
    fast: Searcher,
    plain: Searcher,
}

impl<C: Cpu> Step<C> {
    fn new(cpu: C) -> Self {
        Step {
            cpu,
            link: Link::new(),
            fast: Searcher::new(),
            plain: Searcher::new(),
        }
    }

    fn set_draw(&mut self, draw: i16) {
        self.link.set_draw(draw);
        self.fast.set_draw_value(draw);
        self.plain.set_draw_value(draw);
    }

    fn clear(&mut self) {
        self.link.clear_memory();
        self.fast.clear();
        self.plain.clear();
    }

    /// Searches a position on all three, compares value, best move and nodes, and returns the nodes.
    fn search(
        &mut self,
        chess: &Chess,
        depth: u8,
        [alpha, beta]: [i16; 2],
        on_plain: bool,
        id: &str,
    ) -> u64 {
        self.link.mark_open(&[]);
        self.link.load(chess);
        let machine = self.link.search(chess, depth, alpha, beta);
        let best = machine
            .best
            .map(|m| m.to_uci(CastlingMode::Standard).to_string());
        let expected = (machine.value, best, machine.nodes);
        let seen =
            |Outcome { value, best, nodes }| (value, best.map(|m| m.uci().to_string()), nodes);

        let position = Position::from(chess);
        let fast = self
            .fast
            .search(&Bitboards::new(self.cpu, &position), depth, alpha, beta);
        assert_eq!(
            expected,
            seen(fast),
            "machine and fast board, depth {depth}, {alpha} to {beta}: {id}"
        );
        if on_plain {
            let plain = self.plain.search(&position, depth, alpha, beta);
            assert_eq!(
                expected,
                seen(plain),
                "machine and plain board, depth {depth}, {alpha} to {beta}: {id}"
            );
        }
        machine.nodes
    }
}

#[test]
fn search_suite_matches_reference() {
    board::with_cpu!(|cpu| -> () {
        let positions = common::epd("lockstep.epd");
        let heavy = if std::env::var_os("BELLE_LONG").is_some() {
            u64::MAX
        } else {
            HEAVY
        };
        let mut step = Step::new(cpu);
        let (mut deep, mut nodes) = (0, 0);
        for (draw, some) in [(0, positions.len()), (25, WITH_DRAWS_WORTH)] {
            step.set_draw(draw);
            for (chess, id) in &positions[..some] {
                step.clear();
                let mut on_plain = true;
                for depth in DEPTHS {
                    let found = step.search(chess, depth, [-INFINITY, INFINITY], on_plain, id);
                    nodes += found;
                    deep += usize::from(on_plain && depth == *DEPTHS.end() && draw == 0);
                    on_plain &= found <= heavy;
                }
            }
        }
        let (all, last) = (positions.len(), DEPTHS.end());
        println!(
            "{all} positions to depth {last}, {deep} of them on the plain board too, {nodes} nodes"
        );
        assert!(
            deep >= 500,
            "only {deep} positions to the last depth on the plain board"
        );
    });
}

#[test]
fn search_narrow_windows_matches_reference() {
    board::with_cpu!(|cpu| -> () {
        let mut step = Step::new(cpu);
        for (chess, id) in common::epd("lockstep.epd").iter().step_by(10) {
            for window in [
                [-50, 50],
                [-1, 0],
                [0, 1],
                [200, 201],
                [-INFINITY, -400],
                [29_500, INFINITY],
            ] {
                step.clear();
                step.search(chess, 3, window, true, id);
            }
        }
    });
}

#[test]
fn search_absurd_boards_is_bounded_and_matches_reference() {
    board::with_cpu!(|cpu| -> () {
        let boards = common::epd("absurd.epd");
        assert!(boards.len() >= 30, "{}", boards.len());
        let (mut step, mut on_plain) = (Step::new(cpu), 0);
        for (depth, most) in MOST {
            let mut worst = 0;
            for (chess, id) in &boards {
                step.clear();
                let nodes = step.search(chess, depth, [-INFINITY, INFINITY], false, id);
                assert!(nodes <= most, "{nodes} nodes at depth {depth}: {id}");
                worst = worst.max(nodes);
                if nodes <= LIGHT {
                    step.clear();
                    step.search(chess, depth, [-INFINITY, INFINITY], true, id);
                    on_plain += 1;
                }
            }
            println!("depth {depth}: at most {worst} nodes");
        }
        assert!(
            on_plain >= 10,
            "{on_plain} searches small enough for the plain board"
        );
    });
}
