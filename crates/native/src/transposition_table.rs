//! Transposition table, shared by all threads without locks.
//!
//! An entry is two words: the key XOR the data, and the data (Hyatt and Mann), so that a torn entry
//! matches no key. Four entries form a bucket, one cache line. Memory is taken as buckets are
//! written.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use board::Move;
use board::memory::{self, CacheLines, LINE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    Upper,
    Lower,
    Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Best move; may be null, or illegal if keys collide.
    pub(crate) best: Move,
    /// Value relative to the position: mates count from it.
    pub(crate) value: i32,
    /// Depth searched, at least 1.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) was_pv: bool,
}

/// Words of an entry.
const WORDS: usize = 2;
/// Entries of a bucket.
const ENTRIES: usize = LINE / WORDS;
/// Searches after which the age of an entry begins anew: it has five bits.
const AGES: u8 = 32;

/// A bound replaces an entry of its position that is deeper by this many plies at most.
const REPLACED_DEPTH_LEAD: i32 = 3;
/// The same for a position of the principal variation: so many plies more.
const REPLACED_DEPTH_LEAD_PV: i32 = 2;
/// Plies of depth that an entry is worth less for each search since it was stored.
const WORTH_LOST_A_SEARCH: i32 = 4;

/// Permitted sizes of the table in MiB.
pub(crate) const SIZES: std::ops::RangeInclusive<i64> = 1..=16_384;

type Bucket = [AtomicU64; LINE];

pub(crate) struct TranspositionTable {
    buckets: CacheLines,
    /// Number of the present search, modulo [`AGES`].
    age: AtomicU8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {0} MiB")]
pub(crate) struct NoMemory(usize);

impl TranspositionTable {
    /// An empty table.
    pub(crate) fn new(mebibytes: usize) -> Result<TranspositionTable, NoMemory> {
        let buckets = (mebibytes << 20) / size_of::<Bucket>();
        let buckets = CacheLines::new(buckets).ok_or(NoMemory(mebibytes))?;
        Ok(TranspositionTable {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// An empty table of this size, or of the largest part of it for which there is memory. Ends
    /// the program if there is none for a MiB, as every small allocation does.
    pub(crate) fn at_most(mut mebibytes: usize) -> TranspositionTable {
        loop {
            match TranspositionTable::new(mebibytes) {
                Ok(table) => return table,
                Err(_) if mebibytes > 1 => mebibytes /= 2,
                Err(_) => handle_alloc_error(Layout::new::<[u8; 1 << 20]>()),
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.age = AtomicU8::new(0);
    }

    /// Starts a new search: entries stored before become one search older.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product is spread evenly over the buckets, whatever their number is.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.line(index as usize)
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        // Reads all four: a mispredicted branch would cost more.
        let mut found = 0;
        for slot in self.bucket(key).as_chunks::<WORDS>().0 {
            let data = slot[1].load(Relaxed);
            found = if slot[0].load(Relaxed) ^ data == key {
                data
            } else {
                found
            };
        }
        (found != 0).then(|| unpack(found))
    }

    /// Stores an entry: in the place of the same position's, unless that is much deeper, or else of
    /// the one that is worth least in the bucket by its depth and age.
    #[inline(always)]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut chosen, mut least) = (0, i32::MAX);
        let mut entry = entry;
        for (index, slot) in bucket.as_chunks::<WORDS>().0.iter().enumerate() {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                chosen = index;
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                let old = unpack(data);
                if entry.best.is_null() {
                    entry.best = old.best;
                }
                let replaces_any_depth = entry.bound == Bound::Exact || age_of(data) != age;
                let lead = REPLACED_DEPTH_LEAD + i32::from(entry.was_pv) * REPLACED_DEPTH_LEAD_PV;
                if !replaces_any_depth && entry.depth + lead < old.depth {
                    return;
                }
                chosen = index;
                break;
            }
            let searches_ago = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = depth_of(data) - WORTH_LOST_A_SEARCH * searches_ago;
            if worth < least {
                (chosen, least) = (index, worth);
            }
        }
        let data = pack(entry, age);
        let slot = &bucket.as_chunks::<WORDS>().0[chosen];
        slot[1].store(data, Relaxed);
        slot[0].store(key ^ data, Relaxed);
    }

    /// Thousandths of the table that the present search has filled, by a sample.
    pub(crate) fn per_mille(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(250);
        let mut used = 0;
        for index in 0..sample {
            for slot in self.buckets.line(index).as_chunks::<WORDS>().0 {
                let data = slot[1].load(Relaxed);
                used += usize::from(data != 0 && age_of(data) == age);
            }
        }
        (used * 1000 / (sample * ENTRIES)) as u32
    }
}

// Bits of the data: 0 to 15 move, 16 to 31 value, 48 to 55 depth (never 0, so that no entry is all
// zeros), 56 and 57 bound, 58 PV flag, 59 to 63 age.

#[inline(always)]
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.best.bits())
        | u64::from(entry.value as u16) << 16
        | (entry.depth.clamp(1, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(age) << 59
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    Entry {
        best: Move::from_bits(data as u16),
        value: i32::from((data >> 16) as i16),
        depth: depth_of(data),
        bound: [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact][(data >> 56 & 3) as usize],
        was_pv: data >> 58 & 1 != 0,
    }
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32
}

#[inline(always)]
fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, bound: Bound) -> Entry {
        Entry {
            best: Move::from_bits(0x1234),
            value: -31_999,
            depth,
            bound,
            was_pv: true,
        }
    }

    #[test]
    fn probe_stored_entry_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        let stored = entry(100, Bound::Lower);
        table.store(42, stored);
        assert_eq!((table.probe(42), table.probe(43)), (Some(stored), None));
        let without = Entry {
            best: Move::NULL,
            ..entry(99, Bound::Exact)
        };
        table.store(42, without);
        assert_eq!(
            table.probe(42).unwrap().best,
            stored.best,
            "a move is kept where none is known now"
        );
        table.store(42, entry(5, Bound::Upper));
        assert_eq!(
            table.probe(42).unwrap().depth,
            99,
            "deep values are kept from shallow bounds"
        );
    }

    #[test]
    fn store_full_bucket_replaces_old_and_shallow() {
        let table = TranspositionTable::new(1).unwrap();
        // Low keys share the first bucket.
        for key in 1..=4 {
            table.store(key, entry(10 + key as i32, Bound::Lower));
        }
        table.store(5, entry(1, Bound::Lower));
        assert!(table.probe(1).is_none() && table.probe(2).is_some() && table.probe(5).is_some());
        for _ in 0..4 {
            table.new_search();
        }
        table.store(2, entry(3, Bound::Lower));
        assert_eq!(table.probe(2).unwrap().depth, 3, "of an older search");
        table.store(5, entry(1, Bound::Lower));
        for key in 6..=7 {
            table.store(key, entry(1, Bound::Lower));
        }
        assert!(
            table.probe(2).is_some() && table.probe(3).is_none(),
            "age counts against depth"
        );
    }

    #[test]
    fn clear_empties_and_new_reports_no_memory() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(7, entry(9, Bound::Exact));
        assert_eq!(table.per_mille(), 1);
        table.clear();
        assert_eq!((table.probe(7), table.per_mille()), (None, 0));
        assert!(
            TranspositionTable::new(1 << 42)
                .is_err_and(|why| why.to_string().contains("no memory for a table"))
        );
    }
}
