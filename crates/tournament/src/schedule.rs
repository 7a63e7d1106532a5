//! Who plays whom, with which colours, from which opening.

use shakmaty::ByColor;

/// One game of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The round, from 0: every pair of entrants plays two games a round.
    pub round: usize,
    /// The entrants' numbers.
    pub sides: ByColor<usize>,
    /// The opening's number.
    pub opening: usize,
}

/// A schedule: in each round all pairs of entrants play one opening twice, each with both colours. Openings come in an
/// order that `seed` decides; each is used before any is used again.
///
/// # Panics
/// Without an opening.
pub fn schedule(entrants: usize, rounds: usize, openings: usize, seed: u64) -> Vec<Pairing> {
    assert!(openings > 0, "there is an opening");
    let mut games = Vec::new();
    let mut order = Vec::new();
    let mut random = SplitMix(seed);
    for round in 0..rounds {
        if round % openings == 0 {
            order = (0..openings).collect();
            (1..openings).rev().for_each(|i| order.swap(i, random.below(i + 1)));
        }
        for first in 0..entrants {
            for second in first + 1..entrants {
                for (white, black) in [(first, second), (second, first)] {
                    games.push(Pairing {
                        number: games.len(),
                        round,
                        sides: ByColor { white, black },
                        opening: order[round % openings],
                    });
                }
            }
        }
    }
    games
}

/// Sebastiano Vigna's SplitMix64 (public domain): the order of openings stays the same for ever.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_both_colours_of_an_opening() {
        let games = schedule(4, 7, 3, 1);
        assert_eq!(games.len(), 7 * 2 * 6);
        for pair in games.chunks(2) {
            let [first, second] = pair else { panic!() };
            assert_eq!((first.sides.white, first.sides.black), (second.sides.black, second.sides.white));
            assert_eq!((first.opening, first.round), (second.opening, second.round));
        }
        assert!(games.iter().enumerate().all(|(number, game)| game.number == number));
        // All three openings before one comes again.
        let mut first: Vec<usize> = (0..3).map(|round| games[round * 12].opening).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(schedule(2, 50, 40, 7), schedule(2, 50, 40, 7));
        assert_ne!(schedule(2, 50, 40, 7), schedule(2, 50, 40, 8));
    }
}
