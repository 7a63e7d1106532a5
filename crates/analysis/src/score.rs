//! What a value is worth: the expected score of a game, and how exact a move was.
//!
//! Both formulas are Lichess's, published on its page on accuracy; the thresholds of [`crate::Judgement`] and the mean
//! over a game are decided here.

use play::Score;

/// Hundredths of a pawn beyond which nothing more is won or lost; a mate is worth as much.
const CEILING: i32 = 1000;

/// A value in hundredths of a pawn, a mate as the greatest.
pub(crate) fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-CEILING, CEILING),
        Score::Mate(moves) if moves > 0 => CEILING,
        Score::Mate(_) => -CEILING,
    }
}

/// The score that is expected of such a value, from 0 (a loss) to 1 (a win).
pub fn expected(centipawns: i32) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp())
}

/// How exact a move was that lost so much of the expected score, from 0 to 100.
pub fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_at_known_points() {
        assert_eq!(expected(0), 0.5);
        assert!((expected(100) - 0.5910).abs() < 1e-4 && (expected(-1000) - 0.0246).abs() < 1e-4);
        assert!((accuracy(0.0) - 100.0).abs() < 1e-3 && (accuracy(0.1) - 63.58).abs() < 0.01);
        assert_eq!(accuracy(1.0), 0.0);
        assert_eq!(centipawns(Score::Mate(3)), 1000);
        assert_eq!((centipawns(Score::Mate(0)), centipawns(Score::Centipawns(-4321))), (-1000, -1000));
    }
}
