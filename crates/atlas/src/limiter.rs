//! The limits of a search. Decided: the program's use of time is not on record, and three plies never take long.

use std::time::{Duration, Instant};

use play::{Control, Limits, Progress, TimeBudget, TimeManager};
use shakmaty::{Color, Move as ChessMove};

/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 1024;

pub(crate) struct SearchLimiter<'a> {
    pub(crate) time: TimeManager<'a>,
    pub(crate) nodes: u64,
    /// The root moves in the order of generation.
    pub(crate) root_moves: Vec<Option<ChessMove>>,
    current: Option<Progress>,
}

impl<'a> SearchLimiter<'a> {
    /// Limits for the side `turn`, with `overhead` milliseconds kept back from its clock.
    pub(crate) fn new(limits: &'a Limits, turn: Color, overhead: u32, control: &'a Control) -> Self {
        let budget = TimeBudget::default().at_most(time_for(limits, turn, overhead));
        let time = TimeManager::new(limits, control, budget);
        SearchLimiter { time, nodes: 0, root_moves: Vec::new(), current: None }
    }

    /// Sets the root move searched next: its index in generation order, and its number of `of`.
    pub(crate) fn set_current(&mut self, depth: u32, index: usize, number: usize, of: usize) {
        let current = self.root_moves.get(index).copied().flatten();
        let (number, of, nodes) = (number as u32, of as u32, self.nodes);
        self.current = current.map(|current| Progress { depth, current, number, of, nodes, hash_full: 0 });
    }

    /// Counts a node. Returns whether the search must end.
    pub(crate) fn count_node(&mut self) -> bool {
        if self.time.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return true;
        }
        self.nodes += 1;
        if !self.nodes.is_multiple_of(CHECK_INTERVAL) {
            return false;
        }
        if let Some(current) = self.current {
            self.time.control.set_progress(Progress { nodes: self.nodes, ..current });
        }
        self.time.must_stop()
    }

    /// The moment at which the time is over, if it is limited now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time.hard_left(|| self.time.elapsed()).map(|left| Instant::now() + left)
    }
}

fn time_for(limits: &Limits, turn: Color, overhead: u32) -> Option<Duration> {
    let clock = limits.clock.as_ref().map(|clock| {
        let left = *clock.remaining.get(turn);
        let share = left / clock.moves_to_go.unwrap_or(30).clamp(1, 30);
        let most = left.saturating_sub(Duration::from_millis(overhead.into())).min(left * 4 / 5);
        (share + *clock.increment.get(turn) * 3 / 4).min(most)
    });
    limits.move_time.into_iter().chain(clock).min()
}
