//! Two planes in one register.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::count::Weight;
#[cfg(target_arch = "x86_64")]
use super::sse2 as register;

#[cfg(target_feature = "simd128")]
mod register {
    use std::arch::wasm32::*;

    /// A register of two planes.
    pub(super) type Register = v128;

    #[inline(always)]
    pub(super) fn new(first: u64, second: u64) -> Register {
        u64x2(first, second)
    }

    #[inline(always)]
    pub(super) fn place<const PLACE: usize>(register: Register) -> u64 {
        u64x2_extract_lane::<PLACE>(register)
    }

    #[inline(always)]
    pub(super) fn with_flipped(plane: u64) -> Register {
        let planes = new(plane, plane);
        u8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(planes, planes)
    }

    #[inline(always)]
    pub(super) fn second_flipped(register: Register) -> u64 {
        let second = u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7>(
            register, register,
        );
        place::<0>(second)
    }

    #[inline(always)]
    pub(super) fn up(register: Register, squares: u32) -> Register {
        u64x2_shl(register, squares)
    }

    #[inline(always)]
    pub(super) fn down(register: Register, squares: u32) -> Register {
        u64x2_shr(register, squares)
    }

    #[inline(always)]
    pub(super) fn and(a: Register, b: Register) -> Register {
        v128_and(a, b)
    }

    #[inline(always)]
    pub(super) fn or(a: Register, b: Register) -> Register {
        v128_or(a, b)
    }

    #[inline(always)]
    pub(super) fn xor(a: Register, b: Register) -> Register {
        v128_xor(a, b)
    }

    #[inline(always)]
    pub(super) fn add(a: Register, b: Register) -> Register {
        i64x2_add(a, b)
    }

    #[inline(always)]
    pub(super) fn any(register: Register) -> Register {
        i64x2_ne(register, u64x2(0, 0))
    }
}

#[cfg(not(any(target_feature = "simd128", target_arch = "x86_64")))]
mod register {
    pub(super) type Register = [u64; 2];

    #[inline(always)]
    pub(super) fn new(first: u64, second: u64) -> Register {
        [first, second]
    }

    #[inline(always)]
    pub(super) fn place<const PLACE: usize>(register: Register) -> u64 {
        register[PLACE]
    }

    #[inline(always)]
    pub(super) fn with_flipped(plane: u64) -> Register {
        [plane, plane.swap_bytes()]
    }

    #[inline(always)]
    pub(super) fn second_flipped(register: Register) -> u64 {
        register[1].swap_bytes()
    }

    #[inline(always)]
    pub(super) fn up(register: Register, squares: u32) -> Register {
        register.map(|plane| plane << squares)
    }

    #[inline(always)]
    pub(super) fn down(register: Register, squares: u32) -> Register {
        register.map(|plane| plane >> squares)
    }

    #[inline(always)]
    pub(super) fn and(a: Register, b: Register) -> Register {
        [a[0] & b[0], a[1] & b[1]]
    }

    #[inline(always)]
    pub(super) fn or(a: Register, b: Register) -> Register {
        [a[0] | b[0], a[1] | b[1]]
    }

    #[inline(always)]
    pub(super) fn xor(a: Register, b: Register) -> Register {
        [a[0] ^ b[0], a[1] ^ b[1]]
    }

    #[inline(always)]
    pub(super) fn add(a: Register, b: Register) -> Register {
        [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
    }

    #[inline(always)]
    pub(super) fn any(register: Register) -> Register {
        register.map(|plane| u64::from(plane != 0).wrapping_neg())
    }
}

/// Weighing where the processor has an instruction that counts bits.
#[cfg(not(target_arch = "x86_64"))]
mod counted {
    use crate::lanes::count::Weight;
    use crate::lanes::pair::register::{Register, place};

    pub(super) type Sum = i16;

    #[inline(always)]
    pub(super) fn zero() -> Sum {
        0
    }

