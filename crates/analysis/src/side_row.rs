//! A row of figures: those of a side of a game, or of a player of several.

use serde::Serialize;

use crate::summary::{Figures, GameResults, PlayerRow, Summary};

/// A side's figures in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct SideRow<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    /// The mean rating of the opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponents: Option<u64>,
    #[serde(flatten)]
    results: Option<GameResults>,
    /// Those of the game, or of all games with a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    moves: u64,
    average_centipawn_loss: Option<f64>,
    inaccuracies: u64,
    mistakes: u64,
    blunders: u64,
    accuracy: Option<f64>,
}

impl<'a> SideRow<'a> {
    pub(crate) fn white(summary: &'a Summary) -> SideRow<'a> {
        SideRow {
            rating: summary.white_rating.map(u64::from),
            points: summary.points().map(|points| points.white),
            ..SideRow::new(&summary.white, &summary.white_figures)
        }
    }

    pub(crate) fn black(summary: &'a Summary) -> SideRow<'a> {
        SideRow {
            rating: summary.black_rating.map(u64::from),
            points: summary.points().map(|points| points.black),
            ..SideRow::new(&summary.black, &summary.black_figures)
        }
    }

    pub(crate) fn of_player(player: &PlayerRow<'a>) -> SideRow<'a> {
        SideRow {
            games: Some(player.games),
            opponents: player.opponents,
            rating: player.rating,
            results: Some(player.results),
            points: player.results.points(),
            ..SideRow::new(player.name, player.figures)
        }
    }

    pub(crate) fn new(name: &'a str, figures: &Figures) -> SideRow<'a> {
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        SideRow {
            name,
            rating: None,
            games: None,
            opponents: None,
            results: None,
            points: None,
            moves: figures.moves,
            average_centipawn_loss: figures.average_loss().map(tenths),
            inaccuracies: figures.inaccuracies,
            mistakes: figures.mistakes,
            blunders: figures.blunders,
            accuracy: figures.accuracy().map(tenths),
        }
    }

    /// Moves, loss, bad moves and accuracy as text, with `none` for an unknown one.
    fn cells(&self, none: &str) -> [String; 6] {
        let tenths = |value: Option<f64>| match value {
            Some(value) => format!("{value:.1}"),
            None => none.to_owned(),
        };
        [
            self.moves.to_string(),
            tenths(self.average_centipawn_loss),
            self.inaccuracies.to_string(),
            self.mistakes.to_string(),
            self.blunders.to_string(),
            tenths(self.accuracy),
        ]
    }

    pub(crate) fn columns(&self) -> String {
        let [moves, loss, inaccuracies, mistakes, blunders, accuracy] = self.cells("-");
        format!("{moves:>7} {loss:>6} {inaccuracies:>5} {mistakes:>5} {blunders:>5} {accuracy:>9}")
    }

    /// The name, cut to its column, and the rating.
    pub(crate) fn label(&self, width: usize) -> String {
        let rating = match self.rating {
            Some(rating) => format!(" ({rating})"),
            None => String::new(),
        };
        let name: String = self.name.chars().take(width - rating.len()).collect();
        name + &rating
    }

    /// Fields in CSV.
    pub(crate) fn values(&self) -> [String; 6] {
        self.cells("")
    }

    /// Points and rating in CSV; empty if unknown.
    pub(crate) fn standing(&self) -> [String; 2] {
        [number(self.points), number(self.rating)]
    }

    /// Points of games such as `4.5/8`; without a result there are none.
    pub(crate) fn score(&self) -> String {
        let points = match self.points {
            Some(points) => points.to_string(),
            None => "-".to_owned(),
        };
        match self.games {
            Some(games) => format!("{points}/{games}"),
            None => points,
        }
    }
}

/// A field in CSV; empty if unknown.
pub(crate) fn number(value: Option<impl ToString>) -> String {
    match value {
        Some(value) => value.to_string(),
        None => String::new(),
    }
}

/// Names of [`SideRow::values`].
pub(crate) const VALUES: [&str; 6] = [
    "moves",
    "average_centipawn_loss",
    "inaccuracies",
    "mistakes",
    "blunders",
    "accuracy",
];
