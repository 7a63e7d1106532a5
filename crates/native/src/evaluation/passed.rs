//! Passed pawns.

use super::numbers::{
    PASSED, PASSED_CLEAR, PASSED_DEFENDED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING,
    PASSED_SAFE,
};
use super::pawns::ahead;
use super::sink::Sink;
use super::view::{Attacks, View};
use board::{Cpu, Kind, Square, attacks};

#[inline(always)]
pub(super) fn add<C: Cpu>(view: View<'_, C>, theirs: &Attacks, sink: &mut impl Sink) {
    let View {
        board,
        structure,
        color,
    } = view;
    for square in structure.passed[color as usize] {
        let rank = usize::from(square.relative(color).rank());
        let next = square.offset(color.up());
        sink.add(PASSED + rank, color, 1);
        let pawns = board.pieces(color, Kind::Pawn);
        let friends = attacks::pawn(!color, square) | square.bb().east() | square.bb().west();
        if (friends & pawns).not_empty() {
            sink.add(PASSED_DEFENDED + rank, color, 1);
        }
        sink.add(
            PASSED_OWN_KING + rank,
            color,
            distance(board.king(color), next),
        );
        sink.add(
            PASSED_ENEMY_KING + rank,
            color,
            distance(board.king(!color), next),
        );
        if !board.occupied().has(next) {
            sink.add(PASSED_FREE + rank, color, 1);
            if !theirs.all.has(next) {
                sink.add(PASSED_SAFE + rank, color, 1);
            }
            if (ahead(square.bb(), color) & board.occupied()).is_empty() {
                sink.add(PASSED_CLEAR + rank, color, 1);
            }
        }
    }
}

/// King moves between two squares.
#[inline(always)]
fn distance(a: Square, b: Square) -> i32 {
    let apart = |a: u8, b: u8| i32::from(a.abs_diff(b));
    apart(a.file(), b.file()).max(apart(a.rank(), b.rank()))
}
