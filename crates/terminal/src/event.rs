//! Events that drive a session, from every source.

use play::{Choice, Finished, Report, Term};

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
    /// The machine's player reports or finishes.
    Player(PlayerEvent),
}

/// An event of the machine's player.
#[derive(Debug)]
pub(crate) enum PlayerEvent {
    /// A search reports.
    Report(Report),
    /// A task is finished and the player idle again.
    Finished(Finished<TaskResult>),
}

/// Result of a task.
#[derive(Debug)]
pub(crate) enum TaskResult {
    /// Result of a search.
    Choice(Choice),
    /// Terms of an evaluation.
    Terms(Vec<Term>),
}
