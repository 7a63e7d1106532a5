//! Win, draw and loss chances of a value: a logistic model whose parameters depend on material.
//!
//! Decided and fitted to self-play games (docs/decisions/wdl.md).

use shakmaty::{Chess, Position, Role};

use crate::search::value::{DECIDED, MATE_ZONE};

/// Value in centipawns that wins every second game: with kings and pawns only, and on the full board.
const MIDDLE: (f64, f64) = (248.0, 71.0);
/// Scale of the logistic curve, likewise.
const BREADTH: (f64, f64) = (95.0, 77.0);
/// Material of the full board, by 1, 3, 3, 5, 9.
const FULL: f64 = 78.0;

/// Win, draw and loss in permille for the side to move.
pub(crate) fn model(value: i32, position: &Chess) -> [u32; 3] {
    if value.abs() >= DECIDED {
        let certain = if value.abs() >= MATE_ZONE { 1000 } else { 990 };
        return if value > 0 { [certain, 1000 - certain, 0] } else { [0, 1000 - certain, certain] };
    }
    let worth = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let board = position.board();
    let material: usize = worth.iter().map(|&(role, worth)| board.by_role(role).count() * worth).sum();
    let part = (material as f64 / FULL).min(1.0);
    let between = |(end, full): (f64, f64)| end + (full - end) * part;
    let chance = |value: f64| {
        let win = 1.0 / (1.0 + ((between(MIDDLE) - value) / between(BREADTH)).exp());
        (win * 1000.0).round() as u32
    };
    let (win, loss) = (chance(f64::from(value)), chance(f64::from(-value)));
    [win, 1000 - win - loss, loss]
}
