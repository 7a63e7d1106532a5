//! The solver's table of positions, for mates in three and more. Decided: the record has none.

use crate::side::{Piece, Side};
use crate::square::Square;

const ENTRIES: usize = 1 << 18;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key(u64);

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The shortest known mate, in moves; 0 if none.
    mates_in: u8,
    /// Moves in which no mate is known to exist.
    not_in: u8,
}

/// Known mates and their absence. The table is allocated at the first store.
#[derive(Default)]
pub(crate) struct MateTable {
    entries: Vec<Entry>,
}

impl MateTable {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) fn key(&self, mine: &Side, theirs: &Side) -> Key {
        let mut key = u64::from(mine.home_offset());
        for (side, pieces) in [mine, theirs].into_iter().enumerate() {
            for square in pieces.squares() {
                key ^= word(side as u64, square, pieces.piece_on(square));
            }
            let rights = u64::from(pieces.rights.king_side) + 2 * u64::from(pieces.rights.queen_side);
            key ^= mix((side as u64) << 16 | rights << 8 | u64::from(pieces.en_passant.0));
        }
        Key(key)
    }

    /// Whether a mate in at most `n` exists, if known.
    pub(crate) fn probe(&self, Key(key): Key, n: u32) -> Option<bool> {
        let entry = self.entries.get(key as usize % ENTRIES).filter(|entry| entry.key == key)?;
        if entry.mates_in > 0 && u32::from(entry.mates_in) <= n {
            return Some(true);
        }
        (u32::from(entry.not_in) >= n).then_some(false)
    }

    pub(crate) fn store(&mut self, Key(key): Key, n: u32, mates: bool) {
        if self.entries.is_empty() {
            self.entries.resize(ENTRIES, Entry::default());
        }
        let entry = &mut self.entries[key as usize % ENTRIES];
        if entry.key != key {
            *entry = Entry { key, ..Entry::default() };
        }
        if mates {
            entry.mates_in = n as u8;
        } else {
            entry.not_in = entry.not_in.max(n as u8);
        }
    }
}

fn word(side: u64, square: Square, piece: Piece) -> u64 {
    mix(side << 24 | u64::from(piece.0) << 32 | u64::from(square.0) << 40 | 1)
}

/// The finalizer of splitmix64.
fn mix(bits: u64) -> u64 {
    let mut z = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
