//! Ratings of several engines from the games between them.
//!
//! The model is that of Zermelo (1929), Bradley and Terry (1952) and Elo: the expected score
//! depends on the difference of two ratings. A draw is half a win and half a loss. The
//! maximum-likelihood ratings are found by the MM algorithm (Hunter, MM algorithms for generalized
//! Bradley-Terry models, 2004). The errors come from the curvature at the maximum and the variance
//! of the points.

use crate::elo::Elo;
use crate::estimate::TWO_SIDED_95;
use crate::matrix::{invert, product};

/// Elo points of a factor e in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Sums of factors this small are zero.
const ROUNDING: f64 = 1e-9;
/// Points of each engine against each other: `points[a][b]` are those of a against b.
pub type Pairwise = Vec<Vec<f64>>;

/// The rating of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points above the average of all.
    pub elo: f64,
    /// Half the width of the 95 % interval; infinite if games do not connect the engine with all
    /// others.
    pub error: f64,
}

/// Ratings of all engines.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The ratings, in the order of the engines.
    pub ratings: Vec<Rating>,
    /// Whether a draw was added to each pair that met: without it the rating of an engine that only
    /// wins, or wins every game against a part of the field, would be infinite.
    pub drawn_games_added: bool,
    covariance: Vec<Vec<f64>>,
    /// Number of the group of each engine: games connect the engines of a group.
    groups: Vec<usize>,
}

impl Ratings {
    /// Sum of the ratings with these factors, one for each engine, which add up to zero. Its error
    /// is infinite if it compares engines that no games connect.
    pub fn combination(&self, factors: &[f64]) -> Elo {
        let sum = |values: &dyn Fn(usize) -> f64| {
            (0..factors.len())
                .map(|a| factors[a] * values(a))
                .sum::<f64>()
        };
        let variance = sum(&|a| sum(&|b| self.covariance[a][b]));
        let is_within_groups = self
            .groups
            .iter()
            .all(|&group| sum(&|a| f64::from(self.groups[a] == group)).abs() < ROUNDING);
        Elo {
            difference: sum(&|a| self.ratings[a].elo),
            // A variance of nothing may come out below zero by a last digit.
            error: if is_within_groups {
                SCALE * TWO_SIDED_95 * variance.max(0.0).sqrt()
            } else {
                f64::INFINITY
            },
        }
    }

    /// Rating of one engine above another.
    pub fn difference(&self, one: usize, other: usize) -> Elo {
        self.above(one, &[other])
    }

    /// Rating of one engine above the mean of some.
    pub fn above(&self, one: usize, others: &[usize]) -> Elo {
        let mut factors = vec![0.0; self.ratings.len()];
        factors[one] += 1.0;
        for &other in others {
            factors[other] -= 1.0 / others.len() as f64;
        }
        self.combination(&factors)
    }
}

/// Fits the ratings to the points of each engine against each other. The numbers of drawn games of
/// each two make the errors smaller; zeros, where they are not known, give the greatest.
pub fn fit(points: &[Vec<f64>], draws: &[Vec<f64>]) -> Ratings {
    let added = !is_connected(points);
    let drawn = |a: usize, b: usize| {
        if added && points[a][b] + points[b][a] > 0.0 {
            1.0
        } else {
            0.0
        }
    };
    let with_drawn = |values: &[Vec<f64>], worth: f64| -> Pairwise {
        let row = |(a, row): (usize, &Vec<f64>)| {
            row.iter()
                .enumerate()
                .map(|(b, value)| value + worth * drawn(a, b))
                .collect()
        };
        values.iter().enumerate().map(row).collect()
    };
    let (points, draws) = (with_drawn(points, 0.5), with_drawn(draws, 1.0));
    let strengths = strengths(&points);
    let groups = groups(&points);
    let covariance = covariance(&points, &draws, &strengths, &groups);
    let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / strengths.len().max(1) as f64;
    let rating = |strength: &f64| Rating {
        elo: SCALE * (strength.ln() - mean),
        error: 0.0,
    };
    let ratings: Vec<Rating> = strengths.iter().map(rating).collect();
    let all: Vec<usize> = (0..ratings.len()).collect();
    let mut fitted = Ratings {
        ratings,
        drawn_games_added: added,
        covariance,
        groups,
    };
    for &engine in &all {
        fitted.ratings[engine].error = fitted.above(engine, &all).error;
    }
    fitted
}

