//! Statistics of the reports.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tournament::{Elo, Ratings};

/// Standard deviations of a two-sided 95 % interval.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Points in two samples of games between the same two players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) ours: f64,
    pub(crate) games: usize,
    /// Share of our games that were drawn.
    pub(crate) drawn: f64,
    pub(crate) his: f64,
    pub(crate) his_games: usize,
}

impl Cell {
    fn pooled(&self) -> f64 {
        (self.ours + self.his) / (self.games + self.his_games) as f64
    }

    /// Square of the difference of the scores, divided by its variance. A draw counts as half a win, which overstates the
    /// variance. `None` if both samples are all wins or all losses.
    pub(crate) fn chi_square(&self) -> Option<f64> {
        let (n, m, pooled) = (self.games as f64, self.his_games as f64, self.pooled());
        let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m);
        (variance > 0.0).then(|| (self.ours / n - self.his / m).powi(2) / variance)
    }

    /// The cell with other games of the same numbers, in which both samples have the pooled score and our share of draws.
    fn simulated(&self, random: &mut ChaCha8Rng) -> Cell {
        let pooled = self.pooled();
        let drawn = self.drawn.min(2.0 * pooled).min(2.0 * (1.0 - pooled));
        let won = pooled - drawn / 2.0;
        let mut points = |games: usize| -> f64 {
            let game = |_| match random.random::<f64>() {
                chance if chance < won => 1.0,
                chance if chance < won + drawn => 0.5,
                _ => 0.0,
            };
            (0..games).map(game).sum()
        };
        Cell {
            ours: points(self.games),
            his: points(self.his_games),
            ..*self
        }
    }
}

/// Probabilities, found by simulation, of chi-squares as large or larger by chance.
#[derive(Clone, Debug)]
pub(crate) struct Tails {
    /// That of the sum over all cells.
    pub(crate) sum: f64,
    /// That of each cell by itself.
    pub(crate) cells: Vec<f64>,
}

impl Tails {
    /// Simulates 10,000 tables. The usual distribution does not hold for cells with few losses and many draws.
    pub(crate) fn of(cells: &[Cell]) -> Tails {
        const TABLES: u32 = 10_000;
        /// Sums of the same squares in another order differ in their last digits.
        const ROUNDING: f64 = 1e-9;
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let of = |cell: &Cell| cell.chi_square().unwrap_or(0.0);
        let found: Vec<f64> = cells.iter().map(of).collect();
        let sum = found.iter().sum::<f64>();
        let (mut sums_beyond, mut cells_beyond) = (0, vec![0; cells.len()]);
        for _ in 0..TABLES {
            let mut simulated = 0.0;
            for (place, cell) in cells.iter().enumerate() {
                let chi = of(&cell.simulated(&mut random));
                simulated += chi;
                cells_beyond[place] += u32::from(chi >= found[place] - ROUNDING);
            }
            sums_beyond += u32::from(simulated >= sum - ROUNDING);
        }
        let share = |count: u32| f64::from(count) / f64::from(TABLES);
        Tails {
            sum: share(sums_beyond),
            cells: cells_beyond.into_iter().map(share).collect(),
        }
    }
}

/// Slope of a straight line through the gains of each engine over the one before, weighted by their errors, and its
/// 95 % error. Neighboring gains share a rating.
pub(crate) fn slope_of_gains(ratings: &Ratings) -> Option<Elo> {
    let count = ratings.ratings.len();
    let weights: Vec<f64> = (1..count)
        .map(|one| ratings.difference(one, one - 1).error.max(1e-9).powi(-2))
        .collect();
    let total: f64 = weights.iter().sum();
    let middle = weights
        .iter()
        .zip(1..)
        .map(|(weight, x)| weight * f64::from(x))
        .sum::<f64>()
        / total;
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
    (count > 3).then(|| ratings.combination(&factors))
}

/// Lower and upper end of the 95 % interval of a share (Wilson); 0 and 1 of nothing.
pub(crate) fn share(successes: f64, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z2) = (of as f64, successes / of as f64, TWO_SIDED_95.powi(2));
    let half = TWO_SIDED_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    (middle - half, middle + half)
}

/// Performance ratings: the mean rating of the opponents plus 400 points for each factor of ten in the odds of the score.
/// `None` unless all met as often and none won or lost all. Their mean is zero.
pub(crate) fn performances(points: &[Vec<f64>]) -> Option<Vec<f64>> {
    let count = points.len();
    let games = |a: usize, b: usize| points[a][b] + points[b][a];
    let each = (count > 1)
        .then(|| games(0, 1))
        .filter(|&each| each > 0.0)?;
    let is_full = (0..count).all(|a| (0..a).all(|b| games(a, b) == each));
    let odds = |row: &Vec<f64>| {
        let share = row.iter().sum::<f64>() / (each * (count - 1) as f64);
        (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
    };
    let above: Vec<f64> = points
        .iter()
        .map(odds)
        .collect::<Option<_>>()
        .filter(|_| is_full)?;
    let mean = above.iter().sum::<f64>() / count as f64;
    // The mean of the others is below that of all by a part of the own rating.
    Some(
        above
            .iter()
            .map(|own| (own - mean) * (count - 1) as f64 / count as f64)
            .collect(),
    )
}

/// A share in per cent with its interval: `64 % (56–70)`.
pub(crate) fn percent(successes: f64, of: usize) -> String {
    let (low, high) = share(successes, of);
    let value = successes / of.max(1) as f64;
    format!(
        "{:.0} % ({:.0}–{:.0})",
        100.0 * value,
        100.0 * low,
        100.0 * high
    )
}

/// Cases in which one of two paired samples is greater than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paired {
    /// The second is greater.
    pub(crate) gained: usize,
    /// The first is greater.
    pub(crate) lost: usize,
}

