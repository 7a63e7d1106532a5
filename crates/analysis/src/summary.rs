//! Figures of games and players.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};

use notation::ParsedGame;

use crate::judge::{Judgment, Verdict};

/// Sums over one side's moves. They are integers, so that sums do not depend on the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Moves made.
    pub moves: u64,
    /// Centipawns lost.
    pub loss: u64,
    /// Inaccuracies.
    pub inaccuracies: u64,
    /// Mistakes.
    pub mistakes: u64,
    /// Blunders.
    pub blunders: u64,
    /// Sum of the moves' accuracies, in thousandths.
    pub accuracies: u64,
}

impl Figures {
    fn count(&mut self, verdict: &Verdict) {
        self.moves += 1;
        self.loss += u64::from(verdict.loss);
        self.accuracies += (verdict.accuracy * 1000.0).round() as u64;
        match verdict.judgment {
            Some(Judgment::Inaccuracy) => self.inaccuracies += 1,
            Some(Judgment::Mistake) => self.mistakes += 1,
            Some(Judgment::Blunder) => self.blunders += 1,
            None => {}
        }
    }

    fn add(&mut self, other: &Figures) {
        self.moves += other.moves;
        self.loss += other.loss;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.accuracies += other.accuracies;
    }

    /// The average centipawn loss, if there was a move.
    pub fn average_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss as f64 / self.moves as f64)
    }

    /// The mean accuracy of the moves, from 0 to 100, if there was a move.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracies as f64 / 1000.0 / self.moves as f64)
    }
}

/// Figures of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The result.
    pub result: String,
    /// White's figures.
    pub white_figures: Figures,
    /// Black's figures.
    pub black_figures: Figures,
    /// White's rating, by its tag.
    #[serde(default)]
    pub white_rating: Option<u32>,
    /// Black's rating.
    #[serde(default)]
    pub black_rating: Option<u32>,
}

impl Summary {
    /// The figures of a judged game.
    pub fn new(game: &ParsedGame, verdicts: &[Verdict]) -> Summary {
        let mut figures = ByColor::<Figures>::default();
        for verdict in verdicts {
            figures.get_mut(verdict.turn).count(verdict);
        }
        Summary {
            white: game.name(Color::White).to_owned(),
            black: game.name(Color::Black).to_owned(),
            result: game.outcome.to_string(),
            white_figures: figures.white,
            black_figures: figures.black,
            white_rating: rating(game, "WhiteElo"),
            black_rating: rating(game, "BlackElo"),
        }
    }
}

/// The rating in a tag; some programs write a question mark after it.
fn rating(game: &ParsedGame, tag: &str) -> Option<u32> {
    let text = game.tag(tag)?.trim().trim_end_matches('?');
    text.parse().ok().filter(|&rating| rating > 0)
}

/// The name for all players beyond the limit of [`Totals`].
pub const OTHER_PLAYERS: &str = "(all others)";

/// Figures of each player over many games. Players beyond a limit share one row.
#[derive(Clone, Debug)]
pub struct Totals {
    /// All games.
    pub games: u64,
    /// Games that could not be read.
    pub skipped: u64,
    /// Games that could be read in part.
    pub incomplete: u64,
    max_players: usize,
    players: BTreeMap<String, PlayerTotals>,
}

/// Sums over one player's games.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerTotals {
    games: u64,
    figures: Figures,
    /// Games against a rated opponent, and the sum of their ratings.
    rated: u64,
    opponents: u64,
}

/// A player's figures over all games.
#[derive(Clone, Copy, Debug)]
pub struct PlayerRow<'a> {
    /// The name.
    pub name: &'a str,
    /// Games.
    pub games: u64,
    /// The mean rating of the opponents that have one.
    pub opponents: Option<u64>,
    /// Figures of all games.
    pub figures: &'a Figures,
}

impl Totals {
    /// Empty totals with separate figures for up to `max_players` names.
    pub fn new(max_players: usize) -> Totals {
        Totals {
            games: 0,
            skipped: 0,
            incomplete: 0,
            max_players,
            players: BTreeMap::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Summary) {
        for (name, figures, opponent) in [
            (&game.white, &game.white_figures, game.black_rating),
            (&game.black, &game.black_figures, game.white_rating),
        ] {
            let is_full =
                self.players.len() >= self.max_players && !self.players.contains_key(name);
            let name = if is_full { OTHER_PLAYERS } else { name };
            let player = self.players.entry(name.to_owned()).or_default();
            player.games += 1;
            player.figures.add(figures);
            if let Some(rating) = opponent {
                player.rated += 1;
                player.opponents += u64::from(rating);
            }
        }
    }

    /// A message on the games that were skipped or read in part, if there are any; the others stand in `output`.
    pub fn faults(&self, output: &str) -> Option<String> {
        let Totals {
            games,
            skipped,
            incomplete,
            ..
        } = self;
        let partly = if *incomplete > 0 {
            format!(" ({incomplete} incomplete)")
        } else {
            String::new()
        };
        let written = games - skipped;
        (skipped + incomplete > 0).then(|| {
            format!("{skipped} of {games} games skipped, {written} written to {output}{partly}")
        })
    }

    /// The players, sorted by games and name.
    pub fn rows(&self) -> Vec<PlayerRow<'_>> {
        let mut rows = Vec::new();
        for (name, player) in &self.players {
            rows.push(PlayerRow {
                name,
                games: player.games,
                opponents: (player.opponents + player.rated / 2).checked_div(player.rated),
                figures: &player.figures,
            });
        }
        rows.sort_by_key(|row| (row.name == OTHER_PLAYERS, std::cmp::Reverse(row.games)));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_beyond_limit_are_summed_as_others() {
        let figures = Figures {
            moves: 10,
            loss: 250,
            accuracies: 900_000,
            ..Figures::default()
        };
        let game = |white: &str, black: &str| Summary {
            white: white.to_owned(),
            black: black.to_owned(),
            result: "*".to_owned(),
            white_figures: figures,
            black_figures: Figures::default(),
            white_rating: None,
            black_rating: if black == "a" { Some(1500) } else { None },
        };
        let mut totals = Totals::new(3);
        for (white, black) in [("c", "a"), ("a", "b"), ("d", "a"), ("a", "e")] {
            totals.add(&game(white, black));
        }
        let rows = totals.rows();
        let shown: Vec<_> = rows
            .iter()
            .map(|row| (row.name, row.games, row.figures.moves))
            .collect();
        assert_eq!(
            shown,
            [
                ("a", 4, 20),
                ("b", 1, 0),
                ("c", 1, 10),
                (OTHER_PLAYERS, 2, 10)
            ]
        );
        assert_eq!(
            (rows[0].figures.average_loss(), rows[0].figures.accuracy()),
            (Some(25.0), Some(90.0))
        );
        let opponents: Vec<_> = rows.iter().map(|row| row.opponents).collect();
        assert_eq!(opponents, [None, None, Some(1500), Some(1500)]);
        assert_eq!(
            (rows[1].figures.average_loss(), rows[1].figures.accuracy()),
            (None, None)
        );
    }
}
