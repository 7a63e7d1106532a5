//! The microengine: the board that holds the microcode and gives the orders.

pub mod constants;
pub mod sequencer;
pub mod stack;
pub mod word;
