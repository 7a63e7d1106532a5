//! When known results of moves outside a slice come due: which blocks of rows hold a score of so many plies.

use crate::score::{MAX_PLIES, Score};

/// Rows in a block.
const BLOCK: usize = 64;
const WORDS: usize = MAX_PLIES / 64 + 1;

/// For one plane: per block the set of the plies that occur in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    blocks: Vec<[u64; WORDS]>,
}

impl Schedule {
    /// No events in so many rows.
    pub(crate) fn new(rows: usize) -> Schedule {
        Schedule { blocks: vec![[0; WORDS]; rows.div_ceil(BLOCK)] }
    }

    /// Notes that a position in `row` comes due after `plies`.
    pub(crate) fn note(&mut self, row: usize, plies: usize) {
        self.blocks[row / BLOCK][plies / 64] |= 1 << (plies % 64);
    }

    /// Whether anything comes due after `plies`.
    pub(crate) fn any(&self, plies: usize) -> bool {
        self.blocks.iter().any(|b| has(b, plies))
    }

    /// The latest event, or 0.
    pub(crate) fn last(&self) -> usize {
        (0..=MAX_PLIES).rev().find(|&plies| self.any(plies)).unwrap_or(0)
    }

    /// Calls `found` with each row that may hold `score`, due after `plies`, and the set of its positions that do.
    pub(crate) fn due(
        &self,
        plies: usize,
        score: Score,
        scores: &[Score],
        mut found: impl FnMut(usize, u64),
    ) {
        for (block, _) in self.blocks.iter().enumerate().filter(|(_, b)| has(b, plies)) {
            let rows = scores[block * BLOCK * 64..].chunks_exact(64).take(BLOCK);
            for (i, row) in rows.enumerate() {
                let set = row.iter().enumerate().fold(0, |set, (bit, s)| set | u64::from(*s == score) << bit);
                if set != 0 {
                    found(block * BLOCK + i, set);
                }
            }
        }
    }
}

fn has(block: &[u64; WORDS], plies: usize) -> bool {
    plies <= MAX_PLIES && block[plies / 64] >> (plies % 64) & 1 == 1
}
