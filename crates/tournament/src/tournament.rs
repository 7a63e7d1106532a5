//! A match: the pairings of engines, colors and openings, and their games on several threads.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use play::Control;
use shakmaty::{ByColor, Color};

use crate::engine::{Engine, EngineLimits, Fault};
use crate::game::{Side, play_game};
use crate::openings::Opening;
use crate::record::{GameRecord, MatchGame};
use crate::rules::Rules;

pub(crate) type EngineFactory = Box<dyn Fn() -> Result<Box<dyn Engine>, Fault> + Send + Sync>;

/// An engine that takes part in a match.
pub struct Participant {
    /// Name in tables and files.
    pub name: String,
    /// Limits of its searches.
    pub limits: EngineLimits,
    /// Whether its moves cost machine time instead of wall-clock time.
    pub machine_clock: bool,
    /// Starts the engine.
    pub start: EngineFactory,
}

/// A match with everything that decides its games; `concurrency` of them are played at the same
/// time.
#[allow(missing_docs, reason = "the names say it")]
pub struct Tournament {
    pub participants: Vec<Participant>,
    pub openings: Vec<Opening>,
    pub pairings: Vec<Pairing>,
    pub rules: Rules,
    pub concurrency: usize,
}

impl Tournament {
    /// Plays all games except those `done`, and passes each to `on_game`. When that returns false,
    /// games in progress are finished but no others start. Its error and `abort` end the match at
    /// once, without the games in progress.
    pub fn run(
        &self,
        done: &BTreeSet<usize>,
        abort: &Control,
        on_game: &mut (dyn FnMut(MatchGame) -> anyhow::Result<bool> + Send),
    ) -> anyhow::Result<()> {
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        // Called on the thread that played the game, so that the next game waits for its answer.
        let on_game = Mutex::new((on_game, None));
        let work = || {
            let mut running = BTreeMap::new();
            while !enough.load(Ordering::Relaxed) && !abort.stopped() {
                let Some(pairing) = self.pairings.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                if done.contains(&pairing.number) {
                    continue;
                }
                let Ok(record) = self.play(pairing, &mut running, abort) else {
                    break;
                };
                // A failure during an abort may be its consequence: the game is played again.
                if record.failed.is_some() && abort.stopped() {
                    break;
                }
                let mut on_game = on_game.lock().unwrap_or_else(PoisonError::into_inner);
                match on_game.0(self.match_game(pairing, record)) {
                    Ok(more) => enough.fetch_or(!more, Ordering::Relaxed),
                    Err(error) => {
                        abort.stop();
                        on_game.1.get_or_insert(error);
                        break;
                    }
                };
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.concurrency.max(1) {
                // With fewer threads the match takes longer.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let (_, failure) = on_game.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failure {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Plays one game. `running` holds this thread's engines; those not in the game are stopped.
    fn play(
        &self,
        pairing: &Pairing,
        running: &mut BTreeMap<usize, Box<dyn Engine>>,
        abort: &Control,
    ) -> Result<GameRecord, Fault> {
        running
            .retain(|number, _| *number == pairing.sides.white || *number == pairing.sides.black);
        let opening = &self.openings[pairing.opening];
        for color in Color::ALL {
            let number = *pairing.sides.get(color);
            if let Entry::Vacant(vacant) = running.entry(number) {
                match (self.participants[number].start)() {
                    Ok(engine) => vacant.insert(engine),
                    Err(fault) => {
                        return GameRecord::new(opening.game.clone()).end_by_fault(color, fault);
                    }
                };
            }
        }
        let mut engines = pairing.sides.map(|number| running.remove(&number));
        let (Some(white), Some(black)) = (engines.white.as_mut(), engines.black.as_mut()) else {
            unreachable!("both engines were started, and they differ")
        };
        let side = |engine, number: usize| Side {
            engine,
            limits: self.participants[number].limits,
            machine_clock: self.participants[number].machine_clock,
        };
        let sides = ByColor {
            white: side(&mut **white, pairing.sides.white),
            black: side(&mut **black, pairing.sides.black),
        };
        let record = play_game(sides, opening, &self.rules, abort)?;
        for color in Color::ALL {
            // An engine that failed is not used again: dropping it ends its process.
            if record.failed != Some(color)
                && let Some(engine) = engines.get_mut(color).take()
            {
                running.insert(*pairing.sides.get(color), engine);
            }
        }
        Ok(record)
    }

    fn match_game(&self, pairing: &Pairing, record: GameRecord) -> MatchGame {
        MatchGame {
            number: pairing.number,
            round: pairing.round,
            sides: pairing.sides,
            names: pairing
                .sides
                .map(|number| self.participants[number].name.clone()),
            limits: pairing
                .sides
                .map(|number| self.participants[number].limits.to_string()),
            opening: self.openings[pairing.opening].name.clone(),
            record,
        }
    }
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Game number, from 0.
    pub number: usize,
    /// Round, from 0: each pair of engines plays two games a round.
    pub round: usize,
    /// Numbers of the engines.
    pub sides: ByColor<usize>,
    /// Number of the opening.
    pub opening: usize,
}

/// Pairs the first engine with every other one, otherwise as [`round_robin`].
pub fn gauntlet(engines: usize, rounds: usize, openings: usize, seed: u64) -> Vec<Pairing> {
    pairings(
        (1..engines).map(|other| (0, other)).collect(),
        rounds,
        openings,
        seed,
    )
}

/// Pairs all engines for a number of rounds. In each round every pair plays one opening twice, with
/// colors reversed. The order of the openings depends on `seed`; all are used before one is
/// repeated. Panics if there are no openings.
pub fn round_robin(engines: usize, rounds: usize, openings: usize, seed: u64) -> Vec<Pairing> {
    let mut pairs = Vec::new();
    for first in 0..engines {
        for second in first + 1..engines {
            pairs.push((first, second));
        }
    }
    pairings(pairs, rounds, openings, seed)
}

fn pairings(pairs: Vec<(usize, usize)>, rounds: usize, openings: usize, seed: u64) -> Vec<Pairing> {
    assert!(openings > 0, "a match needs openings");
    let mut games = Vec::new();
    let mut order = Vec::new();
    let mut random = SplitMix(seed);
    for round in 0..rounds {
        if round % openings == 0 {
            order = (0..openings).collect();
            (1..openings)
                .rev()
                .for_each(|i| order.swap(i, random.below(i + 1)));
        }
        for &(first, second) in &pairs {
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
            assert_eq!(
                (first.sides.white, first.sides.black),
                (second.sides.black, second.sides.white)
            );
            assert_eq!((first.opening, first.round), (second.opening, second.round));
        }
        assert!(
            games
                .iter()
                .enumerate()
                .all(|(number, game)| game.number == number)
        );
        // All three openings come before one is repeated.
        let mut first: Vec<usize> = (0..3).map(|round| games[round * 12].opening).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2]);
    }

    #[test]
    fn gauntlet_first_engine_meets_every_other() {
        let games = gauntlet(4, 2, 3, 1);
        assert_eq!(games.len(), 2 * 2 * 3);
        assert!(
            games
                .iter()
                .all(|game| (game.sides.white == 0) != (game.sides.black == 0))
        );
        let met: std::collections::BTreeSet<usize> = games
            .iter()
            .map(|game| game.sides.white + game.sides.black)
            .collect();
        assert_eq!(met.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(gauntlet(2, 5, 3, 1), round_robin(2, 5, 3, 1));
    }

    #[test]
    fn round_robin_seed_decides_order() {
        assert_eq!(round_robin(2, 50, 40, 7), round_robin(2, 50, 40, 7));
        assert_ne!(round_robin(2, 50, 40, 7), round_robin(2, 50, 40, 8));
    }
}
