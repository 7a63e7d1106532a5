//! Node types, and the state of a node before its moves are searched.

use super::value::DECIDED;
use crate::transposition_table::{Bound, Entry};
use board::Move;

/// A node type, known at compile time.
pub(crate) trait NodeType {
    const PV: bool;
    const ROOT: bool;
}

pub(crate) struct Root;
pub(crate) struct Pv;
pub(crate) struct Null;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for Null {
    const PV: bool = false;
    const ROOT: bool = false;
}

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) beta: i32,
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    pub(crate) entry: Option<Entry>,
    /// The table's value, relative to the root.
    pub(crate) tt_value: i32,
    pub(crate) tt_move: Move,
    /// On a principal variation now or before.
    pub(crate) was_pv: bool,
    pub(crate) eval: i32,
    /// The evaluation, or the table's value where it is tighter.
    pub(crate) refined_eval: i32,
    /// The evaluation exceeds that of two plies ago.
    pub(crate) improving: bool,
    pub(crate) excluded: Move,
}

impl Node {
    /// Whether the table has a lower bound or exact value of at least this depth.
    pub(crate) fn at_least(&self, depth: i32) -> bool {
        self.entry.is_some_and(|entry| {
            matches!(entry.bound, Bound::Lower | Bound::Exact) && entry.depth >= depth
        })
    }
}

/// Whether the table's bound allows a cutoff at `value`.
#[inline(always)]
pub(crate) fn bound_allows(bound: Bound, tt_value: i32, value: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => tt_value >= value,
        Bound::Upper => tt_value <= value,
    }
}

#[inline(always)]
pub(crate) const fn is_decisive(value: i32) -> bool {
    value >= DECIDED || value <= -DECIDED
}
