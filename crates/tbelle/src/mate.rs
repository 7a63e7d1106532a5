//! Mate solver: checking moves only, up to four of them.
//!
//! Documented: the attacker's checking moves in generation order without castling, the defender's legal moves, and that
//! a single legal reply costs nothing unless the position repeats. Decided: at most [`FREE_REPLIES`] such replies in a
//! line, since the original's stack ends somewhere too. Left out: the original leaves with the wrong side to move when a
//! promised mate is gone.

use crate::position::{Move, Position, Side};

/// Greatest depth in moves of the attacker.
pub(crate) const MATE_MOVES: u32 = 4;
/// Single replies in a line that cost nothing.
const FREE_REPLIES: usize = 8;

/// Whether the search of a position must end.
pub(crate) type MustStop<'a> = dyn Fn(&Position) -> bool + 'a;

/// A solver that gives up when its search is stopped.
pub(crate) struct MateSolver<'a> {
    must_stop: &'a MustStop<'a>,
    /// Boards and sides to move in the line being searched.
    line: Vec<([i8; 64], Side)>,
    free_replies: usize,
    stopped: bool,
}

impl<'a> MateSolver<'a> {
    /// A solver that asks `must_stop` at each move.
    pub(crate) fn new(must_stop: &'a MustStop<'a>) -> MateSolver<'a> {
        MateSolver { must_stop, line: Vec::new(), free_replies: 0, stopped: false }
    }

    /// A mate of the side to move by checks, at most `moves` of them and free ones: its first move, and its length in
    /// moves against the longest defense tried.
    pub(crate) fn attack(&mut self, position: &mut Position, moves: u32) -> Option<(Move, u32)> {
        let attacker = position.turn;
        for keyed in position.generate() {
            if self.stopped || (self.must_stop)(position) {
                self.stopped = true;
                return None;
            }
            position.make(keyed.mv);
            let checks = !position.in_check(attacker) && position.in_check(attacker.other());
            let length = if checks { self.length(position, moves - 1) } else { None };
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
        let place = (position.board, position.turn);
        let is_free = replies.len() == 1 && self.free_replies < FREE_REPLIES && !self.line.contains(&place);
        if moves == 0 && !is_free {
            return replies.is_empty().then_some(0);
        }
        self.free_replies += usize::from(is_free);
        self.line.push(place);
        let mut longest = Some(0);
        for reply in replies {
            position.make(reply.mv);
            let mate = self.attack(position, moves + u32::from(is_free));
            position.unmake();
            longest = mate.and_then(|(_, length)| longest.max(Some(length)));
            if longest.is_none() {
                break;
            }
        }
        self.line.pop();
        self.free_replies -= usize::from(is_free);
        longest
    }

    /// The shortest mate that the solver finds, four moves first and then from one upward.
    pub(crate) fn shortest(&mut self, position: &mut Position) -> Option<(Move, u32)> {
        let longest = self.attack(position, MATE_MOVES)?;
        (1..MATE_MOVES).find_map(|moves| self.attack(position, moves)).or(Some(longest))
    }
}
