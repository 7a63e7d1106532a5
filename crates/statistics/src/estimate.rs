//! Estimates of a sample with their 95 % intervals.

/// Standard deviations of a two-sided 95 % interval.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Fewest cases from which [`ratio`] gives an error.
const FEWEST: usize = 5;

/// A value with its 95 % interval, as wide on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// The ends of a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Interval of a share (Wilson); 0 to 1 of nothing.
pub fn share(successes: f64, of: usize) -> Interval {
    if of == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let (n, p, z2) = (of as f64, successes / of as f64, TWO_SIDED_95.powi(2));
    let half = TWO_SIDED_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    Interval {
        low: middle - half,
        high: middle + half,
    }
}

/// Mean of a sample, with the error of a large one (the normal distribution's).
pub fn mean(values: &[f64]) -> Estimate {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let variance = squares / (count - 1.0).max(1.0);
    Estimate {
        value: mean,
        error: TWO_SIDED_95 * (variance / count).sqrt(),
    }
}

/// Ratio of the sums of the first and of the second values, with its error by the jackknife and
/// Student's t. `None` from fewer than five pairs, whose error says nothing.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    if pairs.len() < FEWEST {
        return None;
    }
    let count = pairs.len() as f64;
    let each: Vec<f64> = (0..pairs.len())
        .map(|number| ratio_without(pairs, Some(number)))
        .collect();
    let mean = each.iter().sum::<f64>() / count;
    let squares: f64 = each.iter().map(|one| (one - mean).powi(2)).sum();
    let variance = squares * (count - 1.0) / count;
    Some(Estimate {
        value: ratio_without(pairs, None),
        error: student_95(pairs.len()) * variance.sqrt(),
    })
}

fn ratio_without(pairs: &[(f64, f64)], left_out: Option<usize>) -> f64 {
    let (mut over, mut under) = (0.0, 0.0);
    for (number, pair) in pairs.iter().enumerate() {
        if Some(number) != left_out {
            over += pair.0;
            under += pair.1;
        }
    }
    over / under
}

/// Standard deviations of a two-sided 95 % interval from a sample of this size (Student's t).
fn student_95(sample: usize) -> f64 {
    const QUANTILES: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    let degrees = sample.saturating_sub(1).max(1);
    QUANTILES.get(degrees - 1).copied().unwrap_or(TWO_SIDED_95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::tests::near;

    /// Wilson's interval of 10 in 20 is 0.2993 to 0.7007.
    #[test]
    fn share_matches_wilson_interval() {
        let half = share(10.0, 20);
        near(half.low, 0.299_3, 1e-4);
        near(half.high, 0.700_7, 1e-4);
        let unknown = share(0.0, 0);
        assert_eq!((unknown.low, unknown.high), (0.0, 1.0));
    }

    /// The values 1, 2, 3 and 6 have the mean 3 and the variance 14 / 3.
    #[test]
    fn mean_has_the_error_of_its_variance() {
        let found = mean(&[1.0, 2.0, 3.0, 6.0]);
        near(found.value, 3.0, 1e-12);
        near(
            found.error,
            TWO_SIDED_95 * (14.0f64 / 3.0 / 4.0).sqrt(),
            1e-12,
        );
    }

    #[test]
    fn ratio_of_equal_shares_has_no_error() {
        let mut pairs = [(2.0, 1.0), (6.0, 3.0), (4.0, 2.0), (8.0, 4.0), (10.0, 5.0)];
        let found = ratio(&pairs).unwrap();
        assert!((found.value - 2.0).abs() < 1e-12 && found.error < 1e-9);
        pairs[1].0 = 3.0;
        assert!(ratio(&pairs).unwrap().error > 0.1);
        assert!(ratio(&pairs[..FEWEST - 1]).is_none() && ratio(&[]).is_none());
    }
}
