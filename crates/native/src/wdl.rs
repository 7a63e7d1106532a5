//! Win, draw and loss from a value: a logistic curve whose middle and breadth depend on the material left.
//!
//! Decided: a value of `middle` hundredths of a pawn wins every second game against an equal; `breadth` says how fast
//! that changes. Both go linearly with material from the endgame to the full board, and were fitted to games of the player
//! with itself (docs/decisions/native-player.md).

use shakmaty::{Chess, Position, Role};

use crate::search::value::{DECIDED, MATE_ZONE};

/// With bare kings and pawns, and with all men on the board.
const MIDDLE: (f64, f64) = (248.0, 71.0);
const BREADTH: (f64, f64) = (95.0, 77.0);
/// Material of the full board: 9 for a queen, 5, 3 and 1.
const FULL: f64 = 78.0;

/// Win, draw and loss in thousandths for the side to move.
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
