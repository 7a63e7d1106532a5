//! Points of the same two players in two samples of games: whether they differ by chance.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Points of one player against another in two samples of games.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// Points of the first sample.
    pub points: f64,
    /// Games of the first sample.
    pub games: usize,
    /// Share of the first sample's games that were drawn; that of the second need not be known.
    pub drawn: f64,
    /// Points of the second sample.
    pub other_points: f64,
    /// Games of the second sample.
    pub other_games: usize,
}

impl Comparison {
    fn pooled(&self) -> f64 {
        (self.points + self.other_points) / (self.games + self.other_games) as f64
    }

    /// Square of the difference of the scores, divided by its variance. A draw counts as half a
    /// win, which overstates the variance. `None` if both samples are all wins or all losses.
    pub fn chi_square(&self) -> Option<f64> {
        let (n, m, pooled) = (self.games as f64, self.other_games as f64, self.pooled());
        let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m);
        if variance > 0.0 {
            Some((self.points / n - self.other_points / m).powi(2) / variance)
        } else {
            None
        }
    }

    /// Other games of the same numbers, in which both samples have the pooled score and the first
    /// one's share of draws.
    fn simulated(&self, random: &mut ChaCha8Rng) -> Comparison {
        let pooled = self.pooled();
        let drawn = self.drawn.min(2.0 * pooled).min(2.0 * (1.0 - pooled));
        let won = pooled - drawn / 2.0;
        let mut points = |games: usize| {
            let mut sum = 0.0;
            for _ in 0..games {
                let chance = random.random::<f64>();
                if chance < won {
                    sum += 1.0;
                } else if chance < won + drawn {
                    sum += 0.5;
                }
            }
            sum
        };
        Comparison {
            points: points(self.games),
            other_points: points(self.other_games),
            ..*self
        }
    }
}

/// Probabilities, found by simulation, of chi-squares as large or larger by chance.
#[derive(Clone, Debug)]
pub struct Tails {
    /// That of the sum over all comparisons.
    pub sum: f64,
    /// That of each comparison by itself.
    pub each: Vec<f64>,
}

impl Tails {
    /// Simulates 10,000 tables of these comparisons, with the same random numbers each time. The
    /// usual distribution does not hold for cells with few losses and many draws.
    pub fn of(comparisons: &[Comparison]) -> Tails {
        const TABLES: u32 = 10_000;
        /// Sums of the same squares in another order differ in their last digits.
        const ROUNDING: f64 = 1e-9;
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let chi_square = |one: &Comparison| one.chi_square().unwrap_or(0.0);
        let found: Vec<f64> = comparisons.iter().map(chi_square).collect();
        let sum = found.iter().sum::<f64>();
        let mut sums_beyond = 0;
        let mut each_beyond = vec![0; comparisons.len()];
        for _ in 0..TABLES {
            let mut simulated_sum = 0.0;
            for (place, comparison) in comparisons.iter().enumerate() {
                let simulated = chi_square(&comparison.simulated(&mut random));
                simulated_sum += simulated;
                each_beyond[place] += u32::from(simulated >= found[place] - ROUNDING);
            }
            sums_beyond += u32::from(simulated_sum >= sum - ROUNDING);
        }
        let share = |count: u32| f64::from(count) / f64::from(TABLES);
        Tails {
            sum: share(sums_beyond),
            each: each_beyond.into_iter().map(share).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::tests::near;

    fn comparison(points: f64, other_points: f64, drawn: f64) -> Comparison {
        Comparison {
            points,
            games: 20,
            drawn,
            other_points,
            other_games: 20,
        }
    }

    /// Two by two table: 12 of 20 against 5 of 20 is 5.0128 without correction.
    #[test]
    fn chi_square_matches_contingency_table() {
        near(
            comparison(12.0, 5.0, 0.0).chi_square().unwrap(),
            5.012_79,
            1e-4,
        );
        assert_eq!(comparison(20.0, 20.0, 0.0).chi_square(), None);
    }

    /// Without draws the tail is a sum over two binomial distributions, here made with other means.
    #[test]
    fn tails_match_exact_enumeration() {
        let tails = Tails::of(&[
            comparison(12.0, 5.0, 0.0),
            comparison(19.0, 15.0, 0.0),
            comparison(20.0, 20.0, 0.0),
        ]);
        near(tails.each[0], 0.0291, 0.006);
        near(tails.each[1], 0.1035, 0.006);
        near(tails.each[2], 1.0, 0.0);
        // Draws make a difference rarer.
        assert!(Tails::of(&[comparison(12.0, 5.0, 0.8)]).sum < tails.each[0] / 2.0);
    }
}
