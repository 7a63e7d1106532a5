//! Rules of the protocols, checked on every transcript.

mod uci;
mod xboard;

pub use uci::Uci;
pub use xboard::XBoard;

/// Checks one session.
pub trait Referee {
    /// Notes a line sent to the engine.
    fn sent(&mut self, line: &str);

    /// Checks a line of the engine; the error names the broken rule.
    fn received(&mut self, line: &str) -> Result<(), String>;
}
