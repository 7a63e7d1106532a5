//! A game in the terminal. [`session`] knows the game, the clocks, the machine and what may be said, and nothing of
//! screens; [`plain`] shows it line by line, [`screen`] on a full screen, [`console`] as a teletype.

pub mod board;
mod clocks;
mod console;
pub mod level;
mod machine;
pub mod pgn_file;
mod pgn_load;
pub mod plain;
pub mod report;
pub mod screen;
#[cfg(test)]
mod scripted;
pub mod session;
mod table;
mod words;

/// What a session hears, whoever shows it.
#[derive(Debug)]
pub enum Event {
    /// A line was typed.
    Line(String),
    /// Something happened on a full screen.
    Terminal(crossterm::event::Event),
    /// Nobody will type any more.
    EndOfInput,
    /// An order to leave, not to be put off.
    Interrupt,
    /// The program goes on after it was stopped from outside.
    Resumed,
    /// The machine says something.
    Machine(machine::Word),
}
