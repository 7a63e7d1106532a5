//! `belle bench`

use std::time::Instant;

use anyhow::Context;
use clap::Args;
use play::{Control, Game, Limits, PlayerFactory};
use serde::Serialize;
use shakmaty::CastlingMode;

use crate::players;

/// Positions from opening to endgame, one a line with its name.
const POSITIONS: &str = include_str!("../../../../suites/bench.epd");

/// Nodes a second of the machine of 1980.
const ORIGINAL_NPS: f64 = machine::clock::ORIGINAL_NODES_PER_SECOND;

/// Measure speed and node count over a fixed set of positions.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Player to use.
    #[arg(long, default_value = players::DEFAULT, value_parser = players::find)]
    player: PlayerFactory,
    /// Plies per search [default: the player's benchmark depth].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Results of one search, or of all.
#[derive(Debug, Default, Serialize)]
struct Figures {
    nodes: u64,
    seconds: f64,
    nps: f64,
    /// `nps` relative to the original's, for the machine.
    ratio: Option<f64>,
    machine_cycles: Option<u64>,
    machine_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Line {
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
    positions: Vec<Line>,
    total: Figures,
    /// Sum of all nodes: changes only when the search changes.
    signature: u64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if !self.json {
            let columns = "position                  nodes  seconds    nodes/s        cycles machine s  move";
            try_println!("{columns}")?;
        }
        let mut positions = Vec::new();
        for epd in POSITIONS.lines() {
            let line = self.search(epd)?;
            if !self.json {
                try_println!("{}  {}", line.figures.row(line.id), line.best.as_deref().unwrap_or("-"))?;
            }
            positions.push(line);
        }
        let total = Figures::sum(positions.iter().map(|line| &line.figures)).rated(self.is_machine());
        let results = Results {
            player: self.player.make().name(),
            version: env!("CARGO_PKG_VERSION"),
            depth: self.depth(),
            signature: total.nodes,
            positions,
            total,
        };
        if self.json {
            try_println!("{}", serde_json::to_string_pretty(&results)?)?;
        } else {
            try_println!("{}", results.total.row("all"))?;
            if let Some(ratio) = results.total.ratio {
                try_println!("ratio to the original's {ORIGINAL_NPS} nodes a second: {ratio:.2}")?;
            }
            try_println!("signature: {} at depth {}", results.signature, results.depth)?;
        }
        Ok(())
    }

    /// Whether the player is Belle. Atlas reports machine time too, but of another machine.
    fn is_machine(&self) -> bool {
        self.player.name() == players::DEFAULT
    }

    fn depth(&self) -> u32 {
        self.depth.unwrap_or(self.player.bench_depth())
    }

    fn search(&self, epd: &'static str) -> anyhow::Result<Line> {
        let (fen, id) = epd.split_once(" id ").context("bench.epd: position without id")?;
        let game = Game::from_fen(fen)?;
        let mut player = self.player.make();
        let mut last = None;
        let start = Instant::now();
        let choice = player.search(&game, &Limits::depth(self.depth()), &Control::new(), &mut |report| {
            last = Some((report.nodes, report.machine));
        });
        let seconds = start.elapsed().as_secs_f64();
        let (nodes, machine) = last.context("the player reported nothing")?;
        Ok(Line {
            id: id.trim_matches(['"', ';']),
            fen,
            best: choice.best.map(|best| best.to_uci(CastlingMode::Standard).to_string()),
            figures: Figures {
                nodes,
                seconds,
                machine_cycles: machine.map(|time| time.cycles),
                machine_seconds: machine.map(|time| time.seconds),
                ..Figures::default()
            }
            .rated(self.is_machine()),
        })
    }
}

impl Figures {
    fn rated(self, is_machine: bool) -> Figures {
        let nps = self.nodes as f64 / self.seconds.max(1e-9);
        Figures { nps, ratio: is_machine.then_some(nps / ORIGINAL_NPS), ..self }
    }

    fn sum<'a>(all: impl Iterator<Item = &'a Figures>) -> Figures {
        all.fold(Figures::default(), |sum, one| Figures {
            nodes: sum.nodes + one.nodes,
            seconds: sum.seconds + one.seconds,
            machine_cycles: one.machine_cycles.map(|cycles| cycles + sum.machine_cycles.unwrap_or(0)),
            machine_seconds: one.machine_seconds.map(|seconds| seconds + sum.machine_seconds.unwrap_or(0.0)),
            ..sum
        })
    }

    fn row(&self, name: &str) -> String {
        let cycles = self.machine_cycles.map_or_else(|| "-".to_owned(), |cycles| cycles.to_string());
        let machine = self.machine_seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}"));
        let Figures { nodes, seconds, nps, .. } = self;
        format!("{name:20} {nodes:>10} {seconds:>8.2} {nps:>10.0} {cycles:>13} {machine:>9}")
    }
}
