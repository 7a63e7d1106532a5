//! Checkpoints: copies of the machine at doubling distances, from which earlier cycles are reached
//! again.

use machine::State;

use crate::search::Search;

/// Cycles between two copies while the machine runs: a copy costs as much as thousands of them.
pub(crate) const INTERVAL: u64 = 400_000;

/// Most copies; each takes a little more than a megabyte, and a server has many machines.
const MAX_CHECKPOINTS: usize = 8;

/// The machine and the host between two words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) state: State,
    pub(crate) search: Search,
}

/// Checkpoints of one search by their cycle, the first of them its beginning.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints(Vec<Checkpoint>);

impl Checkpoints {
    /// The checkpoints of a search that begins.
    pub(crate) fn begin(&mut self, checkpoint: Checkpoint) {
        self.0.clear();
        self.0.push(checkpoint);
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The first checkpoint's cycle.
    pub(crate) fn first(&self) -> u64 {
        match self.0.first() {
            Some(checkpoint) => checkpoint.state.cycles,
            None => 0,
        }
    }

    /// The last checkpoint at a cycle or before.
    pub(crate) fn before(&self, cycle: u64) -> Option<&Checkpoint> {
        self.0
            .iter()
            .rev()
            .find(|checkpoint| checkpoint.state.cycles <= cycle)
    }

    /// Whether the interval after the last checkpoint before `cycle` is over.
    pub(crate) fn is_due(&self, cycle: u64) -> bool {
        match self.before(cycle) {
            Some(checkpoint) => cycle - checkpoint.state.cycles >= INTERVAL,
            None => false,
        }
    }

    /// Keeps a checkpoint. If there are too many, the one goes whose neighbors are closest for
    /// their distance from it.
    pub(crate) fn keep(&mut self, checkpoint: Checkpoint) {
        let now = checkpoint.state.cycles;
        let at = self.0.partition_point(|other| other.state.cycles < now);
        if let Some(other) = self.0.get(at)
            && other.state.cycles == now
        {
            return;
        }
        self.0.insert(at, checkpoint);
        if self.0.len() <= MAX_CHECKPOINTS {
            return;
        }
        let cycle = |index: usize| self.0[index].state.cycles;
        let gap = |index: usize| {
            let after = if index + 1 < self.0.len() {
                cycle(index + 1)
            } else {
                cycle(index) + INTERVAL
            };
            (after - cycle(index - 1)) as f64 / (cycle(index).abs_diff(now) + INTERVAL) as f64
        };
        // The first checkpoint stays, and so does the new one.
        let least = (1..self.0.len())
            .filter(|&index| index != at)
            .min_by(|&a, &b| gap(a).total_cmp(&gap(b)));
        if let Some(least) = least {
            self.0.remove(least);
        }
    }
}
