//! What the processor can do: line movers' attacks, counting, listing and weighing, by its own instructions where it
//! has them, chosen once when the program runs.
//!
//! Hot code is generic over [`Cpu`], an empty type, so each processor gets a copy of it with no choice left in it.
//! The unsafe code here is three instructions, what the compiler is told of their results, a look-up without a check, and the call into code that is
//! compiled for the processor; `avx512.rs` has the newest kind.

#![allow(unsafe_code)]

use std::fmt;

use super::Bitboard;
use super::attacks;
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::{Flag, Move, MoveList, Square, TaperedScore};

/// A kind of processor. Values of it are proof that the program runs on one.
pub trait Cpu: Copy + fmt::Debug + Send + Sync + 'static {
    /// What a rook attacks when these squares are occupied.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// What a bishop attacks when these squares are occupied.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// What a queen attacks when these squares are occupied.
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// The number of squares in a set.
    fn count(self, set: Bitboard) -> u32;

    /// Add to a list the moves from a square to these squares.
    #[inline(always)]
    fn list(self, list: &mut MoveList, from: Square, to: Bitboard, flag: Flag) {
        for to in to {
            list.push(Move::new(from, to, flag));
        }
    }

    /// Add to a list moves of one step each (in square indices) to these squares. The squares moved from must be on the
    /// board, or the moves make no sense.
    #[inline(always)]
    fn list_steps(self, list: &mut MoveList, step: i8, to: Bitboard, flag: Flag) {
        for to in to {
            list.push(Move::new(to.offset(-step), to, flag));
        }
    }

    /// The sum over rows and sets of a row's weight for the set times the number of squares of the set in the row's own.
    #[inline(always)]
    fn weigh<const N: usize>(self, sets: &[Bitboard; 8], rows: [Row<'_>; N]) -> TaperedScore {
        let of_row = |row: Row<'_>| {
            let weigh = |(at, weight): (usize, &TaperedScore)| {
                *weight * self.count(sets[row.first + at] & row.with) as i32
            };
            row.weights.iter().enumerate().map(weigh).fold(TaperedScore::ZERO, |sum, each| sum + each)
        };
        rows.into_iter().map(of_row).fold(TaperedScore::ZERO, |sum, each| sum + each)
    }

    /// Do a piece of work in code that is compiled for this processor.
    fn vectorize<W: Kernel>(self, work: W) -> W::Output;
}

/// What [`Cpu::weigh`] counts: the squares of sets in `with`, by `weights` for the set of index `first` and those after it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The squares that count.
    pub with: Bitboard,
    /// The first set; with as many more as there are weights, at most eight.
    pub first: usize,
    /// A weight for each set.
    pub weights: &'a [TaperedScore],
}

/// A piece of work for [`Cpu::within`]: of its code, what is inlined into `run` is compiled for the processor; a function
/// called from there is only if it has its own work done within a `Cpu`. (A closure would do, if it could be told to be
/// inlined.)
pub trait Kernel {
    /// What it gives.
    type Output;

    /// Do it; to be inlined always.
    fn run(self) -> Self::Output;
}

/// Work to be done on whatever processor there is: see [`dispatch`].
pub trait WithCpu {
    /// What it gives.
    type Output;

    /// Do it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Do a task with the best of the processor's instructions.
pub fn dispatch<T: WithCpu>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = Pext::detect() {
        return match Avx512::detect() {
            Some(cpu) => task.run(cpu),
            None => task.run(cpu),
        };
    }
    task.run(Magic)
}

/// Do a task with each kind of instructions that the processor has, the best last: for comparing them.
pub fn dispatch_each<T: WithCpu + Clone>(task: &T) -> Vec<T::Output> {
    let mut outputs = vec![task.clone().run(Magic)];
    #[cfg(target_arch = "x86_64")]
    {
        outputs.extend(Pext::detect().map(|cpu| task.clone().run(cpu)));
        outputs.extend(Avx512::detect().map(|cpu| task.clone().run(cpu)));
    }
    outputs
}

/// One square's part of a table of attacks.
#[derive(Clone, Copy)]
struct Part {
    relevant: u64,
    multiplier: u64,
    start: u32,
    shift: u32,
}

/// A table of attacks for every square and every way its lines can be blocked: rook first, then bishop.
struct Table {
    parts: [[Part; 64]; 2],
    attacks: [Bitboard; 107_648],
}

