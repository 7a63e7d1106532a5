//! A move at the root, with its value and variation.

use arrayvec::ArrayVec;

use super::value::{INFINITY, MAX_PLY};
use board::Move;

pub(crate) type PvLine = ArrayVec<Move, MAX_PLY>;

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) first: Move,
    /// Value in the current iteration; minus infinity if not searched or not better than another.
    pub(crate) value: i32,
    /// Bound of a value outside the window: `Some(true)` if a lower bound. `None` if exact.
    pub(crate) outside: Option<bool>,
    /// Value in the previous iteration; minus infinity if none.
    pub(crate) before: i32,
    pub(crate) deepest: usize,
    pub(crate) line: PvLine,
    pub(crate) nodes: u64,
}

impl RootMove {
    pub(crate) fn new(first: Move) -> RootMove {
        let line = PvLine::from_iter([first]);
        RootMove {
            first,
            value: -INFINITY,
            outside: None,
            before: -INFINITY,
            deepest: 0,
            line,
            nodes: 0,
        }
    }

    /// Value of this iteration, or else of the previous one.
    pub(crate) fn latest_value(&self) -> i32 {
        if self.value > -INFINITY {
            self.value
        } else {
            self.before
        }
    }
}
