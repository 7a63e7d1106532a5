//! Cache of pawn structures and values; a fifth of the values are needed again soon.

use super::pawns::Structure;
use super::sink::Position;
use board::Cpu;

/// Number of pawn structures, a power of two; small, to spare the CPU's cache.
const SIZE: usize = 1 << 11;
/// Number of values, a power of two.
const VALUES: usize = 1 << 14;
/// Unit in which lazy deltas are stored, in centipawns.
const DELTA_UNIT: i32 = 4;

const MAX_DELTA: i32 = i8::MAX as i32 * DELTA_UNIT;

/// A thread's cache of pawn structures and values.
#[derive(Clone, Debug)]
pub struct Cache {
    entries: Box<[PawnEntry]>,
    /// High 40 bits of the key, then 8 bits of delta, then 16 bits of value.
    values: Box<[u64]>,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct PawnEntry {
    key: u64,
    structure: Structure,
}

impl Default for Cache {
    fn default() -> Cache {
        // Key 0 is that of a board without pawns.
        let structure = Structure::without_pawns();
        Cache {
            entries: vec![PawnEntry { key: 0, structure }; SIZE].into_boxed_slice(),
            values: vec![0; VALUES].into_boxed_slice(),
        }
    }
}

#[inline(always)]
fn slot(key: u64) -> usize {
    key as usize & (VALUES - 1)
}

impl Cache {
    #[inline(always)]
    pub(super) fn value(&self, key: u64) -> Option<(i32, i32)> {
        let entry = self.values[slot(key)];
        ((entry ^ key) >> 24 == 0).then_some((
            i32::from(entry as i16),
            i32::from((entry >> 16) as i8) * DELTA_UNIT,
        ))
    }

    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, value: i32, delta: i32) {
        let delta = (delta.clamp(-MAX_DELTA, MAX_DELTA) / DELTA_UNIT) as u8;
        self.values[slot(key)] =
            key & !0xff_ffff | u64::from(delta) << 16 | u64::from(value as u16);
    }

    #[inline(always)]
    pub(super) fn structure<C: Cpu>(&mut self, board: &Position<C>) -> &Structure {
        let key = board.pawn_key();
        let entry = &mut self.entries[key as usize & (SIZE - 1)];
        if entry.key != key {
            *entry = PawnEntry {
                key,
                structure: Structure::of(board),
            };
        } else {
            entry.structure.move_kings(board);
        }
        &entry.structure
    }
}
