//! Attacks on the king.

use super::numbers::DANGER;
use super::sink::{Position, Sink};
use super::view::{Attacks, View};
use board::{Color, Cpu, Kind, Square, attacks};

/// Danger units of an attack on a square next to the king, by knight, bishop, rook, queen.
pub(super) const PRESSURE: [i32; 4] = [7, 6, 9, 12];
/// Danger units of a safe check, by kind.
const SAFE_CHECK: [i32; 4] = [16, 10, 18, 16];
/// Danger units of a square next to the king that only the king defends.
const WEAK: i32 = 8;
/// Danger units of an enemy without a queen.
const NO_QUEEN: i32 = -40;
/// Danger units per row of weights, and number of rows.
const STEP: i32 = 6;
const STEPS: i32 = 30;

#[inline(always)]
pub(super) fn add<C: Cpu>(
    view: View<'_, C>,
    own: &Attacks,
    theirs: &Attacks,
    sink: &mut impl Sink,
) {
    let View { board, color, .. } = view;
    let king = board.king(color);
    let queen = board.pieces(!color, Kind::Queen).not_empty();
    if theirs.attackers >= 2 || (theirs.attackers == 1 && queen) {
        let danger = danger(board, color, king, own, theirs) + if queen { 0 } else { NO_QUEEN };
        sink.add(DANGER + (danger / STEP).clamp(0, STEPS) as usize, color, 1);
    }
}

/// Danger units: attacks near the king, squares only it defends, safe checks.
#[inline(always)]
fn danger<C: Cpu>(
    board: &Position<C>,
    color: Color,
    king: Square,
    own: &Attacks,
    theirs: &Attacks,
) -> i32 {
    let (cpu, ring) = (board.cpu(), attacks::king(king));
    let weak = ring & theirs.all & !(own.all & !ring | own.twice);
    let mut danger = theirs.pressure + WEAK * cpu.count(weak) as i32;
    let safe = !board.color(!color) & !(own.all & !(ring & theirs.twice & !own.twice));
    let (diagonal, straight) = (
        cpu.bishop(king, board.occupied()),
        cpu.rook(king, board.occupied()),
    );
    let lines = [
        attacks::knight(king),
        diagonal,
        straight,
        diagonal | straight,
    ];
    for (index, line) in lines.into_iter().enumerate() {
        danger += SAFE_CHECK[index] * i32::from((line & safe & theirs.by_kind[index]).not_empty());
    }
    danger
}
