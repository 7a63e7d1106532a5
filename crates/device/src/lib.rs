//! Belle on a board at the end of a serial line.
//!
//! [`connect`] opens the line and hands out what searches below root moves, as [`host::Link`] does
//! with the simulated machine. [`SerialLine`] is the bytes' way there and back, [`SerialPort`]
//! speaks the commands of `belle_serial.v` over it.

mod line;
mod serial_port;

use host::{BadProgram, Link, Searcher};
use thiserror::Error;

pub use line::{Address, SerialLine};
pub use serial_port::SerialPort;

/// Why there is no machine at a device.
#[derive(Debug, Error)]
pub enum NoMachine {
    /// The device is not written as a path, with a rate if need be.
    #[error("{0}")]
    Address(String),
    /// The line cannot be opened, or nobody answers.
    #[error("{path}: {why}")]
    Line {
        /// The device.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The machine there has other microcode.
    #[error("{path}: {bad}; write the bitstream again with this version's `belle verilog --board`")]
    Microcode {
        /// The device.
        path: String,
        /// What is wrong with it.
        bad: BadProgram,
    },
}

/// Connects to the machine at `PATH[,BAUD]`.
///
/// # Errors
/// [`NoMachine`] if there is none, or one with other microcode.
pub fn connect(address: &str) -> Result<Box<dyn Searcher + Send>, NoMachine> {
    let address: Address = address.parse().map_err(NoMachine::Address)?;
    let path = address.path.clone();
    let no_line = |why: String| NoMachine::Line {
        path: path.clone(),
        why,
    };
    let line = SerialLine::open(&address).map_err(|error| no_line(error.to_string()))?;
    let port = SerialPort::new(line).map_err(|silent| no_line(silent.to_string()))?;
    match Link::over(port) {
        Ok(link) => Ok(Box::new(link)),
        Err(BadProgram::Silent(why)) => Err(no_line(why)),
        Err(bad) => Err(NoMachine::Microcode { path, bad }),
    }
}
