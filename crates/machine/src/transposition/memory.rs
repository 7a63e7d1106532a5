//! Transposition memory: one megabyte, 128K entries of eight bytes.
//!
//! ```text
//!  key --------> +---------------------------------------------------+
//!  probe ------> | lock 32 | value 16 | depth 8 | bound 2 | open 1 | 5 | --> hit, open, bound, value, depth
//!  mark -------> +---------------------------------------------------+
//!  store ------> value, depth, bound from the bus
//! ```
//!
//! Sources: Chess Programming Wiki, "Belle" (size, index, lock); Moreland on Thompson (the open
//! flag: set by a probe, cleared by the node's return, a repetition if hit). Fidelity: documented
//! (F070), the open flag second-hand (F071); against the record (F070): fixed logic as control;
//! decided: the layout of the four data bytes, and that the newest position takes the entry unless
//! it is open.

use super::hash::Key;
use crate::part::Part;

/// Its part of the block diagram.
pub(crate) const PART: Part = Part {
    block: "memory",
    fidelity: "documented (F070): size, index and lock; second-hand (F071): the open flag; against the record (F070): fixed logic as control; decided: the layout of an entry, replacement",
    wires: &[],
    file: file!(),
};

/// Bits of an entry's address.
const BITS: u32 = 17;
/// Number of entries.
pub const ENTRIES: usize = 1 << BITS;

const OPEN: u64 = 1 << 58;

/// An entry's value is at most this ([`Entry::is_upper`]).
pub const UPPER: u8 = 1;
/// An entry's value is at least this ([`Entry::is_lower`]).
pub const LOWER: u8 = 2;
/// An entry's value is exact: both bounds.
pub const EXACT: u8 = 3;

/// Eight bytes of the memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(pub u64);

impl Entry {
    /// An entry that is not open. Depth is negated, as in the stack: 0 down to -127.
    #[inline(always)]
    pub fn closed(lock: u32, value: i16, depth: i16, bound: u8) -> Entry {
        Entry(
            u64::from(lock)
                | u64::from(value as u16) << 32
                | u64::from(depth as u8) << 48
                | u64::from(bound & 3) << 56,
        )
    }

    /// The 32 bits of the key it belongs to.
    #[inline(always)]
    pub fn lock(self) -> u32 {
        self.0 as u32
    }

    /// Value in centipawns, from its mover's side; mates counted from the entry's own node.
    #[inline(always)]
    pub fn value(self) -> i16 {
        (self.0 >> 32) as i16
    }

    /// Depth, negated: 0 down to -127.
    #[inline(always)]
    pub fn depth(self) -> i16 {
        i16::from((self.0 >> 48) as i8)
    }

    /// Whether the value is an upper bound, or exact.
    #[inline(always)]
    pub fn is_upper(self) -> bool {
        self.0 >> 56 & 1 != 0
    }

    /// Whether the value is a lower bound, or exact.
    #[inline(always)]
    pub fn is_lower(self) -> bool {
        self.0 >> 57 & 1 != 0
    }

    /// Whether its position stands on the path of the search, or in the game.
    #[inline(always)]
    pub fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }
}

/// The memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranspositionMemory {
    entries: Box<[Entry]>,
    /// A rival reading of the record ([`TranspositionMemory::with_two_tiers`]).
    has_two_tiers: bool,
}

impl Default for TranspositionMemory {
    fn default() -> TranspositionMemory {
        TranspositionMemory::with_bits(BITS)
    }
}

impl TranspositionMemory {
    /// An empty memory of 2^`bits` entries, 10 to 28. The machine's has 17 bits; experiments take
    /// others.
    pub fn with_bits(bits: u32) -> TranspositionMemory {
        assert!(
            (10..=28).contains(&bits),
            "bits: expected 10 to 28, got {bits}"
        );
        TranspositionMemory {
            entries: vec![Entry::default(); 1 << bits].into_boxed_slice(),
            has_two_tiers: false,
        }
    }

    /// The same with two entries at each address, for experiments: the other reading of the record
    /// (F072), which fits in the same memory only with half the addresses. The first entry keeps
    /// the position searched deepest, the second takes the newest, or what the first gives up.
    pub fn with_two_tiers(self) -> TranspositionMemory {
        TranspositionMemory {
            has_two_tiers: true,
            ..self
        }
    }

    /// Index of the key's entry: the key's low bits, and the side to move as the highest, so that
    /// both sides have half of the memory.
    #[inline(always)]
    pub fn index(&self, key: Key) -> usize {
        let half = self.entries.len() / 2;
        key.bits as usize & (half - 1) | if key.white_to_move { half } else { 0 }
    }

