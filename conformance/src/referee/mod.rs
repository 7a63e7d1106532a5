//! Who only listens to a conversation, and says when the engine breaks a rule that every transcript must keep.

mod uci;
mod xboard;

pub use uci::Uci;
pub use xboard::XBoard;

/// A judge of one conversation.
pub trait Referee {
    /// Notes what was sent to the engine.
    fn sent(&mut self, line: &str);

    /// Judges what the engine said.
    ///
    /// # Errors
    /// Names the rule that was broken.
    fn said(&mut self, line: &str) -> Result<(), String>;
}
