//! The plies at which known results of moves outside a slice take effect, by blocks of rows.

use crate::score::{MAX_PLIES, Score};

const BLOCK: usize = 64;
const WORDS: usize = MAX_PLIES / 64 + 1;

/// For each block of one plane, the set of distances in plies that occur in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    blocks: Vec<[u64; WORDS]>,
}

impl Schedule {
    pub(crate) fn new(rows: usize) -> Schedule {
        Schedule { blocks: vec![[0; WORDS]; rows.div_ceil(BLOCK)] }
    }

    /// Adds a position in `row` with a known distance of `plies`.
    pub(crate) fn add(&mut self, row: usize, plies: usize) {
        self.blocks[row / BLOCK][plies / 64] |= 1 << (plies % 64);
    }

    pub(crate) fn any(&self, plies: usize) -> bool {
        self.blocks.iter().any(|b| has(b, plies))
    }

    pub(crate) fn last(&self) -> usize {
        (0..=MAX_PLIES).rev().find(|&plies| self.any(plies)).unwrap_or(0)
    }

    /// Calls `found` with each row that holds `score`, whose distance is `plies`, and the set of its positions.
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
