//! `belle endgame plan`

use std::time::Duration;

use clap::Args;
use endgame::{BuildSpeed, table_path, with_dependencies};
use indicatif::{HumanBytes, HumanCount, HumanDuration};

use super::args::BuildArgs;

/// Time of the measurement.
const MEASURE: Duration = Duration::from_secs(2);

/// Show what a build needs: positions, memory, disk and time, with the tables it depends on.
///
/// The time is estimated by a measurement of two seconds on all cores; it may be off by a factor of
/// two. Tables that exist are listed without figures.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    build: BuildArgs,
}

impl Plan {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let wanted = self.build.materials()?;
        let BuildArgs {
            dir,
            metric,
            memory: allowed,
            ..
        } = &self.build;
        let speed = BuildSpeed::measure(*metric, MEASURE)?;
        try_println!("ending  pieces        positions      memory   temporary        file  time")?;
        let (mut time, mut file, mut memory, mut temporary) = (Duration::ZERO, 0, 0, 0);
        for material in with_dependencies(&wanted) {
            let pieces = material.piece_count();
            if table_path(dir, material, *metric).exists() {
                try_println!("{material:<8}{pieces:>5}  (exists)")?;
                continue;
            }
            let plan = endgame::Plan::new(material, *metric, allowed.0);
            let takes = plan.time(speed);
            try_println!(
                "{material:<8}{pieces:>5} {:>17} {:>11} {:>11} {:>11}  {}",
                HumanCount(plan.positions).to_string(),
                HumanBytes(plan.memory).to_string(),
                HumanBytes(plan.temporary).to_string(),
                HumanBytes(plan.file).to_string(),
                HumanDuration(takes)
            )?;
            (time, file) = (time + takes, file + plan.file);
            (memory, temporary) = (memory.max(plan.memory), temporary.max(plan.temporary));
        }
        Ok(try_println!(
            "in all: {} of memory, {} of files and {} of temporary files at most, {}",
            HumanBytes(memory),
            HumanBytes(file),
            HumanBytes(temporary),
            HumanDuration(time)
        )?)
    }
}
