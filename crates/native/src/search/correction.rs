//! Correction history: the mean error of the static evaluation, by features of the position.

use super::history::{self, boxed};
use crate::evaluation::Position;
use board::{Color, Cpu};

const SIZE: usize = 1 << 12;
/// Fixed-point scale: parts of a centipawn.
const SCALE: i32 = 128;
/// Limit of one table's correction.
const LIMIT: i32 = 64 * SCALE;
/// Each update removes one part in `LIMIT / DECAY` of the old value: otherwise an offset would never vanish.
const DECAY: i32 = LIMIT / 128;

/// Correction tables of a thread, by side to move.
#[derive(Clone)]
pub(crate) struct Corrections {
    pawns: Box<[[i16; 2]; SIZE]>,
    non_pawns: [Box<[[i16; 2]; SIZE]>; 2],
    /// By the piece and target of the previous move.
    after: Box<[[i16; 2]; history::PIECE_TO + 1]>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        let table = || boxed([0; 2]);
        Corrections {
            pawns: table(),
            non_pawns: [table(), table()],
            after: boxed([0; 2]),
        }
    }
}

#[inline(always)]
fn slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

impl Corrections {
    pub(crate) fn clear(&mut self) {
        *self = Corrections::default();
    }

    /// Correction of a position reached by the move with index `before`.
    #[inline(always)]
    pub(crate) fn get<C: Cpu>(&self, board: &Position<C>, before: usize) -> i32 {
        let turn = board.turn() as usize;
        let non_pawns = |color: Color| {
            i32::from(self.non_pawns[color as usize][slot(board.non_pawn_key(color))][turn])
        };
        let sum = i32::from(self.pawns[slot(board.pawn_key())][turn])
            + non_pawns(Color::White)
            + non_pawns(Color::Black)
            + i32::from(self.after[before][turn]);
        sum / SCALE
    }

    /// Records that a search to `depth` exceeded the corrected evaluation by `error`.
    pub(crate) fn update<C: Cpu>(
        &mut self,
        board: &Position<C>,
        before: usize,
        error: i32,
        depth: i32,
    ) {
        let turn = board.turn() as usize;
        let bonus = (error * depth * SCALE / 64).clamp(-LIMIT / 4, LIMIT / 4);
        let move_towards = |value: &mut i16| {
            let old = i32::from(*value);
            *value = (old + bonus - old * (bonus.abs() + DECAY) / LIMIT) as i16;
        };
        move_towards(&mut self.pawns[slot(board.pawn_key())][turn]);
        for color in Color::ALL {
            move_towards(
                &mut self.non_pawns[color as usize][slot(board.non_pawn_key(color))][turn],
            );
        }
        move_towards(&mut self.after[before][turn]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn update_unconfirmed_error_decays() {
        let [learnt, left] = board::with_cpu!(|cpu| -> [i32; 2] {
            let board = crate::search::board(cpu, &shakmaty::Chess::default());
            let mut corrections = Corrections::default();
            [100, 0].map(|error| {
                (0..1000).for_each(|_| corrections.update(&board, history::PIECE_TO, error, 8));
                corrections.get(&board, history::PIECE_TO)
            })
        });
        assert!(learnt > 150 && (0..10).contains(&left), "{learnt} {left}");
    }
}
