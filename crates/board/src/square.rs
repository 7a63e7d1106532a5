//! The 64 squares.

use std::fmt;

use super::Color;

/// A square of the board, a1 = 0, b1 = 1, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index; only the six low bits count.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on a file (0 = a) and a rank (0 = White's first); only the three low bits of each
    /// count.
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) << 3 | file & 7)
    }

    /// Index, 0 to 63; the compiler knows its range.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for White's first rank to 7 for Black's.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square as seen from `color`'s side: ranks flipped for Black.
    #[inline(always)]
    pub const fn relative(self, color: Color) -> Square {
        Square(self.0 ^ (color as u8 * 56))
    }

    /// The square `step` indices on, modulo 64.
    #[inline(always)]
    pub const fn offset(self, step: i8) -> Square {
        Square(self.0.wrapping_add_signed(step) & 63)
    }

    /// Every square, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.file()),
            char::from(b'1' + self.rank())
        )
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
