//! Atlas: Alex Bell's chess program of 1967, as far as it is on record, and his mate-in-two solver.

mod legal;
mod listing;
mod make;
pub mod mate;
mod men;
#[cfg(test)]
mod slider_tests;
mod square;
mod tables;

pub use legal::{in_check, is_legal, king_can_be_taken, legal_moves, listed, named, named_among};
pub use listing::{Count, Cutoff, Kind, Move, Moves, Probe, Scope, Scribe, list_moves};
pub use make::{Undo, make, taken_on, unmake};
pub use men::{Man, Men, Rights, Unfit};
pub use square::Square;
pub use tables::{PawnTable, RayTable, StepTable, Tables};
