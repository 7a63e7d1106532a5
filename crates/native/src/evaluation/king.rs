//! King safety: pawn shelter and storm, and attacks on the king.

use super::numbers::{DANGER, OPEN_KING, SHELTER, SHELTER_BESIDE, STORM, STORM_BLOCKED};
use super::{Attacks, Position, Sink, View};
use board::{Bitboard, Color, Cpu, Kind, Square, attacks};

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

/// Counts the pawn shelter of `color`'s king; `open` holds the files without a pawn of each side.
#[inline(always)]
pub(super) fn add_shelter<C: Cpu>(
    board: &Position<C>,
    open: &[Bitboard; 2],
    color: Color,
    sink: &mut impl Sink,
) {
    let king = board.king(color);
    shelter(board, color, king, sink);
    if open[color as usize].has(king) && open[!color as usize].has(king) {
        sink.add(OPEN_KING, color, 1);
    }
}

#[inline(always)]
pub(super) fn add<C: Cpu>(view: View<'_, C>, own: &Attacks, theirs: &Attacks, sink: &mut impl Sink) {
    let View { board, color, .. } = view;
    let king = board.king(color);
    let queen = board.pieces(!color, Kind::Queen).not_empty();
    if theirs.attackers >= 2 || (theirs.attackers == 1 && queen) {
        let danger = danger(board, color, king, own, theirs) + if queen { 0 } else { NO_QUEEN };
        sink.add(DANGER + (danger / STEP).clamp(0, STEPS) as usize, color, 1);
    }
}

/// Squares level with and before a king, on its own and both adjacent files, by color and square.
/// At the edge the third file is the next one inwards, whole.
static BEFORE: [[[Bitboard; 3]; 64]; 2] = {
    let mut before = [[[Bitboard::EMPTY; 3]; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 * 3 {
        let (color, king, at) = (i / 192, i / 3 % 64, i % 3);
        let (rank, file) = (king / 8, king % 8);
        let first = if file == 0 {
            0
        } else if file == 7 {
            5
        } else {
            file - 1
        };
        let whole = Bitboard::file((first + at) as u8).0;
        // The king's own square does not count; the adjacent ones do.
        let on = (first + at == file) as usize;
        before[color][king][at] = Bitboard(if (first + at).abs_diff(file) > 1 {
            whole
        } else if color == 0 {
            if rank + on > 7 { 0 } else { whole & !0 << (8 * (rank + on)) }
        } else if rank < on {
            0
        } else {
            whole & !0 >> (8 * (7 + on - rank))
        });
        i += 1;
    }
    before
};

#[inline(always)]
fn shelter<C: Cpu>(board: &Position<C>, color: Color, king: Square, sink: &mut impl Sink) {
    let (own, theirs) = (board.pieces(color, Kind::Pawn), board.pieces(!color, Kind::Pawn));
    let beside = usize::from(king.file()).clamp(1, 6);
    for (at, &here) in BEFORE[color as usize][king.index()].iter().enumerate() {
        let nearest = |pawns: Bitboard| {
            let pawn = if color == Color::White { (pawns & here).first() } else { (pawns & here).last() };
            pawn.map_or(0, |square| usize::from(square.relative(color).rank()))
        };
        let (shield, storm) = (nearest(own), nearest(theirs));
        let own_file = at + beside == usize::from(king.file()) + 1;
        sink.add(if own_file { SHELTER } else { SHELTER_BESIDE } + shield, color, 1);
        let blocked = shield > 0 && storm == shield + 1;
        sink.add(if blocked { STORM_BLOCKED } else { STORM } + storm, color, 1);
    }
}

/// Danger units: attacks near the king, squares only it defends, safe checks.
#[inline(always)]
fn danger<C: Cpu>(board: &Position<C>, color: Color, king: Square, own: &Attacks, theirs: &Attacks) -> i32 {
    let (cpu, ring) = (board.cpu(), attacks::king(king));
    let weak = ring & theirs.all & !(own.all & !ring | own.twice);
    let mut danger = theirs.pressure + WEAK * cpu.count(weak) as i32;
    let safe = !board.color(!color) & !(own.all & !(ring & theirs.twice & !own.twice));
    let (diagonal, straight) = (cpu.bishop(king, board.occupied()), cpu.rook(king, board.occupied()));
    let lines = [attacks::knight(king), diagonal, straight, diagonal | straight];
    for (index, line) in lines.into_iter().enumerate() {
        danger += SAFE_CHECK[index] * i32::from((line & safe & theirs.by_kind[index]).not_empty());
    }
    danger
}
