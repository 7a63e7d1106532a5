//! `belle endgame`

mod bench;
mod build;
mod play;
mod probe;
mod stats;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use endgame::Metric;

/// Thompson's endgame databases: build them, ask them, test them, play against them.
#[derive(Debug, Args)]
pub(crate) struct Endgame {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Build(build::Build),
    Probe(probe::Probe),
    Stats(stats::Statistics),
    Verify(verify::Verify),
    Play(play::Play),
    Bench(bench::Bench),
}

/// Which tables are meant.
#[derive(Debug, Args)]
struct TableArgs {
    /// Directory of the tables.
    #[arg(short, long, default_value = "endgames")]
    dir: PathBuf,
    /// What is counted: dtc (moves to conversion, as Thompson did), dtm (to mate) or dtz (to a zeroing move).
    #[arg(short, long, default_value = "dtc")]
    metric: Metric,
}

impl Endgame {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.task {
            Task::Build(task) => task.run(),
            Task::Probe(task) => task.run(),
            Task::Stats(task) => task.run(),
            Task::Verify(task) => task.run(),
            Task::Play(task) => task.run(),
            Task::Bench(task) => task.run(),
        }
    }
}
