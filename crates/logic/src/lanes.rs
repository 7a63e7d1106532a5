//! Lanes: the back end that simulates. Gate *g* of all 64 squares is one operation on a `u64`.
//!
//! Everything here is inlined into the circuit and the compiler sees one straight line of integer
//! code. Where many gates settle into one machine operation it is used (an OR of 64 is a comparison
//! with zero, a carry chain is an addition, a ray is three doublings): what counts is the settled
//! value of each output, and the tests hold these against [`netlist`](crate::netlist), gate by
//! gate.

mod count;
mod pair;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[macro_use]
mod sides;

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::octet::{self, Merge};
use crate::{Logic, Signal, SquareLogic};
use pair::flipped;

pub use count::Weight;
pub use pair::Pair;
pub use sides::Sides;
pub use simd128::Simd128;
#[cfg(target_arch = "x86_64")]
pub use {avx2::Avx2, avx512::Avx512};

/// The simulating back end that every processor runs. It has no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes;

/// A back end that simulates: its signals are machine words. A value is proof that this processor
/// runs it.
pub trait Simulator:
    Logic<Wire = Wire, Address = Address, Word = Word, Plane = Plane> + Send + Sync
{
    /// Its name, for reports.
    const NAME: &'static str;

    /// Rays or jumps of both sides in eight directions.
    type SideOctet: Copy;

    /// The back end, if this processor runs it.
    fn detect() -> Option<Self>;

    /// Runs a kernel compiled for the processors of this back end.
    fn vectorize<K: Kernel>(self, kernel: K) -> K::Output;

    /// Eight rays of each side: from `straight` along ranks and files, from `diagonal` along
    /// diagonals.
    fn side_rays(self, straight: Pair, diagonal: Pair, pass: Pair) -> Self::SideOctet;

    /// Each side's plane led to the squares a knight's jump away.
    fn side_jumps(self, plane: Pair) -> Self::SideOctet;

    /// What runs to the north and to the south.
    fn north_and_south(self, octet: Self::SideOctet) -> [Pair; 2];

    /// All directions ANDed with one plane of each side.
    fn masked(self, octet: Self::SideOctet, plane: Pair) -> Self::SideOctet;

    /// The OR of two octets, direction by direction.
    fn either(self, a: Self::SideOctet, b: Self::SideOctet) -> Self::SideOctet;

    /// Counts times weights, added up.
    type Sum: Copy;

    /// The sum of nothing.
    fn nothing(self) -> Self::Sum;

    /// A sum and White's high wires of an octet less Black's, times a weight for the straight
    /// directions and one for the diagonal ones.
    fn with_octet(self, sum: Self::Sum, octet: Self::SideOctet, weights: [&Weight; 2])
    -> Self::Sum;

    /// A sum and White's high wires of two planes less Black's, times a weight for each.
    fn with_planes(self, sum: Self::Sum, planes: [Pair; 2], weights: [&Weight; 2]) -> Self::Sum;

    /// The number that a sum stands for.
    fn total(self, sum: Self::Sum) -> i16;
}

/// Code that is compiled for each back end, by [`Simulator::vectorize`]. Its function must be
/// inlined.
pub trait Kernel {
    /// Result type.
    type Output;

    /// Runs it.
    fn run<L: Simulator>(self, l: L) -> Self::Output;
}

/// Runs a kernel on each back end that this processor runs, plain lanes first; returns names and
/// results.
pub fn on_each<K: Kernel + Clone>(kernel: &K) -> Vec<(&'static str, K::Output)> {
    fn on<L: Simulator, K: Kernel + Clone>(kernel: &K) -> Option<(&'static str, K::Output)> {
        L::detect().map(|l| (L::NAME, l.vectorize(kernel.clone())))
    }
    let results = [
        on::<Lanes, K>(kernel),
        on::<Simd128, K>(kernel),
        #[cfg(target_arch = "x86_64")]
        on::<Avx2, K>(kernel),
        #[cfg(target_arch = "x86_64")]
        on::<Avx512, K>(kernel),
    ];
    results.into_iter().flatten().collect()
}

/// Runs a kernel on the back end that settles most on this processor.
pub fn on_best<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(l) = Avx512::detect() {
            return l.vectorize(kernel);
        }
        if let Some(l) = Avx2::detect() {
            return l.vectorize(kernel);
        }
    }
    Lanes.vectorize(kernel)
}

