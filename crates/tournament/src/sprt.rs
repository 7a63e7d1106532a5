//! The sequential probability ratio test: when has a match said enough?
//!
//! Source: Wald 1945; for pairs of games and two scores as hypotheses, Michel Van den Bergh, "A practical introduction to
//! the GSPRT": the log-likelihood ratio of the two likeliest distributions of pairs that have the scores s0 and s1.

use super::statistics::{Pentanomial, expected};

/// An outcome that has not been seen is not impossible: it counts as this many pairs, as in Stockfish's framework.
const UNSEEN: f64 = 1e-3;

/// A test of "the difference is `elo1`" against "it is `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lesser difference, in Elo points.
    pub elo0: f64,
    /// The greater difference.
    pub elo1: f64,
    /// The probability allowed for taking `elo1` though `elo0` is right.
    pub alpha: f64,
    /// The probability allowed for taking `elo0` though `elo1` is right.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// `elo0` is taken.
    Lower,
    /// `elo1` is taken.
    Upper,
}

impl Sprt {
    /// Below the first bound `elo0` is taken, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses.
    pub fn ratio(&self, counted: &Pentanomial) -> f64 {
        if counted.pairs() == 0 {
            return 0.0;
        }
        let counts = counted.0.map(|count| (count as f64).max(UNSEEN));
        let pairs: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / pairs);
        let (under0, under1) = (likeliest(&seen, expected(self.elo0)), likeliest(&seen, expected(self.elo1)));
        (0..5).map(|i| counts[i] * (under1[i] / under0[i]).ln()).sum()
    }

    /// The verdict so far.
    pub fn verdict(&self, counted: &Pentanomial) -> Verdict {
        let (ratio, (lower, upper)) = (self.ratio(counted), self.bounds());
        if ratio >= upper {
            Verdict::Upper
        } else if ratio <= lower {
            Verdict::Lower
        } else {
            Verdict::Open
        }
    }
}

/// The distribution with this score under which what was seen is likeliest: p / (1 + t (x - score)), with the t that
/// makes the score right, which bisection finds.
fn likeliest(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - score;
    let excess = |t: f64| (0..5).map(|i| seen[i] * offset(i) / (1.0 + t * offset(i))).sum::<f64>();
    // All five stay positive between these.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + t * offset(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, error: f64) {
        assert!((found - wanted).abs() <= error, "{found} is not {wanted}");
    }

    /// The figures are those of fastchess's own tests (app/tests/sprt_test.cpp, "logistic pentanomial").
    #[test]
    fn published_values() {
        let test = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        near(test(0.5, 2.5).ratio(&Pentanomial([223, 9863, 20279 + 1000, 10037, 246])), -3.07, 0.01 * 3.07);
        let second = Pentanomial([871, 26175, 55003 + 980, 26678, 821]);
        near(test(0.0, 2.0).ratio(&second), -4.98, 0.01 * 4.98);
        assert_eq!(test(0.0, 2.0).verdict(&second), Verdict::Lower);
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }.bounds();
        near(lower, -2.944, 0.001);
        near(upper, 2.944, 0.001);
    }

    #[test]
    fn one_sided_results_decide_and_none_do_not() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.verdict(&Pentanomial::default()), Verdict::Open);
        assert_eq!(test.verdict(&Pentanomial([0, 0, 0, 0, 40])), Verdict::Upper);
        assert_eq!(test.verdict(&Pentanomial([40, 0, 0, 0, 0])), Verdict::Lower);
    }
}
