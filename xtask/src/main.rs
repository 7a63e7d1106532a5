//! The project's chores: `cargo xtask test`, `cargo xtask book`, and whatever else takes more than one command.

mod book;
mod native;
mod test;
mod tools;
mod tune;

use clap::Parser;

/// The project's chores.
#[derive(Debug, Parser)]
#[command(about)]
enum Chore {
    Book(book::Book),
    Fit(native::fit::Fit),
    #[command(name = "selfplay")]
    SelfPlay(native::selfplay::SelfPlay),
    Test(test::Test),
    Tune(tune::Tune),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Book(book) => book.run(),
        Chore::Fit(fit) => fit.run(),
        Chore::SelfPlay(games) => games.run(),
        Chore::Test(test) => test.run(),
        Chore::Tune(tune) => tune.run(),
    }
}
