//! Coverage of search.mc, and the incremental registers at every node.

mod common;

use host::{Link, Searcher, Simulated, unlimited};
use machine::probe::{Coverage, Probe};
use machine::{Settled, State};
use roms::value::INFINITY;
use shakmaty::{Chess, Position};

/// Searches the tree whole, move by move as the host does, and with windows; counts leaves.
fn exercise<P: Probe>(link: &mut Link<Simulated<P>>, position: &Chess, depth: u8) {
    link.mark_open(std::slice::from_ref(position));
    for root_move in link.root_moves(position) {
        let value = link.search_move(&root_move, depth - 1, -INFINITY, INFINITY, &mut unlimited);
        assert!(value.is_some());
        link.perft_move(&root_move, depth - 1, &mut unlimited);
    }
    link.mark_open(&[]);
    link.load(position);
    link.search(position, depth, -INFINITY, INFINITY);
    // Windows that cut at once, beside mates.
    for window in [(-INFINITY, -29_990), (29_990, INFINITY), (-1, 0)] {
        link.clear_memory();
        link.search(position, depth, window.0, window.1);
    }
}

#[test]
fn search_suite_runs_every_word() {
    let program = microcode::programs::search().expect("search.mc");
    let mut link = Link::with_probe(Coverage::default());
    for (position, _) in &common::epd("lockstep.epd") {
        link.clear_memory();
        for depth in 1..=3 {
            exercise(&mut link, position, depth);
        }
    }
    // Two kings reach the last frame of the stack.
    let game = play::Game::from_fen("8/8/8/4k3/8/8/4K3/8 w - - 0 1").expect("two kings");
    link.clear_memory();
    link.mark_open(&[]);
    link.load(game.position());
    let outcome = link.search(game.position(), 63, 5_000, 5_001);
    assert_eq!((outcome.value, link.state().deepest), (5_000, 62));
    let missed: Vec<String> = (0..program.words.len())
        .filter(|&address| link.port.probe.counts[address] == 0)
        .map(|address| {
            let (file, line) = program
                .source(address as u16)
                .expect("every word has a source");
            format!("{address:#05x} {file}:{line}")
        })
        .collect();
    assert!(
        missed.is_empty(),
        "{} of {} words missed: {missed:#?}",
        missed.len(),
        program.words.len()
    );
}

/// Compares the registers with recomputed ones after every make and unmake.
#[derive(Default)]
struct Recompute {
    nodes: u64,
    ply: u8,
    compared: u64,
}

impl Probe for Recompute {
    fn cycle(&mut self, state: &State, _: &Settled) {
        if (state.nodes, state.ply) != (self.nodes, self.ply) {
            (self.nodes, self.ply) = (state.nodes, state.ply);
            self.compared += 1;
            assert_eq!(
                state.board,
                state.board.recomputed(),
                "after node {}",
                state.nodes
            );
        }
    }
}

#[test]
fn incremental_registers_equal_recomputed() {
    let mut link = Link::with_probe(Recompute::default());
    for (position, _) in common::epd("lockstep.epd").iter().step_by(3) {
        link.clear_memory();
        exercise(&mut link, position, 2);
        assert_eq!(
            link.state()
                .board
                .pieces()
                .iter()
                .filter(|&&p| p != 0)
                .count(),
            position.board().occupied().count()
        );
    }
    assert!(
        link.port.probe.compared > 100_000,
        "{}",
        link.port.probe.compared
    );
}
