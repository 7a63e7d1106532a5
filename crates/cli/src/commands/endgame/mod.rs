//! `belle endgame`

mod args;
mod build;
mod longest;
mod plan;
mod probe;
mod stats;
mod verify;

use clap::Args;

/// Plan, build, probe and verify endgame tablebases.
#[derive(Debug, Args)]
pub(crate) struct Endgame {
    #[command(subcommand)]
    command: Command,
}

commands! {
    Plan(plan::Plan),
    Build(build::Build),
    Probe(probe::Probe),
    Stats(stats::Stats),
    Longest(longest::Longest),
    Verify(verify::Verify),
    Bench(stats::Bench),
}

impl Endgame {
    pub(crate) fn way_on_after_interrupt(&self) -> &'static str {
        match self.command {
            Command::Build(_) | Command::Verify(_) => "; the same command continues",
            _ => "",
        }
    }

    pub(crate) fn run(self) -> anyhow::Result<()> {
        endgame::with_threads(|| self.command.run())
    }
}
