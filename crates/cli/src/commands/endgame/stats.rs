//! `belle endgame stats`

use clap::{Args, ValueEnum};
use endgame::{Material, Table};

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