impl Table {
    const fn new() -> Table {
        let part = Part { relevant: 0, multiplier: 0, start: 0, shift: 0 };
        let mut table = Table { parts: [[part; 64]; 2], attacks: [Bitboard::EMPTY; 107_648] };
        let mut start = 0;
        let mut i = 0;
        while i < 128 {
            let (mover, square) = (i / 64, i % 64);
            let relevant = attacks::relevant(mover, square);
            let multiplier = if mover == 0 { ROOK_MAGICS[square] } else { BISHOP_MAGICS[square] };
            let shift = 64 - relevant.count_ones();
            table.parts[mover][square] = Part { relevant, multiplier, start: start as u32, shift };
            let mut blockers = 0u64;
            loop {
                let at = (blockers.wrapping_mul(multiplier) >> shift) as usize;
                table.attacks[start + at] = Bitboard(attacks::slide(mover, square, blockers));
                blockers = blockers.wrapping_sub(relevant) & relevant;
                if blockers == 0 {
                    break;
                }
            }
            start += 1 << relevant.count_ones();
            i += 1;
        }
        table
    }
}

/// Any processor: attacks by multiplication.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

#[allow(long_running_const_eval)]
static MAGIC: Table = Table::new();

impl Magic {
    #[inline(always)]
    fn attacks(part: &Part, occupied: Bitboard) -> Bitboard {
        let product = (occupied.0 & part.relevant).wrapping_mul(part.multiplier);
        MAGIC.attacks[part.start as usize + (product >> (part.shift & 63)) as usize]
    }
}

impl Cpu for Magic {
    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        Magic::attacks(&MAGIC.parts[0][square.index()], occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        Magic::attacks(&MAGIC.parts[1][square.index()], occupied)
    }

    #[inline(always)]
    fn count(self, set: Bitboard) -> u32 {
        set.len()
    }

    #[inline(never)]
    fn vectorize<W: Kernel>(self, work: W) -> W::Output {
        work.run()
    }
}

