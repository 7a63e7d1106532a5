//! Events that drive a session, from every source.

use play::{Choice, Finished, Report, Term};

#[derive(Debug)]
pub(crate) enum Event {
    Line(String),
    /// A key, a click or a new size of a full screen.
    Terminal(crossterm::event::Event),
    /// The input is closed.
    EndOfInput,
    /// Ctrl-C or a signal asks the program to end.
    Interrupt,
    /// The program continues after it was stopped.
    Resumed,
    Player(PlayerEvent),
}

#[derive(Debug)]
pub(crate) enum PlayerEvent {
    Report(Report),
    /// A task is finished and the player idle again.
    Finished(Finished<TaskResult>),
}

#[derive(Debug)]
pub(crate) enum TaskResult {
    Choice(Choice),
    Terms(Vec<Term>),
}
