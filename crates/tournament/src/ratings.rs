//! Ratings of several engines from the games between them.
//!
//! The model is that of Zermelo (1929), Bradley and Terry (1952) and Elo: the expected score depends on the
//! difference of two ratings. A draw is half a win and half a loss. The maximum-likelihood ratings are found by
//! the MM algorithm (Hunter, MM algorithms for generalized Bradley-Terry models, 2004). The errors come from the
//! curvature at the maximum.

use crate::statistics::{Elo, TWO_SIDED_95};

/// Elo points of a factor e in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Points of each engine against each other: `points[a][b]` are those of a against b.
pub type Pairwise = Vec<Vec<f64>>;

/// The rating of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points above the average of all.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Ratings of all engines.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The ratings, in the order of the engines.
    pub ratings: Vec<Rating>,
    /// Whether a draw was added to each pair that met: without it the rating of an engine that only wins, or wins every
    /// game against a part of the field, would be infinite.
    pub drawn_games_added: bool,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Rating of one engine above another.
    pub fn difference(&self, one: usize, other: usize) -> Elo {
        let of = |a: usize, b: usize| self.covariance[a][b];
        let variance = of(one, one) + of(other, other) - 2.0 * of(one, other);
        Elo {
            difference: self.ratings[one].elo - self.ratings[other].elo,
            error: SCALE * TWO_SIDED_95 * variance.max(0.0).sqrt(),
        }
    }

    /// Ratings whose zero is such that some engines, by their numbers, have a given mean; errors are about that mean.
    pub fn about(&self, engines: &[usize], mean: f64) -> Vec<Rating> {
        let average = |value: &dyn Fn(usize) -> f64| {
            engines.iter().map(|&engine| value(engine)).sum::<f64>() / engines.len() as f64
        };
        let shift = mean - average(&|engine| self.ratings[engine].elo);
        let common = average(&|one| average(&|other| self.covariance[one][other]));
        let about = |(engine, rating): (usize, &Rating)| {
            let shared = average(&|other| self.covariance[engine][other]);
            let variance = self.covariance[engine][engine] - 2.0 * shared + common;
            Rating { elo: rating.elo + shift, error: SCALE * TWO_SIDED_95 * variance.max(0.0).sqrt() }
        };
        self.ratings.iter().enumerate().map(about).collect()
    }
}

/// Fits the ratings to the points of each engine against each other.
pub fn fit(points: &[Vec<f64>]) -> Ratings {
    let added = !is_connected(points);
    let drawn = |a: usize, b: usize| if added && points[a][b] + points[b][a] > 0.0 { 0.5 } else { 0.0 };
    let with_draws = |(a, row): (usize, &Vec<f64>)| {
        row.iter().enumerate().map(|(b, points)| points + drawn(a, b)).collect()
    };
    let points: Pairwise = points.iter().enumerate().map(with_draws).collect();
    let strengths = strengths(&points);
    let covariance = covariance(&points, &strengths);
    let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / strengths.len().max(1) as f64;
    let rating = |(engine, strength): (usize, &f64)| Rating {
        elo: SCALE * (strength.ln() - mean),
        error: SCALE * TWO_SIDED_95 * covariance[engine][engine].max(0.0).sqrt(),
    };
    let ratings = strengths.iter().enumerate().map(rating).collect();
    Ratings { ratings, drawn_games_added: added, covariance }
}

/// Whether a chain of points leads from each engine to each other (Ford 1957).
fn is_connected(points: &[Vec<f64>]) -> bool {
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

/// Covariance of the ratings about their average, in natural units. Only differences count, so the information matrix
/// is singular. With 1/n added to every element its inverse is that of the ratings, but for a constant.
fn covariance(points: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
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
    let mut inverse = invert(matrix);
    inverse.iter_mut().flatten().for_each(|element| *element -= even);
    inverse
}

/// Inverse of a matrix, by Gauss-Jordan elimination.
pub fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
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
        for (_, line) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = line[column];
            line.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    matrix.into_iter().map(|line| line[count..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::tests::near;
    use crate::statistics::{elo, expected};

    /// Worked example of Wikipedia, Bradley-Terry model: p = 0.139, 0.226, 0.143, 0.492.
    #[test]
    fn strengths_match_published_example() {
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

    /// The difference follows from the score, its error from the binomial distribution.
    #[test]
    fn fit_two_engines_matches_formula() {
        let fitted = fit(&[vec![0.0, 75.0], vec![25.0, 0.0]]);
        assert!(!fitted.drawn_games_added);
        let ratings = &fitted.ratings;
        near(ratings[0].elo - ratings[1].elo, elo(0.75), 1e-6);
        // The difference has variance 1 / (100 * 0.75 * 0.25); each of the two is half of it from the average.
        near(ratings[0].error, SCALE * TWO_SIDED_95 * (1.0 / 18.75f64).sqrt() / 2.0, 1e-6);
        let difference = fitted.difference(0, 1);
        near(difference.difference, elo(0.75), 1e-6);
        near(difference.error, SCALE * TWO_SIDED_95 * (1.0 / 18.75f64).sqrt(), 1e-6);
    }

    #[test]
    fn fit_unbeaten_engine_finite() {
        let fitted = fit(&[vec![0.0, 4.0, 4.0], vec![0.0, 0.0, 2.0], vec![0.0, 2.0, 0.0]]);
        let ratings = fitted.ratings;
        assert!(fitted.drawn_games_added && ratings.iter().all(|rating| rating.elo.is_finite()));
        assert!(ratings[0].elo > ratings[1].elo);
        near(ratings[1].elo, ratings[2].elo, 1e-6);
    }

    /// About one engine, ratings are differences to it; about all, those of the fit.
    #[test]
    fn about_engines_gives_their_mean() {
        let fitted = fit(&[vec![0.0, 7.0, 12.0], vec![3.0, 0.0, 6.0], vec![8.0, 4.0, 0.0]]);
        let about = fitted.about(&[1], 100.0);
        assert_eq!((about[1].elo, about[1].error), (100.0, 0.0));
        near(about[0].elo - 100.0, fitted.difference(0, 1).difference, 1e-9);
        near(about[0].error, fitted.difference(0, 1).error, 1e-9);
        for (one, other) in fitted.about(&[0, 1, 2], 0.0).iter().zip(&fitted.ratings) {
            near(one.elo, other.elo, 1e-9);
            near(one.error, other.error, 1e-9);
        }
    }

    /// Scores computed from known ratings give these ratings.
    #[test]
    fn fit_recovers_known_ratings() {
        let known: [f64; 5] = [-220.0, -90.0, 0.0, 60.0, 250.0];
        let expect = |a: usize, b: usize| 400.0 * expected(known[a] - known[b]);
        let points = (0..5)
            .map(|a| (0..5).map(|b| if a == b { 0.0 } else { expect(a, b) }).collect())
            .collect::<Pairwise>();
        for (rating, wanted) in fit(&points).ratings.iter().zip(known) {
            near(rating.elo, wanted, 0.001);
        }
    }
}
