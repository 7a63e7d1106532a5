//! The host's view of what searches below a root move: the machine, or the devices of 1978 with
//! their software.

use machine::transposition::hash::Key;
use machine::transposition::memory::Entry;
use shakmaty::Chess;

use crate::root::Ask;
use crate::root_move::RootMove;

/// Counters of a search, for limits and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions visited.
    pub nodes: u64,
    /// Cycles of the searcher's clock.
    pub cycles: u64,
    /// The greatest ply.
    pub deepest: u8,
    /// Used part of the transposition memory, in thousandths.
    pub hash_full: u32,
}

/// Cycles between two looks at the limits of a search: well below ten milliseconds.
pub const CHECK_INTERVAL: u64 = 50_000;

/// Asked before each run of a search: the cycles it may take, or `None` to stop the search.
pub type Budget<'a> = &'a mut dyn FnMut(Counters) -> Option<u64>;

/// A budget that never stops the search.
pub fn unlimited(_: Counters) -> Option<u64> {
    Some(u64::MAX)
}

/// What searches below root moves.
pub trait Searcher {
    /// The counters since [`Searcher::clear_counters`].
    fn counters(&mut self) -> Counters;

    /// Clears the counters.
    fn clear_counters(&mut self);

    /// The entries of the transposition memory that these keys address, of any position; those of
    /// the first keys if `goes_on` says no before all are read.
    fn entries(&mut self, keys: &[Key], goes_on: &dyn Fn() -> bool) -> Vec<Entry>;

    /// Why the machine does not answer any more; `None` if it does. Every search of it is stopped.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// Clears the transposition memory.
    fn clear_memory(&mut self);

    /// Sets the draw value, in centipawns from White's side. Another value clears the memory, whose
    /// values depend on it.
    fn set_draw(&mut self, white: i16);

    /// Writes a position into the piece registers and latches; ply zero.
    fn load(&mut self, position: &Chess);

    /// Marks exactly these positions open: a line that reaches one of them again is a draw by
    /// repetition.
    ///
    /// The last of them stays loaded.
    fn mark_open(&mut self, positions: &[Chess]);

    /// The legal moves of the position loaded, in the order in which the move generator finds them.
    fn root_moves(&mut self, position: &Chess) -> Vec<RootMove>;

    /// Value of a position, unsearched, from the mover's side. The position must be loaded.
    fn static_value(&mut self, position: &Chess) -> i16;

    /// Tells which moves are searched after the next one, in order, as long as no value exceeds the
    /// lower end of its window.
    ///
    /// A machine at the end of a slow line takes them along, and goes on to the next without
    /// waiting to be asked. Who tells must then ask for each ([`Searcher::search_move`]), or stop
    /// the search.
    fn line_up(&mut self, _following: &mut dyn Iterator<Item = Ask>) {}

    /// The value of a root move, searched `depth` plies deep below it with the window `alpha` to
    /// `beta`.
    ///
    /// `None` if `budget` stopped the search; the position must then be loaded again.
    fn search_move(
        &mut self,
        root_move: &RootMove,
        depth: u8,
        alpha: i16,
        beta: i16,
        budget: Budget<'_>,
    ) -> Option<i16>;

    /// The leaves `depth` plies below a root move.
    ///
    /// `None` if `budget` stopped the count; the position must then be loaded again.
    fn perft_move(&mut self, root_move: &RootMove, depth: u8, budget: Budget<'_>) -> Option<u64>;
}
