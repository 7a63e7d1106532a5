//! What was worked out before: pawn structures, which change seldom from one position to the next, and values, of which a
//! fifth are asked for again soon.

use super::Position;
use super::pawns::Structure;
use board::Cpu;

/// Structures kept, a power of two: more would drive other things out of the processor's cache.
const SIZE: usize = 1 << 11;

/// PieceSquareTable kept, a power of two, for the same reason no more.
const VALUES: usize = 1 << 14;

/// What the other terms come to is kept in so many hundredths of a pawn.
const GRAIN: i32 = 4;

/// No more of it is kept than this.
const REST: i32 = i8::MAX as i32 * GRAIN;

/// A thread's memory of pawn structures and values, by their keys.
#[derive(Clone, Debug)]
pub struct Cache {
    entries: Box<[Entry]>,
    /// The high 40 bits of a position's key (with its place, 54 of 64) above the rest above the value.
    values: Box<[u64]>,
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
        Cache {
            entries: vec![Entry { key: 0, structure }; SIZE].into_boxed_slice(),
            values: vec![0; VALUES].into_boxed_slice(),
        }
    }
}

/// Where the value of a position is kept.
#[inline(always)]
fn slot(key: u64) -> usize {
    key as usize & (VALUES - 1)
}

impl Cache {
    /// The value of the position of this key, and what the terms beyond men, squares and pawns come to in it (about, and
    /// at most [`REST`]), if they are remembered.
    #[inline(always)]
    pub(super) fn value(&self, key: u64) -> Option<(i32, i32)> {
        let entry = self.values[slot(key)];
        ((entry ^ key) >> 24 == 0)
            .then_some((i32::from(entry as i16), i32::from((entry >> 16) as i8) * GRAIN))
    }

    /// Remembers them.
    #[inline(always)]
    pub(super) fn keep(&mut self, key: u64, value: i32, rest: i32) {
        let rest = (rest.clamp(-REST, REST) / GRAIN) as u8;
        self.values[slot(key)] = key & !0xff_ffff | u64::from(rest) << 16 | u64::from(value as u16);
    }

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
