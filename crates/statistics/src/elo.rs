//! Elo difference, its error and the likelihood of superiority (LOS) from game pairs.
//!
//! Each opening is played with both colors, and the two games are not independent: a won opening
//! gives each side a point. The pentanomial model counts pairs, by their five possible sums, and
//! takes the variance from these. Source: Michel Van den Bergh, notes on the pentanomial model for
//! Stockfish's testing framework.

use crate::estimate::{Interval, TWO_SIDED_95};

/// Numbers of game pairs that scored 0, 1/2, 1, 1 1/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in Elo points with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Points by which the first is stronger.
    pub difference: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Elo difference at which a score (from 0 to 1) is expected; infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Score (from 0 to 1) expected at an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Counts a pair in which the first side scored `half_points` of four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Elo difference; `None` while all pairs are alike, as their variance is unknown.
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score()?;
        let Interval { low, high } = self.elo_interval()?;
        Some(Elo {
            difference: elo(score.value),
            error: (high - low) / 2.0,
        })
    }

    /// Ends of the 95 % interval of the Elo difference, infinite where the score's interval reaches
    /// 0 or 1; `None` as for [`Pentanomial::elo`].
    pub fn elo_interval(&self) -> Option<Interval> {
        let score = self.score()?;
        let end = |sign: f64| {
            let end = score.value + sign * TWO_SIDED_95 * score.deviation;
            elo(end.clamp(0.0, 1.0))
        };
        Some(Interval {
            low: end(-1.0),
            high: end(1.0),
        })
    }

    /// Likelihood that the first side is stronger; `None` as for [`Pentanomial::elo`].
    pub fn los(&self) -> Option<f64> {
        let score = self.score()?;
        Some(normal((score.value - 0.5) / score.deviation))
    }

    fn score(&self) -> Option<Score> {
        let kinds = self.0.iter().filter(|&&count| count > 0).count();
        if kinds < 2 {
            return None;
        }
        let mean = self.moment(1, 0.0);
        let variance = self.moment(2, mean);
        Some(Score {
            value: mean,
            deviation: (variance / self.pairs() as f64).sqrt(),
        })
    }

    /// Mean of a power of the score's distance from a value.
    fn moment(&self, power: i32, about: f64) -> f64 {
        let mut sum = 0.0;
        for (index, &count) in self.0.iter().enumerate() {
            sum += count as f64 * (index as f64 / 4.0 - about).powi(power);
        }
        sum / self.pairs() as f64
    }
}

/// Mean score (from 0 to 1) and its standard deviation.
struct Score {
    value: f64,
    deviation: f64,
}

/// Cumulative normal distribution. Source: Abramowitz and Stegun, Handbook of Mathematical
/// Functions, 7.1.26; error below 1.5e-7.
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let tail = series.iter().fold(0.0, |sum, term| (sum + term) * t) * (-z * z).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn near(found: f64, wanted: f64, error: f64) {
        assert!(
            (found - wanted).abs() <= error,
            "got {found}, expected {wanted}"
        );
    }

    /// Values of fastchess's tests (app/tests/elo_test.cpp). Its two middle counts are one here.
    #[test]
    fn elo_and_los_match_fastchess() {
        for (counts, difference, error, los) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let counted = Pentanomial(counts);
            let elo = counted.elo().unwrap();
            near(elo.difference, difference, 0.01);
            near(elo.error, error, 0.01);
            near(counted.los().unwrap(), los, 0.0001);
        }
    }

    #[test]
    fn elo_inverts_expected_score() {
        near(elo(0.5), 0.0, 1e-12);
        near(expected(200.0), 0.7597, 0.0001);
        near(elo(expected(-137.0)), -137.0, 1e-9);
    }

    #[test]
    fn elo_equal_pairs_none() {
        assert_eq!(Pentanomial::default().elo(), None);
        for alike in [[0, 0, 0, 0, 3], [0, 0, 9, 0, 0], [0, 0, 0, 2, 0]].map(Pentanomial) {
            assert_eq!((alike.elo(), alike.los()), (None, None));
        }
        near(normal(1.0), 0.841_344_7, 1e-6);
        near(normal(-1.959_964), 0.025, 1e-6);
    }
}
