//! Correction history: how far the static evaluation has been from what searching found, by features that positions
//! share.

use super::history::{self, boxed};
use crate::board::{Color, Cpu};
use crate::evaluation::Position;

const SIZE: usize = 1 << 12;
/// Corrections are kept in so many parts of a hundredth of a pawn.
const GRAIN: i32 = 128;
/// No table corrects by more than this: hundredths of a pawn, in grains.
const LIMIT: i32 = 64 * GRAIN;

/// A thread's corrections, by side to move.
#[derive(Clone)]
pub(crate) struct Corrections {
    pawns: Box<[[i16; 2]; SIZE]>,
    officers: [Box<[[i16; 2]; SIZE]>; 2],
    /// After what man's move to what square.
    after: Box<[[i16; 2]; history::MEN + 1]>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        let table = || boxed([0; 2]);
        Corrections { pawns: table(), officers: [table(), table()], after: boxed([0; 2]) }
    }
}

#[inline(always)]
fn slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

impl Corrections {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Corrections::default();
    }

    /// What to add to the evaluation of a position reached by the move with index `before`.
    #[inline(always)]
    pub(crate) fn get<C: Cpu>(&self, board: &Position<C>, before: usize) -> i32 {
        let turn = board.turn() as usize;
        let officers =
            |color: Color| i32::from(self.officers[color as usize][slot(board.non_pawn_key(color))][turn]);
        let sum = i32::from(self.pawns[slot(board.pawn_key())][turn])
            + officers(Color::White)
            + officers(Color::Black)
            + i32::from(self.after[before][turn]);
        sum / GRAIN
    }

    /// Searching to a depth found this much more than the corrected evaluation.
    pub(crate) fn learn<C: Cpu>(&mut self, board: &Position<C>, before: usize, error: i32, depth: i32) {
        let turn = board.turn() as usize;
        let bonus = (error * depth * GRAIN / 64).clamp(-LIMIT / 4, LIMIT / 4);
        let move_towards = |value: &mut i16| {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        };
        move_towards(&mut self.pawns[slot(board.pawn_key())][turn]);
        for color in Color::ALL {
            move_towards(&mut self.officers[color as usize][slot(board.non_pawn_key(color))][turn]);
        }
        move_towards(&mut self.after[before][turn]);
    }
}
