//! When to stop thinking. Decided: of the program's use of time nothing is on record; three plies never take long.

use std::time::{Duration, Instant};

use play::{Control, Limits, Progress};
use shakmaty::{Color, Move};

/// Watches the limits of one search.
pub(crate) struct Watch<'a> {
    control: &'a Control,
    nodes: u64,
    most_nodes: u64,
    time: Option<Duration>,
    began: Instant,
    /// From when the time counts: not before the pondered move is played.
    counts_from: Option<Instant>,
    waits: bool,
    ponders: bool,
    /// The root moves, in the order of listing, for whoever asks where the search is.
    moves: Vec<Option<Move>>,
    trying: Option<Progress>,
}

impl<'a> Watch<'a> {
    /// For a side whose clock runs `overhead` milliseconds ahead.
    pub(crate) fn new(limits: &Limits, turn: Color, overhead: u32, control: &'a Control) -> Watch<'a> {
        let began = Instant::now();
        Watch {
            control,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            time: time_for(limits, turn, overhead),
            began,
            counts_from: (!limits.ponder).then_some(began),
            waits: limits.infinite,
            ponders: limits.ponder,
            moves: Vec::new(),
            trying: None,
        }
    }

    /// Names the root moves, in the order of listing.
    pub(crate) fn name_moves(&mut self, moves: impl Iterator<Item = Option<Move>>) {
        self.moves = moves.collect();
    }

    /// Notes the root move that is weighed next: its place in the listing, and its number among so many.
    pub(crate) fn tries(&mut self, depth: u32, listed: usize, number: usize, of: usize) {
        let named = self.moves.get(listed).copied().flatten();
        self.trying = named.map(|current| Progress {
            depth,
            current,
            number: number as u32,
            of: of as u32,
            nodes: self.nodes,
            hash_full: 0,
        });
    }

    fn tell_progress(&self) {
        if let Some(trying) = self.trying {
            self.control.set_progress(Progress { nodes: self.nodes, ..trying });
        }
    }

    /// Counts a node; whether the search must end.
    pub(crate) fn node(&mut self) -> bool {
        if self.nodes >= self.most_nodes {
            return true;
        }
        self.nodes += 1;
        if !self.nodes.is_multiple_of(1024) {
            return false;
        }
        self.tell_progress();
        self.is_over()
    }

    /// Whether the search must end, whatever the nodes.
    pub(crate) fn is_over(&mut self) -> bool {
        if self.counts_from.is_none() && self.control.ponder_was_hit() {
            self.counts_from = Some(Instant::now());
        }
        self.control.stopped()
            || match (self.counts_from, self.time) {
                (Some(from), Some(time)) if !self.waits => from.elapsed() >= time,
                _ => false,
            }
    }

    /// When the time is over, if it counts already.
    pub(crate) fn ends(&self) -> Option<Instant> {
        Some(self.counts_from? + self.time?)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Holds the answer back while the search may not end: in analysis, and while pondering.
    pub(crate) fn wait(&self) {
        let free =
            || self.control.stopped() || !self.waits && (!self.ponders || self.control.ponder_was_hit());
        while !free() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The time for a move: what was asked for, or a fair part of the clock.
fn time_for(limits: &Limits, turn: Color, overhead: u32) -> Option<Duration> {
    let clock = limits.clock.as_ref().map(|clock| {
        let left = *clock.remaining.get(turn);
        let share = left / clock.moves_to_go.unwrap_or(30).clamp(1, 30);
        let most = left.saturating_sub(Duration::from_millis(overhead.into())).min(left * 4 / 5);
        (share + *clock.increment.get(turn) * 3 / 4).min(most)
    });
    match (limits.move_time, clock) {
        (Some(time), Some(clock)) => Some(time.min(clock)),
        (time, clock) => time.or(clock),
    }
}
