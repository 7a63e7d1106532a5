//! Options shared by the subcommands of `belle endgame`.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use endgame::{Metric, ProbeError, Tablebase};

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
    /// The result of probing; for a missing table with the command that builds it.
    pub(super) fn explained<T>(&self, probed: Result<T, ProbeError>) -> anyhow::Result<T> {
        probed.map_err(|error| match &error {
            ProbeError::Missing(ending) => {
                let (dir, metric) = (self.dir.display(), self.metric);
                let build = format!("belle endgame build {ending} --metric {metric} --output {dir}");
                anyhow!("{error} in {dir}: build it with `{build}`")
            }
            _ => error.into(),
        })
    }

    /// The tables, of which there must be at least one.
    pub(super) fn open(&self) -> anyhow::Result<Tablebase> {
        let (dir, metric) = (self.dir.display(), self.metric);
        let tablebase = if self.dir.is_dir() { Some(Tablebase::open(&self.dir, metric)?) } else { None };
        tablebase.filter(|tablebase| !tablebase.tables().is_empty()).with_context(|| {
            let example = format!("belle endgame build KQKR --metric {metric} --output {dir}");
            format!("no {metric} tables in {dir}: build some first, such as with `{example}`")
        })
    }
}
