//! Expected score and accuracy.
//!
//! Both formulas are Lichess's, from its page on accuracy. The thresholds and the mean over a game
//! are decided (docs/analysis.md).

/// Limit of values, in centipawns; also the value of a mate.
pub(crate) const CEILING: i32 = 1000;

/// The expected score of a value, from 0 (loss) to 1 (win).
pub fn expected_score(centipawns: i32) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp())
}

/// Accuracy of a move by the expected score it lost, from 0 to 100.
pub fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_known_values() {
        assert_eq!(expected_score(0), 0.5);
        assert!(
            (expected_score(100) - 0.5910).abs() < 1e-4
                && (expected_score(-1000) - 0.0246).abs() < 1e-4
        );
        assert!((accuracy(0.0) - 100.0).abs() < 1e-3 && (accuracy(0.1) - 63.58).abs() < 0.01);
        assert_eq!(accuracy(1.0), 0.0);
    }
}
