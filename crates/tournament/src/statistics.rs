//! What a match's score says about strength.
//!
//! Each opening is played with both colours, and the two games are not independent: an opening that wins by itself
//! gives a point to each side. So pairs of games are counted, not games: the five sums a pair can have, from which the
//! variance is taken. Source: Michel Van den Bergh's notes for Stockfish's testing framework ("pentanomial model").

/// 95 of 100 normal errors are smaller than this many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in strength, in Elo points, with the bounds between which it lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The likeliest difference.
    pub difference: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// The difference in Elo points at which this score (from 0 to 1) is expected.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score (from 0 to 1) expected at this difference in Elo points.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Counts a pair in which the first side won this many half points of four.
    ///
    /// # Panics
    /// Beyond four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Pairs counted.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points, from 0 to 1; one half if there are no pairs.
    pub fn score(&self) -> f64 {
        match self.pairs() {
            0 => 0.5,
            pairs => self.moments(pairs as f64).0,
        }
    }

    /// The difference in strength; `None` as long as all pairs are alike, as nothing tells how much they vary.
    pub fn elo(&self) -> Option<Elo> {
        let (score, deviation) = self.mean_and_error()?;
        let bound = |sign: f64| elo((score + sign * TWO_SIDED_95 * deviation).clamp(0.0, 1.0));
        Some(Elo { difference: elo(score), error: (bound(1.0) - bound(-1.0)) / 2.0 })
    }

    /// Likelihood of superiority: the probability that the first side is the stronger; `None` as for
    /// [`Pentanomial::elo`].
    pub fn superiority(&self) -> Option<f64> {
        let (score, deviation) = self.mean_and_error()?;
        Some(normal((score - 0.5) / deviation))
    }

    fn mean_and_error(&self) -> Option<(f64, f64)> {
        let pairs = self.pairs() as f64;
        let differ = self.0.iter().filter(|&&count| count > 0).count() > 1;
        let (mean, variance) = differ.then(|| self.moments(pairs))?;
        Some((mean, (variance / pairs).sqrt()))
    }

    fn moments(&self, pairs: f64) -> (f64, f64) {
        let points = |power: i32, about: f64| {
            let term =
                |(index, &count): (usize, &u64)| count as f64 * (index as f64 / 4.0 - about).powi(power);
            self.0.iter().enumerate().map(term).sum::<f64>() / pairs
        };
        let mean = points(1, 0.0);
        (mean, points(2, mean))
    }
}

/// The normal distribution's share below `x`.
///
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26; error below 1.5e-7.
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = series.iter().fold(0.0, |sum, term| (sum + term) * t) * (-z * z).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, error: f64) {
        assert!((found - wanted).abs() <= error, "{found} is not {wanted}");
    }

    /// The figures are those of fastchess's own tests (app/tests/elo_test.cpp), which knows six sums, of which the
    /// middle two are one here.
    #[test]
    fn published_values() {
        for (counts, difference, error, superiority) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let counted = Pentanomial(counts);
            let elo = counted.elo().unwrap();
            near(elo.difference, difference, 0.01);
            near(elo.error, error, 0.01);
            near(counted.superiority().unwrap(), superiority, 0.0001);
        }
    }

    #[test]
    fn the_curve_and_its_inverse() {
        near(elo(0.5), 0.0, 1e-12);
        near(expected(200.0), 0.7597, 0.0001);
        near(elo(expected(-137.0)), -137.0, 1e-9);
    }

    #[test]
    fn extremes_are_told_as_they_are() {
        assert_eq!(Pentanomial::default().elo(), None);
        for alike in [[0, 0, 0, 0, 3], [0, 0, 9, 0, 0], [0, 0, 0, 2, 0]].map(Pentanomial) {
            assert_eq!((alike.elo(), alike.superiority()), (None, None));
        }
        near(normal(1.0), 0.841_344_7, 1e-6);
        near(normal(-1.959_964), 0.025, 1e-6);
    }
}