impl Paired {
    /// Counts pairs of values of the same cases, before and after.
    pub(crate) fn of<T: PartialOrd>(pairs: impl IntoIterator<Item = (T, T)>) -> Paired {
        pairs
            .into_iter()
            .fold(Paired { gained: 0, lost: 0 }, |sum, (before, after)| {
                Paired {
                    gained: sum.gained + usize::from(after > before),
                    lost: sum.lost + usize::from(after < before),
                }
            })
    }

    /// Probability, by chance, of a difference as large or larger (the exact form of McNemar's test).
    fn tail(self) -> f64 {
        let changed = self.gained + self.lost;
        // Binomial coefficients over two to the number of changes.
        let mut share = 0.5f64.powi(changed as i32);
        let mut sum = 0.0;
        for successes in 0..=self.gained.min(self.lost) {
            sum += share;
            share *= (changed - successes) as f64 / (successes + 1) as f64;
        }
        (2.0 * sum).min(1.0)
    }

    /// Whether gains and losses differ beyond chance at 95 %.
    pub(crate) fn is_clear(self) -> bool {
        self.tail() < 0.05
    }

    /// A note on it.
    pub(crate) fn note(self) -> &'static str {
        if self.is_clear() {
            "beyond chance"
        } else {
            "not beyond chance"
        }
    }
}

/// Standard deviations of a two-sided 95 % interval from a sample of this size (Student's t).
pub(crate) fn student_95(sample: usize) -> f64 {
    const QUANTILES: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    let degrees = sample.saturating_sub(1).max(1);
    QUANTILES.get(degrees - 1).copied().unwrap_or(TWO_SIDED_95)
}

/// Sentence on a trend: that the subject rises or falls, or neither beyond the error.
pub(crate) fn trend(subject: &str, Elo { difference, error }: Elo, a_step: &str) -> String {
    if difference.abs() > error {
        let verb = if difference > 0.0 { "rises" } else { "falls" };
        format!(
            "{subject} {verb} by {:.0}±{error:.0} points {a_step}.",
            difference.abs()
        )
    } else {
        format!(
            "{subject} neither rises nor falls beyond the error: {difference:+.0}±{error:.0} points {a_step}."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tournament::{expected, fit};

    fn near(found: f64, wanted: f64, error: f64) {
        assert!(
            (found - wanted).abs() <= error,
            "got {found}, expected {wanted}"
        );
    }

    fn cell(ours: f64, his: f64, drawn: f64) -> Cell {
        Cell {
            ours,
            games: 20,
            drawn,
            his,
            his_games: 20,
        }
    }

    /// Two by two table: 12 of 20 against 5 of 20 is 5.0128 without correction.
    #[test]
    fn chi_square_matches_contingency_table() {
        near(cell(12.0, 5.0, 0.0).chi_square().unwrap(), 5.012_79, 1e-4);
        assert_eq!(cell(20.0, 20.0, 0.0).chi_square(), None);
    }

    /// Without draws the tail is a sum over two binomial distributions, here made with other means.
    #[test]
    fn tails_match_exact_enumeration() {
        let tails = Tails::of(&[
            cell(12.0, 5.0, 0.0),
            cell(19.0, 15.0, 0.0),
            cell(20.0, 20.0, 0.0),
        ]);
        near(tails.cells[0], 0.0291, 0.006);
        near(tails.cells[1], 0.1035, 0.006);
        near(tails.cells[2], 1.0, 0.0);
        // Draws make a difference rarer.
        assert!(Tails::of(&[cell(12.0, 5.0, 0.8)]).sum < tails.cells[0] / 2.0);
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

    /// Of three, each rating is the mean of the other two plus the odds of its own score, but for a constant.
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

    /// Wilson's interval of 10 in 20 is 0.2993 to 0.7007.
    #[test]
    fn share_matches_wilson_interval() {
        let (low, high) = share(10.0, 20);
        near(low, 0.299_3, 1e-4);
        near(high, 0.700_7, 1e-4);
        assert_eq!(share(0.0, 0), (0.0, 1.0));
        assert_eq!(percent(10.0, 20), "50 % (30–70)");
    }

    #[test]
    fn trend_names_its_direction_beyond_the_error_only() {
        let text = |difference| {
            trend(
                "It",
                Elo {
                    difference,
                    error: 2.0,
                },
                "a ply",
            )
        };
        assert_eq!(text(-3.0), "It falls by 3±2 points a ply.");
        assert_eq!(text(3.0), "It rises by 3±2 points a ply.");
        assert_eq!(
            text(1.0),
            "It neither rises nor falls beyond the error: +1±2 points a ply."
        );
    }

    #[test]
    fn paired_samples_differ_beyond_chance() {
        let is_clear = |gained, lost| Paired { gained, lost }.is_clear();
        assert!(is_clear(21, 7) && !is_clear(7, 7) && is_clear(0, 6) && !is_clear(0, 5));
        // 2 (1 + 10 + 45) of 1,024 coins.
        near(Paired { gained: 8, lost: 2 }.tail(), 112.0 / 1_024.0, 1e-12);
        near(Paired { gained: 3, lost: 3 }.tail(), 1.0, 0.0);
        let pairs = [(false, true), (true, true), (true, false), (false, true)];
        assert_eq!(Paired::of(pairs), Paired { gained: 2, lost: 1 });
    }
}
