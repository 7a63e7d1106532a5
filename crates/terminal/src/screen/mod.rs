//! The game on a full screen.

mod app;
mod board_view;
mod console_view;
mod input_line;
mod keys;
mod layout;
mod move_input;
mod palette;
mod panels;
#[cfg(test)]
mod picture;
mod popup;
#[cfg(test)]
mod tests;
mod tty;

pub(crate) use app::App;
pub(crate) use palette::ColorSupport;
pub(crate) use tty::{leave, run};
