//! Sets of squares.

use std::fmt;
use std::num::NonZeroU64;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, Square};

/// A set of squares, bit 0 = a1. Iterating it yields its squares in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Square {
    /// The set of this square only.
    #[inline(always)]
    pub const fn bb(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares, a1 among them.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// The squares of a file, 0 = a.
    #[inline(always)]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The squares of a rank, 0 = White's first.
    #[inline(always)]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << ((rank & 7) * 8))
    }

    /// Whether it is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it is not empty.
    #[inline(always)]
    pub const fn not_empty(self) -> bool {
        self.0 != 0
    }

    /// Whether it holds at least two squares.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in it.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Number of squares; hot code uses `Cpu::count`.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square, if there is one.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        NonZeroU64::new(self.0).map(|bits| Square::new(bits.trailing_zeros() as u8))
    }

    /// The last square, if there is one.
    #[inline(always)]
    pub fn last(self) -> Option<Square> {
        NonZeroU64::new(self.0).map(|bits| Square::new(63 - bits.leading_zeros() as u8))
    }

    /// All squares shifted one rank forward for `color`.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// All squares shifted one file towards h.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard(self.0 << 1 & !Bitboard::file(0).0)
    }

    /// All squares shifted one file towards a.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard(self.0 >> 1 & !Bitboard::file(7).0)
    }

    /// The set as seen from `color`'s side: ranks flipped for Black.
    #[inline(always)]
    pub const fn relative(self, color: Color) -> Bitboard {
        match color {
            Color::White => self,
            Color::Black => self.flipped(),
        }
    }

    /// The set with ranks flipped.
    #[inline(always)]
    pub const fn flipped(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => { $(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    )* };
}
operators!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
