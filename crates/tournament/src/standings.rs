//! The results of a match so far.

use std::collections::BTreeMap;

use shakmaty::{ByColor, Color, KnownOutcome};

use super::ratings::Pairwise;
use super::statistics::Pentanomial;

/// All results, by the games' numbers, of which two in a row share an opening.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    entrants: usize,
    games: BTreeMap<usize, (ByColor<usize>, KnownOutcome)>,
}

impl Standings {
    /// Of so many entrants; no game yet.
    pub fn new(entrants: usize) -> Standings {
        Standings { entrants, games: BTreeMap::new() }
    }

    /// Adds a game.
    pub fn add(&mut self, number: usize, sides: ByColor<usize>, outcome: KnownOutcome) {
        self.games.insert(number, (sides, outcome));
    }

    /// Games played.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Wins, draws and losses of one against another, or against all.
    pub fn wins_draws_losses(&self, one: usize, other: Option<usize>) -> [u32; 3] {
        let mut counts = [0; 3];
        for (sides, outcome) in self.games.values() {
            let Some(color) = Color::ALL.into_iter().find(|&color| *sides.get(color) == one) else {
                continue;
            };
            if other.is_none_or(|other| *sides.get(!color) == other) {
                counts[2 - half_points(*outcome, color)] += 1;
            }
        }
        counts
    }

    /// The points of one.
    pub fn points(&self, one: usize) -> f64 {
        let [wins, draws, _] = self.wins_draws_losses(one, None);
        f64::from(wins) + f64::from(draws) / 2.0
    }

    /// The pairs of games between two, from the first's side. Pairs of which a game is missing do not count.
    pub fn pairs(&self, one: usize, other: usize) -> Pentanomial {
        let mut counted = Pentanomial::default();
        for (number, (sides, outcome)) in self.games.iter().filter(|(number, _)| *number % 2 == 0) {
            let Some((back, second)) = self.games.get(&(number + 1)) else { continue };
            let Some(color) = Color::ALL
                .into_iter()
                .find(|&color| (*sides.get(color), *sides.get(!color)) == (one, other))
                .filter(|&color| *back.get(!color) == one)
            else {
                continue;
            };
            counted.add(half_points(*outcome, color) + half_points(*second, !color));
        }
        counted
    }

    /// The points that each took from each.
    pub fn pairwise(&self) -> Pairwise {
        let mut points = vec![vec![0.0; self.entrants]; self.entrants];
        for (sides, outcome) in self.games.values() {
            for color in Color::ALL {
                let half = half_points(*outcome, color) as f64;
                points[*sides.get(color)][*sides.get(!color)] += half / 2.0;
            }
        }
        points
    }
}

fn half_points(outcome: KnownOutcome, color: Color) -> usize {
    match outcome.winner() {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_when_both_games_are_there() {
        let mut standings = Standings::new(2);
        let (first, second) = (ByColor { white: 0, black: 1 }, ByColor { white: 1, black: 0 });
        let white = KnownOutcome::Decisive { winner: Color::White };
        standings.add(0, first, white);
        standings.add(1, second, white);
        standings.add(3, second, KnownOutcome::Draw);
        assert_eq!(standings.pairs(0, 1), Pentanomial([0, 0, 1, 0, 0]));
        standings.add(2, first, white);
        assert_eq!(standings.pairs(0, 1), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(standings.pairs(1, 0), Pentanomial([0, 1, 1, 0, 0]));
        assert_eq!(standings.wins_draws_losses(0, None), [2, 1, 1]);
        assert_eq!((standings.points(0), standings.points(1), standings.games()), (2.5, 1.5, 4));
        assert_eq!(standings.pairwise(), vec![vec![0.0, 2.5], vec![1.5, 0.0]]);
    }
}
