//! Probe: an observer of the running machine, free of cost when silent.

use crate::settled::Settled;
use crate::state::State;

/// An observer of the machine's wires: a waveform, a coverage count, a view.
pub trait Probe {
    /// Whether the probe does nothing, so that the machine may run words without calling it.
    const SILENT: bool = false;

    /// Called in each word: `state` is as the word before left it, and the circuits of the word at
    /// `state.address` have settled.
    fn cycle(&mut self, state: &State, settled: &Settled);
}

/// No probe at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Probe for Silent {
    const SILENT: bool = true;

    #[inline(always)]
    fn cycle(&mut self, _: &State, _: &Settled) {}
}

/// Counts how often each word of the microcode is carried out.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Counts by address, 1,024 of them.
    pub counts: Vec<u64>,
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            counts: vec![0; crate::microengine::word::WORDS],
        }
    }
}

impl Probe for Coverage {
    fn cycle(&mut self, state: &State, _: &Settled) {
        self.counts[usize::from(state.address)] += 1;
    }
}
