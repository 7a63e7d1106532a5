//! T. Belle: Thompson's chess program of 1972-75, written again from its rules and numbers.
//!
//! The parts, from the ground up: squares and the position, move generation with its unstable sort,
//! six heuristics that order the root moves, the mate solver, three full plies with eight plies of
//! captures, the book, and the cost of it all on a PDP-11. Every file labels its parts.
//!
//! Source: the chess program of Seventh Edition Unix (V7, January 1979). Inferred (F112): it is
//! Thompson's, though no file names an author, and stands for his program of 1973-75. It is not
//! the one that won the championship of the United States (documented, F116). More:
//! docs/generations.md.

mod book;
mod cost;
mod heuristics;
mod limits;
mod mate;
mod movegen;
mod player;
mod position;
mod root;
mod search;
mod squares;

pub use cost::MoveGenerator;
pub use player::TBelle;
