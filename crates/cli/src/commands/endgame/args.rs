//! Options shared by the subcommands of `belle endgame`.

use std::path::PathBuf;

use crate::listed::ListedValues;
use crate::setup::{Usage, folder_path};
use anyhow::{Context, anyhow, bail};
use clap::{Args, value_parser};
use endgame::{Bytes, MAX_PIECES, Material, Metric, ProbeError, Tablebase};

/// Parser of a metric.
pub(super) fn metric() -> ListedValues<Metric> {
    ListedValues::new(Metric::ALL.map(Metric::name), |text| {
        text.parse::<Metric>().map_err(|error| error.to_string())
    })
}

/// The tables to use.
#[derive(Debug, Args)]
pub(super) struct TableArgs {
    /// Directory of the tables.
    #[arg(
        short,
        long,
        value_name = "DIR",
        value_parser = folder_path(),
        default_value = "endgames"
    )]
    pub(super) dir: PathBuf,
    /// Metric: dtc (distance to conversion, Thompson's metric), dtm (to mate) or dtz (to a zeroing
    /// move).
    #[arg(short, long, default_value = "dtc", value_parser = metric())]
    pub(super) metric: Metric,
}

impl TableArgs {
    /// The result of probing; for a missing table with the command that builds it.
    pub(super) fn explained<T>(&self, probed: Result<T, ProbeError>) -> anyhow::Result<T> {
        probed.map_err(|error| match &error {
            ProbeError::Missing(ending) => {
                let (dir, metric) = (self.dir.display(), self.metric);
                let build = format!("belle endgame build {ending} --metric {metric} --dir {dir}");
                anyhow!("{error} in {dir}: build it with `{build}`")
            }
            _ => error.into(),
        })
    }

    /// The tables, of which there must be at least one.
    pub(super) fn open(&self) -> anyhow::Result<Tablebase> {
        let (dir, metric) = (self.dir.display(), self.metric);
        let tablebase = if self.dir.is_dir() {
            Some(Tablebase::open(&self.dir, metric)?)
        } else {
            None
        };
        tablebase
            .filter(|tablebase| !tablebase.tables().is_empty())
            .with_context(|| {
                let example = format!("belle endgame build KQKR --metric {metric} --dir {dir}");
                format!("no {metric} tables in {dir}: build some first, such as with `{example}`")
            })
    }
}

/// A build.
#[derive(Debug, Args)]
pub(super) struct BuildArgs {
    /// Endings, such as KQKR or KBBKN.
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// All endings with N pieces, kings included; repeatable.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(3..=MAX_PIECES as i64))]
    pieces: Vec<u8>,
    /// Metric: dtc (distance to conversion, Thompson's metric), dtm (to mate) or dtz (to a zeroing
    /// move).
    #[arg(short, long, default_value = "dtc", value_parser = metric())]
    pub(super) metric: Metric,
    /// Directory of the tables.
    #[arg(
        short,
        long,
        value_name = "DIR",
        value_parser = folder_path(),
        default_value = "endgames",
        short_alias = 'o',
        alias = "output"
    )]
    pub(super) dir: PathBuf,
    /// Memory limit, such as 512M or 8G; larger arrays go to temporary files.
    #[arg(long, value_name = "BYTES", default_value = "2G")]
    pub(super) memory: Bytes,
}

impl BuildArgs {
    /// The endings, of which there must be at least one.
    pub(super) fn materials(&self) -> anyhow::Result<Vec<Material>> {
        let mut wanted = self.endings.clone();
        for &pieces in &self.pieces {
            wanted.extend(Material::all(usize::from(pieces)));
        }
        if wanted.is_empty() {
            let error = "nothing to build: expected an ending, such as KQKR, or --pieces N";
            bail!(Usage(error.to_owned()));
        }
        Ok(wanted)
    }
}
