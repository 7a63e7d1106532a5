//! Chores of the project: everything that takes more than one command.

mod absurd;
mod book;
mod browsers;
mod dist;
mod fit;
mod fuzz;
mod gui;
mod ledger;
mod lockstep_suite;
mod opening_book;
mod python;
mod regression;
mod renew;
mod rtl;
mod selfplay;
mod silicon;
mod site;
mod speed;
mod test;
mod tools;
mod ttl;

use clap::Parser;

/// Makes the enum of chores and `main`.
macro_rules! chores {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty),)*) => {
        /// The project's chores.
        #[derive(Debug, Parser)]
        #[command(about)]
        enum Chore {
            $($(#[$attribute])* $name($arguments),)*
        }

        fn main() -> anyhow::Result<()> {
            match Chore::parse() {
                $(Chore::$name(chore) => chore.run(),)*
            }
        }
    };
}

chores! {
    Absurd(absurd::Absurd),
    Book(book::Book),
    Browsers(browsers::Browsers),
    Dist(dist::Dist),
    Fit(fit::Fit),
    Fuzz(fuzz::Fuzz),
    Gui(gui::Gui),
    Ledger(ledger::Ledger),
    LockstepSuite(lockstep_suite::LockstepSuite),
    OpeningBook(opening_book::OpeningBook),
    Renew(renew::Renew),
    Rtl(rtl::Rtl),
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlay),
    Silicon(silicon::Silicon),
    Site(site::Site),
    Speed(speed::Speed),
    Test(test::Test),
    Ttl(ttl::Ttl),
}

#[cfg(test)]
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
