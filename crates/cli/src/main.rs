//! `belle`: the program.

mod commands;
mod files;
mod matches;
mod players;
mod positions;
mod report;
mod setup;
mod terminal;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Belle, the chess machine of Thompson and Condon, re-created gate by gate.
#[derive(Debug, Parser)]
#[command(version, about, after_help = "Without a command: a game against the machine.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let command = Arguments::parse().command.unwrap_or_default();
    match command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("belle: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever reads our output has had enough: no failure of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
