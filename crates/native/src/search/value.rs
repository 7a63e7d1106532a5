//! Search values: centipawns, tablebase wins and mates.

use play::Score;

/// Greatest ply of a search.
pub(crate) const MAX_PLY: usize = 128;
/// Mate at the root; one less per ply from it.
pub(crate) const MATE: i32 = 32_000;
pub(crate) const INFINITY: i32 = 32_001;
/// Least magnitude of a mate.
pub(crate) const MATE_ZONE: i32 = MATE - 2 * MAX_PLY as i32;
/// Tablebase win at the root; one less per ply from it.
pub(crate) const TABLE_WIN: i32 = MATE_ZONE - 1;
/// Least magnitude of a known win.
pub(crate) const DECIDED: i32 = TABLE_WIN - 2 * MAX_PLY as i32;
/// No static evaluation, as the mover is in check.
pub(crate) const NO_EVAL: i32 = -INFINITY - 1;
pub(crate) const DRAW: i32 = 0;

/// Value of the mover being mated at `ply`.
#[inline(always)]
pub(crate) const fn mated(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// A value as stored in the table: known wins count from the position, not from the root.
#[inline(always)]
pub(crate) const fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        DECIDED.. => value + ply as i32,
        _ if value <= -DECIDED => value - ply as i32,
        _ => value,
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub(crate) const fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        DECIDED.. => value - ply as i32,
        _ if value <= -DECIDED => value + ply as i32,
        _ => value,
    }
}

/// A value as reported.
pub(crate) fn shown(value: i32) -> Score {
    if value >= MATE_ZONE {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_ZONE {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}
