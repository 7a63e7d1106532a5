//! Options shared by the subcommands of `belle endgame`.

use std::path::PathBuf;

use clap::Args;
use endgame::{Metric, Tablebase};

/// The tables to use.
#[derive(Debug, Args)]
pub(super) struct TableArgs {
    /// Directory of the tables.
    #[arg(short, long, default_value = "endgames")]
    pub(super) dir: PathBuf,
    /// Metric: dtc (distance to conversion, Thompson's metric), dtm (to mate) or dtz (to a zeroing move).
    #[arg(short, long, default_value = "dtc")]
    pub(super) metric: Metric,
}

impl TableArgs {
    /// The tables, of which there must be at least one.
    pub(super) fn open(&self) -> anyhow::Result<Tablebase> {
        let tablebase = Tablebase::open(&self.dir, self.metric)?;
        let (metric, folder) = (self.metric, self.dir.display());
        anyhow::ensure!(!tablebase.tables().is_empty(), "no {metric} tables in {folder}");
        Ok(tablebase)
    }
}
