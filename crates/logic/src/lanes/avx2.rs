//! AVX2: the eight planes of an octet in two vector registers.
//!
//! One register holds the directions that lead to higher squares, so that each shifts to the left
//! by its own count; the other holds their opposites in the same places. The unsafe code is calls
//! of intrinsics, and of code compiled for the processor.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::BitOr;

use super::pair::Pair as SidePlanes;
use super::single;
use super::{
    Address, Kernel, Plane, SQUARE, Simulator, Weight, Wire, Word, arrivals, count_balance,
    flipped, shift,
};
use crate::octet::Merge;
use crate::{Logic, SquareLogic};

/// The simulating back end for processors with AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

/// Eight planes.
#[derive(Clone, Copy, Debug)]
pub struct Octet {
    /// North, east, north-east, north-west.
    pub(super) up: __m256i,
    /// South, west, south-west, south-east.
    pub(super) down: __m256i,
}

/// Eight planes of White and of Black, each register with White's and Black's straight ones below
/// the diagonal ones.
#[derive(Clone, Copy, Debug)]
pub struct SideOctet {
    /// North, north-east.
    north: __m256i,
    /// East, north-west.
    east: __m256i,
    /// South, south-west.
    south: __m256i,
    /// West, south-east.
    west: __m256i,
}

impl SideOctet {
    /// Its registers.
    #[inline(always)]
    pub(super) fn registers(self) -> [__m256i; 4] {
        [self.north, self.east, self.south, self.west]
    }

    #[inline(always)]
    fn of([north, east, south, west]: [__m256i; 4]) -> SideOctet {
        SideOctet {
            north,
            east,
            south,
            west,
        }
    }
}

/// The OR of its two planes.
#[derive(Clone, Copy, Debug)]
pub struct Pair(pub(super) __m128i);

// The functions below are inlined into code compiled for the processor. They must not be called
// where it has no AVX2.

/// Four numbers, the lowest place first.
pub(super) type Places = [i64; 4];

/// Wiring of each place of a register, from square to square.
pub(super) struct Shifts {
    /// Squares.
    squares: Places,
    /// The squares where it can arrive, upwards and downwards.
    arriving: [Places; 2],
}

/// Steps in the directions.
pub(super) const STEPS: Shifts = Shifts::new([8, 1, 9, 7], [0, 1, 1, -1]);
/// A knight's jumps. The one that begins eastwards ends a rank lower, six squares down, and the one
/// that begins westwards six squares up: the second places of the two registers are exchanged.
pub(super) const JUMPS: Shifts = Shifts::new([17, 6, 10, 15], [1, -2, 2, -1]);

// The same for registers with two directions of both sides. Downwards they are the opposite
// directions.
/// Steps to the north and north-east.
const NORTH: Shifts = Shifts::new([8, 8, 9, 9], [0, 0, 1, 1]);
/// Steps to the east and north-west.
const EAST: Shifts = Shifts::new([1, 1, 7, 7], [1, 1, -1, -1]);
/// The jumps that go with north and north-east.
const NORTH_JUMPS: Shifts = Shifts::new([17, 17, 10, 10], [1, 1, 2, 2]);
/// The jumps that go with west and north-west.
const WEST_JUMPS: Shifts = Shifts::new([6, 6, 15, 15], [-2, -2, -1, -1]);

impl Shifts {
    /// Shifts by these squares upwards, each with its files to the right.
    const fn new(squares: Places, files: [i32; 4]) -> Shifts {
        let mut arriving = [[0; 4]; 2];
        let mut place = 0;
        while place < 4 {
            arriving[0][place] = arrivals(files[place]) as i64;
            arriving[1][place] = arrivals(-files[place]) as i64;
            place += 1;
        }
        Shifts { squares, arriving }
    }

    /// The shift counts of `times` shifts.
    const fn times(&self, times: i64) -> Places {
        let [a, b, c, d] = self.squares;
        [a * times, b * times, c * times, d * times]
    }
}

#[inline(always)]
unsafe fn lanes4([a, b, c, d]: Places) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_set_epi64x(d, c, b, a) }
}

#[inline(always)]
unsafe fn shifted<const UP: bool>(planes: __m256i, counts: Places) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let counts = lanes4(counts);
        if UP {
            _mm256_sllv_epi64(planes, counts)
        } else {
            _mm256_srlv_epi64(planes, counts)
        }
    }
}

