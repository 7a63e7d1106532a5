//! Belle's boards and nothing else: no program, no files, no threads, no time but the machine's own clock.

pub mod blocks;
pub mod board_bus;
pub mod circuits;
pub mod clock;
pub mod compiled;
pub mod diagram;
pub mod evaluator;
pub mod machine;
pub mod microengine;
pub mod modules;
pub mod move_generator;
pub mod part;
pub mod probe;
pub mod rtl;
pub mod settled;
pub mod signal;
pub mod state;
pub mod transposition;
pub mod wires;

pub use compiled::Compiled;
pub use machine::Machine;
pub use microengine::sequencer::BadMicrocode;
pub use settled::Settled;
pub use state::State;
