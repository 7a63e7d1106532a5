//! Kinds of CPU: slider attacks, population counts, move lists, weighted sums.
//!
//! Hot code is generic over [`Cpu`], a zero-sized type, so that each kind of CPU gets its own copy.

use std::fmt;

use super::{Bitboard, Flag, Move, MoveList, Square, TaperedScore};

/// A kind of CPU. A value is proof that the program runs on one.
pub trait Cpu: Copy + fmt::Debug + Send + Sync + 'static {
    /// Its name, for reports.
    const NAME: &'static str;

    /// Attacks of a rook, given the occupancy.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// Attacks of a bishop, given the occupancy.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// Attacks of a queen, given the occupancy.
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// Number of squares in a set.
    fn count(self, set: Bitboard) -> u32;

    /// Appends the moves from a square to these squares.
    #[inline(always)]
    fn list(self, list: &mut MoveList, from: Square, to: Bitboard, flag: Flag) {
        for to in to {
            list.push(Move::new(from, to, flag));
        }
    }

    /// Appends moves of one `step` (in square indices) to these squares. Their origins must be on
    /// the board.
    #[inline(always)]
    fn list_steps(self, list: &mut MoveList, step: i8, to: Bitboard, flag: Flag) {
        for to in to {
            list.push(Move::new(to.offset(-step), to, flag));
        }
    }

    /// Sum over rows and sets: the row's weight of the set, times the number of squares common to
    /// set and row.
    #[inline(always)]
    fn weigh<const N: usize>(self, sets: &[Bitboard; 8], rows: [Row<'_>; N]) -> TaperedScore {
        let of_row = |row: Row<'_>| {
            let weigh = |(at, weight): (usize, &TaperedScore)| {
                *weight * self.count(sets[row.first + at] & row.with) as i32
            };
            row.weights
                .iter()
                .enumerate()
                .map(weigh)
                .fold(TaperedScore::ZERO, |sum, each| sum + each)
        };
        rows.into_iter()
            .map(of_row)
            .fold(TaperedScore::ZERO, |sum, each| sum + each)
    }

    /// Runs a kernel compiled with this CPU's target features.
    fn vectorize<W: Kernel>(self, work: W) -> W::Output;
}

/// A row of weights for [`Cpu::weigh`].
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The squares that count.
    pub with: Bitboard,
    /// Index of the first set; one set per weight, at most eight in all.
    pub first: usize,
    /// Weight of each set.
    pub weights: &'a [TaperedScore],
}

/// Code compiled with this CPU's target features, by [`Cpu::vectorize`].
///
/// A struct, because closures cannot be forced inline.
pub trait Kernel {
    /// Result type.
    type Output;

    /// Runs it. Must be inlined.
    fn run(self) -> Self::Output;
}
