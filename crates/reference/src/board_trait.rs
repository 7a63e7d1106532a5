//! The board interface of the search, implemented by the plain and the fast board.

use super::{Address, Move};

/// Moves a node tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// Every move, and castling if not in check (steps 5 and 6).
    All,
    /// Captures and promotions (step 4).
    Noisy,
    /// Captures on this square by its first aggressor only (step 4, late).
    Exchange(u8),
}

/// A position, as the search of `docs/search.md` needs it.
pub trait Board {
    /// Whether White is to move.
    fn white_to_move(&self) -> bool;

    /// Its address in the memory (step 2).
    fn address(&self) -> Address;

    /// Whether the mover's king is attacked (step 3).
    fn in_check(&self) -> bool;

    /// The lazy value from the mover's side (step 4).
    fn lazy_value(&self) -> i16;

    /// The full value from the mover's side (step 4).
    fn full_value(&self) -> i16;

    /// Passes each legal move and the position after it to `attempt`, in the order of steps 5 and 6, until one cuts.
    ///
    /// True if one does.
    fn try_moves(&self, tried: MoveSet, attempt: impl FnMut(Move, &Self) -> bool) -> bool;
}
