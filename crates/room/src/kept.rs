//! Kept states: copies of the machine at doubling distances, from which earlier cycles are reached
//! again.

use machine::State;

use crate::search::Search;

/// Cycles between two copies while the machine runs: a copy costs as much as thousands of them.
pub(crate) const INTERVAL: u64 = 400_000;

/// Most copies; each takes a little more than a megabyte, and a server has many machines.
const MAX_KEPT: usize = 8;

/// The machine and the host between two words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moment {
    pub(crate) state: State,
    pub(crate) search: Search,
}

/// Moments of one search by their cycle, the first of them its beginning.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept(Vec<Moment>);

impl Kept {
    /// The moments of a search that begins.
    pub(crate) fn begin(&mut self, moment: Moment) {
        self.0.clear();
        self.0.push(moment);
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The first moment's cycle.
    pub(crate) fn first(&self) -> u64 {
        match self.0.first() {
            Some(moment) => moment.state.cycles,
            None => 0,
        }
    }

    /// The last moment at a cycle or before.
    pub(crate) fn before(&self, cycle: u64) -> Option<&Moment> {
        self.0
            .iter()
            .rev()
            .find(|moment| moment.state.cycles <= cycle)
    }

    /// Whether the interval after the last moment before `cycle` is over.
    pub(crate) fn is_due(&self, cycle: u64) -> bool {
        match self.before(cycle) {
            Some(moment) => cycle - moment.state.cycles >= INTERVAL,
            None => false,
        }
    }

    /// Keeps a moment. If there are too many, the one goes whose neighbors are closest for their
    /// distance from it.
    pub(crate) fn keep(&mut self, moment: Moment) {
        let now = moment.state.cycles;
        let at = self.0.partition_point(|other| other.state.cycles < now);
        if let Some(other) = self.0.get(at)
            && other.state.cycles == now
        {
            return;
        }
        self.0.insert(at, moment);
        if self.0.len() <= MAX_KEPT {
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
        // The first moment stays, and so does the new one.
        let least = (1..self.0.len())
            .filter(|&index| index != at)
            .min_by(|&a, &b| gap(a).total_cmp(&gap(b)));
        if let Some(least) = least {
            self.0.remove(least);
        }
    }
}