/// Four rays by parallel prefix, as [`Lanes`](super::Lanes) settles one.
#[inline(always)]
unsafe fn rays<const UP: bool>(source: __m256i, pass: __m256i, steps: &Shifts) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let arriving = lanes4(steps.arriving[!UP as usize]);
        let [one, two, four] = [steps.times(1), steps.times(2), steps.times(4)];
        let mut out = source;
        let mut through = _mm256_and_si256(pass, arriving);
        out = _mm256_or_si256(out, _mm256_and_si256(through, shifted::<UP>(out, one)));
        through = _mm256_and_si256(through, shifted::<UP>(through, one));
        out = _mm256_or_si256(out, _mm256_and_si256(through, shifted::<UP>(out, two)));
        through = _mm256_and_si256(through, shifted::<UP>(through, two));
        out = _mm256_or_si256(out, _mm256_and_si256(through, shifted::<UP>(out, four)));
        _mm256_and_si256(shifted::<UP>(out, one), arriving)
    }
}

/// The four rays upwards from a single square, as [`single::up`] settles one.
#[inline(always)]
unsafe fn single_up(source: Plane, pass: __m256i) -> __m256i {
    let rays = &single::RAYS[source.0.trailing_zeros() as usize][0];
    // SAFETY: the caller's.
    unsafe {
        let rays = _mm256_loadu_si256(rays.as_ptr().cast());
        let stops = _mm256_andnot_si256(pass, rays);
        let passed = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
        _mm256_and_si256(rays, _mm256_xor_si256(stops, passed))
    }
}

/// A plane moved in four ways.
#[inline(always)]
unsafe fn moved<const UP: bool>(plane: __m256i, shifts: &Shifts) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let arriving = lanes4(shifts.arriving[!UP as usize]);
        _mm256_and_si256(shifted::<UP>(plane, shifts.squares), arriving)
    }
}

/// A plane moved upwards and downwards.
#[inline(always)]
pub(super) unsafe fn shift_all(plane: Plane, shifts: Shifts) -> Octet {
    // SAFETY: the caller's.
    unsafe {
        let plane = _mm256_set1_epi64x(plane.0 as i64);
        Octet {
            up: moved::<true>(plane, &shifts),
            down: moved::<false>(plane, &shifts),
        }
    }
}

/// The OR of each plane and its opposite.
#[inline(always)]
pub(super) unsafe fn or_opposites(octet: Octet) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_or_si256(octet.up, octet.down) }
}

/// The number of high wires in each byte.
#[inline(always)]
unsafe fn in_bytes(planes: __m256i) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let bits = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let nibble = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(bits, _mm256_and_si256(planes, nibble));
        let high =
            _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(planes, 4), nibble));
        _mm256_add_epi8(low, high)
    }
}

/// The number of high wires in each place of some registers, taken together.
#[inline(always)]
unsafe fn count<const N: usize>(registers: [__m256i; N]) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let mut bytes = _mm256_setzero_si256();
        for register in registers {
            bytes = _mm256_add_epi8(bytes, in_bytes(register));
        }
        _mm256_sad_epu8(bytes, _mm256_setzero_si256())
    }
}

/// Two pairs of planes in one register.
#[inline(always)]
pub(super) unsafe fn two(first: SidePlanes, second: SidePlanes) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_set_m128i(second.register(), first.register()) }
}

/// Two weights, each for two places.
#[inline(always)]
pub(super) unsafe fn weights([first, second]: [&Weight; 2]) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_loadu2_m128i(second.as_ptr().cast(), first.as_ptr().cast()) }
}

/// The first and third place less the others.
#[inline(always)]
pub(super) unsafe fn difference(places: __m256i) -> i16 {
    // SAFETY: the caller's.
    unsafe {
        let pair = _mm_add_epi16(
            _mm256_castsi256_si128(places),
            _mm256_extracti128_si256(places, 1),
        );
        let second = _mm_unpackhi_epi64(pair, pair);
        _mm_cvtsi128_si64(_mm_sub_epi16(pair, second)) as i16
    }
}

