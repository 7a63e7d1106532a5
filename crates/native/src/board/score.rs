//! Values of the middle game and the endgame side by side, and how a board keeps the sum of its men's.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values, middle game and endgame, added and subtracted as one integer: each half is 16 bits, signed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// Nothing on both sides.
    pub const ZERO: Score = Score(0);

    /// A pair of values, in the evaluation's units.
    pub const fn new(middle: i16, end: i16) -> Score {
        Score(((end as i32) << 16).wrapping_add(middle as i32))
    }

    /// A pair of its bits: of sums of pairs added or multiplied as numbers.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) const fn from_bits(bits: i32) -> Score {
        Score(bits)
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

impl Add for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn mul(self, times: i32) -> Score {
        Score(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline(always)]
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.middle(), self.end())
    }
}

/// For each man (by [`super::Piece::index`]) on each square, what it is worth, counted from White's side.
pub type Table = [[Score; 64]; 12];

/// Which table a board sums: the evaluation implements this for an empty type of its own and owns the weights.
pub trait Values: Copy + fmt::Debug + Send + Sync + 'static {
    /// The table, or `None` for a board that keeps no sum.
    const TABLE: Option<&'static Table>;
}

/// A board that keeps no sum of values, as perft wants it.
#[derive(Clone, Copy, Debug)]
pub enum Plain {}

impl Values for Plain {
    const TABLE: Option<&'static Table> = None;
}
