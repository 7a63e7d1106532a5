//! Checkpoints: copies of the machine at doubling distances, from which earlier cycles are reached
//! again.

use machine::State;

use crate::search::Search;

/// Cycles between two copies while the machine runs: a copy costs as much as thousands of them.
pub(crate) const INTERVAL: u64 = 400_000;

/// Most copies; each takes a little more than a megabyte, and a server has many machines, whose
/// memory the system does not get back as soon as it is free.
const MAX_CHECKPOINTS: usize = 6;

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
    pub(crate) fn keep(&mut self, state: &State, search: &Search) {
        let now = state.cycles;
        let mut cycles: Vec<u64> = self.0.iter().map(|other| other.state.cycles).collect();
        let Err(at) = cycles.binary_search(&now) else {
            return;
        };
        cycles.insert(at, now);
        // It goes before the copy is made: a server has many machines.
        if let Some(surplus) = surplus(&cycles, at) {
            self.0.retain(|other| other.state.cycles != cycles[surplus]);
        }
        let at = self.0.partition_point(|other| other.state.cycles < now);
        let checkpoint = Checkpoint {
            state: state.clone(),
            search: search.clone(),
        };
        self.0.insert(at, checkpoint);
    }
}

/// The checkpoint to be removed of those at these cycles, of which the one at `new` is to be kept;
/// none if there is room for all.
fn surplus(cycles: &[u64], new: usize) -> Option<usize> {
    if cycles.len() <= MAX_CHECKPOINTS {
        return None;
    }
    let now = cycles[new];
    let gap = |index: usize| {
        let after = match cycles.get(index + 1) {
            Some(&after) => after,
            None => cycles[index] + INTERVAL,
        };
        let distance = cycles[index].abs_diff(now) + INTERVAL;
        (after - cycles[index - 1]) as f64 / distance as f64
    };
    // The first checkpoint stays, and so does the new one.
    (1..cycles.len())
        .filter(|&index| index != new)
        .min_by(|&a, &b| gap(a).total_cmp(&gap(b)))
}
