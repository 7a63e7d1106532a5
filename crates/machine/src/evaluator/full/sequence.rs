//! Sequence: when an evaluation was started, and from when on its value stands in the latch.
//!
//! ```text
//!  evaluate ------------->+----------+--> cells, count, weigh: the cycle each of them has
//!  write to the boards -->| SEQUENCE |
//!  halt ----------------->+----------+--> ready
//! ```
//!
//! An evaluation starts when the microword that orders it ends, and takes eleven cycles
//! ([`READY_CYCLES`]), while the microcode goes on. A write to the boards, another start or a halt
//! abandons it and clears the latch. A word that reads the latch waits for the ready line, which is
//! high unless an evaluation goes on.
//!
//! Source: Chess Programming Wiki, "Belle", section on the evaluation. Fidelity: asynchronous and
//! eight cycles documented (F062); order, ready line, abandoning and the pipeline behind the cells
//! decided.

use crate::clock::READY_CYCLES;

/// The sequence as one number: nothing of an abandoned evaluation can be seen, so nothing of it is
/// kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The first cycle with the value in the latch; 0 if none was started since the latch was
    /// cleared.
    ready: u64,
    /// Cycles that an evaluation takes.
    cycles: u64,
}

impl Default for Sequence {
    fn default() -> Sequence {
        Sequence::of_cycles(READY_CYCLES)
    }
}

impl Sequence {
    /// A sequence whose evaluations take this many cycles. The machine's take [`READY_CYCLES`];
    /// experiments take others.
    pub fn of_cycles(cycles: u8) -> Sequence {
        Sequence {
            ready: 0,
            cycles: u64::from(cycles),
        }
    }

    /// Starts an evaluation whose first cycle is number `cycle`.
    #[inline(always)]
    pub fn start(&mut self, cycle: u64) {
        self.ready = cycle + self.cycles;
    }

    /// Abandons an evaluation and clears the latch.
    #[inline(always)]
    pub fn stop(&mut self) {
        self.ready = 0;
    }

    /// Whether an evaluation was started since the latch was cleared.
    #[inline(always)]
    pub fn is_started(self) -> bool {
        self.ready != 0
    }

    /// The first cycle from `cycle` on in which the ready line is high.
    #[inline(always)]
    pub fn wait(self, cycle: u64) -> u64 {
        cycle.max(self.ready)
    }

    /// Cycles for which the ready line is still low.
    pub fn left(self, cycle: u64) -> u64 {
        self.wait(cycle) - cycle
    }
}
