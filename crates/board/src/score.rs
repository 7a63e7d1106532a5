//! PieceSquareTable of the middle game and the endgame side by side, and how a board keeps the sum of its men's.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values, middle game and endgame, added and subtracted as one integer: each half is 16 bits, signed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Nothing on both sides.
    pub const ZERO: TaperedScore = TaperedScore(0);

    /// A pair of values, in the evaluation's units.
    pub const fn new(middle: i16, end: i16) -> TaperedScore {
        TaperedScore(((end as i32) << 16).wrapping_add(middle as i32))
    }

    /// A pair of its bits: of sums of pairs added or multiplied as numbers.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) const fn from_bits(bits: i32) -> TaperedScore {
        TaperedScore(bits)
    }

    /// The value of the middle game.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value of the endgame.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_sub(other.0))
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn neg(self) -> TaperedScore {
        TaperedScore(self.0.wrapping_neg())
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn mul(self, times: i32) -> TaperedScore {
        TaperedScore(self.0.wrapping_mul(times))
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: TaperedScore) {
        *self = *self - other;
    }
}

impl fmt::Debug for TaperedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.middle(), self.end())
    }
}

/// For each man (by [`super::Piece::index`]) on each square, what it is worth, counted from White's side.
pub type PieceSquareValues = [[TaperedScore; 64]; 12];

/// Which table a board sums: the evaluation implements this for an empty type of its own and owns the weights.
pub trait PieceSquareTable: Copy + fmt::Debug + Send + Sync + 'static {
    /// The table, or `None` for a board that keeps no sum.
    const TABLE: Option<&'static PieceSquareValues>;
}

/// A board that keeps no sum of values, as perft wants it.
#[derive(Clone, Copy, Debug)]
pub enum Plain {}

impl PieceSquareTable for Plain {
    const TABLE: Option<&'static PieceSquareValues> = None;
}
