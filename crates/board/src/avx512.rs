//! AVX-512: eight sets or sixteen moves at once.
//!
//! The unsafe code is vector loads and stores, and calls into code compiled for the CPU.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::cpu::{Cpu, Kernel, Row};
use super::pext::Pext;
use super::{Bitboard, Flag, Move, MoveList, Square, TaperedScore};

/// A [`Pext`] CPU with AVX-512, VBMI2 and VPOPCNTDQ. Constructed by [`Avx512::detect`] only.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Pext);

impl Avx512 {
    /// Detects the features.
    pub fn detect() -> Option<Avx512> {
        let pext = Pext::detect()?;
        let has_features = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq");
        if has_features {
            Some(Avx512(pext))
        } else {
            None
        }
    }
}

/// Functions compiled for the CPU; inlined only into others compiled for it.
macro_rules! compiled {
    ($($item:item)*) => {
        $(
            #[inline]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq")]
            $item
        )*
    };
}

static SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        squares[square] = square as u8;
        square += 1;
    }
    squares
};

/// Moves in one vector.
const ROOM: usize = 16;

/// Whether `count` moves fit one vector, and the list has room for a whole one.
#[inline(always)]
fn fits(list: &MoveList, count: usize) -> bool {
    count <= ROOM && list.remaining_capacity() >= ROOM
}

compiled! {
    fn vectorize<W: Kernel>(work: W) -> W::Output {
        work.run()
    }

    /// The squares of a set of at most 16, in order, 16 bits each.
    fn squares(set: Bitboard) -> __m256i {
        // SAFETY: reads 64 bytes of 64.
        let all = unsafe { _mm512_loadu_si512(SQUARES.as_ptr().cast()) };
        _mm256_cvtepu8_epi16(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(set.0, all)))
    }

    /// Adds the first of 16 moves to a list.
    ///
    /// # Safety
    /// `count` moves must fit ([`fits`]).
    unsafe fn append(list: &mut MoveList, moves: __m256i, count: usize) {
        let length = list.len();
        debug_assert!(fits(list, count));
        // SAFETY: there is room for 16 moves, and all up to the new length are written; any bits
        // are a valid move.
        unsafe {
            _mm256_storeu_si256(list.as_mut_ptr().add(length).cast(), moves);
            list.set_len(length + count);
        }
    }

    /// # Safety
    /// As for [`append`].
    unsafe fn list(list: &mut MoveList, shared: Move, to: Bitboard, count: usize) {
        let to = _mm256_slli_epi16::<6>(squares(to));
        // SAFETY: by the caller's contract.
        unsafe { append(list, _mm256_or_si256(to, _mm256_set1_epi16(shared.bits() as i16)), count) };
    }

    /// # Safety
    /// As for [`append`].
    unsafe fn list_steps(list: &mut MoveList, shared: i16, to: Bitboard, count: usize) {
        // Origin = target - step.
        let to = squares(to);
        let both = _mm256_add_epi16(_mm256_slli_epi16::<6>(to), to);
        // SAFETY: by the caller's contract.
        unsafe { append(list, _mm256_add_epi16(both, _mm256_set1_epi16(shared)), count) };
    }

    fn weigh<const N: usize>(sets: &[Bitboard; 8], rows: [Row<'_>; N]) -> TaperedScore {
        // SAFETY: reads 64 bytes of 64.
        let sets = unsafe { _mm512_loadu_si512(sets.as_ptr().cast()) };
        let mut sum = _mm256_setzero_si256();
        for Row { with, first, weights } in rows {
            assert!(first <= 8 && weights.len() <= 8 - first, "there are eight sets");
            let counts = _mm512_popcnt_epi64(_mm512_and_si512(sets, _mm512_set1_epi64(with.0 as i64)));
            let lanes = (((1u32 << weights.len()) - 1) << first) as u8;
            // SAFETY: masked; only the row's own weights are read.
            let weights = unsafe {
                _mm256_maskz_loadu_epi32(lanes, weights.as_ptr().wrapping_sub(first).cast())
            };
            sum = _mm256_add_epi32(sum, _mm256_mullo_epi32(_mm512_cvtepi64_epi32(counts), weights));
        }
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_unpackhi_epi64(sum, sum));
        TaperedScore::from_bits(_mm_cvtsi128_si32(sum).wrapping_add(_mm_extract_epi32::<1>(sum)))
    }
}

