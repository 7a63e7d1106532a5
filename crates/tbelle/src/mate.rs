//! Mate solver: checking moves only, up to four of them.
//!
//! Documented (F110): the attacker's checking moves come in generation order, without castling. All
//! legal moves defend. A single legal reply costs nothing unless the position repeats.
//!
//! Against the record (F110): at most [`FREE_REPLIES`] such replies count in a line, as the
//! original's stack also ends somewhere. A repetition is looked for in the solver's line alone; the
//! original looks back through the game. After four moves, one, two and three are tried on every
//! turn; the original tries three, two and one, and one to four on later turns of a promised mate.
//! The mate found is the same, the time is not.
//!
//! Left out: when a promised mate is gone, the original has the wrong side to move.

use crate::position::{Placement, Position};
use crate::squares::Move;

/// Greatest depth in moves of the attacker.
pub(crate) const MATE_MOVES: u32 = 4;
/// Single replies in a line that cost nothing.
const FREE_REPLIES: usize = 8;

/// Whether the search of a position must end.
pub(crate) type MustStop<'a> = dyn Fn(&Position) -> bool + 'a;

/// A solver that gives up when its search is stopped.
pub(crate) struct MateSolver<'a> {
    must_stop: &'a MustStop<'a>,
    /// Positions with the defender to move in the line being searched.
    line: Vec<Placement>,
    free_replies: usize,
    stopped: bool,
}

impl<'a> MateSolver<'a> {
    /// A solver that asks `must_stop` at each move.
    pub(crate) fn new(must_stop: &'a MustStop<'a>) -> MateSolver<'a> {
        MateSolver {
            must_stop,
            line: Vec::new(),
            free_replies: 0,
            stopped: false,
        }
    }

    /// Searches for a mate by checks: at most `moves` of them, besides those with a free reply.
    /// Returns the first move, and the length in moves against the longest defense tried.
    pub(crate) fn attack(&mut self, position: &mut Position, moves: u32) -> Option<(Move, u32)> {
        let attacker = position.turn;
        for keyed in position.generate() {
            if self.stopped || (self.must_stop)(position) {
                self.stopped = true;
                return None;
            }
            position.make(keyed.mv);
            let checks = !position.in_check(attacker) && position.in_check(attacker.other());
            let length = if checks {
                self.length(position, moves - 1)
            } else {
                None
            };
            position.unmake();
            if let Some(length) = length {
                return Some((keyed.mv, length + 1));
            }
        }
        None
    }

    /// Length of the mate of the side to move, in check, by `moves` more checking moves.
    fn length(&mut self, position: &mut Position, moves: u32) -> Option<u32> {
        let replies = position.legal_moves();
        let placement = position.placement();
        let is_free = replies.len() == 1
            && self.free_replies < FREE_REPLIES
            && !self.line.contains(&placement);
        if moves == 0 && !is_free {
            return if replies.is_empty() { Some(0) } else { None };
        }
        self.free_replies += usize::from(is_free);
        self.line.push(placement);
        let mut longest = Some(0);
        for reply in replies {
            position.make(reply.mv);
            let mate = self.attack(position, moves + u32::from(is_free));
            position.unmake();
            let Some((_, length)) = mate else {
                longest = None;
                break;
            };
            longest = longest.max(Some(length));
        }
        self.line.pop();
        self.free_replies -= usize::from(is_free);
        longest
    }

    /// The shortest mate that the solver finds, four moves first and then from one upward.
    pub(crate) fn shortest(&mut self, position: &mut Position) -> Option<(Move, u32)> {
        let longest = self.attack(position, MATE_MOVES)?;
        for moves in 1..MATE_MOVES {
            if let Some(mate) = self.attack(position, moves) {
                return Some(mate);
            }
        }
        Some(longest)
    }
}