    #[inline(always)]
    pub(super) fn weigh<const N: usize>(sum: Sum, planes: [Register; N], weight: &Weight) -> Sum {
        let mut balance = 0i16;
        for plane in planes {
            balance += place::<0>(plane).count_ones() as i16;
            balance -= place::<1>(plane).count_ones() as i16;
        }
        sum.wrapping_add(balance.wrapping_mul(weight[0]))
    }

    #[inline(always)]
    pub(super) fn difference(sum: Sum) -> i16 {
        sum
    }
}

#[cfg(not(target_arch = "x86_64"))]
use counted as weighing;
#[cfg(target_arch = "x86_64")]
use register as weighing;

/// Two planes.
#[derive(Clone, Copy, Debug)]
pub struct Pair(register::Register);

/// A plane flipped: rank 1 becomes rank 8.
#[inline(always)]
pub(super) fn flipped(plane: u64) -> u64 {
    register::second_flipped(register::new(plane, plane))
}

#[cfg(target_arch = "x86_64")]
impl Pair {
    /// The planes of a register.
    #[inline(always)]
    pub(super) fn of(register: register::Register) -> Pair {
        Pair(register)
    }

    /// The register of the planes.
    #[inline(always)]
    pub(super) fn register(self) -> register::Register {
        self.0
    }
}

impl Pair {
    /// Two planes.
    #[inline(always)]
    pub fn new(first: u64, second: u64) -> Pair {
        Pair(register::new(first, second))
    }

    /// One plane twice.
    #[inline(always)]
    pub(super) fn both(plane: u64) -> Pair {
        Pair::new(plane, plane)
    }

    /// A plane, and the same flipped.
    #[inline(always)]
    pub fn with_flipped(plane: u64) -> Pair {
        Pair(register::with_flipped(plane))
    }

    /// The planes.
    #[inline(always)]
    pub fn planes(self) -> [u64; 2] {
        [register::place::<0>(self.0), register::place::<1>(self.0)]
    }

    /// Both planes shifted towards h8.
    #[inline(always)]
    pub(super) fn up(self, squares: u32) -> Pair {
        Pair(register::up(self.0, squares))
    }

    /// Both planes shifted towards a1.
    #[inline(always)]
    pub(super) fn down(self, squares: u32) -> Pair {
        Pair(register::down(self.0, squares))
    }

    /// The sums of the planes as numbers.
    #[inline(always)]
    pub(super) fn plus(self, other: Pair) -> Pair {
        Pair(register::add(self.0, other.0))
    }

    /// For each plane, whether any of its wires is high.
    #[inline(always)]
    pub(super) fn any(self) -> Pair {
        Pair(register::any(self.0))
    }

    /// The first plane.
    #[inline(always)]
    pub(super) fn first(self) -> u64 {
        register::place::<0>(self.0)
    }

    /// The second plane, flipped.
    #[inline(always)]
    pub(super) fn second_flipped(self) -> u64 {
        register::second_flipped(self.0)
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

impl BitXor for Pair {
    type Output = Pair;

    #[inline(always)]
    fn bitxor(self, other: Pair) -> Pair {
        Pair(register::xor(self.0, other.0))
    }
}

impl Not for Pair {
    type Output = Pair;

    #[inline(always)]
    fn not(self) -> Pair {
        self ^ Pair::both(!0)
    }
}

/// A sum of weighed counts: those of the first planes less those of the second.
#[derive(Clone, Copy, Debug)]
pub struct WeighedSum(weighing::Sum);

impl WeighedSum {
    #[inline(always)]
    pub(super) fn zero() -> WeighedSum {
        WeighedSum(weighing::zero())
    }

    /// With the high wires of 1, 4 or 8 pairs times a weight.
    #[inline(always)]
    pub(super) fn with<const N: usize>(self, planes: [Pair; N], weight: &Weight) -> WeighedSum {
        WeighedSum(weighing::weigh(self.0, planes.map(|pair| pair.0), weight))
    }

    #[inline(always)]
    pub(super) fn value(self) -> i16 {
        weighing::difference(self.0)
    }
}
