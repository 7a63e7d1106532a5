//! Chores of the project: everything that takes more than one command.

mod dist;
#[cfg(feature = "engines")]
mod engines;
mod fuzz;
mod gui;
mod install;
mod notices;
mod python;
mod renew;
mod test;
mod tools;

#[cfg(not(feature = "engines"))]
use clap::CommandFactory as _;
use clap::Parser;

/// The project's chores.
#[derive(Debug, Parser)]
#[command(about)]
enum Chore {
    Dist(dist::Dist),
    Fuzz(fuzz::Fuzz),
    Gui(gui::Gui),
    Install(install::Install),
    Renew(renew::Renew),
    Test(test::Test),
    #[cfg(feature = "engines")]
    #[command(flatten)]
    Engines(engines::EngineChore),
}

impl Chore {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Chore::Dist(chore) => chore.run(),
            Chore::Fuzz(chore) => chore.run(),
            Chore::Gui(chore) => chore.run(),
            Chore::Install(chore) => chore.run(),
            Chore::Renew(chore) => chore.run(),
            Chore::Test(chore) => chore.run(),
            #[cfg(feature = "engines")]
            Chore::Engines(chore) => chore.run(),
        }
    }
}

#[cfg(feature = "engines")]
fn main() -> anyhow::Result<()> {
    Chore::parse().run()
}

/// What this program does not know, and the help for all that there is, comes from the one with all
/// chores, optimized as this one is. Its own chores it knows without, their help too.
#[cfg(not(feature = "engines"))]
fn main() -> anyhow::Result<()> {
    let chore = std::env::args().nth(1).unwrap_or_default();
    if Chore::command().find_subcommand(chore).is_some() {
        return Chore::parse().run();
    }
    eprintln!("compiling the chores that need the engines, which takes minutes the first time");
    let mut all = tools::cargo("run --quiet --package xtask --features engines");
    if !cfg!(debug_assertions) {
        all.arg("--release");
    }
    let status = all.arg("--").args(std::env::args_os().skip(1)).status()?;
    std::process::exit(status.code().unwrap_or(1));
}

#[cfg(all(test, feature = "engines"))]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn commands_in_pages_are_accepted() {
        let pages = conformance::documents::pages_of_today();
        let ways = ["cargo xtask", "cargo run --release -p xtask --"];
        let commands: Vec<_> = pages.iter().flat_map(|page| page.commands(&ways)).collect();
        let faults = conformance::documents::rejected(&Chore::command(), &commands);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
