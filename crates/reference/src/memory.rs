//! The transposition memory: one entry for each index, with the open mark of the repetition
//! rule.

use roms::value::MATE_ZONE;

/// Bound type of an entry's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// No value: an open mark only, or a fresh entry.
    #[default]
    None,
    /// Upper bound.
    Upper,
    /// Lower bound.
    Lower,
    /// Exact value.
    Exact,
}

/// An entry of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Entry {
    /// The 32 bits of the key that are not in the index.
    pub lock: u32,
    /// A value; a mate is counted from this position.
    pub value: i16,
    /// Depth searched.
    pub depth: u8,
    /// Bound type of the value.
    pub bound: Bound,
    /// The position stands on the path (or in the game).
    pub open: bool,
}

impl Entry {
    /// Its value at `ply`, if its depth and bound allow a cutoff in this window (step 2).
    pub fn cutoff_value(&self, depth: u8, alpha: i16, beta: i16, ply: i16) -> Option<i16> {
        // The reverse of what storing did.
        let value = for_entry(self.value, -ply);
        let bound_allows = match self.bound {
            Bound::None => false,
            Bound::Upper => value <= alpha,
            Bound::Lower => value >= beta,
            Bound::Exact => true,
        };
        if self.depth < depth || !bound_allows {
            return None;
        }
        Some(value)
    }
}

/// A value at `ply` as it is stored: a mate is counted from the entry's own position (step 8).
fn for_entry(value: i16, ply: i16) -> i16 {
    match value {
        v if v > MATE_ZONE => v + ply,
        v if v < -MATE_ZONE => v - ply,
        v => v,
    }
}

/// Address of a position in the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The key's low 16 bits, and white-to-move as the 17th.
    pub index: usize,
    /// The key's other 32 bits.
    pub lock: u32,
}

impl Address {
    /// Address of a position, by its 48-bit key and side to move.
    pub fn new(key: u64, white_to_move: bool) -> Address {
        let white_to_move = usize::from(white_to_move);
        Address {
            index: (key & 0xFFFF) as usize | white_to_move << 16,
            lock: (key >> 16) as u32,
        }
    }
}

/// The transposition memory.
#[derive(Clone, Debug)]
pub struct Memory {
    entries: Vec<Entry>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            entries: vec![Entry::default(); Memory::ENTRIES],
        }
    }
}

impl Memory {
    /// Number of entries, one for each index that 17 bits can name.
    pub const ENTRIES: usize = 1 << 17;

    /// Makes it fresh: all zeros.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// Clears all open marks.
    pub fn clear_open_flags(&mut self) {
        for entry in &mut self.entries {
            entry.open = false;
        }
    }

    /// The entry at this address, if its lock matches.
    pub fn hit(&self, address: Address) -> Option<Entry> {
        let entry = self.entries[address.index];
        if entry.lock != address.lock {
            return None;
        }
        Some(entry)
    }

    /// The entry at this index, without comparing locks.
    pub fn entry(&self, index: usize) -> Entry {
        self.entries[index]
    }

    /// Marks a position as open, unless another one holds the entry open (step 2).
    pub fn mark(&mut self, address: Address) {
        let entry = &mut self.entries[address.index];
        if entry.lock == address.lock {
            entry.open = true;
        } else if !entry.open {
            *entry = Entry {
                lock: address.lock,
                open: true,
                ..Entry::default()
            };
        }
    }

    /// Stores a result and clears the open mark, unless another position holds the entry open (step
    /// 8).
    pub fn store(&mut self, address: Address, depth: u8, value: i16, bound: Bound, ply: i16) {
        let entry = &mut self.entries[address.index];
        if entry.lock == address.lock || !entry.open {
            let value = for_entry(value, ply);
            *entry = Entry {
                lock: address.lock,
                value,
                depth,
                bound,
                open: false,
            };
        }
    }
}
