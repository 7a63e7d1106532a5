//! `belle endgame verify`

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use endgame::{
    Bytes, Material, Metric, ProbeError, Tablebase, VerifyOptions, compare_with_syzygy, verify,
};
use indicatif::HumanCount;

use super::args::{TableArgs, metric};
use crate::setup::{folder_path, progress_bar};

/// Pieces of the tables of which only samples are verified.
const SAMPLED_PIECES: usize = 6;

/// Verify the positions of the tables against their successors.
///
/// Of six-piece tables only random samples are verified. An interrupted verification continues
/// where it stopped.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Directory of the tables.
    #[arg(
        short,
        long,
        value_name = "DIR",
        value_parser = folder_path(),
        default_value = "endgames"
    )]
    dir: PathBuf,
    /// Endings to verify [default: all in the directory].
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Metric to verify [default: all].
    #[arg(short, long, value_parser = metric())]
    metric: Option<Metric>,
    /// Compare random positions with the Syzygy tables in this directory instead; needs dtz tables.
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Verify all positions of six-piece tables too.
    #[arg(long, conflicts_with_all = ["syzygy", "positions"])]
    all: bool,
    /// Random positions per ending [default: all, 10,000,000 with six pieces; 30,000 to compare
    /// with Syzygy].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Seed of the random positions.
    #[arg(long, default_value_t = 1978)]
    seed: u64,
    /// Memory limit, such as 512M or 8G; larger tables are read from their files.
    #[arg(long, value_name = "BYTES", default_value = "2G")]
    memory: Bytes,
}

/// The endings whose tables of a metric are verified.
struct MetricTables {
    metric: Metric,
    endings: Vec<Material>,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(syzygy) = &self.syzygy {
            return self.compare(syzygy);
        }
        for MetricTables { metric, endings } in self.tables()? {
            for ending in endings {
                let start = Instant::now();
                let bar = progress_bar(
                    Some(0),
                    "{msg} {bar:30} {human_pos} of {human_len}, {eta} left",
                );
                bar.set_message(format!("{ending} {metric}"));
                let sample = self.samples(ending).map(|positions| (positions, self.seed));
                let options = VerifyOptions {
                    dir: self.dir.clone(),
                    metric,
                    memory: self.memory.0,
                    sample,
                };
                let verified = verify(ending, &options, &|done, total| {
                    bar.set_length(total);
                    bar.set_position(done);
                })?;
                bar.finish_and_clear();
                let (positions, conversions) = (
                    HumanCount(verified.positions),
                    HumanCount(verified.conversions),
                );
                let seconds = start.elapsed().as_secs_f64();
                let kind = if sample.is_some() { "random" } else { "all" };
                try_println!(
                    "{ending} {metric}: {kind} {positions} positions are consistent, \
                     with {conversions} captures and promotions ({seconds:.1} s)"
                )?;
            }
        }
        Ok(())
    }

    /// The tables to verify. Fails if there are none, or none of an ending that was asked for.
    fn tables(&self) -> anyhow::Result<Vec<MetricTables>> {
        let metrics = match self.metric {
            Some(only) => vec![only],
            None => Metric::ALL.to_vec(),
        };
        let mut tables = Vec::new();
        for metric in metrics {
            let endings = self.endings(metric)?;
            tables.push(MetricTables { metric, endings });
        }
        let dir = self.dir.display();
        for wanted in &self.endings {
            if !tables.iter().any(|table| table.endings.contains(wanted)) {
                bail!("no table of {wanted} to verify in {dir}");
            }
        }
        if tables.iter().all(|table| table.endings.is_empty()) {
            bail!("no tables to verify in {dir}");
        }
        Ok(tables)
    }

    /// The number of random positions to verify, or `None` for all positions.
    fn samples(&self, ending: Material) -> Option<u64> {
        let is_large = ending.piece_count() >= SAMPLED_PIECES;
        match self.positions {
            None if is_large && !self.all => Some(10_000_000),
            positions => positions,
        }
    }

    /// The endings to verify.
    fn endings(&self, metric: Metric) -> anyhow::Result<Vec<Material>> {
        let mut all = Tablebase::list(&self.dir, metric)?;
        all.retain(|m| self.endings.is_empty() || self.endings.contains(m));
        Ok(all)
    }

    fn compare(&self, syzygy: &Path) -> anyhow::Result<()> {
        fs::read_dir(syzygy).with_context(|| syzygy.display().to_string())?;
        let tables = TableArgs {
            dir: self.dir.clone(),
            metric: Metric::Dtz,
        };
        let tablebase = tables.open()?;
        let endings = self.endings(Metric::Dtz)?;
        if let Some(&missing) = self.endings.iter().find(|ending| !endings.contains(ending)) {
            return tables.explained(Err(ProbeError::Missing(missing)));
        }
        let agreement = compare_with_syzygy(
            &tablebase,
            &endings,
            syzygy,
            self.positions.unwrap_or(30_000),
            self.seed,
        )?;
        let (positions, endings) = (HumanCount(agreement.positions), endings.len());
        let noun = if endings == 1 { "ending" } else { "endings" };
        let all = format!("all {positions} positions of {endings} {noun} agree with Syzygy");
        Ok(try_println!("{all}; decisive ones:\n{agreement}")?)
    }
}
