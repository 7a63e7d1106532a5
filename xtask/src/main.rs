//! The project's chores: `cargo xtask test`, and whatever else takes more than one command.

mod test;
mod tools;
mod tune;

use clap::Parser;

/// The project's chores.
#[derive(Debug, Parser)]
#[command(about)]
enum Chore {
    Test(test::Test),
    Tune(tune::Tune),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Test(test) => test.run(),
        Chore::Tune(tune) => tune.run(),
    }
}
