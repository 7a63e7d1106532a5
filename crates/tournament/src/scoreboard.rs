//! Results of a match so far.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use play::Termination;
use shakmaty::{ByColor, Color, KnownOutcome, Position as _};
use statistics::{Pairwise, Pentanomial};

use crate::record::MatchGame;

/// Results by game number. Games 2n and 2n + 1 share an opening.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    names: Vec<String>,
    games: BTreeMap<usize, (ByColor<usize>, KnownOutcome)>,
    /// Games each engine lost by failing.
    pub(crate) faults: Vec<u32>,
    /// Those of them that the engine lost by a crash, a hang or an illegal move: time is the
    /// game's.
    failures: Vec<u32>,
    /// Searches of each engine in the games of this run.
    efforts: Vec<Effort>,
}

/// Sums over an engine's searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Effort {
    nodes: u64,
    /// Sum of the depths in plies.
    depth: u64,
    searches: u32,
    time: Duration,
}

impl Scoreboard {
    /// A scoreboard without games.
    pub fn new(names: Vec<String>) -> Scoreboard {
        Scoreboard {
            games: BTreeMap::new(),
            faults: vec![0; names.len()],
            failures: vec![0; names.len()],
            efforts: vec![Effort::default(); names.len()],
            names,
        }
    }

    /// Adds a game. Fails if a name is not a participant's.
    pub fn add(
        &mut self,
        number: usize,
        names: &ByColor<String>,
        outcome: KnownOutcome,
        termination: Termination,
    ) -> anyhow::Result<()> {
        let find = |color: Color| {
            let name = names.get(color);
            let found = self.names.iter().position(|known| known == name);
            found.with_context(|| format!("'{name}' does not take part in this match"))
        };
        let sides = ByColor {
            white: find(Color::White)?,
            black: find(Color::Black)?,
        };
        self.games.insert(number, (sides, outcome));
        if termination.is_fault()
            && let Some(winner) = outcome.winner()
        {
            let loser = *sides.get(!winner);
            self.faults[loser] += 1;
            if termination != Termination::TimeForfeit {
                self.failures[loser] += 1;
            }
        }
        Ok(())
    }

    /// Adds a game just played, with its searches. Fails if a name is not a participant's.
    pub fn add_played(&mut self, game: &MatchGame) -> anyhow::Result<()> {
        self.add_searches(game);
        let end = &game.record.end;
        self.add(game.number, &game.names, end.outcome, end.termination())
    }

    /// Counts the searches of a game; moves without a report, as those of a book, do not count.
    fn add_searches(&mut self, game: &MatchGame) {
        let record = &game.record;
        let turns = record.game.positions()[record.book..]
            .iter()
            .map(|position| position.turn());
        for (turn, made) in turns.zip(&record.moves) {
            if let Some(info) = made.info.filter(|info| info.nodes > 0) {
                let effort = &mut self.efforts[*game.sides.get(turn)];
                effort.nodes += info.nodes;
                effort.depth += u64::from(info.depth);
                effort.searches += 1;
                effort.time += made.time;
            }
        }
    }

    /// Names the engines that failed; `None` if none did.
    pub fn failures(&self) -> Option<String> {
        let mut failed = Vec::new();
        for (name, &count) in self.names.iter().zip(&self.failures) {
            match count {
                0 => {}
                1 => failed.push(format!("{name} failed in 1 game")),
                _ => failed.push(format!("{name} failed in {count} games")),
            }
        }
        if failed.is_empty() {
            None
        } else {
            Some(failed.join("; "))
        }
    }

    /// Nodes a second and mean depth of an engine's searches.
    pub(crate) fn speed_and_depth(&self, engine: usize) -> Option<(f64, f64)> {
        let Effort {
            nodes,
            depth,
            searches,
            time,
        } = self.efforts[engine];
        let seconds = time.as_secs_f64().max(1e-6);
        if searches == 0 {
            return None;
        }
        Some((nodes as f64 / seconds, depth as f64 / f64::from(searches)))
    }

