//! Players in the order of their strength, and each against each.

use chart::{Point, PointChart, Series};
use statistics::{Elo, Ratings, slope_of_gains};

use crate::contest::{Games, PairScore};
use crate::page::{Figure, Table};
use crate::words::trend;

/// Players in an expected order of strength, with ratings from the games between them.
pub(crate) struct Ladder {
    pub(crate) names: Vec<String>,
    pub(crate) ratings: Ratings,
}

/// Elo points that a player gained over the one before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gain {
    /// Place of the player on its ladder.
    pub(crate) at: usize,
    pub(crate) value: f64,
    pub(crate) error: f64,
}

/// A player of a ladder whose rating is known: such players set the zero, which games leave open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// Place of the player on its ladder.
    pub(crate) at: usize,
    pub(crate) rating: f64,
}

impl Ladder {
    /// The ladder of some of the players of a contest.
    pub(crate) fn of(games: &Games, players: &[usize]) -> Ladder {
        let name = |&player: &usize| games.names[player].clone();
        Ladder {
            names: players.iter().map(name).collect(),
            ratings: games.fit(players),
        }
    }

    pub(crate) fn gains(&self) -> Vec<Gain> {
        let mut gains = Vec::new();
        for at in 1..self.names.len() {
            let Elo { difference, error } = self.ratings.difference(at, at - 1);
            gains.push(Gain {
                at,
                value: difference,
                error,
            });
        }
        gains
    }

    /// A figure for each gain, without the record's.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        for gain in self.gains() {
            let (name, before) = (&self.names[gain.at], &self.names[gain.at - 1]);
            figures.push(Figure {
                name: format!("Elo, {name} over {before}"),
                ours: gain.value,
                error: Some(gain.error),
                record: None,
                record_error: None,
                digits: 0,
            });
        }
        figures
    }

    /// A chart of the gains.
    pub(crate) fn gain_chart(&self, title: &str, x: &str, y: &str) -> PointChart {
        PointChart {
            title: title.to_owned(),
            x: x.to_owned(),
            y: y.to_owned(),
            labels: self.names.iter().skip(1).cloned().collect(),
            series: vec![series("here", &self.gains())],
            is_joined: true,
        }
    }

    /// A sentence on the gains: whether they rise or fall with each step, or `if_unknown` if there are
    /// too few.
    pub(crate) fn trend(&self, a_step: &str, if_unknown: &str) -> String {
        match slope_of_gains(&self.ratings) {
            Some(slope) => trend("The gain", slope, a_step),
            None => if_unknown.to_owned(),
        }
    }

    /// The ratings above the zero that these players set; without them, above the mean of all.
    pub(crate) fn rated(&self, anchors: &[Anchor]) -> Vec<Elo> {
        let players = 0..self.names.len();
        let (base, zero) = if anchors.is_empty() {
            (players.clone().collect(), 0.0)
        } else {
            let places: Vec<usize> = anchors.iter().map(|anchor| anchor.at).collect();
            (places, mean_rating(anchors))
        };
        let rating = |place: usize| {
            let above = self.ratings.above(place, &base);
            Elo {
                difference: above.difference + zero,
                ..above
            }
        };
        players.map(rating).collect()
    }
}

/// Mean of the known ratings; 0 if there are none.
pub(crate) fn mean_rating(anchors: &[Anchor]) -> f64 {
    let sum: f64 = anchors.iter().map(|anchor| anchor.rating).sum();
    sum / anchors.len().max(1) as f64
}

/// Gains as points of a chart whose labels begin with the second player.
pub(crate) fn series(name: &str, gains: &[Gain]) -> Series {
    let point = |gain: &Gain| Point::new(gain.at - 1, gain.value, gain.error);
    Series {
        name: name.to_owned(),
        points: gains.iter().map(point).collect(),
    }
}

/// The points of some players of a contest against each other.
pub(crate) struct CrossTable<'a> {
    pub(crate) games: &'a Games,
    pub(crate) players: &'a [usize],
}

impl CrossTable<'_> {
    /// The table, with a text in its corner and the cells that `cell` makes of the scores.
    pub(crate) fn table(&self, corner: &str, cell: impl Fn(&PairScore) -> String) -> Table {
        let mut table = Table::new("cross", &[corner]);
        for &other in self.players {
            table.head.push(self.games.names[other].clone());
        }
        for &one in self.players {
            let mut row = vec![self.games.names[one].clone()];
            for &other in self.players {
                row.push(cell(&self.games.score(one, other)));
            }
            table.row(row);
        }
        table
    }

    /// The score of each pair that met, that of the later player against the earlier one.
    pub(crate) fn pairs(&self) -> Vec<PairScore> {
        let mut pairs = Vec::new();
        for (place, &one) in self.players.iter().enumerate() {
            for &other in &self.players[..place] {
                let score = self.games.score(one, other);
                if score.games > 0 {
                    pairs.push(score);
                }
            }
        }
        pairs
    }
}
