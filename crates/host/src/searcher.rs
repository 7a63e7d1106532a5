//! The host's view of what searches below a root move: the machine, or the devices of 1978 with their software.

use machine::State;
use machine::transposition::memory::TranspositionMemory;
use shakmaty::Chess;

use crate::link::{Link, RootMove};

/// Counters and memory, for limits and reports.
pub(crate) trait Counters {
    /// Positions visited.
    fn nodes(&self) -> u64;
    /// Cycles of the generation's clock.
    fn cycles(&self) -> u64;
    /// The greatest ply.
    fn deepest(&self) -> u8;
    /// The transposition memory.
    fn memory(&self) -> &TranspositionMemory;
}

/// Callback during a search: the cycles until the next call, or `None` to stop.
pub(crate) type Budget<'a> = &'a mut dyn FnMut(&dyn Counters) -> Option<u64>;

/// A searcher below root moves.
pub(crate) trait Searcher {
    fn counters(&self) -> &dyn Counters;
    fn clear_counters(&mut self);
    fn clear_memory(&mut self);
    /// Sets the draw value, from White's side. Another value clears the memory, whose values depend on it.
    fn set_draw(&mut self, white: i16);
    fn load(&mut self, position: &Chess);
    /// Marks exactly these positions open; the last of them stays loaded.
    fn mark_open(&mut self, positions: &[Chess]);
    /// The legal moves of the position loaded.
    fn root_moves(&mut self, position: &Chess) -> Vec<RootMove>;
    /// Value of the position loaded, unsearched, from the mover's side.
    fn static_value(&mut self) -> i16;
    /// Value of a root move, `depth` plies below it. `None` if stopped; the position must then be loaded again.
    fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: Budget<'_>,
    ) -> Option<i16>;
    /// Leaves `depth` plies below a root move. `None` if stopped; the position must then be loaded again.
    fn perft_move(&mut self, root_move: &RootMove, depth: u8, budget: Budget<'_>) -> Option<u64>;
}

impl Counters for State {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    fn deepest(&self) -> u8 {
        self.deepest
    }

    fn memory(&self) -> &TranspositionMemory {
        &self.memory
    }
}

impl Searcher for Link {
    fn counters(&self) -> &dyn Counters {
        self.state()
    }

    fn clear_counters(&mut self) {
        Link::clear_counters(self);
    }

    fn clear_memory(&mut self) {
        Link::clear_memory(self);
    }

    fn set_draw(&mut self, white: i16) {
        if self.state().draw != white {
            Link::clear_memory(self);
            Link::set_draw(self, white);
        }
    }

    fn load(&mut self, position: &Chess) {
        Link::load(self, position);
    }

    fn mark_open(&mut self, positions: &[Chess]) {
        Link::mark_open(self, positions.iter());
    }

    fn root_moves(&mut self, position: &Chess) -> Vec<RootMove> {
        Link::root_moves(self, position)
    }

    fn static_value(&mut self) -> i16 {
        Link::static_value(self)
    }

    fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: Budget<'_>,
    ) -> Option<i16> {
        Link::search_move(self, root_move, depth, alpha, beta, &mut |state| {
            budget(state)
        })
    }

    fn perft_move(&mut self, root_move: &RootMove, depth: u8, budget: Budget<'_>) -> Option<u64> {
        Link::perft_move(self, root_move, depth, &mut |state| budget(state))
    }
}
