//! The microengine: the board that runs the microcode and controls all others.

pub mod constants;
pub mod sequencer;
pub mod stack;
pub mod word;
