//! Atlas: Alex Bell's chess program of 1967, as far as it is on record, and his mate-in-two solver.
//!
//! The parts, from the ground up: pieces on two boards ([`Side`]), six tables ([`Tables`]), move generation with its exit
//! ([`generate_moves`], [`Cutoff`]), legality through the exit ([`in_check`], [`is_legal`]), the solver ([`mate`]), the
//! choice of a move ([`Reason`]) and the player ([`Atlas`]). docs/atlas.md has the source of each rule.
//!
//! Every file labels its parts documented, inferred, or decided where the record is silent.

mod castling;
mod explain;
mod legal;
mod limiter;
mod make;
pub mod mate;
mod movegen;
mod player;
mod root;
mod search;
#[cfg(test)]
mod search_tests;
mod settings;
mod side;
#[cfg(test)]
mod slider_tests;
mod square;
mod tables;
mod value;

pub use castling::{Step, obstacles, step};
pub use explain::{ExplainedMove, Explanation};
pub use legal::{
    find_chess_move, from_chess_move, in_check, is_legal, king_can_be_taken, legal_moves, to_chess_move,
};
pub use make::{Undo, make, taken_on, unmake};
pub use movegen::{Cutoff, KingProbe, Move, MoveCount, MoveKind, MoveSink, MoveStore, Rules, generate_moves};
pub use player::Atlas;
pub use root::Reason;
pub use settings::{MAX_PLIES, Measure, Settings};
pub use side::{Piece, PositionError, Rights, Side};
pub use square::Square;
pub use tables::{PawnTable, RayTable, StepTable, Tables};
pub use value::{MobilityPair, PIECE_VALUES, SWAP_BONUS, mobility, squares_controlled};
