//! Events of a session, in order of arrival.

use play::{Choice, Finished, Perft, Report, Stopped};

pub(crate) enum Event {
    Line(String),
    EndOfInput,
    Report(Report),
    Searched(Finished<Choice>),
    Counted(Finished<Result<Perft, Stopped>>),
}