/// The least engine that a chain of games connects with each engine.
fn groups(points: &[Vec<f64>]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..points.len()).collect();
    for a in 0..points.len() {
        for b in (0..a).filter(|&b| points[a][b] + points[b][a] > 0.0) {
            let (one, other) = (groups[a].min(groups[b]), groups[a].max(groups[b]));
            for group in &mut groups {
                if *group == other {
                    *group = one;
                }
            }
        }
    }
    groups
}

/// Whether a chain of points leads from each engine to each other (Ford 1957).
fn is_connected(points: &[Vec<f64>]) -> bool {
    if points.is_empty() {
        return true;
    }
    let reached = |forward: bool| {
        let mut seen = vec![false; points.len()];
        let mut waiting = vec![0];
        while let Some(a) = waiting.pop() {
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
                let games =
                    |b: usize| (points[a][b] + points[b][a]) / (strengths[a] + strengths[b]);
                let met: f64 = (0..count).filter(|&b| b != a).map(games).sum();
                if met > 0.0 { taken / met } else { strengths[a] }
            })
            .collect();
        let mean = (next.iter().map(|s| s.ln()).sum::<f64>() / count as f64).exp();
        let mut change: f64 = 0.0;
        for (new, old) in next.iter_mut().zip(&strengths) {
            *new /= mean;
            change = change.max((*new / old).ln().abs());
        }
        strengths = next;
        if change < 1e-12 {
            break;
        }
    }
    strengths
}

/// Covariance of the ratings about the average of their group, in natural units. Only differences
/// count, so the information matrix of a group of n is singular. With 1/n added to every element
/// its inverse is that of the ratings, but for a constant. Draws make the variance of the points
/// less than the information (White, Maximum likelihood estimation of misspecified models, 1982);
/// it is taken from wins, draws and losses.
fn covariance(
    points: &[Vec<f64>],
    draws: &[Vec<f64>],
    strengths: &[f64],
    groups: &[usize],
) -> Vec<Vec<f64>> {
    let count = points.len();
    let even = |a: usize, b: usize| {
        let size = groups.iter().filter(|&&group| group == groups[a]).count();
        if groups[a] == groups[b] {
            1.0 / size as f64
        } else {
            0.0
        }
    };
    let mut information: Vec<Vec<f64>> = (0..count)
        .map(|a| (0..count).map(|b| even(a, b)).collect())
        .collect();
    let mut variance = vec![vec![0.0; count]; count];
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            let expected = strengths[a] / (strengths[a] + strengths[b]);
            let own = (points[a][b] + points[b][a]) * expected * (1.0 - expected);
            let drawn = draws[a][b];
            let [wins, losses] = [points[a][b], points[b][a]].map(|points| points - drawn / 2.0);
            let spread = wins * (1.0 - expected).powi(2)
                + drawn * (0.5 - expected).powi(2)
                + losses * expected.powi(2);
            information[a][a] += own;
            information[a][b] -= own;
            variance[a][a] += spread;
            variance[a][b] -= spread;
        }
    }
    let mut inverse = invert(information);
    for (a, row) in inverse.iter_mut().enumerate() {
        for (b, element) in row.iter_mut().enumerate() {
            *element -= even(a, b);
        }
    }
    product(&product(&inverse, &variance), &inverse)
}

/// Slope of a straight line through the gains of each engine over the one before, weighted by their
/// errors, and its 95 % error. Neighboring gains share a rating. `None` from fewer than three
/// gains.
pub fn slope_of_gains(ratings: &Ratings) -> Option<Elo> {
    let count = ratings.ratings.len();
    if count <= 3 {
        return None;
    }
    let weights: Vec<f64> = (1..count)
        .map(|one| ratings.difference(one, one - 1).error.max(1e-9).powi(-2))
        .collect();
    let total: f64 = weights.iter().sum();
    let mut middle = 0.0;
    for (weight, x) in weights.iter().zip(1..) {
        middle += weight * f64::from(x);
    }
    middle /= total;
    let offset = |one: usize| one as f64 - middle;
    let square: f64 = (1..count)
        .map(|one| weights[one - 1] * offset(one).powi(2))
        .sum();
    let mut factors = vec![0.0; count];
    for one in 1..count {
        let factor = weights[one - 1] * offset(one) / square;
        factors[one] += factor;
        factors[one - 1] -= factor;
    }
    Some(ratings.combination(&factors))
}

