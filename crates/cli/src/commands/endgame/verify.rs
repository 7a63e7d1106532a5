//! `belle endgame verify`

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use endgame::{Material, Metric, Tablebase, compare_with_syzygy, verify};
use indicatif::{ProgressBar, ProgressStyle};

/// Recompute every position of tables from its successors, by the rules of chess.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Directory of the tables.
    #[arg(default_value = "endgames")]
    dir: PathBuf,
    /// Only these endings.
    #[arg(value_name = "ENDING")]
    endings: Vec<Material>,
    /// Only this metric.
    #[arg(short, long)]
    metric: Option<Metric>,
    /// Instead, compare random positions with the Syzygy tables in this directory (needs dtz tables).
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Positions of each ending to compare with Syzygy.
    #[arg(long, default_value_t = 30_000, requires = "syzygy")]
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
            for ending in self.listed(metric)? {
                found += 1;
                let start = Instant::now();
                let style =
                    ProgressStyle::with_template("{msg} {bar:30} {human_pos} of {human_len}, {eta} left");
                let bar = ProgressBar::new(0).with_style(style.expect("the template is right"));
                bar.set_message(format!("{ending} {metric}"));
                let verified = verify(&self.dir, ending, metric, &|done, total| {
                    bar.set_length(total);
                    bar.set_position(done);
                })?;
                bar.finish_and_clear();
                let seconds = start.elapsed().as_secs_f64();
                say!(
                    "{ending} {metric}: {} positions follow from their successors, {seconds:.1} s",
                    verified.positions
                )?;
            }
        }
        if found == 0 {
            bail!("no tables to verify in {}", self.dir.display());
        }
        Ok(())
    }

    fn listed(&self, metric: Metric) -> anyhow::Result<Vec<Material>> {
        let mut all = Tablebase::list(&self.dir, metric)?;
        all.retain(|m| self.endings.is_empty() || self.endings.contains(m));
        Ok(all)
    }

    fn compare(&self, syzygy: &std::path::Path) -> anyhow::Result<()> {
        let tablebase = Tablebase::open(&self.dir, Metric::Dtz)?;
        let endings = self.listed(Metric::Dtz)?;
        let agreement = compare_with_syzygy(&tablebase, &endings, syzygy, self.positions, self.seed)?;
        say!(
            "{} positions of {} endings agree; of the decisive ones {} that Syzygy knows in plies, {} that it has in \
             whole moves with the same number of plies, {} with one ply less than here, which the rounding hides",
            agreement.positions,
            endings.len(),
            agreement.precise,
            agreement.even,
            agreement.longer
        )?;
        Ok(())
    }
}
