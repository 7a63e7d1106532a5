//! Events that drive a session, from every source.

use analysis::MoveEvaluation;
use play::{Choice, Finished, Game, Report, Term};

use crate::danger::Examined;
use crate::pgn_load::PgnContents;

#[derive(Debug)]
pub(crate) enum Event {
    Line(String),
    Terminal(crossterm::event::Event),
    EndOfInput,
    /// Ctrl-C or a signal asks the program to end.
    Interrupt,
    /// A signal asks the program to stop until it is resumed.
    Suspend,
    Resumed,
    Player(PlayerEvent),
    /// A game or a list of games was read from a large file, by its number in the session.
    Loaded(u64, anyhow::Result<PgnContents>),
}

#[derive(Debug)]
pub(crate) enum PlayerEvent {
    Report(Report),
    Finished(Finished<TaskResult>),
}

#[derive(Debug)]
pub(crate) enum TaskResult {
    Choice(Choice),
    Terms(Vec<Term>),
    /// What is wrong with a move of the person.
    Examined(Examined),
    /// A position with the move that the person tried there, and its evaluation; none if the work
    /// was stopped.
    Attempted {
        game: Box<Game>,
        evaluation: Option<Box<MoveEvaluation>>,
    },
    /// A game with the evaluations of its moves; none if the work was stopped.
    Judged {
        game: Box<Game>,
        evaluations: Vec<MoveEvaluation>,
    },
    /// The answer to a request for an evaluation, from a player that explains its moves instead.
    Explanation(String),
}
