//! Tapered scores, and the piece-square table a board sums.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A middle-game and an endgame value packed into one integer, 16 signed bits each.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Zero in both phases.
    pub const ZERO: TaperedScore = TaperedScore(0);

    /// A score of these values.
    pub const fn new(middle: i16, end: i16) -> TaperedScore {
        TaperedScore(((end as i32) << 16).wrapping_add(middle as i32))
    }

    /// A score of its bits, which may be sums or products of other scores' bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) const fn from_bits(bits: i32) -> TaperedScore {
        TaperedScore(bits)
    }

    /// Middle-game value.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Endgame value.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $wrapping:ident),*) => { $(
        impl $trait for TaperedScore {
            type Output = TaperedScore;
            #[inline(always)]
            fn $method(self, other: TaperedScore) -> TaperedScore {
                TaperedScore(self.0.$wrapping(other.0))
            }
        }
        impl $assign for TaperedScore {
            #[inline(always)]
            fn $assign_method(&mut self, other: TaperedScore) {
                *self = TaperedScore(self.0.$wrapping(other.0));
            }
        }
    )* };
}
operators!(Add add AddAssign add_assign wrapping_add, Sub sub SubAssign sub_assign wrapping_sub);

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn mul(self, times: i32) -> TaperedScore {
        TaperedScore(self.0.wrapping_mul(times))
    }
}

impl fmt::Debug for TaperedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.middle(), self.end())
    }
}

/// Score of each piece (by [`super::Piece::index`]) on each square, from White's side.
pub type PieceSquareValues = [[TaperedScore; 64]; 12];

/// The piece-square table summed by a board; implemented by the evaluation for a type of its own.
pub trait PieceSquareTable: Copy + fmt::Debug + Send + Sync + 'static {
    /// The values, or `None` for no sum.
    const TABLE: Option<&'static PieceSquareValues>;
}

/// No piece-square table, as for perft.
#[derive(Clone, Copy, Debug)]
pub enum NoTable {}

impl PieceSquareTable for NoTable {
    const TABLE: Option<&'static PieceSquareValues> = None;
}