    /// Where the key's position stands, or would stand as the newest.
    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        let index = self.index(key);
        if !self.has_two_tiers {
            return index;
        }
        let first = index & !1;
        if self.entries[first].lock() == key.lock() {
            first
        } else {
            first | 1
        }
    }

    /// The entry the key addresses, of any position.
    #[inline(always)]
    pub fn probe(&self, key: Key) -> Entry {
        self.entries[self.place(key)]
    }

    /// Marks the key's entry open. A position that finds the entry held open by another is not
    /// marked.
    #[inline(always)]
    pub fn mark(&mut self, key: Key) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        if entry.lock() == key.lock() {
            entry.0 |= OPEN;
        } else if !entry.is_open() {
            *entry = Entry(u64::from(key.lock()) | OPEN);
        }
    }

    /// Stores a value (depth negated, bound one of [`UPPER`], [`LOWER`], [`EXACT`]) and clears the
    /// open flag; an entry held open by another position stays.
    #[inline(always)]
    pub fn store(&mut self, key: Key, value: i16, depth: i16, bound: u8) {
        let place = self.place(key);
        let entry = self.entries[place];
        let is_free = entry.lock() == key.lock() || !entry.is_open();
        let new = Entry::closed(key.lock(), value, depth, bound);
        if self.has_two_tiers && place & 1 == 1 {
            let deepest = self.entries[place - 1];
            // Depths are negated.
            if depth <= deepest.depth() && !deepest.is_open() {
                if is_free {
                    self.entries[place] = deepest;
                }
                self.entries[place - 1] = new;
                return;
            }
        }
        if is_free {
            self.entries[place] = new;
        }
    }

    /// Replaces the key's entry, whatever it holds.
    pub fn put(&mut self, key: Key, entry: Entry) {
        let index = self.index(key);
        self.entries[index] = entry;
    }

    /// Clears every open flag, as the host does before a search.
    pub fn clear_open_flags(&mut self) {
        for entry in &mut self.entries {
            entry.0 &= !OPEN;
        }
    }

    /// Clears the whole memory.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// All entries by address.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Used entries among the first thousand, as UCI's `hashfull` counts them.
    pub fn per_mille(&self) -> u32 {
        self.entries[..1000]
            .iter()
            .filter(|entry| entry.0 != 0)
            .count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(bits: u64) -> Key {
        Key {
            bits,
            white_to_move: true,
        }
    }

    #[test]
    fn store_then_probe_returns_entry() {
        let mut memory = TranspositionMemory::default();
        let k = key(0xABCD_1234_5678);
        for (value, depth, bound) in [(-30_000, -5, UPPER), (123, 0, LOWER), (29_999, -127, EXACT)]
        {
            memory.store(k, value, depth, bound);
            let entry = memory.probe(k);
            assert_eq!(
                (entry.lock(), entry.value(), entry.depth()),
                (k.lock(), value, depth)
            );
            assert_eq!(
                (entry.is_upper(), entry.is_lower()),
                (bound & 1 != 0, bound & 2 != 0)
            );
            assert!(!entry.is_open());
        }
    }

    #[test]
    fn store_open_entry_is_kept() {
        let mut memory = TranspositionMemory::default();
        let (mine, other) = (key(0x1_0000), key(0x2_0000));
        memory.mark(mine);
        memory.mark(other);
        memory.store(other, 7, -1, EXACT);
        assert!(memory.probe(mine).is_open());
        assert_eq!(memory.probe(mine).lock(), mine.lock());
        memory.store(mine, 5, -2, LOWER);
        assert!(!memory.probe(mine).is_open());
        memory.mark(mine);
        assert_eq!(memory.probe(mine).value(), 5, "a mark keeps the data");
        memory.clear_open_flags();
        assert!(!memory.probe(mine).is_open());
    }

    #[test]
    fn store_in_two_tiers_keeps_the_deepest_and_the_newest() {
        let mut memory = TranspositionMemory::default().with_two_tiers();
        let [one, two, three] = [key(0x1_0000), key(0x2_0001), key(0x3_0000)];
        let value_of = |memory: &TranspositionMemory, key: Key| {
            let entry = memory.probe(key);
            (entry.lock() == key.lock()).then_some(entry.value())
        };
        memory.store(one, 1, -6, EXACT);
        memory.store(two, 2, -3, EXACT);
        assert_eq!(value_of(&memory, one), Some(1), "the deepest stays");
        assert_eq!(value_of(&memory, two), Some(2));
        memory.store(three, 3, -2, EXACT);
        assert_eq!(value_of(&memory, two), None, "the newest takes the second");
        memory.store(two, 4, -9, EXACT);
        assert_eq!(value_of(&memory, two), Some(4), "deeper than the deepest");
        assert_eq!(value_of(&memory, one), Some(1), "which moves over");
        assert_eq!(value_of(&memory, three), None);
        // A position of the path stays where it is found, in either tier.
        memory.mark(one);
        memory.mark(three);
        assert_eq!(value_of(&memory, three), None);
        memory.store(three, 5, -1, EXACT);
        assert!(memory.probe(one).is_open());
        memory.store(one, 6, -1, EXACT);
        assert!(!memory.probe(one).is_open());
    }

    #[test]
    fn index_depends_on_side_to_move() {
        let memory = TranspositionMemory::default();
        let white = key(0x1234_5678_9ABC);
        let black = Key {
            white_to_move: false,
            ..white
        };
        assert_eq!(memory.index(white), 0x1_9ABC);
        assert_eq!(memory.index(black), 0x9ABC);
    }

    #[test]
    fn memory_of_any_size_keeps_positions_apart() {
        let keys = [
            key(0x1234_5678_9ABC),
            Key {
                white_to_move: false,
                ..key(0xFFFF_FFFF_FFFF)
            },
        ];
        for bits in [10, 14, 20] {
            let mut memory = TranspositionMemory::with_bits(bits);
            for (value, key) in (1..).zip(keys) {
                memory.store(key, value, -3, EXACT);
            }
            assert_eq!(keys.map(|key| memory.probe(key).value()), [1, 2]);
        }
    }
}
