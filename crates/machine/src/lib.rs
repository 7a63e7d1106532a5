//! Belle, the chess machine of 1980, as its boards: registers, move generator, evaluator,
//! transposition memory, and the sequencer that runs their microcode.
//!
//! A [`State`] is what the boards hold, and their circuits can be asked at any time. A [`Machine`]
//! is a state with microcode, clocked word by word. Here White's queen on d1 meets a rook on d7 and
//! a pawn on h5 (squares are numbered a1 = 0, b1 = 1 ... h8 = 63), and the move generator answers
//! as the hardware did:
//!
//! ```
//! use logic::Lanes;
//! use machine::State;
//! use roms::Kind;
//!
//! let mut state = State::default();
//! state.white_to_move = true;
//! state.board.write(3, Kind::Queen.white());
//! state.board.write(51, Kind::Rook.black());
//! state.board.write(39, Kind::Pawn.black());
//!
//! let inputs = state.move_gen_inputs();
//! let victim = inputs.find_victim(Lanes);
//! assert_eq!(victim.square, 51, "the most valuable piece that can be taken");
//! let aggressor = inputs.find_aggressor(Lanes, victim.square);
//! assert_eq!(aggressor.square, 3, "the least valuable piece that takes it");
//! ```
//!
//! Programs are the crate `microcode`'s: `cargo run -p microcode --example count_captures` writes
//! one and runs it. Begin reading at [`move_generator`], then [`machine`](mod@machine). Nothing
//! here knows files, threads or any time but the machine's own clock.

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
