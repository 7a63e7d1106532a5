//! Pairings of a match: engines, colors and openings.

use shakmaty::ByColor;

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Game number, from 0.
    pub number: usize,
    /// Round, from 0: each pair of engines plays two games a round.
    pub round: usize,
    pub sides: ByColor<usize>,
    pub opening: usize,
}

/// Pairs all engines for a number of rounds. In each round every pair plays one opening twice, with colors reversed.
/// The order of the openings depends on `seed`; all are used before one is repeated. Panics if there are no openings.
pub fn round_robin(engines: usize, rounds: usize, openings: usize, seed: u64) -> Vec<Pairing> {
    assert!(openings > 0, "a match needs openings");
    let mut games = Vec::new();
    let mut order = Vec::new();
    let mut random = SplitMix(seed);
    for round in 0..rounds {
        if round % openings == 0 {
            order = (0..openings).collect();
            (1..openings).rev().for_each(|i| order.swap(i, random.below(i + 1)));
        }
        for first in 0..engines {
            for second in first + 1..engines {
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

/// SplitMix64 by Sebastiano Vigna (public domain): the order of openings never changes.
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
    fn round_robin_colors_reversed() {
        let games = round_robin(4, 7, 3, 1);
        assert_eq!(games.len(), 7 * 2 * 6);
        for pair in games.chunks(2) {
            let [first, second] = pair else { panic!() };
            assert_eq!((first.sides.white, first.sides.black), (second.sides.black, second.sides.white));
            assert_eq!((first.opening, first.round), (second.opening, second.round));
        }
        assert!(games.iter().enumerate().all(|(number, game)| game.number == number));
        // All three openings come before one is repeated.
        let mut first: Vec<usize> = (0..3).map(|round| games[round * 12].opening).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
    }

    #[test]
    fn round_robin_seed_decides_order() {
        assert_eq!(round_robin(2, 50, 40, 7), round_robin(2, 50, 40, 7));
        assert_ne!(round_robin(2, 50, 40, 7), round_robin(2, 50, 40, 8));
    }
}
