//! Pawn structures seen before: they change seldom from one position to the next.

use super::pawns::Structure;
use super::{Position, pawns};
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
        // The key 0 is that of no pawns at all, whose structure is the empty one.
        Cache { entries: vec![(0, Structure::default()); SIZE].into_boxed_slice() }
    }
}

impl Cache {
    /// The structure of the pawns of a position.
    #[inline(always)]
    pub(super) fn structure<C: Cpu>(&mut self, board: &Position<C>) -> &Structure {
        let key = board.pawn_key();
        let entry = &mut self.entries[key as usize & (SIZE - 1)];
        if entry.0 != key {
            *entry = (key, pawns::structure(board));
        }
        &entry.1
    }
}