/// Never inlined, so that a kernel within a kernel stays one function.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<K: Kernel>(l: Avx2, kernel: K) -> K::Output {
    kernel.run(l)
}

// SAFETY, for all calls below: an `Avx2` exists only where the processor has these features.
impl SquareLogic for Avx2 {
    vector_squares!();
}

impl Logic for Avx2 {
    vector_planes!();

    #[inline(always)]
    fn rays(
        self,
        straight: Plane,
        diagonal: Plane,
        pass: Plane,
        single: Wire,
        _: [&'static str; 8],
    ) -> Octet {
        // SAFETY: as above.
        unsafe {
            let (squares, oblique) = (straight.0 as i64, diagonal.0 as i64);
            let source = lanes4([squares, squares, oblique, oblique]);
            let pass = _mm256_set1_epi64x(pass.0 as i64);
            Octet {
                up: if single.0 {
                    single_up(straight, pass)
                } else {
                    rays::<true>(source, pass, &STEPS)
                },
                down: rays::<false>(source, pass, &STEPS),
            }
        }
    }
}

impl Simulator for Avx2 {
    const NAME: &'static str = "AVX2";

    vector_simulator!();

    #[inline]
    fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }

    type SideOctet = SideOctet;

    #[inline(always)]
    fn side_rays(self, straight: SidePlanes, diagonal: SidePlanes, pass: SidePlanes) -> SideOctet {
        // SAFETY: as above.
        unsafe {
            let source = two(straight, diagonal);
            let pass = two(pass, pass);
            SideOctet {
                north: rays::<true>(source, pass, &NORTH),
                east: rays::<true>(source, pass, &EAST),
                south: rays::<false>(source, pass, &NORTH),
                west: rays::<false>(source, pass, &EAST),
            }
        }
    }

    #[inline(always)]
    fn side_jumps(self, plane: SidePlanes) -> SideOctet {
        // SAFETY: as above.
        unsafe {
            let planes = two(plane, plane);
            // East's jump leads down the board as south-east's does, west's and north-west's up.
            let west = moved::<true>(planes, &WEST_JUMPS);
            let east = moved::<false>(planes, &WEST_JUMPS);
            SideOctet {
                north: moved::<true>(planes, &NORTH_JUMPS),
                east: _mm256_blend_epi32(east, west, 0b1111_0000),
                south: moved::<false>(planes, &NORTH_JUMPS),
                west: _mm256_blend_epi32(west, east, 0b1111_0000),
            }
        }
    }

    #[inline(always)]
    fn north_and_south(self, octet: SideOctet) -> [SidePlanes; 2] {
        // SAFETY: as above.
        unsafe {
            [
                SidePlanes::of(_mm256_castsi256_si128(octet.north)),
                SidePlanes::of(_mm256_castsi256_si128(octet.south)),
            ]
        }
    }

    #[inline(always)]
    fn masked(self, octet: SideOctet, plane: SidePlanes) -> SideOctet {
        // SAFETY: as above.
        unsafe {
            let planes = two(plane, plane);
            let masked = octet
                .registers()
                .map(|register| _mm256_and_si256(register, planes));
            SideOctet::of(masked)
        }
    }

    #[inline(always)]
    fn either(self, a: SideOctet, b: SideOctet) -> SideOctet {
        // SAFETY: as above.
        unsafe {
            SideOctet {
                north: _mm256_or_si256(a.north, b.north),
                east: _mm256_or_si256(a.east, b.east),
                south: _mm256_or_si256(a.south, b.south),
                west: _mm256_or_si256(a.west, b.west),
            }
        }
    }
}

impl BitOr for Pair {
    type Output = Pair;

    #[inline(always)]
    fn bitor(self, other: Pair) -> Pair {
        // SAFETY: every x86-64 has SSE2.
        unsafe { Pair(_mm_or_si128(self.0, other.0)) }
    }
}

impl Merge<Plane> for Pair {
    #[inline(always)]
    fn plane(self) -> Plane {
        // SAFETY: every x86-64 has SSE2.
        unsafe {
            Plane(
                _mm_cvtsi128_si64(_mm_or_si128(self.0, _mm_unpackhi_epi64(self.0, self.0))) as u64,
            )
        }
    }

    #[inline(always)]
    fn named(self, _: &'static str) -> Pair {
        self
    }
}