#[cfg(target_arch = "x86_64")]
pub use {super::avx512::Avx512, x86::Pext};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::asm;
    use std::arch::x86_64::__cpuid;

    use super::{Bitboard, Cpu, Kernel, Square, attacks};

    /// A processor with a fast PEXT ("gather these bits"), POPCNT and AVX2, which copies boards. Only [`Pext::detect`] makes one.
    #[derive(Clone, Copy, Debug)]
    pub struct Pext(());

    /// One square's part of the table.
    #[derive(Clone, Copy)]
    struct Lines {
        relevant: u64,
        /// All that the mover reaches on an empty board.
        reach: u64,
        start: usize,
    }

    /// Attacks as in [`super::Table`], but each as the bits that PEXT gathers from the mover's reach: 210 KiB where whole
    /// sets take 840, most of what a processor's second cache holds.
    struct Packed {
        parts: [[Lines; 64]; 2],
        attacks: [u16; 107_648],
    }

    impl Packed {
        const fn new() -> Packed {
            let none = Lines { relevant: 0, reach: 0, start: 0 };
            let mut table = Packed { parts: [[none; 64]; 2], attacks: [0; 107_648] };
            let (mut start, mut i) = (0, 0);
            while i < 128 {
                let (mover, square) = (i / 64, i % 64);
                let relevant = attacks::relevant(mover, square);
                let rays = Rays::new(mover, square);
                table.parts[mover][square] = Lines { relevant, reach: rays.reach, start };
                // The subsets of a set in rising order are also in the order of their gathered bits.
                let (mut blockers, mut rank) = (0u64, 0);
                while rank < 1 << relevant.count_ones() {
                    table.attacks[start + rank] = rays.attacks(blockers);
                    blockers = blockers.wrapping_sub(relevant) & relevant;
                    rank += 1;
                }
                start += rank;
                i += 1;
            }
            table
        }
    }

    /// The packed rays of a mover on a square.
    struct Rays {
        mover: usize,
        square: usize,
        reach: u64,
        /// Each ray to the edge.
        whole: [u16; 4],
        /// By the square of the first man on it, the ray as far as there.
        until: [u16; 64],
    }

    impl Rays {
        const fn new(mover: usize, square: usize) -> Rays {
            let reach = attacks::slide(mover, square, 0);
            let mut rays = Rays { mover, square, reach, whole: [0; 4], until: [0; 64] };
            let mut i = 0;
            while i < 4 {
                let ray = attacks::ray_until(mover + 2 * i, square, 0);
                rays.whole[i] = gather(ray, reach);
                let mut left = ray;
                while left != 0 {
                    let man = left & left.wrapping_neg();
                    let part = attacks::ray_until(mover + 2 * i, square, man);
                    rays.until[man.trailing_zeros() as usize] = gather(part, reach);
                    left ^= man;
                }
                i += 1;
            }
            rays
        }

        const fn attacks(&self, blockers: u64) -> u16 {
            let (mut attacks, mut i) = (0, 0);
            while i < 4 {
                attacks |= match attacks::first_on(self.mover + 2 * i, self.square, blockers) {
                    64 => self.whole[i],
                    first => self.until[first],
                };
                i += 1;
            }
            attacks
        }
    }

    /// What PEXT does, for at most 16 bits, all of them in the mask.
    const fn gather(bits: u64, mask: u64) -> u16 {
        let (mut left, mut gathered) = (bits, 0);
        while left != 0 {
            gathered |= 1 << (mask & (left & left.wrapping_neg()).wrapping_sub(1)).count_ones();
            left &= left - 1;
        }
        gathered
    }

    #[allow(long_running_const_eval)]
    static PEXT: Packed = Packed::new();

    impl Pext {
        /// Proof that this processor has all that code within it is compiled for, and PEXT as hardware: AMD's before
        /// Zen 3 (family 19h) work it out in microcode, slower than multiplying.
        pub fn detect() -> Option<Pext> {
            let has = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if !has {
                return None;
            }
            let vendor = __cpuid(0);
            let amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
            let version = __cpuid(1).eax;
            let family = (version >> 8 & 15) + (version >> 20 & 255);
            (!amd || family >= 0x19).then_some(Pext(()))
        }

        #[inline(always)]
        fn attacks(self, lines: &Lines, occupied: Bitboard) -> Bitboard {
            let gathered: u64;
            // SAFETY: a `Pext` exists only where the processor has the instruction; it reads one field and touches
            // nothing but its registers. Written in assembly because the intrinsic is not inlined into a function
            // that is compiled for every processor.
            unsafe {
                asm!("pext {}, {}, [{} + {}]", lateout(reg) gathered, in(reg) occupied.0, in(reg) lines,
                    const std::mem::offset_of!(Lines, relevant), options(pure, readonly, nostack, preserves_flags));
            }
            // SAFETY: `lines` is one of `PEXT.parts`, whose entries begin at `start`, one for each value that its
            // `relevant` can gather; a test reads them all.
            let packed = u64::from(unsafe { *PEXT.attacks.get_unchecked(lines.start + gathered as usize) });
            let spread: u64;
            // SAFETY: as the first.
            unsafe {
                asm!("pdep {}, {}, [{} + {}]", lateout(reg) spread, in(reg) packed, in(reg) lines,
                    const std::mem::offset_of!(Lines, reach), options(pure, readonly, nostack, preserves_flags));
            }
            Bitboard(spread)
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn vectorize<W: Kernel>(work: W) -> W::Output {
        work.run()
    }

    impl Cpu for Pext {
        #[inline(always)]
        fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
            self.attacks(&PEXT.parts[0][square.index()], occupied)
        }

        #[inline(always)]
        fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
            self.attacks(&PEXT.parts[1][square.index()], occupied)
        }

        #[inline(always)]
        fn count(self, set: Bitboard) -> u32 {
            let count: u64;
            // SAFETY: as above; POPCNT changes the flags, which the compiler assumes without `preserves_flags`. No
            // more than 64 bits can be set.
            unsafe {
                asm!("popcnt {}, {}", lateout(reg) count, in(reg) set.0, options(pure, nomem, nostack));
                std::hint::assert_unchecked(count <= 64);
            }
            count as u32
        }

        #[inline(always)]
        fn vectorize<W: Kernel>(self, work: W) -> W::Output {
            // SAFETY: a `Pext` exists only where the processor has these instructions.
            unsafe { vectorize(work) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{relevant, slide};

    /// Every entry of a table, against the rays walked.
    fn check(cpu: impl Cpu) {
        for square in Square::all() {
            for mover in 0..2 {
                let mask = relevant(mover, square.index());
                let mut blockers = 0u64;
                loop {
                    // Men on the squares that do not matter must not matter.
                    for occupied in [blockers, blockers | !mask] {
                        let occupied = Bitboard(occupied);
                        let found = [cpu.rook(square, occupied), cpu.bishop(square, occupied)][mover];
                        assert_eq!(found.0, slide(mover, square.index(), blockers), "{square} {blockers:#x}");
                    }
                    blockers = blockers.wrapping_sub(mask) & mask;
                    if blockers == 0 {
                        break;
                    }
                }
                assert_eq!(cpu.count(Bitboard(mask)), mask.count_ones());
            }
        }
    }

    #[test]
    fn magic_attacks_are_the_rays() {
        check(Magic);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn pext_attacks_are_the_rays() {
        if let Some(cpu) = Pext::detect() {
            check(cpu);
        }
    }
}
