//! Correction history: the mean error of the static evaluation, by features of the position.
//!
//! It must not learn an offset in favor of a color. The errors are not fair: most come from bounds,
//! and of these only from such as contradict the evaluation, so that in a tree where White mostly
//! fails low they speak for Black. And the search would never contradict the offset: its values are
//! made of corrected evaluations, which contain it too. Hence each error is counted from the mean
//! of the latest ones, seen from White.

use super::history::{self, boxed};
use crate::evaluation::Position;
use board::{Color, Cpu};

const SIZE: usize = 1 << 12;
/// Fixed-point scale: parts of a centipawn.
const SCALE: i32 = 128;
/// Limit of one table's correction.
const LIMIT: i32 = 64 * SCALE;
/// Each update removes one part in `LIMIT / DECAY` of the old value: otherwise an offset would
/// never vanish.
const DECAY: i32 = LIMIT / 128;
/// Updates over which the mean bonus is taken: many more than a slot needs to forget, and few in a
/// second's search.
const MEAN_OVER: i32 = 1 << 12;

/// Correction tables of a thread, by side to move.
#[derive(Clone)]
pub(crate) struct Corrections {
    pawns: Box<[[i16; 2]; SIZE]>,
    non_pawns: [Box<[[i16; 2]; SIZE]>; 2],
    /// By the piece and target of the previous move.
    after: Box<[[i16; 2]; history::PIECE_TO + 1]>,
    /// [`MEAN_OVER`] times the running mean of the bonuses, seen from White.
    mean_bonus: i32,
}

impl Default for Corrections {
    fn default() -> Corrections {
        let table = || boxed([0; 2]);
        Corrections {
            pawns: table(),
            non_pawns: [table(), table()],
            after: boxed([0; 2]),
            mean_bonus: 0,
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
        let side = match board.turn() {
            Color::White => 1,
            Color::Black => -1,
        };
        self.mean_bonus += side * bonus - self.mean_bonus / MEAN_OVER;
        let bonus = bonus - side * self.mean_bonus / MEAN_OVER;
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

    fn position<C: Cpu>(cpu: C, fen: &str) -> Position<C> {
        let game = play::Game::from_fen(fen).expect("a legal position");
        crate::search::board(cpu, game.position())
    }

    #[test]
    fn update_unconfirmed_error_decays() {
        let [learnt, left] = board::with_cpu!(|cpu| -> [i32; 2] {
            let board = crate::search::board(cpu, &shakmaty::Chess::default());
            // As high for another position as it is low for this one: the mean is no matter here.
            let other = position(cpu, "6k1/5ppp/3q4/8/8/3Q4/5PPP/6K1 w - - 0 1");
            let mut corrections = Corrections::default();
            [100, 0].map(|error| {
                for _ in 0..1000 {
                    corrections.update(&board, history::PIECE_TO, error, 8);
                    corrections.update(&other, 0, -error, 8);
                }
                corrections.get(&board, history::PIECE_TO)
            })
        });
        assert!(learnt > 150 && (0..10).contains(&left), "{learnt} {left}");
    }

    /// Errors as of a tree in which White mostly fails low and Black mostly fails high.
    #[test]
    fn update_errors_in_favor_of_a_color_leave_no_offset() {
        let [white, black] = board::with_cpu!(|cpu| -> [i32; 2] {
            let boards = ["w", "b"].map(|turn| {
                let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {turn} KQkq - 0 1");
                position(cpu, &fen)
            });
            let mut corrections = Corrections::default();
            for _ in 0..20_000 {
                corrections.update(&boards[0], history::PIECE_TO, -20, 6);
                corrections.update(&boards[1], history::PIECE_TO, 25, 6);
            }
            [0, 1].map(|turn| corrections.get(&boards[turn], history::PIECE_TO))
        });
        assert!((white - black).abs() < 10, "{white} {black}");
    }
}
