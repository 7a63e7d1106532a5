//! Two planes in one register.

use std::ops::{BitAnd, BitOr};

#[cfg(target_feature = "simd128")]
mod register {
    use std::arch::wasm32::*;

    /// A register of two planes.
    pub(super) type Register = v128;

    #[inline(always)]
    pub(super) fn both(plane: u64) -> Register {
        u64x2_splat(plane)
    }

    #[inline(always)]
    pub(super) fn place<const PLACE: usize>(register: Register) -> u64 {
        u64x2_extract_lane::<PLACE>(register)
    }

    #[inline(always)]
    pub(super) fn with_turned(plane: u64) -> Register {
        let planes = both(plane);
        u8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(planes, planes)
    }

    #[inline(always)]
    pub(super) fn second_turned(register: Register) -> u64 {
        let second = u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7>(
            register, register,
        );
        place::<0>(second)
    }

    #[inline(always)]
    pub(super) fn first_with_second(first: Register, second: Register) -> Register {
        u64x2_shuffle::<0, 3>(first, second)
    }

    #[inline(always)]
    pub(super) fn up(register: Register, squares: u32) -> Register {
        u64x2_shl(register, squares)
    }

    #[inline(always)]
    pub(super) fn and(a: Register, b: Register) -> Register {
        v128_and(a, b)
    }

    #[inline(always)]
    pub(super) fn or(a: Register, b: Register) -> Register {
        v128_or(a, b)
    }
}

#[cfg(not(target_feature = "simd128"))]
mod register {
    pub(super) type Register = [u64; 2];

    #[inline(always)]
    pub(super) fn both(plane: u64) -> Register {
        [plane; 2]
    }

    #[inline(always)]
    pub(super) fn place<const PLACE: usize>(register: Register) -> u64 {
        register[PLACE]
    }

    #[inline(always)]
    pub(super) fn with_turned(plane: u64) -> Register {
        [plane, plane.swap_bytes()]
    }

    #[inline(always)]
    pub(super) fn second_turned(register: Register) -> u64 {
        register[1].swap_bytes()
    }

    #[inline(always)]
    pub(super) fn first_with_second(first: Register, second: Register) -> Register {
        [first[0], second[1]]
    }

    #[inline(always)]
    pub(super) fn up(register: Register, squares: u32) -> Register {
        register.map(|plane| plane << squares)
    }

    #[inline(always)]
    pub(super) fn and(a: Register, b: Register) -> Register {
        [a[0] & b[0], a[1] & b[1]]
    }

    #[inline(always)]
    pub(super) fn or(a: Register, b: Register) -> Register {
        [a[0] | b[0], a[1] | b[1]]
    }
}

/// Two planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair(register::Register);

/// A plane flipped: rank 1 becomes rank 8.
#[inline(always)]
pub(super) fn flipped(plane: u64) -> u64 {
    register::second_turned(register::both(plane))
}

impl Pair {
    /// One plane twice.
    #[inline(always)]
    pub(super) fn both(plane: u64) -> Pair {
        Pair(register::both(plane))
    }

    /// A plane, and the same flipped.
    #[inline(always)]
    pub(super) fn with_turned(plane: u64) -> Pair {
        Pair(register::with_turned(plane))
    }

    /// Both planes shifted towards h8.
    #[inline(always)]
    pub(super) fn up(self, squares: u32) -> Pair {
        Pair(register::up(self.0, squares))
    }

    /// The first plane.
    #[inline(always)]
    pub(super) fn first(self) -> u64 {
        register::place::<0>(self.0)
    }

    /// The second plane, flipped.
    #[inline(always)]
    pub(super) fn second_turned(self) -> u64 {
        register::second_turned(self.0)
    }

    /// The first plane here and the second one there.
    #[inline(always)]
    pub(super) fn first_with_second_of(self, other: Pair) -> Pair {
        Pair(register::first_with_second(self.0, other.0))
    }

    /// High wires of both.
    #[inline(always)]
    pub(super) fn count_ones(self) -> u32 {
        self.first().count_ones() + register::place::<1>(self.0).count_ones()
    }
}

impl BitAnd for Pair {
    type Output = Pair;

    #[inline(always)]
    fn bitand(self, other: Pair) -> Pair {
        Pair(register::and(self.0, other.0))
    }
}

impl BitOr for Pair {
    type Output = Pair;

    #[inline(always)]
    fn bitor(self, other: Pair) -> Pair {
        Pair(register::or(self.0, other.0))
    }
}
