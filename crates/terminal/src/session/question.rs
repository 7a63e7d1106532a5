//! A question with yes or no, and those that are open.

/// The command that goes on with a game left unfinished.
pub(super) const RESUME: &str = "resume";

/// A question before a command, or about one.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The command that waits for the answer; none for one that asks for itself, if it must.
    pub(super) command: &'static str,
    /// The question in a few words.
    pub(super) asks: String,
    /// The line that `yes` stands for.
    pub(super) yes: String,
    pub(super) no: No,
}

/// What `no` does.
#[derive(Clone, Copy, Debug)]
pub(super) enum No {
    /// Executes this line.
    Line(&'static str),
    /// Says that the game goes on.
    GameGoesOn,
    Says(&'static str),
}

/// The questions that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenQuestions {
    pub(super) asked: Option<Question>,
    pub(super) promoting: Option<String>,
}

impl OpenQuestions {
    /// Whether a game left unfinished is offered, which the board shows.
    pub(crate) fn offers_game(&self) -> bool {
        match &self.asked {
            Some(question) => question.command == RESUME,
            None => false,
        }
    }

    /// Whether a line that may have meant another one can be asked about: no other question waits.
    pub(crate) fn takes_suggestion(&self) -> bool {
        let is_suggestion = match &self.asked {
            Some(question) => question.command.is_empty(),
            None => true,
        };
        is_suggestion && self.promoting.is_none()
    }
}
