//! Pawn structures seen before: they change seldom from one position to the next.

use super::Position;
use super::pawns::Structure;
use crate::board::Cpu;

/// Structures kept, a power of two: 16 K of them.
const SIZE: usize = 1 << 14;

/// A thread's memory of pawn structures, by their key.
#[derive(Clone, Debug)]
pub struct Cache {
    entries: Box<[(u64, Structure)]>,
}

impl Default for Cache {
    fn default() -> Cache {
        // The key 0 is that of no pawns at all, whose structure has every file open.
        let none = Structure::of_no_pawns();
        Cache { entries: vec![(0, none); SIZE].into_boxed_slice() }
    }
}

impl Cache {
    /// The structure of the pawns of a position.
    #[inline(always)]
    pub(super) fn structure<C: Cpu>(&mut self, board: &Position<C>) -> &Structure {
        let key = board.pawn_key();
        let entry = &mut self.entries[key as usize & (SIZE - 1)];
        if entry.0 != key {
            *entry = (key, Structure::of(board));
        } else {
            entry.1.move_kings(board);
        }
        &entry.1
    }
}
