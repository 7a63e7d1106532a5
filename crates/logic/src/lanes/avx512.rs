//! AVX-512: the eight planes of an octet in one vector register.
//!
//! Every place rotates by its own count; masks stop what would leave the board. The unsafe code is calls of intrinsics,
//! and of code compiled for the processor.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::avx2::Pair;
use super::{Address, Kernel, Plane, SQUARE, Simulator, Wire, Word, arrivals, count_balance, shift, turned};
use crate::Logic;

/// The simulating back end for processors with AVX-512 and its VPOPCNTDQ.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

/// Eight planes: north, east, north-east, north-west, and their opposites.
#[derive(Clone, Copy, Debug)]
pub struct Octet(__m512i);

/// Eight numbers, the lowest place first.
type Places = [i64; 8];

/// Wiring of each place, from square to square.
struct Moves {
    /// Squares, modulo 64.
    squares: Places,
    /// The squares where it can arrive.
    arriving: Places,
}

/// Files to the right and ranks up of a step in each place.
const STEP: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
/// Those of a knight's jump.
const JUMP: [(i32, i32); 8] = [(1, 2), (2, -1), (2, 1), (-1, 2), (-1, -2), (-2, 1), (-2, -1), (1, -2)];

const STEPS: Moves = Moves::new(STEP);
const JUMPS: Moves = Moves::new(JUMP);

impl Moves {
    const fn new(moves: [(i32, i32); 8]) -> Moves {
        let (mut squares, mut arriving) = ([0; 8], [0; 8]);
        let mut place = 0;
        while place < 8 {
            let (files, ranks) = moves[place];
            squares[place] = (8 * ranks + files) as i64 & 63;
            let ranks_on_board = if ranks >= 0 { !0 << (8 * ranks) } else { !0 >> (-8 * ranks) };
            arriving[place] = (arrivals(files) & ranks_on_board) as i64;
            place += 1;
        }
        Moves { squares, arriving }
    }

    /// The rotations of `times` moves.
    const fn times(&self, times: i64) -> Places {
        let mut rotations = self.squares;
        let mut place = 0;
        while place < 8 {
            rotations[place] = (rotations[place] * times) & 63;
            place += 1;
        }
        rotations
    }
}

// The functions below are inlined into code compiled for the processor. They must not be called on others.

#[inline(always)]
unsafe fn register([a, b, c, d, e, f, g, h]: Places) -> __m512i {
    // SAFETY: the caller's.
    unsafe { _mm512_set_epi64(h, g, f, e, d, c, b, a) }
}

#[inline(always)]
unsafe fn rotated(planes: __m512i, counts: Places) -> __m512i {
    // SAFETY: the caller's.
    unsafe { _mm512_rolv_epi64(planes, register(counts)) }
}

/// Eight rays by parallel prefix, as [`Lanes`](super::Lanes) settles one.
#[inline(always)]
unsafe fn rays(source: __m512i, pass: __m512i) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let arriving = register(const { STEPS.arriving });
        let [one, two, four] = const { [STEPS.times(1), STEPS.times(2), STEPS.times(4)] };
        let mut out = source;
        let mut through = _mm512_and_si512(pass, arriving);
        out = _mm512_or_si512(out, _mm512_and_si512(through, rotated(out, one)));
        through = _mm512_and_si512(through, rotated(through, one));
        out = _mm512_or_si512(out, _mm512_and_si512(through, rotated(out, two)));
        through = _mm512_and_si512(through, rotated(through, two));
        out = _mm512_or_si512(out, _mm512_and_si512(through, rotated(out, four)));
        _mm512_and_si512(rotated(out, one), arriving)
    }
}

/// A plane moved in eight ways.
#[inline(always)]
unsafe fn everywhere(plane: Plane, moves: Moves) -> Octet {
    // SAFETY: the caller's.
    unsafe {
        let plane = _mm512_set1_epi64(plane.0 as i64);
        Octet(_mm512_and_si512(rotated(plane, moves.squares), register(moves.arriving)))
    }
}

