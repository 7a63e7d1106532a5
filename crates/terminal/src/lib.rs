//! A game against the machine in the terminal: full screen, plain lines, or a teletype console.

pub mod board;
mod clocks;
mod console;
mod event;
mod level;
mod machine;
mod pgn_file;
mod pgn_load;
mod plain;
pub mod report;
mod run;
mod screen;
#[cfg(test)]
mod scripted;
mod session;
mod table;
mod words;

pub use level::Level;
pub use run::{Interface, Options, run};
