//! A game against the machine in the terminal: full screen, plain lines, or a teletype console.

pub mod board;
mod command;
mod console;
mod danger;
mod event;
mod game_state;
mod game_tree;
mod journal;
mod level;
mod line_interface;
mod opponent;
mod pasted;
mod pgn_file;
mod pgn_load;
mod piece_list;
mod reader;
pub mod replay;
pub mod report;
mod run;
mod screen;
#[cfg(test)]
mod scripted;
mod session;
mod spoken;
mod strength;
mod text_width;
mod theme;
mod thread;

pub use level::Level;
pub use pgn_load::check_game;
pub use run::{Interface, Options, SIGNAL_GRACE, run};
pub use session::{Remember, SessionOptions, any_chess960};
pub use strength::Strength;
pub use text_width::{terminal_width, wrap};
pub use theme::Theme;
