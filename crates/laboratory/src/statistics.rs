//! Statistics of the reports.

/// Standard deviations of a two-sided 95 % interval.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Chi-square of two samples of games between the same two players: `ours` of `n` points and `his` of `m`. A draw counts
/// as half a win, which overstates the variance. `None` if both samples are all wins or all losses.
pub(crate) fn chi_square(ours: f64, n: f64, his: f64, m: f64) -> Option<f64> {
    let pooled = (ours + his) / (n + m);
    let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m);
    (variance > 0.0).then(|| (ours / n - his / m).powi(2) / variance)
}

/// Probability of a chi-square this large or larger by chance.
pub(crate) fn chi_square_tail(value: f64, degrees: usize) -> f64 {
    // The regularized incomplete gamma function Q(a, x) by its recurrence from Q(1/2, x) or Q(1, x).
    let x = value / 2.0;
    let (mut a, mut tail, mut term) = if degrees.is_multiple_of(2) {
        (1.0, (-x).exp(), (-x).exp())
    } else {
        // Q(1/2, x) = erfc(sqrt x); the next term is x^(1/2) e^-x / Gamma(3/2).
        (0.5, complementary_error(x.sqrt()), (-x).exp() / (std::f64::consts::PI * x.max(1e-300)).sqrt())
    };
    while a + 0.75 < degrees as f64 / 2.0 {
        term *= x / a;
        tail += term;
        a += 1.0;
    }
    if degrees == 0 { 1.0 } else { tail.clamp(0.0, 1.0) }
}

/// Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; error below 1.5e-7. `x` is not negative.
fn complementary_error(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    series.iter().fold(0.0, |sum, term| (sum + term) * t) * (-x * x).exp()
}

/// Slope of a straight line through points with equal errors or their own, and its 95 % error.
pub(crate) fn slope(points: &[(f64, f64, f64)]) -> Option<(f64, f64)> {
    let weight = |error: f64| (TWO_SIDED_95 / error.max(1e-9)).powi(2);
    let total: f64 = points.iter().map(|&(_, _, error)| weight(error)).sum();
    let mean = |value: fn(&(f64, f64, f64)) -> f64| {
        points.iter().map(|point| value(point) * weight(point.2)).sum::<f64>() / total
    };
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let square: f64 = points.iter().map(|point| weight(point.2) * (point.0 - x).powi(2)).sum();
    let product: f64 = points.iter().map(|p| weight(p.2) * (p.0 - x) * (p.1 - y)).sum();
    (points.len() > 2 && square > 0.0).then(|| (product / square, TWO_SIDED_95 / square.sqrt()))
}

/// 95 % interval of a share (Wilson), as its middle and half its width.
pub(crate) fn share(successes: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.5, 0.5);
    }
    let (n, p, z2) = (of as f64, successes as f64 / of as f64, TWO_SIDED_95.powi(2));
    let half = TWO_SIDED_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    ((p + z2 / (2.0 * n)) / (1.0 + z2 / n), half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, error: f64) {
        assert!((found - wanted).abs() <= error, "got {found}, expected {wanted}");
    }

    /// Critical values of the usual tables.
    #[test]
    fn chi_square_tail_matches_tables() {
        for (value, degrees) in [(3.841, 1), (5.991, 2), (7.815, 3), (11.070, 5), (18.307, 10), (24.996, 15)]
        {
            near(chi_square_tail(value, degrees), 0.05, 1e-4);
        }
        near(chi_square_tail(29.588, 10), 0.001, 1e-5);
        near(chi_square_tail(0.0, 0), 1.0, 0.0);
        near(chi_square_tail(0.0, 3), 1.0, 1e-9);
    }

    /// Two by two table: 12 of 20 against 5 of 20 is 5.0128 without correction.
    #[test]
    fn chi_square_two_samples_matches_contingency_table() {
        near(chi_square(12.0, 20.0, 5.0, 20.0).unwrap(), 5.012_79, 1e-4);
        assert_eq!(chi_square(20.0, 20.0, 20.0, 20.0), None);
    }

    #[test]
    fn slope_of_exact_line_is_found() {
        let points = [(3.0, 10.0, 2.0), (4.0, 7.0, 1.0), (5.0, 4.0, 3.0)];
        let (found, error) = slope(&points).unwrap();
        near(found, -3.0, 1e-9);
        assert!(error > 0.0 && slope(&points[..2]).is_none());
    }

    /// Wilson's interval of 10 in 20 is 0.2993 to 0.7007.
    #[test]
    fn share_matches_wilson_interval() {
        let (middle, half) = share(10, 20);
        near(middle - half, 0.299_3, 1e-4);
        near(middle + half, 0.700_7, 1e-4);
        assert_eq!(share(0, 0), (0.5, 0.5));
    }
}
