//! The project's chores: `cargo xtask test`, `cargo xtask silicon`, `cargo xtask book`, and whatever else takes more than one command.

mod book;
mod databook;
mod fuzz;
mod gui;
mod native;
mod rtl;
mod silicon;
mod test;
mod tools;
mod tune;

#[cfg(test)]
use clap::CommandFactory as _;
use clap::Parser;

/// The project's chores.
#[derive(Debug, Parser)]
#[command(about)]
enum Chore {
    Book(book::Book),
    Fit(native::fit::Fit),
    #[command(name = "selfplay")]
    SelfPlay(native::selfplay::SelfPlay),
    Fuzz(fuzz::Fuzz),
    Gui(gui::Gui),
    #[command(alias = "chip")]
    Rtl(rtl::Rtl),
    Databook(databook::Databook),
    Silicon(silicon::Silicon),
    Test(test::Test),
    Tune(tune::Tune),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Book(book) => book.run(),
        Chore::Fit(fit) => fit.run(),
        Chore::SelfPlay(games) => games.run(),
        Chore::Fuzz(fuzz) => fuzz.run(),
        Chore::Gui(gui) => gui.run(),
        Chore::Rtl(rtl) => rtl.run(),
        Chore::Databook(databook) => databook.run(),
        Chore::Silicon(silicon) => silicon.run(),
        Chore::Test(test) => test.run(),
        Chore::Tune(tune) => tune.run(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_pages_are_accepted() {
        let pages = conformance::documents::checked(&[".md"]);
        let ways = ["cargo xtask", "cargo run --release -p xtask --"];
        let commands: Vec<_> = pages.iter().flat_map(|page| page.commands(&ways)).collect();
        let faults = conformance::documents::rejected(&Chore::command(), &commands);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