/// Performance ratings: the mean rating of the opponents plus 400 points for each factor of ten in
/// the odds of the score. `None` unless all met as often and none won or lost all. Their mean is
/// zero.
pub fn performances(points: &[Vec<f64>]) -> Option<Vec<f64>> {
    let count = points.len();
    if count < 2 {
        return None;
    }
    let games = |a: usize, b: usize| points[a][b] + points[b][a];
    let each = games(0, 1);
    let met_as_often = (0..count).all(|a| (0..a).all(|b| games(a, b) == each));
    if each <= 0.0 || !met_as_often {
        return None;
    }
    let mut above_opponents = Vec::new();
    for row in points {
        let share = row.iter().sum::<f64>() / (each * (count - 1) as f64);
        if share <= 0.0 || share >= 1.0 {
            return None;
        }
        above_opponents.push(400.0 * (share / (1.0 - share)).log10());
    }
    let mean = above_opponents.iter().sum::<f64>() / count as f64;
    // The mean of the others is below that of all by a part of the own rating.
    let own = |above: f64| (above - mean) * (count - 1) as f64 / count as f64;
    Some(above_opponents.into_iter().map(own).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::tests::near;
    use crate::elo::{elo, expected};

    fn no_draws(engines: usize) -> Pairwise {
        vec![vec![0.0; engines]; engines]
    }

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
        let fitted = fit(&[vec![0.0, 75.0], vec![25.0, 0.0]], &no_draws(2));
        assert!(!fitted.drawn_games_added);
        let ratings = &fitted.ratings;
        near(ratings[0].elo - ratings[1].elo, elo(0.75), 1e-6);
        // The difference has variance 1 / (100 * 0.75 * 0.25); each of the two is half of it from
        // the average.
        near(
            ratings[0].error,
            SCALE * TWO_SIDED_95 * (1.0 / 18.75f64).sqrt() / 2.0,
            1e-6,
        );
        let difference = fitted.difference(0, 1);
        near(difference.difference, elo(0.75), 1e-6);
        near(
            difference.error,
            SCALE * TWO_SIDED_95 * (1.0 / 18.75f64).sqrt(),
            1e-6,
        );
        // 50 wins and 50 draws: the points of a game have the variance 0.5 + 0.5 / 4 - 0.75 ^ 2 = 1
        // / 16.
        let draws = [vec![0.0, 50.0], vec![50.0, 0.0]];
        let drawn = fit(&[vec![0.0, 75.0], vec![25.0, 0.0]], &draws).difference(0, 1);
        near(drawn.difference, elo(0.75), 1e-6);
        near(
            drawn.error,
            SCALE * TWO_SIDED_95 * (100.0f64 / 16.0).sqrt() / 18.75,
            1e-6,
        );
    }

    #[test]
    fn fit_unbeaten_engine_finite() {
        let fitted = fit(
            &[
                vec![0.0, 4.0, 4.0],
                vec![0.0, 0.0, 2.0],
                vec![0.0, 2.0, 0.0],
            ],
            &no_draws(3),
        );
        let ratings = fitted.ratings;
        assert!(fitted.drawn_games_added && ratings.iter().all(|rating| rating.elo.is_finite()));
        assert!(ratings[0].elo > ratings[1].elo);
        near(ratings[1].elo, ratings[2].elo, 1e-6);
    }

    #[test]
    fn above_all_is_the_rating() {
        let points = [
            vec![0.0, 7.0, 12.0],
            vec![3.0, 0.0, 6.0],
            vec![8.0, 4.0, 0.0],
        ];
        let fitted = fit(&points, &no_draws(3));
        for engine in 0..3 {
            let above = fitted.above(engine, &[0, 1, 2]);
            near(above.difference, fitted.ratings[engine].elo, 1e-9);
            near(above.error, fitted.ratings[engine].error, 1e-9);
        }
        let (one, other) = (fitted.difference(0, 1), fitted.difference(1, 2));
        let bend = fitted.combination(&[1.0, -2.0, 1.0]);
        near(bend.difference, one.difference - other.difference, 1e-9);
        // Both gains share the middle rating.
        assert!(bend.error > one.error.hypot(other.error));
    }

    #[test]
    fn fit_engines_without_common_games_are_not_compared() {
        // The first two met, and the last two.
        let points = [
            vec![0.0, 7.0, 0.0, 0.0],
            vec![3.0, 0.0, 0.0, 0.0],
            vec![0.0, 0.0, 0.0, 5.0],
            vec![0.0, 0.0, 5.0, 0.0],
        ];
        let fitted = fit(&points, &no_draws(4));
        assert!(
            fitted
                .ratings
                .iter()
                .all(|rating| rating.error.is_infinite())
        );
        assert!(fitted.difference(0, 2).error.is_infinite());
        let (known, alone) = (
            fitted.difference(0, 1),
            fit(&[vec![0.0, 7.0], vec![3.0, 0.0]], &no_draws(2)),
        );
        assert!(known.error < 1_000.0);
        // Both get a draw more here: not all are connected.
        assert!(known.difference < alone.difference(0, 1).difference);
    }

    /// Scores computed from known ratings give these ratings.
    #[test]
    fn fit_recovers_known_ratings() {
        let known: [f64; 5] = [-220.0, -90.0, 0.0, 60.0, 250.0];
        let expect = |a: usize, b: usize| 400.0 * expected(known[a] - known[b]);
        let points = (0..5)
            .map(|a| {
                (0..5)
                    .map(|b| if a == b { 0.0 } else { expect(a, b) })
                    .collect()
            })
            .collect::<Pairwise>();
        for (rating, wanted) in fit(&points, &no_draws(5)).ratings.iter().zip(known) {
            near(rating.elo, wanted, 0.001);
        }
    }

    /// Games that give the ratings 0, 100, 170 and 210: gains of 100, 70 and 40.
    #[test]
    fn slope_of_gains_on_a_line_is_found() {
        let known: [f64; 4] = [0.0, 100.0, 170.0, 210.0];
        let row = |&one: &f64| known.map(|other| 1_000.0 * expected(one - other)).to_vec();
        let mut points: Vec<Vec<f64>> = known.iter().map(row).collect();
        (0..4).for_each(|one| points[one][one] = 0.0);
        let draws = |engines: usize| vec![vec![0.0; engines]; engines];
        let slope = slope_of_gains(&fit(&points, &draws(4))).unwrap();
        near(slope.difference, -30.0, 0.01);
        assert!((5.0..20.0).contains(&slope.error), "{}", slope.error);
        let three: Vec<Vec<f64>> = points[..3].iter().map(|row| row[..3].to_vec()).collect();
        assert!(slope_of_gains(&fit(&three, &draws(3))).is_none());
    }

    /// Of three, each rating is the mean of the other two plus the odds of its own score, but for a
    /// constant.
    #[test]
    fn performances_follow_from_the_mean_opponent() {
        let points = [
            vec![0.0, 12.0, 15.0],
            vec![8.0, 0.0, 14.0],
            vec![5.0, 6.0, 0.0],
        ];
        let found = performances(&points).unwrap();
        let odds = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let above = |own: usize| found[own] - found.iter().sum::<f64>() / 2.0 + found[own] / 2.0;
        near(
            above(0) - above(1),
            odds(27.0 / 40.0) - odds(22.0 / 40.0),
            1e-9,
        );
        near(
            above(1) - above(2),
            odds(22.0 / 40.0) - odds(11.0 / 40.0),
            1e-9,
        );
        assert!(performances(&[vec![0.0, 20.0], vec![0.0, 0.0]]).is_none());
        assert!(
            performances(&[
                vec![0.0, 1.0, 2.0],
                vec![1.0, 0.0, 1.0],
                vec![2.0, 1.0, 0.0]
            ])
            .is_none()
        );
    }
}
