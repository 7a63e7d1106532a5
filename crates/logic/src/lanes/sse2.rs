//! SSE2, which every x86-64 has: two planes in a register. The unsafe code is calls of intrinsics.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::count::Weight;

/// A register of two planes.
pub(crate) type Register = __m128i;
/// A weighed sum of counts in each place, its lowest sixteen bits.
pub(super) type Sum = __m128i;

#[inline(always)]
pub(super) fn new(first: u64, second: u64) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_set_epi64x(second as i64, first as i64) }
}

#[inline(always)]
pub(super) fn place<const PLACE: usize>(register: Register) -> u64 {
    // SAFETY: every x86-64 has SSE2.
    unsafe {
        let lowest = if PLACE == 0 {
            register
        } else {
            _mm_unpackhi_epi64(register, register)
        };
        _mm_cvtsi128_si64(lowest) as u64
    }
}

#[inline(always)]
pub(super) fn with_flipped(plane: u64) -> Register {
    new(plane, plane.swap_bytes())
}

#[inline(always)]
pub(super) fn second_flipped(register: Register) -> u64 {
    place::<1>(register).swap_bytes()
}

#[inline(always)]
pub(super) fn up(register: Register, squares: u32) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_sll_epi64(register, _mm_cvtsi32_si128(squares as i32)) }
}

#[inline(always)]
pub(super) fn down(register: Register, squares: u32) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_srl_epi64(register, _mm_cvtsi32_si128(squares as i32)) }
}

#[inline(always)]
pub(super) fn and(a: Register, b: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_and_si128(a, b) }
}

#[inline(always)]
pub(super) fn or(a: Register, b: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_or_si128(a, b) }
}

#[inline(always)]
pub(super) fn xor(a: Register, b: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_xor_si128(a, b) }
}

#[inline(always)]
pub(super) fn add(a: Register, b: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_add_epi64(a, b) }
}

#[inline(always)]
pub(super) fn any(register: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe {
        let low = _mm_cmpeq_epi32(register, _mm_setzero_si128());
        let both = _mm_and_si128(low, _mm_shuffle_epi32(low, 0b10_11_00_01));
        _mm_xor_si128(both, _mm_set1_epi32(-1))
    }
}

#[inline(always)]
pub(super) fn zero() -> Sum {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_setzero_si128() }
}

/// The planes are first added square by square, then counted in ever wider fields, as
/// [`count`](super::count) does it in one word.
#[inline(always)]
pub(super) fn weigh<const N: usize>(sum: Sum, planes: [Register; N], weight: &Weight) -> Sum {
    // SAFETY: every x86-64 has SSE2.
    unsafe {
        let bytes = match N {
            1 => in_bytes(in_nibbles(planes[0])),
            4 => {
                let (half, two) = full_adder(planes[0], planes[1], planes[2]);
                let (one, carry) = (xor(half, planes[3]), and(half, planes[3]));
                let lower = with_twice(in_nibbles(one), in_nibbles(xor(two, carry)));
                let fours = in_bytes(in_nibbles(and(two, carry)));
                _mm_add_epi8(in_bytes(lower), _mm_slli_epi16(fours, 2))
            }
            8 => {
                let (one, a) = full_adder(planes[0], planes[1], planes[2]);
                let (one, b) = full_adder(one, planes[3], planes[4]);
                let (one, c) = full_adder(one, planes[5], planes[6]);
                let (one, d) = (xor(one, planes[7]), and(one, planes[7]));
                let (two, e) = full_adder(a, b, c);
                let (two, f) = (xor(two, d), and(two, d));
                let lower = with_twice(in_nibbles(one), in_nibbles(two));
                let upper = with_twice(in_nibbles(xor(e, f)), in_nibbles(and(e, f)));
                _mm_add_epi8(in_bytes(lower), _mm_slli_epi16(in_bytes(upper), 2))
            }
            _ => unreachable!("terms are reported in 1, 4 or 8 cycles"),
        };
        let counts = _mm_sad_epu8(bytes, _mm_setzero_si128());
        _mm_add_epi16(
            sum,
            _mm_mullo_epi16(counts, _mm_loadu_si128(weight.as_ptr().cast())),
        )
    }
}

#[inline(always)]
pub(super) fn difference(sum: Sum) -> i16 {
    (place::<0>(sum) as i16).wrapping_sub(place::<1>(sum) as i16)
}

/// Sum and carry of three planes.
#[inline(always)]
fn full_adder(a: Register, b: Register, c: Register) -> (Register, Register) {
    let half = xor(a, b);
    (xor(half, c), or(and(a, b), and(half, c)))
}

/// High wires in each four.
#[inline(always)]
fn in_nibbles(planes: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe {
        let (one, two) = (_mm_set1_epi8(0x55), _mm_set1_epi8(0x33));
        let pairs = _mm_sub_epi8(planes, and(_mm_srli_epi16(planes, 1), one));
        _mm_add_epi8(and(pairs, two), and(_mm_srli_epi16(pairs, 2), two))
    }
}

/// Numbers with twice as much as others, in each four bits.
#[inline(always)]
fn with_twice(ones: Register, twos: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe { _mm_add_epi8(ones, _mm_add_epi8(twos, twos)) }
}

/// The sum of both halves of each byte.
#[inline(always)]
fn in_bytes(nibbles: Register) -> Register {
    // SAFETY: every x86-64 has SSE2.
    unsafe {
        let low = _mm_set1_epi8(0x0F);
        _mm_add_epi8(and(nibbles, low), and(_mm_srli_epi16(nibbles, 4), low))
    }
}
