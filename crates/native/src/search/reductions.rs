//! Late move reductions: the product of the logarithms of depth and move number.

use super::params;

/// Reductions of quiet moves, then captures, by depth and move number, both below 64.
#[derive(Clone)]
pub(crate) struct Reductions(Box<[[[i32; 64]; 64]; 2]>);

impl Default for Reductions {
    fn default() -> Reductions {
        let mut table = Box::new([[[0; 64]; 64]; 2]);
        let kinds = [
            (params::reduction_base(), params::reduction_divisor()),
            (
                params::noisy_reduction_base(),
                params::noisy_reduction_divisor(),
            ),
        ];
        for (rows, (base, divisor)) in table.iter_mut().zip(kinds) {
            for (depth, row) in rows.iter_mut().enumerate().skip(1) {
                for (number, plies) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (number as f64).ln();
                    *plies = ((f64::from(base) / 100.0 + product * 100.0 / f64::from(divisor))
                        * 1024.0) as i32;
                }
            }
        }
        Reductions(table)
    }
}

impl Reductions {
    /// Reduction in 1024ths of a ply.
    #[inline(always)]
    pub(crate) fn get(&self, noisy: bool, depth: i32, number: usize) -> i32 {
        self.0[usize::from(noisy)][depth.clamp(0, 63) as usize][number.min(63)]
    }
}
