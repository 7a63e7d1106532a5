//! What the solver remembers of positions on the way to longer mates. Decided: the record knows no such thing,
//! and Bell's mate in two needs none.

use crate::men::{Man, Men};
use crate::square::Square;

const ENTRIES: usize = 1 << 18;

/// A position's key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u64);

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The shortest mate known, in moves; 0 if none is.
    mates_in: u8,
    /// It is known that no mate in this many moves exists.
    not_in: u8,
}

/// A table of positions with the side to move about to mate, or not. It holds nothing until it is first used.
#[derive(Default)]
pub(crate) struct Memory {
    entries: Vec<Entry>,
}

impl Memory {
    pub(crate) fn forget(&mut self) {
        self.entries.clear();
    }

    /// The key of a position.
    pub(crate) fn place(&self, mine: &Men, theirs: &Men) -> Place {
        let mut key = u64::from(mine.home());
        for (side, men) in [mine, theirs].into_iter().enumerate() {
            for square in men.squares() {
                key ^= word(side as u64, square, men.man_on(square));
            }
            let rights = u64::from(men.rights.king_side) + 2 * u64::from(men.rights.queen_side);
            key ^= mix((side as u64) << 16 | rights << 8 | u64::from(men.passed.0));
        }
        Place(key)
    }

    /// Whether a mate in at most `n` is known to exist or not to exist.
    pub(crate) fn recall(&self, Place(key): Place, n: u32) -> Option<bool> {
        let entry = self.entries.get(key as usize % ENTRIES).filter(|entry| entry.key == key)?;
        if entry.mates_in > 0 && u32::from(entry.mates_in) <= n {
            return Some(true);
        }
        (u32::from(entry.not_in) >= n).then_some(false)
    }

    /// Learns whether a mate in at most `n` exists.
    pub(crate) fn learn(&mut self, Place(key): Place, n: u32, mates: bool) {
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

fn word(side: u64, square: Square, man: Man) -> u64 {
    mix(side << 24 | u64::from(man.0) << 32 | u64::from(square.0) << 40 | 1)
}

/// A fixed scrambling of bits (the finaliser of splitmix64).
fn mix(bits: u64) -> u64 {
    let mut z = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