    /// The participants' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Wins, draws and losses of an engine.
    pub fn wins_draws_losses(&self, one: usize) -> [u32; 3] {
        let mut counts = [0; 3];
        for (sides, outcome) in self.games.values() {
            if let Some(color) = Color::ALL
                .into_iter()
                .find(|&color| *sides.get(color) == one)
            {
                counts[2 - half_points(*outcome, color)] += 1;
            }
        }
        counts
    }

    /// Points of an engine.
    pub fn points(&self, one: usize) -> f64 {
        let [wins, draws, _] = self.wins_draws_losses(one);
        f64::from(wins) + f64::from(draws) / 2.0
    }

    /// Game pairs between two engines, from the first's side. Incomplete pairs do not count.
    pub fn pairs(&self, one: usize, other: usize) -> Pentanomial {
        let mut counted = Pentanomial::default();
        for (number, (sides, outcome)) in self.games.iter().filter(|(number, _)| *number % 2 == 0) {
            let Some((back, second)) = self.games.get(&(number + 1)) else {
                continue;
            };
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

    /// Points of each engine against each other.
    pub fn pairwise(&self) -> Pairwise {
        let mut points = vec![vec![0.0; self.names.len()]; self.names.len()];
        for (sides, outcome) in self.games.values() {
            for color in Color::ALL {
                let half = half_points(*outcome, color) as f64;
                points[*sides.get(color)][*sides.get(!color)] += half / 2.0;
            }
        }
        points
    }

    /// Drawn games of each two engines.
    pub fn draws(&self) -> Pairwise {
        let mut draws = vec![vec![0.0; self.names.len()]; self.names.len()];
        for (sides, _) in self
            .games
            .values()
            .filter(|(_, outcome)| outcome.winner().is_none())
        {
            draws[sides.white][sides.black] += 1.0;
            draws[sides.black][sides.white] += 1.0;
        }
        draws
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
    fn pairs_count_when_both_games_are_present() {
        let names = ["a", "b"].map(str::to_owned);
        let mut board = Scoreboard::new(names.to_vec());
        let mut add = |number: usize, outcome| {
            let [white, black] = [names[number % 2].clone(), names[1 - number % 2].clone()];
            board
                .add(
                    number,
                    &ByColor { white, black },
                    outcome,
                    Termination::TimeForfeit,
                )
                .unwrap();
            board.clone()
        };
        let white_wins = KnownOutcome::Decisive {
            winner: Color::White,
        };
        add(0, white_wins);
        add(1, white_wins);
        assert_eq!(
            add(3, KnownOutcome::Draw).pairs(0, 1),
            Pentanomial([0, 0, 1, 0, 0])
        );
        let board = add(2, white_wins);
        assert_eq!(board.pairs(0, 1), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(board.pairs(1, 0), Pentanomial([0, 1, 1, 0, 0]));
        assert_eq!(board.wins_draws_losses(0), [2, 1, 1]);
        assert_eq!(
            (board.points(0), board.points(1), board.games()),
            (2.5, 1.5, 4)
        );
        assert_eq!(board.pairwise(), vec![vec![0.0, 2.5], vec![1.5, 0.0]]);
        assert_eq!(board.faults, [1, 2]);
        let mut board = board;
        // Time is the game's; the rest is a failure.
        assert_eq!(board.failures(), None);
        for (number, termination) in [
            (4, Termination::RulesInfraction),
            (6, Termination::Abandoned),
            (5, Termination::Abandoned),
            (7, Termination::Normal),
        ] {
            let [white, black] = [names[number % 2].clone(), names[1 - number % 2].clone()];
            let both = ByColor { white, black };
            board.add(number, &both, white_wins, termination).unwrap();
        }
        let failures = board.failures();
        assert_eq!(
            failures.as_deref(),
            Some("a failed in 1 game; b failed in 2 games")
        );
        assert_eq!(board.speed_and_depth(1), None);
        // The sample's one searched move is Black's: 99 nodes in 1.234 s, to depth 3.
        board.add_searches(&crate::record::tests::sample(0));
        let (speed, depth) = board.speed_and_depth(1).unwrap();
        assert!((speed - 99.0 / 1.234).abs() < 1e-6 && depth == 3.0);
        assert_eq!(board.speed_and_depth(0), None);
    }
}
