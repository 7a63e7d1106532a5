//! Kinds of nodes, and what is known of one before its moves are tried.

use super::value::DECIDED;
use crate::transposition_table::{Bound, Entry};
use board::Move;

/// A kind of node, known to the compiler.
pub(crate) trait NodeType {
    /// Inside the window of the principal variation.
    const PV: bool;
    /// Where the search begins.
    const ROOT: bool;
}

/// The root.
pub(crate) struct Root;
/// A node of the principal variation.
pub(crate) struct Pv;
/// A node searched with a null window.
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

/// What is known of a node.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) beta: i32,
    /// A node of a null window that is expected to fail high.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    pub(crate) entry: Option<Entry>,
    /// The table's value, seen from the root.
    pub(crate) tt_value: i32,
    /// The table's move: legal, or none.
    pub(crate) tt_move: Move,
    /// Part of a principal variation's tree now or before.
    pub(crate) was_pv: bool,
    /// The evaluation, corrected.
    pub(crate) eval: i32,
    /// The same, or the table's value where that says more.
    pub(crate) refined_eval: i32,
    /// The evaluation is better than at the mover's turn before.
    pub(crate) improving: bool,
    pub(crate) excluded: Move,
}

impl Node {
    /// Whether the table's value, found at this depth or deeper, is known not to be too great.
    pub(crate) fn at_least(&self, depth: i32) -> bool {
        self.entry
            .is_some_and(|entry| matches!(entry.bound, Bound::Lower | Bound::Exact) && entry.depth >= depth)
    }
}

/// Whether a bound says something about being at least, or at most, a value.
#[inline(always)]
pub(crate) fn bound_allows(bound: Bound, tt_value: i32, value: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => tt_value >= value,
        Bound::Upper => tt_value <= value,
    }
}

/// A game known to be won or lost.
#[inline(always)]
pub(crate) const fn is_decisive(value: i32) -> bool {
    value >= DECIDED || value <= -DECIDED
}
