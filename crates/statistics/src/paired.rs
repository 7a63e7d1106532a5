//! Two values of each case, before and after a change.

/// Cases in which one of two paired samples is greater than the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// The second is greater.
    pub gained: usize,
    /// The first is greater.
    pub lost: usize,
}

impl Paired {
    /// Counts pairs of values of the same cases, before and after.
    pub fn of<T: PartialOrd>(pairs: impl IntoIterator<Item = (T, T)>) -> Paired {
        let mut paired = Paired::default();
        for (before, after) in pairs {
            paired.gained += usize::from(after > before);
            paired.lost += usize::from(after < before);
        }
        paired
    }

    /// Probability, by chance, of a difference as large or larger (the exact form of McNemar's
    /// test).
    fn tail(self) -> f64 {
        let changed = self.gained + self.lost;
        // Binomial coefficients over two to the number of changes.
        let mut share = 0.5f64.powi(changed as i32);
        let mut sum = 0.0;
        for successes in 0..=self.gained.min(self.lost) {
            sum += share;
            share *= (changed - successes) as f64 / (successes + 1) as f64;
        }
        (2.0 * sum).min(1.0)
    }

    /// Whether gains and losses differ beyond chance at 95 %.
    pub fn is_clear(self) -> bool {
        self.tail() < 0.05
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::tests::near;

    #[test]
    fn paired_samples_differ_beyond_chance() {
        let is_clear = |gained, lost| Paired { gained, lost }.is_clear();
        assert!(is_clear(21, 7) && !is_clear(7, 7) && is_clear(0, 6) && !is_clear(0, 5));
        // 2 (1 + 10 + 45) of 1,024 coins.
        near(Paired { gained: 8, lost: 2 }.tail(), 112.0 / 1_024.0, 1e-12);
        near(Paired { gained: 3, lost: 3 }.tail(), 1.0, 0.0);
        let pairs = [(false, true), (true, true), (true, false), (false, true)];
        assert_eq!(Paired::of(pairs), Paired { gained: 2, lost: 1 });
    }
}
