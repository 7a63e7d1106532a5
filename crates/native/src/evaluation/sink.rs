//! Receivers of the counts of features.

use super::numbers::WEIGHTS;
use super::weights::Weights;
use board::{Bitboard, Board, Color, Cpu, Kind, TaperedScore};

/// A board that keeps the evaluation's piece-square sum.
pub type Position<C> = Board<C, Weights>;

/// Receiver of counts.
pub(super) trait Sink {
    /// Adds `count` times the weight of index `weight` for `color`.
    fn add(&mut self, weight: usize, color: Color, count: i32);

    /// Adds, for each row and each of its kinds, the number of such pieces in a set times a weight.
    #[inline(always)]
    fn add_kinds<C: Cpu, const N: usize>(
        &mut self,
        board: &Position<C>,
        color: Color,
        rows: [Kinds; N],
    ) {
        for Kinds {
            with,
            first,
            weight,
            len,
        } in rows
        {
            for at in 0..len {
                let set = board.sets()[first as usize + at] & with;
                self.add(weight + at, color, board.cpu().count(set) as i32);
            }
        }
    }
}

/// Consecutive kinds of pieces, counted together.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    /// Squares that count.
    pub(super) with: Bitboard,
    pub(super) first: Kind,
    pub(super) weight: usize,
    pub(super) len: usize,
}

/// White's sum less Black's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum(pub(super) TaperedScore);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, color: Color, count: i32) {
        let signed = if color == Color::White { count } else { -count };
        self.0 += WEIGHTS[weight] * signed;
    }

    #[inline(always)]
    fn add_kinds<C: Cpu, const N: usize>(
        &mut self,
        board: &Position<C>,
        color: Color,
        rows: [Kinds; N],
    ) {
        let rows = rows.map(
            |Kinds {
                 with,
                 first,
                 weight,
                 len,
             }| board::Row {
                with,
                first: first as usize,
                weights: &WEIGHTS[weight..weight + len],
            },
        );
        let sum = board.cpu().weigh(board.sets(), rows);
        if color == Color::White {
            self.0 += sum
        } else {
            self.0 -= sum
        }
    }
}
