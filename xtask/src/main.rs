//! The project's chores: `cargo xtask test`, `cargo xtask silicon`, `cargo xtask book`, and whatever else takes more than one command.

mod book;
mod chip;
mod databook;
mod fuzz;
mod gui;
mod silicon;
mod test;
mod tools;
mod tune;

use clap::Parser;

/// The project's chores.
#[derive(Debug, Parser)]
#[command(about)]
enum Chore {
    Book(book::Book),
    Fuzz(fuzz::Fuzz),
    Gui(gui::Gui),
    Chip(chip::Chip),
    Databook(databook::Databook),
    Silicon(silicon::Silicon),
    Test(test::Test),
    Tune(tune::Tune),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Book(book) => book.run(),
        Chore::Fuzz(fuzz) => fuzz.run(),
        Chore::Gui(gui) => gui.run(),
        Chore::Chip(chip) => chip.run(),
        Chore::Databook(databook) => databook.run(),
        Chore::Silicon(silicon) => silicon.run(),
        Chore::Test(test) => test.run(),
        Chore::Tune(tune) => tune.run(),
    }
}
