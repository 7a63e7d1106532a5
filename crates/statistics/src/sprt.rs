//! The sequential probability ratio test (SPRT).
//!
//! Sources: Wald 1945; for game pairs, Michel Van den Bergh, A Practical Introduction to the GSPRT.
//! The statistic is the log-likelihood ratio of the two likeliest pair distributions with the
//! scores of the two hypotheses.

use crate::elo::{Pentanomial, expected};

/// Least count of each pair result, as in Stockfish's framework: an unseen result is not
/// impossible.
const MIN_COUNT: f64 = 1e-3;

/// A test of hypothesis H1 (the difference is `elo1`) against H0 (it is `elo0`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of H0.
    pub elo0: f64,
    /// Elo difference of H1.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
}

/// State of a test: not decided, or one hypothesis is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Verdict {
    Continue,
    H0,
    H1,
}

impl Sprt {
    /// Whether the hypotheses are in order and the probabilities of error are below one half.
    pub fn is_valid(&self) -> bool {
        let is_probability = |p: f64| p > 0.0 && p < 0.5;
        self.elo0 < self.elo1 && is_probability(self.alpha) && is_probability(self.beta)
    }

    /// Bounds of the log-likelihood ratio: H0 is accepted at the first, H1 at the second.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Log-likelihood ratio of the two hypotheses.
    pub fn llr(&self, counted: &Pentanomial) -> f64 {
        if counted.pairs() == 0 {
            return 0.0;
        }
        let counts = counted.0.map(|count| (count as f64).max(MIN_COUNT));
        let pairs: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / pairs);
        let (under0, under1) = (
            likeliest(&seen, expected(self.elo0)),
            likeliest(&seen, expected(self.elo1)),
        );
        (0..5)
            .map(|i| counts[i] * (under1[i] / under0[i]).ln())
            .sum()
    }

    /// State of the test.
    pub fn verdict(&self, counted: &Pentanomial) -> Verdict {
        let (llr, (lower, upper)) = (self.llr(counted), self.bounds());
        if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

/// Likeliest distribution with a given score: p / (1 + t (x - score)). Bisection finds the t that
/// gives this score.
fn likeliest(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - score;
    let excess = |t: f64| {
        (0..5)
            .map(|i| seen[i] * offset(i) / (1.0 + t * offset(i)))
            .sum::<f64>()
    };
    // All five probabilities are positive between these.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + t * offset(i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::tests::near;

    /// Values of fastchess's tests (app/tests/sprt_test.cpp, logistic pentanomial).
    #[test]
    fn llr_matches_fastchess() {
        let test = |elo0, elo1| Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        };
        near(
            test(0.5, 2.5).llr(&Pentanomial([223, 9863, 20279 + 1000, 10037, 246])),
            -3.07,
            0.01 * 3.07,
        );
        let second = Pentanomial([871, 26175, 55003 + 980, 26678, 821]);
        near(test(0.0, 2.0).llr(&second), -4.98, 0.01 * 4.98);
        assert_eq!(test(0.0, 2.0).verdict(&second), Verdict::H0);
    }

    #[test]
    fn verdict_one_sided_results_decide() {
        let test = Sprt {
            elo0: 0.0,
            elo1: 50.0,
            alpha: 0.05,
            beta: 0.05,
        };
        assert_eq!(test.verdict(&Pentanomial::default()), Verdict::Continue);
        assert_eq!(test.verdict(&Pentanomial([0, 0, 0, 0, 40])), Verdict::H1);
        assert_eq!(test.verdict(&Pentanomial([40, 0, 0, 0, 0])), Verdict::H0);
    }
}
