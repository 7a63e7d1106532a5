//! The other side of the protocols: programs outside as contestants of a match.

mod edit;
mod features;
mod process;
mod uci;
mod xboard;

pub use uci::Uci;
pub use xboard::XBoard;

use std::time::Duration;

use crate::Fault;

/// How a program outside is started and set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in, if not this program's.
    pub folder: Option<std::path::PathBuf>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
}

/// What an engine gets to start, or to become ready.
const READY: Duration = Duration::from_secs(15);

/// What an engine gets to answer when it is told to move at once.
const STOP: Duration = Duration::from_secs(2);

/// What goes wrong before the first move is a failure to start.
fn start(fault: Fault) -> Fault {
    match fault {
        Fault::Start(_) => fault,
        other => Fault::Start(other.to_string()),
    }
}

/// Whatever an engine says, fit for a table.
fn printable(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if text.is_empty() { "none".to_owned() } else { text }
}
