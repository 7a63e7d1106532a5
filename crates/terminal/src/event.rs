//! Events of a session, from every source.

use crate::machine;

/// One event.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line was typed.
    Line(String),
    /// A key, a click or a new size of a full screen.
    Terminal(crossterm::event::Event),
    /// The input is closed.
    EndOfInput,
    /// Ctrl-C or a signal asks the program to end.
    Interrupt,
    /// The program continues after it was stopped.
    Resumed,
    /// The machine reports or is done.
    Machine(machine::Word),
}
