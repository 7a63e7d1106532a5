//! Ratings of several engines from the games between them.
//!
//! The model of Zermelo (1929), Bradley and Terry (1952) and Elo: a scores against b what the difference of their
//! ratings lets expect; a draw is half a win and half a loss. The ratings are those under which the results are
//! likeliest, found by the MM algorithm (Hunter, "MM algorithms for generalized Bradley-Terry models", 2004); the
//! errors come from the curvature there.

const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Elo points to a factor of e in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Points that each took from each: `points[a][b]` are those of a against b.
pub type Pairwise = Vec<Vec<f64>>;

/// One engine's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points above the average of all.
    pub elo: f64,
    /// Half the width of the interval that holds it in 95 of 100 cases.
    pub error: f64,
}

/// The ratings, and whether a drawn game had to be added to each pair that met: without it the likeliest rating of
/// somebody who only wins, or only against a part of the field, is infinite.
pub fn fit(points: &[Vec<f64>]) -> (Vec<Rating>, bool) {
    let added = !all_reach_all(points);
    let drawn = |a: usize, b: usize| if added && points[a][b] + points[b][a] > 0.0 { 0.5 } else { 0.0 };
    let with_draws = |(a, line): (usize, &Vec<f64>)| {
        line.iter().enumerate().map(|(b, taken)| taken + drawn(a, b)).collect()
    };
    let points: Pairwise = points.iter().enumerate().map(with_draws).collect();
    let strengths = strengths(&points);
    let errors = errors(&points, &strengths);
    let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / strengths.len().max(1) as f64;
    let rating = |(strength, error): (&f64, f64)| Rating { elo: SCALE * (strength.ln() - mean), error };
    (strengths.iter().zip(errors).map(rating).collect(), added)
}

/// Whether from everybody there is a chain of points taken to everybody else (Ford 1957).
fn all_reach_all(points: &[Vec<f64>]) -> bool {
    let reached = |forward: bool| {
        let mut seen = vec![false; points.len()];
        let mut waiting = vec![0];
        while let Some(a) = waiting.pop().filter(|_| !points.is_empty()) {
            if std::mem::replace(&mut seen[a], true) {
                continue;
            }
            let took = |b: &usize| if forward { points[a][*b] } else { points[*b][a] } > 0.0;
            waiting.extend((0..points.len()).filter(took));
        }
        seen.iter().all(|&seen| seen)
    };
    reached(true) && reached(false)
}

fn strengths(points: &[Vec<f64>]) -> Vec<f64> {
    let count = points.len();
    let mut strengths = vec![1.0; count];
    for _ in 0..100_000 {
        let mut next: Vec<f64> = (0..count)
            .map(|a| {
                let taken: f64 = points[a].iter().sum();
                let games = |b: usize| (points[a][b] + points[b][a]) / (strengths[a] + strengths[b]);
                let met: f64 = (0..count).filter(|&b| b != a).map(games).sum();
                if met > 0.0 { taken / met } else { strengths[a] }
            })
            .collect();
        let mean = (next.iter().map(|s| s.ln()).sum::<f64>() / count as f64).exp();
        next.iter_mut().for_each(|s| *s /= mean);
        let change = next.iter().zip(&strengths).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strengths = next;
        if change < 1e-12 {
            break;
        }
    }
    strengths
}

/// The information matrix is singular, as only differences count; with 1/n added everywhere its inverse is that of the
/// ratings about their average, but for a constant.
fn errors(points: &[Vec<f64>], strengths: &[f64]) -> Vec<f64> {
    let count = points.len();
    let even = 1.0 / count as f64;
    let mut matrix = vec![vec![even; count]; count];
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            let wins = strengths[a] / (strengths[a] + strengths[b]);
            let information = (points[a][b] + points[b][a]) * wins * (1.0 - wins);
            matrix[a][a] += information;
            matrix[a][b] -= information;
        }
    }
    let inverse = invert(matrix);
    (0..count).map(|a| SCALE * TWO_SIDED_95 * (inverse[a][a] - even).max(0.0).sqrt()).collect()
}

/// Gauss and Jordan, with the greatest pivot.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (row, line) in matrix.iter_mut().enumerate() {
        line.extend((0..count).map(|column| f64::from(row == column)));
    }
    for column in 0..count {
        let rows = column..count;
        let pivot = rows.max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        matrix.swap(column, pivot.unwrap_or(column));
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = matrix[column].clone();
        for (row, line) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            debug_assert_ne!(row, column);
            let factor = line[column];
            line.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    matrix.into_iter().map(|line| line[count..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo;

    fn near(found: f64, wanted: f64, error: f64) {
        assert!((found - wanted).abs() <= error, "{found} is not {wanted}");
    }

    /// The worked example of Wikipedia's "Bradley-Terry model": p = 0.139, 0.226, 0.143, 0.492.
    #[test]
    fn a_published_example() {
        let points = vec![
            vec![0.0, 2.0, 0.0, 1.0],
            vec![3.0, 0.0, 5.0, 0.0],
            vec![0.0, 3.0, 0.0, 1.0],
            vec![4.0, 0.0, 3.0, 0.0],
        ];
        let found = strengths(&points);
        let sum: f64 = found.iter().sum();
        for (strength, wanted) in found.iter().zip([0.139, 0.226, 0.143, 0.492]) {
            near(strength / sum, wanted, 0.0006);
        }
    }

    /// Two engines: the difference is that of the score, its error the binomial's.
    #[test]
    fn two_engines_by_hand() {
        let (ratings, added) = fit(&[vec![0.0, 75.0], vec![25.0, 0.0]]);
        assert!(!added);
        near(ratings[0].elo - ratings[1].elo, elo(0.75), 1e-6);
        // The difference has variance 1 / (100 * 0.75 * 0.25); each of the two is half of it from the average.
        near(ratings[0].error, SCALE * TWO_SIDED_95 * (1.0 / 18.75f64).sqrt() / 2.0, 1e-6);
    }

    #[test]
    fn who_only_wins_is_still_rated() {
        let (ratings, added) = fit(&[vec![0.0, 4.0, 4.0], vec![0.0, 0.0, 2.0], vec![0.0, 2.0, 0.0]]);
        assert!(added && ratings.iter().all(|rating| rating.elo.is_finite()));
        assert!(ratings[0].elo > ratings[1].elo);
        near(ratings[1].elo, ratings[2].elo, 1e-6);
    }

    /// Scores made to fit known ratings give these ratings back.
    #[test]
    fn known_ratings_come_back() {
        let known: [f64; 5] = [-220.0, -90.0, 0.0, 60.0, 250.0];
        let expect = |a: usize, b: usize| 400.0 * crate::expected(known[a] - known[b]);
        let points = (0..5)
            .map(|a| (0..5).map(|b| if a == b { 0.0 } else { expect(a, b) }).collect())
            .collect::<Pairwise>();
        for (rating, wanted) in fit(&points).0.iter().zip(known) {
            near(rating.elo, wanted, 0.001);
        }
    }
}
