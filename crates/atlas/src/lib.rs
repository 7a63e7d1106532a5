//! Atlas: Alex Bell's chess program of 1967, as far as it is on record, and his mate-in-two solver.
//!
//! Read in this order, as a reader of *Games Playing with Computers* (1972) would: the men on two boards
//! ([`Men`]), the six tables ([`Tables`]), the listing of moves with its exit ([`list_moves`], [`Cutoff`]), what the
//! exit is good for ([`in_check`], [`is_legal`]), the solver ([`mate`]), the choice of a move ([`Reason`]) and the
//! player ([`Atlas`]). docs/atlas.md tells the same with the source of each rule.
//!
//! Every file says which parts are documented, inferred, or decided by this project because the record is silent.

mod castling;
mod choice;
mod explain;
mod legal;
mod listing;
mod make;
pub mod mate;
mod men;
mod player;
mod search;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod slider_tests;
mod square;
mod style;
mod tables;
mod value;
mod watch;

pub use castling::{Step, obstacles, step};
pub use choice::Reason;
pub use explain::{Considered, Explanation};
pub use legal::{in_check, is_legal, king_can_be_taken, legal_moves, listed, named, named_among};
pub use listing::{Count, Cutoff, Kind, Move, Moves, Probe, Scope, Scribe, list_moves};
pub use make::{Undo, make, taken_on, unmake};
pub use men::{Man, Men, Rights, Unfit};
pub use player::Atlas;
pub use square::Square;
pub use style::{MOST_PLIES, Measure, Style};
pub use tables::{PawnTable, RayTable, StepTable, Tables};
pub use value::{Freedom, SWAP, WORTH, mobility, squares_controlled};
