//! Choice of the best kind of CPU at run time.

use super::cpu::Cpu;
use super::magic::Magic;
#[cfg(target_arch = "x86_64")]
use super::{avx512::Avx512, pext::Pext};

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

/// Runs a block generic over the CPU with [`dispatch`]: `with_cpu!(|cpu, fen: &'a str| -> u64 { ...
/// })`.
///
/// The block sees `cpu` and the variables named; `'a` is the lifetime of their references.
/// `with_cpu!(each |cpu| ...)` uses [`dispatch_each`].
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
    let outputs = vec![task.clone().run(Magic)];
    #[cfg(target_arch = "x86_64")]
    let outputs = {
        let pext = Pext::detect().map(|cpu| task.clone().run(cpu));
        let avx512 = Avx512::detect().map(|cpu| task.clone().run(cpu));
        outputs.into_iter().chain(pext).chain(avx512).collect()
    };
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{relevant, slide};
    use crate::{Bitboard, Square};

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
                        let found =
                            [cpu.rook(square, occupied), cpu.bishop(square, occupied)][mover];
                        assert_eq!(
                            found.0,
                            slide(mover, square.index(), blockers),
                            "{square} {blockers:#x}"
                        );
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
