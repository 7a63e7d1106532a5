//! `belle endgame stats`

use clap::{Args, ValueEnum};
use endgame::{Material, Stats, Table};

use super::TableArgs;

/// Show what a table holds: wins, draws and losses, the longest wins, and a histogram.
#[derive(Debug, Args)]
pub(crate) struct Statistics {
    #[command(flatten)]
    tables: TableArgs,
    /// The ending, such as KQKR.
    ending: Material,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How many of the positions that take longest to list, of each kind.
    #[arg(long, default_value_t = 4)]
    positions: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

impl Statistics {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let table = Table::open(&self.tables.dir, self.ending, self.tables.metric)?;
        let stats = Stats::new(&table, self.positions)?;
        match self.format {
            Format::Text => say_part!("{stats}"),
            Format::Json => say!("{}", serde_json::to_string_pretty(&stats)?),
            Format::Svg => say_part!("{}", stats.to_svg()),
        }?;
        Ok(())
    }
}