/// One wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire(pub bool);

/// Six wires: the number of a square, 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub u8);

/// Sixteen wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(pub u16);

/// Sixty-four wires: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane(pub u64);

const SQUARE: u8 = 63;

macro_rules! signal {
    ($name:ident, $all:expr, $spread:expr, $any:expr, $bit:expr) => {
        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(self.0 ^ $all)
            }
        }
        impl Signal<Wire> for $name {
            #[inline(always)]
            fn spread(wire: Wire) -> Self {
                Self($spread(wire.0))
            }
            #[inline(always)]
            fn any(self) -> Wire {
                Wire($any(self.0))
            }
            #[inline(always)]
            fn bit(self, index: usize) -> Wire {
                Wire($bit(self.0, index))
            }
            #[inline(always)]
            fn named(self, _: &'static str) -> Self {
                self
            }
        }
    };
}

signal!(Wire, true, |w| w, |v| v, |v, i| {
    assert!(i == 0);
    v
});
signal!(
    Address,
    SQUARE,
    |w| if w { SQUARE } else { 0 },
    |v| v != 0,
    |v, i| {
        assert!(i < 6);
        v >> i & 1 != 0
    }
);
signal!(
    Word,
    u16::MAX,
    |w| (w as u16).wrapping_neg(),
    |v| v != 0,
    |v, i| v >> i & 1 != 0
);
signal!(
    Plane,
    u64::MAX,
    |w| (w as u64).wrapping_neg(),
    |v| v != 0,
    |v, i| v >> i & 1 != 0
);

/// The files in which a signal that has moved `dx` files can arrive.
const fn arrivals(dx: i32) -> u64 {
    let mut mask = 0;
    let mut file = 0;
    while file < 8 {
        if 0 <= file - dx && file - dx < 8 {
            mask |= 0x0101_0101_0101_0101 << file;
        }
        file += 1;
    }
    mask
}

/// A shift towards h8 if `OFFSET` times `times` is positive, else towards a1.
#[inline(always)]
const fn shift<const DX: i32, const DY: i32>(plane: u64, times: i32) -> u64 {
    let offset = (8 * DY + DX) * times;
    if offset >= 0 {
        plane << offset
    } else {
        plane >> -offset
    }
}

/// [`Logic::balance`] where the processor counts bits by an instruction.
#[inline(always)]
fn count_balance<const N: usize>(more: [Plane; N], less: [Plane; N]) -> Word {
    let count = |planes: [Plane; N]| planes.iter().map(|plane| plane.0.count_ones()).sum::<u32>();
    Word(count(more).wrapping_sub(count(less)) as u16)
}

