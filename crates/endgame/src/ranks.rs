//! The processes that build a table together.

use std::fmt::Debug;
use std::ops::Range;

/// Processes that build a table together. Every method is called by all of them, in the same order.
///
/// The messages are byte for byte what the owner of a part writes to its journal.
pub trait Ranks: Debug {
    /// Number of this process, from 0.
    fn rank(&self) -> usize;
    /// Number of processes.
    fn size(&self) -> usize;
    /// Sends `to[n]` to process n; returns what each process sent to this one.
    fn exchange(&self, to: Vec<Vec<u8>>) -> Vec<Vec<u8>>;
    /// The sum of all processes' numbers.
    fn sum(&self, n: u64) -> u64;
    /// The least of all processes' numbers.
    fn min(&self, n: u64) -> u64;

    /// This process's share of `count` things.
    fn share(&self, count: usize) -> Range<usize> {
        count * self.rank() / self.size()..count * (self.rank() + 1) / self.size()
    }
}

/// One process on its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Ranks for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn exchange(&self, to: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        to
    }

    fn sum(&self, n: u64) -> u64 {
        n
    }

    fn min(&self, n: u64) -> u64 {
        n
    }
}
