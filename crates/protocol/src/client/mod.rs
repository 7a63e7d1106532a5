//! The other side of the protocol: programs outside as contestants of a match.

mod process;
mod uci;

pub use uci::Uci;

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
