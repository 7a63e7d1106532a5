//! Pawn shelter of the king, and storm.

use super::numbers::{OPEN_KING, SHELTER, SHELTER_BESIDE, STORM, STORM_BLOCKED};
use super::sink::{Position, Sink};
use board::{Bitboard, Color, Cpu, Kind, Square};

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
            if rank + on > 7 {
                0
            } else {
                whole & !0 << (8 * (rank + on))
            }
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
    let (own, theirs) = (
        board.pieces(color, Kind::Pawn),
        board.pieces(!color, Kind::Pawn),
    );
    let beside = usize::from(king.file()).clamp(1, 6);
    for (at, &here) in BEFORE[color as usize][king.index()].iter().enumerate() {
        let nearest = |pawns: Bitboard| {
            let pawn = if color == Color::White {
                (pawns & here).first()
            } else {
                (pawns & here).last()
            };
            pawn.map_or(0, |square| usize::from(square.relative(color).rank()))
        };
        let (shield, storm) = (nearest(own), nearest(theirs));
        let own_file = at + beside == usize::from(king.file()) + 1;
        sink.add(
            if own_file { SHELTER } else { SHELTER_BESIDE } + shield,
            color,
            1,
        );
        let blocked = shield > 0 && storm == shield + 1;
        sink.add(
            if blocked { STORM_BLOCKED } else { STORM } + storm,
            color,
            1,
        );
    }
}
