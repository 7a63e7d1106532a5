//! Perft: the number of move sequences of a length.

use super::{Board, Cpu, Values};

impl<C: Cpu, V: Values> Board<C, V> {
    /// The number of legal move sequences of `depth` halfmoves; the last are counted, not made.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_moves()),
            _ => self.moves().iter().map(|&m| self.make(m).perft(depth - 1)).sum(),
        }
    }
}
