//! The machine room: Belle's machine and root behind commands and events.
//!
//! [`Room::command`] takes a [`Command`] and returns [`Event`]s. It has no clock, no thread and no
//! file: pace and patience belong to its user. No command runs more than three times
//! [`MAX_CYCLES`], whatever its numbers are. One that has farther to go says so, and goes on when
//! it is asked again. The same commands give the same events wherever it runs. Fidelity: decided;
//! nothing of the kind is on record.

mod change;
mod checkpoints;
mod command;
mod describe;
mod dispatch;
mod evaluation;
mod event;
mod frame;
mod ledger;
mod lookup;
mod public;
mod record;
mod replay;
mod room;
mod search;
mod settle;
mod text;
mod tree;
#[cfg(test)]
mod types;
mod until;
mod weigh;

pub use command::{Command, DisableOrder, RootDriver, Unit, Until};
pub use event::*;
pub use public::{NoAddress, PublicAddress};
pub use record::Recording;
pub use replay::{MAX_SIGNALS, MAX_WRITES};
pub use room::{
    MAX_COVERAGE, MAX_CYCLES, MAX_CYCLES_OF_WIRES, MAX_PLIES_OF_GAME, MAX_STEPS, MAX_WINDOW, Room,
};
pub use text::pieces;
pub use tree::MAX_BRANCHES;
pub use until::MAX_CONDITIONS;

/// A command that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(String);

impl Fault {
    /// Subject, expectation and what was got.
    pub(crate) fn new(subject: &str, expected: &str, got: &str) -> Fault {
        let got: String = got.chars().take(80).collect();
        Fault(format!("{subject}: expected {expected}, got '{got}'"))
    }

    /// The same with a way out.
    pub(crate) fn help(self, help: &str) -> Fault {
        Fault(format!("{self}; {help}"))
    }

    /// A fault in the words of another crate.
    pub(crate) fn other(error: &dyn std::fmt::Display) -> Fault {
        Fault(error.to_string())
    }
}
