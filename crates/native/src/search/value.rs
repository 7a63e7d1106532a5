//! Search values: centipawns, tablebase wins and mates; win, draw and loss chances.

use play::Score;
use shakmaty::{Chess, Position, Role};

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
pub(crate) const NO_EVAL: i32 = -INFINITY - 1;
pub(crate) const DRAW: i32 = 0;

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

/// Value in centipawns that wins every second game: with kings and pawns only, and on the full
/// board.
const MIDDLE: (f64, f64) = (248.0, 71.0);
/// Scale of the logistic curve, likewise.
const BREADTH: (f64, f64) = (95.0, 77.0);
/// Material of the full board, by 1, 3, 3, 5, 9.
const FULL: f64 = 78.0;

/// Win, draw and loss in permille for the side to move: a logistic model whose parameters depend on
/// material. Decided and fitted to self-play games (docs/decisions/wdl.md).
pub(crate) fn wdl(value: i32, position: &Chess) -> [u32; 3] {
    if value.abs() >= DECIDED {
        let certain = if value.abs() >= MATE_ZONE { 1000 } else { 990 };
        return if value > 0 {
            [certain, 1000 - certain, 0]
        } else {
            [0, 1000 - certain, certain]
        };
    }
    let worth = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let board = position.board();
    let material: usize = worth
        .iter()
        .map(|&(role, worth)| board.by_role(role).count() * worth)
        .sum();
    let part = (material as f64 / FULL).min(1.0);
    let between = |(end, full): (f64, f64)| end + (full - end) * part;
    let chance = |value: f64| {
        let win = 1.0 / (1.0 + ((between(MIDDLE) - value) / between(BREADTH)).exp());
        (win * 1000.0).round() as u32
    };
    let (win, loss) = (chance(f64::from(value)), chance(f64::from(-value)));
    [win, 1000 - win - loss, loss]
}
