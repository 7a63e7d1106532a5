//! Figures of games and players.

use std::collections::{BTreeMap, HashMap};

use play::castling_mode;
use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color, EnPassantMode, fen::Fen};

use notation::{Fingerprint, ParsedGame};

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
        if self.moves == 0 {
            return None;
        }
        Some(self.loss as f64 / self.moves as f64)
    }

    /// The mean accuracy of the moves, from 0 to 100, if there was a move.
    pub fn accuracy(&self) -> Option<f64> {
        if self.moves == 0 {
            return None;
        }
        Some(self.accuracies as f64 / 1000.0 / self.moves as f64)
    }
}

/// Figures of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The opening's code and name, and the tags `Event` and `Date`, as far as known.
    pub about: About,
    /// Hash of players, start, moves and result: equal for a game that stands twice in a file.
    pub identity: u64,
}

/// What a game is, besides its players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct About {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eco: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

impl About {
    fn new(game: &ParsedGame) -> About {
        // Programs write question marks for what they do not know.
        let known = |tag: &str| match game.tag(tag)?.trim() {
            text if text.trim_matches(['?', '.', '-']).is_empty() => None,
            text => Some(text.to_owned()),
        };
        About {
            eco: known("ECO"),
            opening: known("Opening"),
            event: known("Event"),
            date: known("Date"),
        }
    }
}

fn identity(game: &ParsedGame) -> u64 {
    let moves = game.game.moves().iter();
    let mut text = format!(
        "{}\n{}\n{}\n{}",
        game.name(Color::White),
        game.name(Color::Black),
        game.outcome,
        Fen::from_position(game.game.start(), EnPassantMode::Legal),
    );
    for &made in moves {
        text += &format!(" {}", made.to_uci(castling_mode(made)));
    }
    let mut hash = Fingerprint::default();
    hash.add(text.as_bytes());
    hash.0
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
            about: About::new(game),
            identity: identity(game),
        }
    }

    /// White's and Black's points; none without a result.
    pub fn points(&self) -> Option<ByColor<f64>> {
        let (white, black) = match &self.result[..] {
            "1-0" => (1.0, 0.0),
            "1/2-1/2" => (0.5, 0.5),
            "0-1" => (0.0, 1.0),
            _ => return None,
        };
        Some(ByColor { white, black })
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
    openings: BTreeMap<String, GameResults>,
    /// The first game of each identity.
    known: HashMap<u64, u64>,
    /// Games that stand in the file before, and those.
    pub duplicates: Vec<Duplicate>,
}

/// A game that is the same as an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicate {
    /// Its number.
    pub game: u64,
    /// The earlier one's.
    pub of: u64,
}

/// Numbers of games by their results, from one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameResults {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl GameResults {
    fn add(&mut self, points: Option<f64>) {
        match points {
            Some(1.0) => self.wins += 1,
            Some(0.5) => self.draws += 1,
            Some(_) => self.losses += 1,
            None => {}
        }
    }

    /// Games with a result.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points, if a game has a result.
    pub fn points(&self) -> Option<f64> {
        if self.games() == 0 {
            return None;
        }
        Some(self.wins as f64 + self.draws as f64 / 2.0)
    }
}

/// An opening, or a family of them, and White's results with it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OpeningRow<'a> {
    /// The name, without that of the variation.
    pub name: &'a str,
    /// White's results.
    #[serde(flatten)]
    pub white: GameResults,
    /// White's points.
    pub points: f64,
}

/// Sums over one player's games.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerTotals {
    games: u64,
    figures: Figures,
    /// Games against a rated opponent, and the sum of their ratings.
    rated: u64,
    opponents: u64,
    /// Games with a rating of the player's own, and the sum of these.
    own_rated: u64,
    own: u64,
    results: GameResults,
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
    /// The player's own mean rating.
    pub rating: Option<u64>,
    /// Games won, drawn and lost.
    pub results: GameResults,
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
            openings: BTreeMap::new(),
            known: HashMap::new(),
            duplicates: Vec::new(),
        }
    }

    /// Adds the game of this number. One that the file has twice counts twice, and is among the
    /// duplicates.
    pub fn add(&mut self, number: u64, game: &Summary) {
        let first = *self.known.entry(game.identity).or_insert(number);
        if first != number {
            self.duplicates.push(Duplicate {
                game: number,
                of: first,
            });
        }
        let points = game.points();
        if let Some(opening) = &game.about.opening {
            let family = opening.split(':').next().unwrap_or(opening).trim();
            let results = self.openings.entry(family.to_owned()).or_default();
            results.add(points.map(|points| points.white));
        }
        let ratings = ByColor {
            white: game.white_rating,
            black: game.black_rating,
        };
        for (color, name, figures) in [
            (Color::White, &game.white, &game.white_figures),
            (Color::Black, &game.black, &game.black_figures),
        ] {
            let own = *ratings.get(color);
            let opponent = *ratings.get(!color);
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
            if let Some(rating) = own {
                player.own_rated += 1;
                player.own += u64::from(rating);
            }
            let points = points.as_ref().map(|points| *points.get(color));
            player.results.add(points);
        }
    }

    /// A message on the games that were skipped or read in part, if there are any; the others stand
    /// in `output`.
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
        match (*skipped, *incomplete) {
            (0, 0) => None,
            (0, _) => Some(format!(
                "{incomplete} of {games} games are incomplete; all are written to {output}"
            )),
            _ => Some(format!(
                "{skipped} of {games} games skipped, {written} written to {output}{partly}"
            )),
        }
    }

    /// The players, sorted by games and name.
    pub fn rows(&self) -> Vec<PlayerRow<'_>> {
        let mut rows = Vec::new();
        for (name, player) in &self.players {
            rows.push(PlayerRow {
                name,
                games: player.games,
                opponents: mean(player.opponents, player.rated),
                rating: mean(player.own, player.own_rated),
                results: player.results,
                figures: &player.figures,
            });
        }
        rows.sort_by_key(|row| (row.name == OTHER_PLAYERS, std::cmp::Reverse(row.games)));
        rows
    }

    /// The earlier game that this one, the last that was added, is the same as.
    pub fn duplicate_of(&self, game: u64) -> Option<u64> {
        match self.duplicates.last() {
            Some(last) if last.game == game => Some(last.of),
            _ => None,
        }
    }

    /// The openings that have games with a result, the most frequent first.
    pub fn openings(&self) -> Vec<OpeningRow<'_>> {
        let mut rows = Vec::new();
        for (name, &white) in &self.openings {
            if let Some(points) = white.points() {
                rows.push(OpeningRow {
                    name,
                    white,
                    points,
                });
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.white.games()));
        rows
    }
}

/// A mean, rounded.
fn mean(sum: u64, number: u64) -> Option<u64> {
    (sum + number / 2).checked_div(number)
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
            about: About::default(),
            identity: 0,
            white_rating: None,
            black_rating: if black == "a" { Some(1500) } else { None },
        };
        let mut totals = Totals::new(3);
        let pairs = [("c", "a"), ("a", "b"), ("d", "a"), ("a", "e")];
        for (number, (white, black)) in (1..).zip(pairs) {
            totals.add(number, &game(white, black));
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
