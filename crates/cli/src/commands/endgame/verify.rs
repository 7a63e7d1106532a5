//! `belle endgame verify`

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use endgame::{Material, Metric, Tablebase, compare_with_syzygy, verify};
use indicatif::HumanCount;

use crate::setup::progress_bar;

/// Verify every position of the tables against its successors.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Directory of the tables.
    #[arg(default_value = "endgames")]
    dir: PathBuf,
    /// Endings to verify [default: all in the directory].
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Metric to verify: dtc, dtm or dtz [default: all].
    #[arg(short, long)]
    metric: Option<Metric>,
    /// Compare random positions with the Syzygy tables in this directory instead; needs dtz tables.
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Positions per ending to compare with Syzygy.
    #[arg(long, value_name = "N", default_value_t = 30_000, requires = "syzygy")]
    positions: u64,
    /// Seed of the random positions.
    #[arg(long, default_value_t = 1978, requires = "syzygy")]
    seed: u64,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(syzygy) = &self.syzygy {
            return self.compare(syzygy);
        }
        let mut found = 0;
        for metric in Metric::ALL.into_iter().filter(|m| self.metric.is_none_or(|only| only == *m)) {
            for ending in self.endings(metric)? {
                found += 1;
                let start = Instant::now();
                let bar = progress_bar(Some(0), "{msg} {bar:30} {human_pos} of {human_len}, {eta} left");
                bar.set_message(format!("{ending} {metric}"));
                let verified = verify(&self.dir, ending, metric, &|done, total| {
                    bar.set_length(total);
                    bar.set_position(done);
                })?;
                bar.finish_and_clear();
                let (positions, seconds) = (HumanCount(verified.positions), start.elapsed().as_secs_f64());
                try_println!("{ending} {metric}: all {positions} positions are consistent ({seconds:.1} s)")?;
            }
        }
        if found == 0 {
            bail!("no tables to verify in {}", self.dir.display());
        }
        Ok(())
    }

    /// The endings to verify.
    fn endings(&self, metric: Metric) -> anyhow::Result<Vec<Material>> {
        let mut all = Tablebase::list(&self.dir, metric)?;
        all.retain(|m| self.endings.is_empty() || self.endings.contains(m));
        Ok(all)
    }

    fn compare(&self, syzygy: &Path) -> anyhow::Result<()> {
        let tablebase = Tablebase::open(&self.dir, Metric::Dtz)?;
        let endings = self.endings(Metric::Dtz)?;
        let agreement = compare_with_syzygy(&tablebase, &endings, syzygy, self.positions, self.seed)?;
        let [positions, precise, even, longer] =
            [agreement.positions, agreement.precise, agreement.even, agreement.longer].map(HumanCount);
        let endings = endings.len();
        Ok(try_println!(
            "all {positions} positions of {endings} endings agree with Syzygy; decisive ones:\n  \
             {precise} with Syzygy's distance in plies: equal\n  \
             {even} with Syzygy's distance in whole moves: equal\n  \
             {longer} with Syzygy's distance in whole moves: one ply longer here, hidden by its rounding"
        )?)
    }
}
