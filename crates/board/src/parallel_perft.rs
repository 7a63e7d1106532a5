//! Perft on several threads, with an optional hash table.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use shakmaty::Chess;

use crate::memory;
use crate::{Board, Cpu, Move, Plain, WithCpu};

/// Threads and memory of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftSetup {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Size of the hash table in MiB; 0 for none.
    pub hash: usize,
}

impl PerftSetup {
    /// Permitted numbers of threads.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=256;
    /// Permitted sizes of the hash table in MiB.
    pub const HASH: std::ops::RangeInclusive<usize> = 0..=16_384;
}

/// Failure of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The caller stopped it.
    #[error("stopped before it was done")]
    Stopped,
    /// The hash table could not be allocated.
    #[error("no memory for a table of {0} MiB")]
    NoMemory(usize),
}

/// Leaves below each legal move.
type Leaves = Vec<(shakmaty::Move, u64)>;

/// Counts the leaves `depth` plies (1 or more) below a position of standard chess, for each move, until `stopped`.
///
/// # Errors
/// [`PerftError`]: it was stopped, or the table could not be allocated.
pub fn perft(
    position: &Chess,
    depth: u32,
    setup: PerftSetup,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Leaves, PerftError> {
    let table = match setup.hash {
        0 => None,
        hash => Some(Table::new(hash, setup.threads).ok_or(PerftError::NoMemory(hash))?),
    };
    crate::dispatch(Count { position, depth, threads: setup.threads, table: table.as_ref(), stopped })
}

/// Remaining depth up to which neither table nor stop is consulted.
const LEAVES: u32 = 2;

/// Counts by key and depth. An entry is key XOR count, and count, so that a torn entry matches no key.
struct Table(Vec<[AtomicU64; 2]>);

impl Table {
    fn new(mebibytes: usize, threads: usize) -> Option<Table> {
        memory::allocate((mebibytes << 20) / size_of::<[AtomicU64; 2]>(), threads).map(Table)
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        let at = (u128::from(key) * self.0.len() as u128) >> 64;
        &self.0[at as usize]
    }

    /// Key of a position at a remaining depth.
    fn key(position: u64, depth: u32) -> u64 {
        position ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn probe(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Relaxed);
        // No position has a count of 0 here, so 0 marks an empty entry.
        (count != 0 && check.load(Relaxed) ^ count == key).then_some(count)
    }

    fn store(&self, key: u64, leaves: u64) {
        let [check, count] = self.slot(key);
        count.store(leaves, Relaxed);
        check.store(key ^ leaves, Relaxed);
    }
}

struct Count<'a> {
    position: &'a Chess,
    depth: u32,
    threads: usize,
    table: Option<&'a Table>,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl WithCpu for Count<'_> {
    type Output = Result<Leaves, PerftError>;

    fn run<C: Cpu>(self, cpu: C) -> Result<Leaves, PerftError> {
        let Ok(root) = Board::<C, Plain>::from_chess(cpu, self.position) else { return Ok(Leaves::new()) };
        let moves = root.moves();
        // Threads share the subtrees two plies below the root; one ply gives too few, too uneven parts.
        let below = self.depth.saturating_sub(2);
        let parts: Vec<(usize, Board<C, Plain>)> = moves
            .iter()
            .enumerate()
            .flat_map(|(at, &m)| {
                let next = root.make(m);
                let parts = if self.depth < 2 {
                    vec![next]
                } else {
                    next.moves().iter().map(|&m| next.make(m)).collect()
                };
                parts.into_iter().map(move |part| (at, part))
            })
            .collect();
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((at, part)) = parts.get(next.fetch_add(1, Relaxed)) {
                counts[*at].fetch_add(self.leaves(part, below)?, Relaxed);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            // Works without threads that cannot be started.
            let helpers: Vec<_> = (1..self.threads)
                .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let own = work();
            helpers.into_iter().fold(own, |all, helper| {
                all.and(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        })?;
        let named = |(at, &m): (usize, &Move)| Some((root.to_shakmaty(m)?, counts[at].load(Relaxed)));
        Ok(moves.iter().enumerate().filter_map(named).collect())
    }
}

impl Count<'_> {
    fn leaves<C: Cpu>(&self, board: &Board<C, Plain>, depth: u32) -> Result<u64, PerftError> {
        if depth <= LEAVES {
            return Ok(board.perft(depth));
        }
        if (self.stopped)() {
            return Err(PerftError::Stopped);
        }
        let key = Table::key(board.key(), depth);
        if let Some(known) = self.table.and_then(|table| table.probe(key)) {
            return Ok(known);
        }
        let sum = if depth == LEAVES + 1 && self.table.is_none() {
            board.perft(depth)
        } else {
            let mut sum = 0;
            for &m in &board.moves() {
                sum += self.leaves(&board.make(m), depth - 1)?;
            }
            sum
        };
        if let Some(table) = self.table {
            table.store(key, sum);
        }
        Ok(sum)
    }
}
