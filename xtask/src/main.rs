//! Chores of the project: everything that takes more than one command.

mod absurd;
mod book;
mod databook;
mod dist;
mod fit;
mod fuzz;
mod gui;
mod ledger;
mod lockstep_suite;
mod opening_book;
mod regression;
mod rtl;
mod selfplay;
mod silicon;
mod site;
mod speed;
mod test;
mod tools;

use clap::Parser;

/// The project's chores.
#[derive(Debug, Parser)]
#[command(about)]
enum Chore {
    Absurd(absurd::Absurd),
    Book(book::Book),
    Fit(fit::Fit),
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlay),
    Fuzz(fuzz::Fuzz),
    Gui(gui::Gui),
    Ledger(ledger::Ledger),
    LockstepSuite(lockstep_suite::LockstepSuite),
    #[command(alias = "chip")]
    Rtl(rtl::Rtl),
    Databook(databook::Databook),
    Dist(dist::Dist),
    OpeningBook(opening_book::OpeningBook),
    Silicon(silicon::Silicon),
    Site(site::Site),
    Speed(speed::Speed),
    Test(test::Test),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Absurd(absurd) => absurd.run(),
        Chore::Book(book) => book.run(),
        Chore::Fit(fit) => fit.run(),
        Chore::SelfPlay(games) => games.run(),
        Chore::Fuzz(fuzz) => fuzz.run(),
        Chore::Gui(gui) => gui.run(),
        Chore::Ledger(ledger) => ledger.run(),
        Chore::LockstepSuite(suite) => suite.run(),
        Chore::Rtl(rtl) => rtl.run(),
        Chore::Databook(databook) => databook.run(),
        Chore::Dist(dist) => dist.run(),
        Chore::OpeningBook(book) => book.run(),
        Chore::Silicon(silicon) => silicon.run(),
        Chore::Site(site) => site.run(),
        Chore::Speed(speed) => speed.run(),
        Chore::Test(test) => test.run(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn commands_in_pages_are_accepted() {
        let pages = conformance::documents::tracked(&[".md"]);
        let ways = ["cargo xtask", "cargo run --release -p xtask --"];
        let commands: Vec<_> = pages.iter().flat_map(|page| page.commands(&ways)).collect();
        let faults = conformance::documents::rejected(&Chore::command(), &commands);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
