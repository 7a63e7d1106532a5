//! CPU dispatch: slider attacks and population counts by the best instructions available.
//!
//! Hot code is generic over [`Cpu`], a zero-sized type, so that each kind of CPU gets its own copy. The unsafe code is
//! inline assembly (PEXT, PDEP, POPCNT), one unchecked look-up, and calls into code compiled for the CPU.

#![allow(unsafe_code)]

use std::fmt;

use super::Bitboard;
use super::attacks;
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::{Flag, Move, MoveList, Square, TaperedScore};

/// A kind of CPU. A value is proof that the program runs on one.
pub trait Cpu: Copy + fmt::Debug + Send + Sync + 'static {
    /// Attacks of a rook, given the occupancy.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// Attacks of a bishop, given the occupancy.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// Attacks of a queen, given the occupancy.
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// Number of squares in a set.
    fn count(self, set: Bitboard) -> u32;

    /// Appends the moves from a square to these squares.
    #[inline(always)]
    fn list(self, list: &mut MoveList, from: Square, to: Bitboard, flag: Flag) {
        for to in to {
            list.push(Move::new(from, to, flag));
        }
    }

    /// Appends moves of one `step` (in square indices) to these squares. Their origins must be on the board.
    #[inline(always)]
    fn list_steps(self, list: &mut MoveList, step: i8, to: Bitboard, flag: Flag) {
        for to in to {
            list.push(Move::new(to.offset(-step), to, flag));
        }
    }

    /// Sum over rows and sets: the row's weight of the set, times the number of squares common to set and row.
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

    /// Runs a kernel compiled with this CPU's target features.
    fn vectorize<W: Kernel>(self, work: W) -> W::Output;
}

/// A row of weights for [`Cpu::weigh`].
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The squares that count.
    pub with: Bitboard,
    /// Index of the first set; one set per weight, at most eight in all.
    pub first: usize,
    /// Weight of each set.
    pub weights: &'a [TaperedScore],
}

/// Code compiled with this CPU's target features, by [`Cpu::vectorize`]. A struct, because closures cannot be forced inline.
pub trait Kernel {
    /// Result type.
    type Output;

    /// Runs it. Must be inlined.
    fn run(self) -> Self::Output;
}

/// Code generic over the CPU; see [`dispatch`].
pub trait WithCpu {
    /// Result type.
    type Output;

    /// Runs it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Runs a task on the best kind of CPU detected.
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

/// Runs a task on each kind of CPU detected, the best last.
pub fn dispatch_each<T: WithCpu + Clone>(task: &T) -> Vec<T::Output> {
    let mut outputs = vec![task.clone().run(Magic)];
    #[cfg(target_arch = "x86_64")]
    {
        outputs.extend(Pext::detect().map(|cpu| task.clone().run(cpu)));
        outputs.extend(Avx512::detect().map(|cpu| task.clone().run(cpu)));
    }
    outputs
}

/// Attack table entry of a square.
#[derive(Clone, Copy)]
struct Part {
    relevant: u64,
    multiplier: u64,
    start: u32,
    shift: u32,
}

/// Magic attack tables of rook and bishop, by square and blockers.
struct MagicTable {
    parts: [[Part; 64]; 2],
    attacks: [Bitboard; 107_648],
}

impl MagicTable {
    const fn new() -> MagicTable {
        let part = Part { relevant: 0, multiplier: 0, start: 0, shift: 0 };
        let mut table = MagicTable { parts: [[part; 64]; 2], attacks: [Bitboard::EMPTY; 107_648] };
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

/// Any CPU: attacks by magic multiplication.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

#[allow(long_running_const_eval)]
static MAGIC: MagicTable = MagicTable::new();

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

    /// A CPU with fast PEXT, POPCNT and AVX2. Constructed by [`Pext::detect`] only.
    #[derive(Clone, Copy, Debug)]
    pub struct Pext(());

    /// Attack table entry of a square.
    #[derive(Clone, Copy)]
    struct Lines {
        relevant: u64,
        /// Attacks on the empty board.
        reach: u64,
        start: usize,
    }

    /// Attack tables compressed by PEXT: 210 instead of 840 KiB, which spares the second-level cache.
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
                // Subsets in ascending order are also in the order of their PEXT results.
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

    /// Compressed rays of a slider on a square.
    struct Rays {
        mover: usize,
        square: usize,
        reach: u64,
        /// Each ray to the edge.
        whole: [u16; 4],
        /// By the first blocker's square, the ray up to it.
        until: [u16; 64],
    }

    impl Rays {
        const fn new(mover: usize, square: usize) -> Rays {
            let reach = attacks::slide(mover, square, 0);
            let mut rays = Rays { mover, square, reach, whole: [0; 4], until: [0; 64] };
            let mut i = 0;
            while i < 4 {
                let ray = attacks::ray_until(mover + 2 * i, square, 0);
                rays.whole[i] = software_pext(ray, reach);
                let mut left = ray;
                while left != 0 {
                    let blocker = left & left.wrapping_neg();
                    let part = attacks::ray_until(mover + 2 * i, square, blocker);
                    rays.until[blocker.trailing_zeros() as usize] = software_pext(part, reach);
                    left ^= blocker;
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

    /// PEXT in software, for at most 16 bits, all in the mask.
    const fn software_pext(bits: u64, mask: u64) -> u16 {
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
        /// Detects the features and a hardware PEXT; on AMD before Zen 3 (family 19h) it is slow microcode.
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
            // SAFETY: a `Pext` exists only where the CPU has the instruction, which reads one field. Assembly, because
            // the intrinsic is not inlined into functions compiled for every CPU.
            unsafe {
                asm!("pext {}, {}, [{} + {}]", lateout(reg) gathered, in(reg) occupied.0, in(reg) lines,
                    const std::mem::offset_of!(Lines, relevant), options(pure, readonly, nostack, preserves_flags));
            }
            // SAFETY: `lines` is one of `PEXT.parts`, with an entry for each PEXT result; a test reads them all.
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
            // SAFETY: as above; flags are clobbered. At most 64 bits can be set.
            unsafe {
                asm!("popcnt {}, {}", lateout(reg) count, in(reg) set.0, options(pure, nomem, nostack));
                std::hint::assert_unchecked(count <= 64);
            }
            count as u32
        }

        #[inline(always)]
        fn vectorize<W: Kernel>(self, work: W) -> W::Output {
            // SAFETY: a `Pext` exists only where the CPU has these instructions.
            unsafe { vectorize(work) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{relevant, slide};

    /// Compares every table entry with attacks found ray by ray.
    fn check(cpu: impl Cpu) {
        for square in Square::all() {
            for mover in 0..2 {
                let mask = relevant(mover, square.index());
                let mut blockers = 0u64;
                loop {
                    // Occupancy of irrelevant squares must not matter.
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
