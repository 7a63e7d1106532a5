//! Chores that play, search, draw circuits or build the page: what most of the project is needed
//! for.

mod absurd;
mod board;
mod book;
mod browsers;
mod fit;
mod ledger;
mod lockstep_suite;
mod opening_book;
mod regression;
mod rtl;
mod selfplay;
mod silicon;
mod site;
mod speed;
mod ttl;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum EngineChore {
    Absurd(absurd::Absurd),
    Board(board::Board),
    Book(book::Book),
    Browsers(browsers::Browsers),
    Fit(fit::Fit),
    Ledger(ledger::Ledger),
    LockstepSuite(lockstep_suite::LockstepSuite),
    OpeningBook(opening_book::OpeningBook),
    Rtl(rtl::Rtl),
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlay),
    Silicon(silicon::Silicon),
    Site(site::Site),
    Speed(speed::Speed),
    Ttl(ttl::Ttl),
}

impl EngineChore {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            EngineChore::Absurd(chore) => chore.run(),
            EngineChore::Board(chore) => chore.run(),
            EngineChore::Book(chore) => chore.run(),
            EngineChore::Browsers(chore) => chore.run(),
            EngineChore::Fit(chore) => chore.run(),
            EngineChore::Ledger(chore) => chore.run(),
            EngineChore::LockstepSuite(chore) => chore.run(),
            EngineChore::OpeningBook(chore) => chore.run(),
            EngineChore::Rtl(chore) => chore.run(),
            EngineChore::SelfPlay(chore) => chore.run(),
            EngineChore::Silicon(chore) => chore.run(),
            EngineChore::Site(chore) => chore.run(),
            EngineChore::Speed(chore) => chore.run(),
            EngineChore::Ttl(chore) => chore.run(),
        }
    }
}
