//! `cargo xtask ledger`: the machine's cycles by kind of node (docs/benchmarks.md).

mod nodes;

use anyhow::Context;
use clap::Args;
use host::{Link, Searcher};
use microcode::programs;
use play::Game;
use roms::value::INFINITY;

use nodes::Sum;

/// Sums up the machine's cycles by kind of node over suites/bench.epd.
#[derive(Debug, Args)]
pub(crate) struct Ledger {
    /// Depth of each search in plies.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
}

impl Ledger {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let program = programs::search().context("search.mc is part of this program")?;
        let probe =
            nodes::Ledger::new(&program).context("search.mc: a label of the ledger is missing")?;
        let mut link = Link::with_program(&program, probe)?;
        for line in include_str!("../../../../suites/bench.epd").lines() {
            let fen = line
                .split_whitespace()
                .take(4)
                .collect::<Vec<_>>()
                .join(" ");
            let game = Game::from_fen(&fen)?;
            link.clear_memory();
            link.load(game.position());
            link.search(game.position(), self.depth, -INFINITY, INFINITY);
            link.port.probe.end();
        }
        println!(
            "{:36}{:>10}{:>12}{:>10}",
            "kind of node", "nodes", "cycles", "a node"
        );
        for (kind, Sum { nodes, cycles }) in link.port.probe.rows() {
            println!(
                "{kind:36}{nodes:>10}{cycles:>12}{:>10.1}",
                cycles as f64 / nodes.max(1) as f64
            );
        }
        let state = link.state();
        let (nodes, cycles) = (state.nodes, state.cycles);
        println!(
            "{:36}{nodes:>10}{cycles:>12}{:>10.1}",
            "all but illegal",
            cycles as f64 / nodes as f64
        );
        Ok(())
    }
}
