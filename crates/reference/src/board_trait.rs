//! What the search asks of a board: the plain board and the fast one answer alike.

use super::{Address, Move};

/// Which moves a node tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// Every move, and castling if not in check (steps 5 and 6).
    All,
    /// Captures and promotions (step 4).
    Noisy,
    /// Captures of the man on this square by its first aggressor alone (step 4, late).
    Exchange(u8),
}

/// A position, as the search of `docs/search.md` asks about it.
pub trait Board {
    /// Whether White is to move.
    fn white_to_move(&self) -> bool;

    /// Where it belongs in the memory (step 2).
    fn address(&self) -> Address;

    /// Whether the mover's king is attacked (step 3).
    fn in_check(&self) -> bool;

    /// The lazy value from the mover's side (step 4).
    fn lazy_value(&self) -> i16;

    /// The full value from the mover's side (step 4).
    fn full_value(&self) -> i16;

    /// Gives `attempt` each legal move of those tried and the position after it, in the order of steps 5 and 6, until
    /// it says that one cuts: true if so.
    fn try_moves(&self, tried: MoveSet, attempt: impl FnMut(Move, &Self) -> bool) -> bool;
}