/// The part of `impl SquareLogic` that all simulating back ends have in common.
macro_rules! single_squares {
    () => {
        type Wire = Wire;
        type Plane = Plane;

        #[inline(always)]
        fn plane(self, mask: u64) -> Plane {
            Plane(mask)
        }

        #[inline(always)]
        fn neighbor<const DX: i32, const DY: i32>(self, plane: Plane) -> Plane {
            Plane(shift::<DX, DY>(plane.0, 1) & const { arrivals(DX) })
        }

        #[inline(always)]
        fn ray<const DX: i32, const DY: i32>(self, source: Plane, pass: Plane) -> Plane {
            if DX == 1 && DY == 0 {
                // Towards the higher bit the chain is the carry chain of an addition, cut at the h
                // file.
                let generate = source.0 & const { arrivals(-1) };
                let propagate = (pass.0 & const { arrivals(-1) }) | generate;
                let sum = generate.wrapping_add(propagate);
                return Plane(generate ^ propagate ^ sum);
            }
            // Parallel prefix: after three doublings `out` has travelled up to seven squares.
            let mut out = source.0;
            let mut through = pass.0 & const { arrivals(DX) };
            out |= through & shift::<DX, DY>(out, 1);
            through &= shift::<DX, DY>(through, 1);
            out |= through & shift::<DX, DY>(out, 2);
            through &= shift::<DX, DY>(through, 2);
            out |= through & shift::<DX, DY>(out, 4);
            Plane(shift::<DX, DY>(out, 1) & const { arrivals(DX) })
        }

        #[inline(always)]
        fn enter(self, _: &'static str) {}

        #[inline(always)]
        fn leave(self) {}
    };
}

/// The part of `impl Logic` that all simulating back ends have in common: signals and circuits
/// without octets.
macro_rules! single_planes {
    () => {
        type Address = Address;
        type Word = Word;

        #[inline(always)]
        fn wire(self, level: bool) -> Wire {
            Wire(level)
        }

        #[inline(always)]
        fn address(self, square: u8) -> Address {
            Address(square & SQUARE)
        }

        #[inline(always)]
        fn word(self, value: u16) -> Word {
            Word(value)
        }

        #[inline(always)]
        fn join_address(self, wires: [Wire; 6]) -> Address {
            let [a, b, c, d, e, f] = wires.map(|wire| wire.0 as u8);
            Address(a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5)
        }

        #[inline(always)]
        fn join_word(self, wires: [Wire; 16]) -> Word {
            let mut value = 0;
            for (place, wire) in wires.into_iter().enumerate() {
                value |= (wire.0 as u16) << place;
            }
            Word(value)
        }

        #[inline(always)]
        fn join_plane(self, wires: [Wire; 64]) -> Plane {
            let mut value = 0;
            for (square, wire) in wires.into_iter().enumerate() {
                value |= (wire.0 as u64) << square;
            }
            Plane(value)
        }

        #[inline(always)]
        fn decode(self, address: Address) -> Plane {
            Plane(1 << (address.0 & SQUARE))
        }

        #[inline(always)]
        fn lowest<const N: usize>(
            self,
            planes: [Plane; N],
            _open: [Wire; N],
            _none: Wire,
        ) -> (Address, Wire) {
            // What `open` and `none` say follows from the planes.
            let mut first = 0;
            for plane in planes.iter().rev() {
                if plane.0 != 0 {
                    first = plane.0;
                }
            }
            let number = Address(first.trailing_zeros() as u8 & SQUARE);
            (number, Wire(first == 0))
        }

        #[inline(always)]
        fn sum(self, a: Word, b: Word, carry_in: Wire) -> (Word, Wire) {
            let sum = a.0 as u32 + b.0 as u32 + carry_in.0 as u32;
            (Word(sum as u16), Wire(sum >> 16 != 0))
        }

        #[inline(always)]
        fn flipped(self, plane: Plane) -> Plane {
            Plane(flipped(plane.0))
        }

        #[inline(always)]
        fn multiply(self, number: Word, by: Word) -> Word {
            Word(number.0.wrapping_mul(by.0))
        }
    };
}

/// The part of `impl SquareLogic` and `impl Logic` that the vector back ends have in common, over
/// `everywhere` and `opposites`.
#[cfg(target_arch = "x86_64")]
macro_rules! vector_squares {
    () => {
        type Merge = Pair;

        single_squares!();

        #[inline(always)]
        fn around(self, plane: Plane) -> Pair {
            // SAFETY: a value of the back end exists only where the processor has its features.
            unsafe { self.merge(shift_all(plane, STEPS)) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
macro_rules! vector_planes {
    () => {
        type Octet = Octet;

        single_planes!();

        #[inline(always)]
        fn balance<const N: usize>(self, more: [Plane; N], less: [Plane; N]) -> Word {
            count_balance(more, less)
        }

        #[inline(always)]
        fn jumped(self, plane: Plane) -> Pair {
            // SAFETY: a value of the back end exists only where the processor has its features.
            unsafe { self.merge(shift_all(plane, JUMPS)) }
        }

        #[inline(always)]
        fn straight(self, octet: Octet) -> Pair {
            // SAFETY: as above.
            unsafe { Pair(_mm256_castsi256_si128(or_opposites(octet))) }
        }

        #[inline(always)]
        fn diagonal(self, octet: Octet) -> Pair {
            // SAFETY: as above.
            unsafe { Pair(_mm256_extracti128_si256(or_opposites(octet), 1)) }
        }

        #[inline(always)]
        fn merge(self, octet: Octet) -> Pair {
            self.straight(octet) | self.diagonal(octet)
        }
    };
}

/// The part of `impl Simulator` that the vector back ends have in common.
#[cfg(target_arch = "x86_64")]
macro_rules! vector_simulator {
    () => {
        #[inline(always)]
        fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
            // SAFETY: a value of the back end exists only where the processor has its features.
            unsafe { run(self, kernel) }
        }

        type Sum = __m256i;

        #[inline(always)]
        fn nothing(self) -> __m256i {
            // SAFETY: as above.
            unsafe { _mm256_setzero_si256() }
        }

        #[inline(always)]
        fn with_octet(self, sum: __m256i, octet: SideOctet, both: [&Weight; 2]) -> __m256i {
            // SAFETY: as above.
            unsafe {
                let counts = count(octet.registers());
                _mm256_add_epi16(sum, _mm256_mullo_epi16(counts, weights(both)))
            }
        }

        #[inline(always)]
        fn with_planes(self, sum: __m256i, planes: [SidePlanes; 2], both: [&Weight; 2]) -> __m256i {
            // SAFETY: as above.
            unsafe {
                let counts = count([two(planes[0], planes[1])]);
                _mm256_add_epi16(sum, _mm256_mullo_epi16(counts, weights(both)))
            }
        }

        #[inline(always)]
        fn total(self, sum: __m256i) -> i16 {
            // SAFETY: as above.
            unsafe { difference(sum) }
        }
    };
}

mod single;
// After the macros, which they use.
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod simd128;

/// [`SquareLogic::around`] in two steps: to both sides, then up and down.
#[inline(always)]
fn around<L: SquareLogic>(l: L, plane: L::Plane) -> L::Plane {
    let beside = l.neighbor::<1, 0>(plane) | l.neighbor::<-1, 0>(plane);
    let three = plane | beside;
    beside | (l.neighbor::<0, 1>(three) | l.neighbor::<0, -1>(three))
}

impl SquareLogic for Lanes {
    type Merge = Plane;

    single_squares!();

    #[inline(always)]
    fn around(self, plane: Plane) -> Plane {
        around(self, plane)
    }
}

impl Logic for Lanes {
    type Octet = [Plane; 8];

    single_planes!();

    #[inline(always)]
    fn balance<const N: usize>(self, more: [Plane; N], less: [Plane; N]) -> Word {
        Word(count::balance(
            more.map(|plane| plane.0),
            less.map(|plane| plane.0),
        ))
    }

    #[inline(always)]
    fn rays(
        self,
        straight: Plane,
        diagonal: Plane,
        pass: Plane,
        single: Wire,
        names: [&'static str; 8],
    ) -> [Plane; 8] {
        if single.0 {
            let [up, down] = &single::RAYS[straight.0.trailing_zeros() as usize];
            let [north, east, north_east, north_west] =
                up.map(|ray| Plane(single::up(ray, pass.0)));
            let [south, west, south_west, south_east] =
                down.map(|ray| Plane(single::down(ray, pass.0)));
            [
                north, east, south, west, north_east, south_east, south_west, north_west,
            ]
        } else {
            octet::rays(self, straight, diagonal, pass, names)
        }
    }

    #[inline(always)]
    fn jumped(self, plane: Plane) -> Plane {
        let one = self.neighbor::<1, 0>(plane) | self.neighbor::<-1, 0>(plane);
        let two = self.neighbor::<2, 0>(plane) | self.neighbor::<-2, 0>(plane);
        let far = self.neighbor::<0, 2>(one) | self.neighbor::<0, -2>(one);
        far | (self.neighbor::<0, 1>(two) | self.neighbor::<0, -1>(two))
    }

    #[inline(always)]
    fn straight(self, octet: [Plane; 8]) -> Plane {
        octet::straight(octet)
    }

    #[inline(always)]
    fn diagonal(self, octet: [Plane; 8]) -> Plane {
        octet::diagonal(octet)
    }

    #[inline(always)]
    fn merge(self, octet: [Plane; 8]) -> Plane {
        octet::merge(octet)
    }
}

impl Merge<Plane> for Plane {
    #[inline(always)]
    fn plane(self) -> Plane {
        self
    }

    #[inline(always)]
    fn named(self, _: &'static str) -> Plane {
        self
    }
}

impl Simulator for Lanes {
    const NAME: &'static str = "plain";

    paired_sides!();

    #[inline(always)]
    fn detect() -> Option<Lanes> {
        Some(Lanes)
    }

    #[inline(never)]
    fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}
