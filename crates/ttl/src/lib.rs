//! Belle in parts of 1980.
//!
//! The machine's record names one thing that limited its builders: chips. This crate holds the
//! re-created circuits against it. A table of parts ([`parts`]) has what the data books of the time
//! say of each package; a [`Board`] is built of their units, turned back to gates to be proved
//! equal to the authentic block, counted, timed, drawn and written as a netlist of packages.
//!
//! ```
//! use ttl::board::{Board, count};
//!
//! let mut board = Board::default();
//! board.enter("example");
//! let a = board.input("a", 1)[0];
//! let b = board.input("b", 1)[0];
//! let both = board.gate("nand2", "both", &[a, b]);
//! board.output("both", vec![both]);
//! let packages = board.packages();
//! assert_eq!(count(&packages).packages, 1);
//! assert_eq!(count(&packages).free_units, 3);
//! ```

pub mod board;
pub mod cells;
pub mod drawing;
pub mod drawn;
pub mod evaluator;
pub mod generator_1976;
pub mod hash_key;
pub mod kicad;
pub mod map;
pub mod move_generator;
pub mod parts;
pub mod report;
pub mod timing;
pub mod unrolled;

pub use board::Board;
