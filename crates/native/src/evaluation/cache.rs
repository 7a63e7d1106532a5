//! Pawn structures seen before: they change seldom from one position to the next.

use super::Position;
use super::pawns::Structure;
use crate::board::Cpu;

/// Structures kept, a power of two: more would drive other things out of the processor's cache.
const SIZE: usize = 1 << 11;

/// A thread's memory of pawn structures, by their key.
#[derive(Clone, Debug)]
pub struct Cache {
    entries: Box<[Entry]>,
}

/// Two lines of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Entry {
    key: u64,
    structure: Structure,
}

impl Default for Cache {
    fn default() -> Cache {
        // The key 0 is that of no pawns at all, whose structure has every file open.
        let structure = Structure::of_no_pawns();
        Cache { entries: vec![Entry { key: 0, structure }; SIZE].into_boxed_slice() }
    }
}

impl Cache {
    /// The structure of the pawns of a position.
    #[inline(always)]
    pub(super) fn structure<C: Cpu>(&mut self, board: &Position<C>) -> &Structure {
        let key = board.pawn_key();
        let entry = &mut self.entries[key as usize & (SIZE - 1)];
        if entry.key != key {
            *entry = Entry { key, structure: Structure::of(board) };
        } else {
            entry.structure.move_kings(board);
        }
        &entry.structure
    }
}
