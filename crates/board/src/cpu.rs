//! Kinds of CPU: slider attacks, population counts, move lists, weighted sums; and the choice of the best at run time.
//!
//! Hot code is generic over [`Cpu`], a zero-sized type, so that each kind of CPU gets its own copy.

use std::fmt;

use super::magic::Magic;
use super::{Bitboard, Flag, Move, MoveList, Square, TaperedScore};
#[cfg(target_arch = "x86_64")]
use super::{avx512::Avx512, pext::Pext};

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

/// Code compiled with this CPU's target features, by [`Cpu::vectorize`].
///
/// A struct, because closures cannot be forced inline.
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

/// Runs a block generic over the CPU with [`dispatch`]: `with_cpu!(|cpu, fen: &'a str| -> u64 { ... })`.
///
/// The block sees `cpu` and the variables named; `'a` is the lifetime of their references. `with_cpu!(each |cpu| ...)` uses
/// [`dispatch_each`].
#[macro_export]
macro_rules! with_cpu {
    (each $($task:tt)*) => { $crate::with_cpu!(@ dispatch_each [#[derive(Clone)]] $($task)*) };
    (| $($task:tt)*) => { $crate::with_cpu!(@ dispatch [] | $($task)*) };
    (@ $dispatch:ident [$($derive:tt)*] |$cpu:ident $(, $name:ident: $type:ty)*| -> $output:ty $body:block) => {{
        $($derive)*
        struct Task<'a> {
            $($name: $type,)*
            lifetime: std::marker::PhantomData<&'a ()>,
        }
        impl<'a> $crate::WithCpu for Task<'a> {
            type Output = $output;
            fn run<C: $crate::Cpu>(self, $cpu: C) -> $output {
                let Task { $($name,)* .. } = self;
                $body
            }
        }
        $crate::$dispatch(Task { $($name,)* lifetime: std::marker::PhantomData })
    }};
}

/// Runs a task on each kind of CPU detected, the best last.
pub fn dispatch_each<T: WithCpu + Clone>(task: T) -> Vec<T::Output> {
    let mut outputs = vec![task.clone().run(Magic)];
    #[cfg(target_arch = "x86_64")]
    {
        outputs.extend(Pext::detect().map(|cpu| task.clone().run(cpu)));
        outputs.extend(Avx512::detect().map(|cpu| task.clone().run(cpu)));
    }
    outputs
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
    fn slider_attacks_on_each_cpu_match_rays() {
        check(Magic);
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Pext::detect() {
            check(cpu);
        }
    }
}