impl Cpu for Avx512 {
    const NAME: &'static str = "Avx512";

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.rook(square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishop(square, occupied)
    }

    #[inline(always)]
    fn count(self, set: Bitboard) -> u32 {
        self.0.count(set)
    }

    #[inline(always)]
    fn list(self, moves: &mut MoveList, from: Square, to: Bitboard, flag: Flag) {
        let count = self.count(to) as usize;
        if !fits(moves, count) {
            return self.0.list(moves, from, to, flag);
        }
        let shared = Move::new(from, Square::new(0), flag);
        // SAFETY: an `Avx512` exists only where the CPU has these instructions, and the moves fit.
        unsafe { list(moves, shared, to, count) }
    }

    #[inline(always)]
    fn list_steps(self, moves: &mut MoveList, step: i8, to: Bitboard, flag: Flag) {
        let count = self.count(to) as usize;
        if !fits(moves, count) {
            return self.0.list_steps(moves, step, to, flag);
        }
        let shared = (((flag as u16) << 12) as i16).wrapping_sub(i16::from(step));
        // SAFETY: as above.
        unsafe { list_steps(moves, shared, to, count) }
    }

    #[inline(always)]
    fn weigh<const N: usize>(self, sets: &[Bitboard; 8], rows: [Row<'_>; N]) -> TaperedScore {
        // SAFETY: as above.
        unsafe { weigh(sets, rows) }
    }

    #[inline(always)]
    fn vectorize<W: Kernel>(self, work: W) -> W::Output {
        // SAFETY: as above.
        unsafe { vectorize(work) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_filled_to_the_last_place() {
        let Some(cpu) = Avx512::detect() else { return };
        let from = Square::new(9);
        let few = Bitboard(0x0081_0000_0010_8300);
        // More than one vector.
        let many = Bitboard(0x0000_ff00_00ff_ff00);
        for (start, to) in [
            (0, few),
            (239, few),
            (240, few),
            (241, few),
            (248, few),
            (0, many),
            (232, many),
        ] {
            let list: MoveList = (0..start).map(Move::from_bits).collect();
            let (mut one, mut other) = (list.clone(), list.clone());
            cpu.0.list(&mut one, from, to, Flag::Capture);
            cpu.list(&mut other, from, to, Flag::Capture);
            assert_eq!(one, other);
            let (mut one, mut other) = (list.clone(), list);
            cpu.0.list_steps(&mut one, 8, to, Flag::Quiet);
            cpu.list_steps(&mut other, 8, to, Flag::Quiet);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn weighing_is_counting_and_multiplying() {
        let Some(cpu) = Avx512::detect() else { return };
        let sets: [Bitboard; 8] = std::array::from_fn(|at| {
            Bitboard(0x9e37_79b9_7f4a_7c15_u64.rotate_left(7 * at as u32))
        });
        let weights: Vec<TaperedScore> = (0..8)
            .map(|at| TaperedScore::new(at * 31 - 90, 70 - at * 23))
            .collect();
        for first in 0..8 {
            for len in 0..=8 - first {
                let row = |with| Row {
                    with: Bitboard(with),
                    first,
                    weights: &weights[..len],
                };
                let rows = [row(0x00ff_00ff_f00f_8181), row(!0)];
                assert_eq!(
                    cpu.weigh(&sets, rows),
                    cpu.0.weigh(&sets, rows),
                    "{first} {len}"
                );
            }
        }
    }

    #[test]
    #[should_panic = "eight"]
    fn no_more_weights_than_sets() {
        let Some(cpu) = Avx512::detect() else {
            panic!("eight: no AVX-512")
        };
        let row = Row {
            with: Bitboard::ALL,
            first: 0usize.wrapping_sub(27),
            weights: &[TaperedScore::ZERO; 27],
        };
        cpu.weigh(&[Bitboard::EMPTY; 8], [row]);
    }
}
