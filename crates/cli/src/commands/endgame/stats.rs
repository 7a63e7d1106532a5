//! `belle endgame stats` and `belle endgame bench`

use clap::{Args, ValueEnum, value_parser};
use endgame::{Material, Table, probe_speed};

use super::args::TableArgs;

/// Show a table's statistics: totals, longest wins and a histogram.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    tables: TableArgs,
    /// Ending, such as KQKR.
    ending: Material,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Positions to list for each longest win.
    #[arg(long, value_name = "N", default_value_t = 4)]
    positions: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

impl Stats {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let table = Table::open(&self.tables.dir, self.ending, self.tables.metric)?;
        let stats = endgame::Stats::new(&table, self.positions)?;
        match self.format {
            Format::Text => try_print!("{stats}"),
            Format::Json => try_println!("{}", serde_json::to_string_pretty(&stats)?),
            Format::Svg => try_print!("{}", stats.to_svg()),
        }?;
        Ok(())
    }
}

/// Measure the probes per second of CPU time for each table.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    tables: TableArgs,
    /// Endings to measure [default: all in the directory].
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Random positions per ending.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        value_parser = value_parser!(u32).range(1..=100_000_000)
    )]
    positions: u32,
    /// Seed of the random positions.
    #[arg(long, default_value_t = 1978)]
    seed: u64,
}

impl Bench {
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let tablebase = self.tables.open()?;
        if self.endings.is_empty() {
            self.endings = tablebase.tables().iter().map(Table::material).collect();
        }
        for ending in self.endings {
            let speed = probe_speed(&tablebase, ending, self.positions as usize, self.seed)?;
            let millions = speed.per_second() / 1e6;
            try_println!(
                "{ending} {}: {millions:.2} million positions per second",
                self.tables.metric
            )?;
        }
        Ok(())
    }
}
