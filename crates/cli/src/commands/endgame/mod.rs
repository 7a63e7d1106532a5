//! `belle endgame`

mod args;
mod bench;
mod build;
mod play;
mod probe;
mod stats;
mod verify;

use clap::{Args, Subcommand};

/// Build, probe, verify and play against endgame tablebases.
#[derive(Debug, Args)]
pub(crate) struct Endgame {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Probe(probe::Probe),
    Stats(stats::Stats),
    Verify(verify::Verify),
    Play(play::Play),
    Bench(bench::Bench),
}

impl Endgame {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Build(command) => command.run(),
            Command::Probe(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