/// The sum of all rows of [`Simulator::weigh`].
#[inline(always)]
unsafe fn weigh<const N: usize>(rows: [(Octet, Octet, [i16; 2]); N]) -> i16 {
    // SAFETY: the caller's.
    unsafe {
        let mut sum = _mm512_setzero_si512();
        for (more, less, weights) in rows {
            let balance = _mm512_sub_epi64(_mm512_popcnt_epi64(more.0), _mm512_popcnt_epi64(less.0));
            let (s, d) = (i64::from(weights[0]), i64::from(weights[1]));
            let weights = register([s, s, d, d, s, s, d, d]);
            sum = _mm512_add_epi64(sum, _mm512_mul_epi32(balance, weights));
        }
        _mm512_reduce_add_epi64(sum) as i16
    }
}

/// Never inlined, so that a kernel within a kernel stays one function.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<K: Kernel>(l: Avx512, kernel: K) -> K::Output {
    kernel.run(l)
}

// SAFETY, for all calls below: an `Avx512` exists only where the processor has these features.
impl Logic for Avx512 {
    vector_planes!();

    #[inline(always)]
    fn rays(self, straight: Plane, diagonal: Plane, pass: Plane, _: [&'static str; 8]) -> Octet {
        let (s, d) = (straight.0 as i64, diagonal.0 as i64);
        // SAFETY: as above.
        unsafe { Octet(rays(register([s, s, d, d, s, s, d, d]), _mm512_set1_epi64(pass.0 as i64))) }
    }
}

/// The OR of each plane and its opposite.
#[inline(always)]
unsafe fn opposites(octet: Octet) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_or_si256(_mm512_castsi512_si256(octet.0), _mm512_extracti64x4_epi64(octet.0, 1)) }
}

impl Simulator for Avx512 {
    const NAME: &'static str = "AVX-512";

    vector_simulator!();

    #[inline]
    fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        (has && super::Avx2::detect().is_some()).then_some(Avx512(()))
    }

    #[inline(always)]
    fn jumps(self, plane: Plane) -> Octet {
        // SAFETY: as above.
        unsafe { everywhere(plane, JUMPS) }
    }

    #[inline(always)]
    fn north_and_south(self, octet: Octet) -> [Plane; 2] {
        // SAFETY: as above.
        unsafe {
            let south = _mm256_castsi256_si128(_mm512_extracti64x4_epi64(octet.0, 1));
            let north = _mm512_castsi512_si128(octet.0);
            [Plane(_mm_cvtsi128_si64(north) as u64), Plane(_mm_cvtsi128_si64(south) as u64)]
        }
    }

    #[inline(always)]
    fn masked(self, octet: Octet, plane: Plane) -> Octet {
        // SAFETY: as above.
        unsafe { Octet(_mm512_and_si512(octet.0, _mm512_set1_epi64(plane.0 as i64))) }
    }

    #[inline(always)]
    fn either(self, a: Octet, b: Octet) -> Octet {
        // SAFETY: as above.
        unsafe { Octet(_mm512_or_si512(a.0, b.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lanes;
    use crate::octet;

    /// The order of an octet, as places of the register.
    const ORDER: [usize; 8] = [0, 1, 4, 5, 2, 7, 6, 3];

    /// Holds the tables on every processor: each rotation, masked, is the wiring.
    #[test]
    fn rotations_match_wiring() {
        for square in 0..64 {
            let plane = Plane(1 << square);
            let wired = [octet::steps(Lanes, plane), octet::jumps(Lanes, plane)];
            for (moves, wired) in [STEPS, JUMPS].into_iter().zip(wired) {
                for (place, wired) in ORDER.into_iter().zip(wired) {
                    let rotated = plane.0.rotate_left(moves.squares[place] as u32);
                    assert_eq!(rotated & moves.arriving[place] as u64, wired.0, "{square} {place}");
                }
            }
        }
    }
}
