//! `belle bench`

use clap::Args;
use machine::clock::ORIGINAL_NODES_PER_SECOND;
use play::{BenchSearch, PlayerFactory, bench};
use serde::Serialize;

use crate::players;

/// Measure speed and node count over a fixed set of positions.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::parser())]
    player: PlayerFactory,
    /// Plies per search [default: the player's benchmark depth].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Results of one search, or of all.
#[derive(Debug, Serialize)]
struct Figures {
    nodes: u64,
    seconds: f64,
    nps: f64,
    /// `nps` relative to the original's, for the machine. Atlas reports machine time too, but of
    /// another machine.
    ratio: Option<f64>,
    machine_cycles: Option<u64>,
    machine_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct BenchPosition {
    id: &'static str,
    fen: &'static str,
    best: Option<String>,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Debug, Serialize)]
struct Results {
    player: String,
    version: &'static str,
    depth: u32,
    positions: Vec<BenchPosition>,
    total: Figures,
    /// Sum of all nodes: changes only when the search changes.
    signature: u64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let depth = self.depth.unwrap_or(self.player.bench_depth());
        let is_machine = self.player.name() == players::DEFAULT;
        if !self.json {
            try_println!(
                "position                nodes  seconds    nodes/s        cycles machine s  move"
            )?;
        }
        let (mut searches, mut positions) = (Vec::new(), Vec::new());
        for search in bench(|| self.player.make(), depth) {
            let best = search.best.as_ref().map(ToString::to_string);
            let figures = Figures::sum(std::slice::from_ref(&search), is_machine);
            if !self.json {
                try_println!(
                    "{}  {}",
                    figures.row(search.id),
                    best.as_deref().unwrap_or("-")
                )?;
            }
            positions.push(BenchPosition {
                id: search.id,
                fen: search.fen,
                best,
                figures,
            });
            searches.push(search);
        }
        let total = Figures::sum(&searches, is_machine);
        let (player, version) = (self.player.make().name(), env!("CARGO_PKG_VERSION"));
        let results = Results {
            player,
            version,
            depth,
            positions,
            signature: total.nodes,
            total,
        };
        if self.json {
            return Ok(try_println!("{}", serde_json::to_string_pretty(&results)?)?);
        }
        try_println!("{}", results.total.row("all"))?;
        if let Some(ratio) = results.total.ratio {
            try_println!(
                "ratio to the original's {ORIGINAL_NODES_PER_SECOND} nodes a second: {ratio:.2}"
            )?;
        }
        Ok(try_println!(
            "signature: {} at depth {depth}",
            results.signature
        )?)
    }
}

impl Figures {
    fn sum(all: &[BenchSearch], is_machine: bool) -> Figures {
        let nodes = all.iter().map(|one| one.nodes).sum();
        let seconds = all.iter().map(|one| one.time.as_secs_f64()).sum();
        let nps = nodes as f64 / f64::max(seconds, 1e-9);
        Figures {
            nodes,
            seconds,
            nps,
            ratio: if is_machine {
                Some(nps / ORIGINAL_NODES_PER_SECOND)
            } else {
                None
            },
            machine_cycles: all.iter().map(|one| Some(one.machine?.cycles)).sum(),
            machine_seconds: all.iter().map(|one| Some(one.machine?.seconds)).sum(),
        }
    }

    fn row(&self, name: &str) -> String {
        let cycles = match self.machine_cycles {
            Some(cycles) => cycles.to_string(),
            None => "-".to_owned(),
        };
        let machine = match self.machine_seconds {
            Some(seconds) => format!("{seconds:.2}"),
            None => "-".to_owned(),
        };
        let Figures {
            nodes,
            seconds,
            nps,
            ..
        } = self;
        format!("{name:18} {nodes:>10} {seconds:>8.2} {nps:>10.0} {cycles:>13} {machine:>9}")
    }
}
