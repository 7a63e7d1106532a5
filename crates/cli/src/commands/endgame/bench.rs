//! `belle endgame bench`

use clap::{Args, value_parser};
use endgame::{Material, Table, probe_speed};

use super::args::TableArgs;

/// Measure the probes per second of CPU time for each table.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    tables: TableArgs,
    /// Endings to measure [default: all in the directory].
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Random positions per ending.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u32).range(1..=100_000_000))]
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
            try_println!("{ending} {}: {millions:.2} million positions per second", self.tables.metric)?;
        }
        Ok(())
    }
}
