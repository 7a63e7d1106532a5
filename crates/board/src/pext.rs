//! Slider attacks by PEXT and PDEP.
//!
//! The unsafe code is inline assembly (PEXT, PDEP, POPCNT), one unchecked look-up, and a call into
//! code compiled for the CPU.

#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::__cpuid;
use std::sync::LazyLock;

use super::attacks::{ATTACK_ENTRIES, Blockers};
use super::cpu::{Cpu, Kernel};
use super::{Bitboard, Square, attacks};

/// A CPU with fast PEXT, POPCNT and AVX2. Constructed by [`Pext::detect`] only.
#[derive(Clone, Copy, Debug)]
pub struct Pext(());

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
    attacks: [u16; ATTACK_ENTRIES],
}

impl Packed {
    const fn new() -> Packed {
        let none = Lines {
            relevant: 0,
            reach: 0,
            start: 0,
        };
        let mut table = Packed {
            parts: [[none; 64]; 2],
            attacks: [0; ATTACK_ENTRIES],
        };
        let (mut start, mut i) = (0, 0);
        while i < 128 {
            // The mover is a slider's first direction: 0 for a rook, 1 for a bishop.
            let (mover, square) = (i / 64, i % 64);
            let relevant = attacks::relevant(mover, square);
            let reach = attacks::slide(mover, square, 0);
            table.parts[mover][square] = Lines {
                relevant,
                reach,
                start,
            };
            // A set's PEXT result has a bit for each relevant square, the lowest first.
            let blockers = Blockers::new(mover, square);
            table.attacks[start] = software_pext(reach, reach);
            let (mut sets, mut last) = (1, 0);
            while last < blockers.count {
                let leaves = software_pext(reach & blockers.leaves[last], reach);
                let mut set = 0;
                while set < sets {
                    table.attacks[start + sets + set] = table.attacks[start + set] & leaves;
                    set += 1;
                }
                sets *= 2;
                last += 1;
            }
            start += sets;
            i += 1;
        }
        table
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

static PEXT: Packed = Packed::new();

impl Pext {
    /// Detects the features and a hardware PEXT; on AMD before Zen 3 (family 19h) it is slow
    /// microcode.
    pub fn detect() -> Option<Pext> {
        let has_features = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if !has_features {
            return None;
        }
        // CPUID is asked once: under a virtual machine it takes microseconds.
        static IS_FAST: LazyLock<bool> = LazyLock::new(|| {
            let vendor = __cpuid(0);
            // "AuthenticAMD", four letters a register.
            let is_amd =
                (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
            let version = __cpuid(1).eax;
            let family = (version >> 8 & 15) + (version >> 20 & 255);
            !is_amd || family >= 0x19
        });
        IS_FAST.then_some(Pext(()))
    }

    #[inline(always)]
    fn attacks(self, lines: &Lines, occupied: Bitboard) -> Bitboard {
        let gathered: u64;
        // SAFETY: a `Pext` exists only where the CPU has the instruction, which reads one field.
        // Assembly, because the intrinsic is not inlined into functions compiled for every CPU.
        unsafe {
            asm!("pext {}, {}, [{} + {}]", lateout(reg) gathered, in(reg) occupied.0, in(reg) lines,
                const std::mem::offset_of!(Lines, relevant), options(pure, readonly, nostack, preserves_flags));
        }
        // SAFETY: `lines` is one of `PEXT.parts`, with an entry for each PEXT result; a test reads
        // them all.
        let packed =
            u64::from(unsafe { *PEXT.attacks.get_unchecked(lines.start + gathered as usize) });
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
    const NAME: &'static str = "Pext";

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
