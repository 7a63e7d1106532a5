//! T. Belle: Thompson's chess program of 1972-75, the software that Belle's hardware took over piece by piece.
//!
//! The parts, from the ground up: the position, move generation with its unstable sort, six heuristics that order the
//! root moves, the mate solver, three full plies with eight plies of captures, the book, and the cost of it all on a PDP-11.
//! Source: the chess program of Seventh Edition Unix (January 1979), read as a fact sheet; that its text stands for the
//! program of 1973-75 is second-hand. Every file labels its parts documented, inferred or decided.

mod book;
mod cost;
mod heuristics;
mod mate;
mod movegen;
mod player;
mod position;
mod root;
mod search;

pub use book::Book;
pub use cost::Hardware;
pub use heuristics::HEURISTICS;
pub use player::{Explanation, TBelle, explain};
