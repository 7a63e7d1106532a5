//! AVX-512: AVX2's octets, with two gates in an instruction and a count of bits.
//!
//! Two registers of four planes are faster than one of eight: opposite directions, which are mostly
//! merged, lie in the same places. The unsafe code is calls of intrinsics, and of code compiled for
//! the processor.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::avx2::{
    Avx2, JUMPS, Octet, Pair, STEPS, SideOctet, difference, or_opposites, shift_all, two, weights,
};
use super::pair::Pair as SidePlanes;
use super::{
    Address, Kernel, Plane, SQUARE, Simulator, Weight, Wire, Word, arrivals, count_balance,
    flipped, shift,
};
use crate::{Logic, SquareLogic};

/// The simulating back end for processors with AVX-512 and its VPOPCNTDQ.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Avx2);

/// The number of high wires in each place of some registers, taken together.
#[inline(always)]
unsafe fn count<const N: usize>(registers: [__m256i; N]) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let mut counts = _mm256_setzero_si256();
        for register in registers {
            counts = _mm256_add_epi64(counts, _mm256_popcnt_epi64(register));
        }
        counts
    }
}

/// Never inlined, so that a kernel within a kernel stays one function.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<K: Kernel>(l: Avx512, kernel: K) -> K::Output {
    kernel.run(l)
}

// SAFETY, for all calls below: an `Avx512` exists only where the processor has these features.
impl SquareLogic for Avx512 {
    vector_squares!();
}

impl Logic for Avx512 {
    vector_planes!();

    #[inline(always)]
    fn rays(
        self,
        straight: Plane,
        diagonal: Plane,
        pass: Plane,
        single: Wire,
        names: [&'static str; 8],
    ) -> Octet {
        self.0.rays(straight, diagonal, pass, single, names)
    }
}

impl Simulator for Avx512 {
    const NAME: &'static str = "AVX-512";

    vector_simulator!();

    #[inline]
    fn detect() -> Option<Avx512> {
        let avx2 = Avx2::detect()?;
        let has_features = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        if has_features {
            Some(Avx512(avx2))
        } else {
            None
        }
    }

    type SideOctet = SideOctet;

    #[inline(always)]
    fn side_rays(self, straight: SidePlanes, diagonal: SidePlanes, pass: SidePlanes) -> SideOctet {
        self.0.side_rays(straight, diagonal, pass)
    }

    #[inline(always)]
    fn side_jumps(self, plane: SidePlanes) -> SideOctet {
        self.0.side_jumps(plane)
    }

    #[inline(always)]
    fn north_and_south(self, octet: SideOctet) -> [SidePlanes; 2] {
        self.0.north_and_south(octet)
    }

    #[inline(always)]
    fn masked(self, octet: SideOctet, plane: SidePlanes) -> SideOctet {
        self.0.masked(octet, plane)
    }

    #[inline(always)]
    fn either(self, a: SideOctet, b: SideOctet) -> SideOctet {
        self.0.either(a, b)
    }
}
