//! `belle endgame bench`

use anyhow::bail;
use clap::Args;
use endgame::{Material, Tablebase, probe_speed};

use super::TableArgs;

/// Measure how many random positions a second one core looks up, table by table, by the processor's time.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    tables: TableArgs,
    /// Only these endings.
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Positions of each ending.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    positions: u32,
    /// Seed of the random positions.
    #[arg(long, default_value_t = 1978)]
    seed: u64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let tablebase = Tablebase::open(&self.tables.dir, self.tables.metric)?;
        let all = tablebase.tables().iter().map(endgame::Table::material);
        let endings: Vec<Material> = if self.endings.is_empty() { all.collect() } else { self.endings };
        if endings.is_empty() {
            bail!("no {} tables in {}", self.tables.metric, self.tables.dir.display());
        }
        for ending in endings {
            let rate = probe_speed(&tablebase, ending, self.positions as usize, self.seed)?;
            say!(
                "{ending} {}: {:.2} million positions a second",
                self.tables.metric,
                rate.per_second() / 1e6
            )?;
        }
        Ok(())
    }
}
