//! Depth against depth, as Thompson measured it.

use std::sync::LazyLock;

use anyhow::Context;
use statistics::{Comparison, Pairwise, Ratings, Tails, fit, performances, slope_of_gains};
use tournament::{Opening, read_openings, read_pgn};

use crate::contest::{Contest, Games, Rival};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Figure, Section, Table};
use crate::plan::{Plan, Work};
use crate::plot::{Plot, Point, Series};
use crate::results::Results;
use crate::words::{listed, points, trend};

pub(crate) const DEPTH: Experiment = Experiment {
    name: "depth",
    title: "Depth against depth",
    record: "Thompson (net.chess, 7 January 1982): programs P3 to P9 search 3 to 9 plies; 20 games a pairing from ten \
             equal openings of ten moves with both colors. Ratings: published 1983.",
    reproducible: true,
    depends_on: DependsOn::Nodes,
    programs: &[],
    plan: |scale| {
        let depths = DEPTHS.filter(|&depth| depth <= scale.pick(*DEPTHS.end(), QUICK_DEPTH));
        plan(
            depths.collect(),
            equal_openings(),
            scale.pick(usize::MAX, QUICK_OPENINGS),
        )
    },
    report: |results| {
        let mut section = report(results, DEPTHS.collect(), OPENING_PLIES)?;
        section.verdict += &format!(
            " His method is not on record. Fitted to his own table, ours (maximum likelihood) misses his published gains \
             by at most {:.0} points, performance ratings (score against the mean opponent) by at most {:.0}.",
            gain_deviation(&elos(&RECORD.fitted())),
            gain_deviation(&performances(&RECORD.table()).unwrap_or_default())
        );
        Ok(section)
    },
};

pub(crate) const DEPTH_200: Experiment = Experiment {
    name: "depth-200",
    title: "Depth against depth, 200 games a pairing",
    record: "Thompson's 20 games a pairing (net.chess, 7 January 1982).",
    reproducible: true,
    depends_on: DependsOn::Nodes,
    programs: &[],
    plan: |scale| {
        let depths = SHALLOW.filter(|&depth| depth <= scale.pick(*SHALLOW.end(), QUICK_SHALLOW));
        plan(
            depths.collect(),
            varied_openings()?,
            scale.pick(usize::MAX, QUICK_MANY),
        )
    },
    report: |results| report(results, SHALLOW.collect(), 0),
};

const DEPTHS: std::ops::RangeInclusive<u32> = 3..=9;
const SHALLOW: std::ops::RangeInclusive<u32> = 3..=7;
/// Greatest depth and openings of the quick scale.
const QUICK_DEPTH: u32 = 6;
const QUICK_OPENINGS: usize = 5;
/// Openings of a pairing of [`DEPTH_200`].
const MANY_OPENINGS: usize = 100;
/// Greatest depth and openings of it at the quick scale.
const QUICK_SHALLOW: u32 = 5;
const QUICK_MANY: usize = 50;
/// Plies of each of the ten openings. The openings of [`DEPTH_200`] are positions.
const OPENING_PLIES: usize = 20;
/// Cost of one more ply, for the estimate of the time left.
const BRANCHING: u64 = 5;

/// The ten openings, which are part of this program.
pub(crate) fn equal_openings() -> Vec<Opening> {
    let text = include_str!("../../../../suites/laboratory/openings.pgn");
    let openings = read_pgn(text.as_bytes(), OPENING_PLIES).into_iter();
    openings
        .map(|read| read.expect("the openings are part of this program and tested"))
        .collect()
}

/// Openings of matches, one of each code.
pub(crate) fn varied_openings() -> anyhow::Result<Vec<Opening>> {
    let mut openings = read_openings(None, 0, false)?.0;
    openings.truncate(MANY_OPENINGS);
    Ok(openings)
}

fn name(depth: u32) -> String {
    format!("P{depth}")
}

fn plan(depths: Vec<u32>, mut openings: Vec<Opening>, most: usize) -> anyhow::Result<Plan> {
    openings.truncate(most);
    let rival = |&depth: &u32| Rival {
        name: name(depth),
        spec: format!("belle,depth={depth}"),
    };
    // Cheap pairs first, so that an interrupted run has whole pairings.
    let pairs: Vec<_> = (1..depths.len())
        .flat_map(|deep| (0..deep).rev().map(move |one| (one, deep)))
        .collect();
    let rivals = depths.iter().map(rival).collect();
    let contest = Contest {
        rivals,
        openings,
        pairs,
        reproducible: true,
        settings: String::new(),
    };
    let (games, openings) = (contest.games_of_a_pair(), contest.openings.len());
    let weight =
        |&(one, other): &(usize, usize)| BRANCHING.pow(depths[one]) + BRANCHING.pow(depths[other]);
    Ok(Plan {
        conditions: format!(
            "{} to {} by the machine of 1980 or, with the same games, its reference search, {games} \
             games a pairing from {openings} openings.",
            name(depths[0]),
            name(*depths.last().context("no depths")?)
        ),
        weights: contest
            .pairs
            .iter()
            .flat_map(|pair| vec![weight(pair); games])
            .collect(),
        work: Work::Games(contest),
    })
}

/// Probability below which a cell is named.
const UNLIKELY: f64 = 0.05;

/// Thompson's figures.
struct Record {
    /// Points of Pm against Pn.
    points: Vec<(u32, u32, f64)>,
    ratings: Vec<(u32, f64)>,
}

/// Games of each of Thompson's pairings.
const RECORD_GAMES: f64 = 20.0;

static RECORD: LazyLock<Record> = LazyLock::new(|| {
    let text = include_str!("../../../../suites/laboratory/thompson.tsv");
    let mut record = Record {
        points: Vec::new(),
        ratings: Vec::new(),
    };
    let rows = text.lines().filter(|line| !line.starts_with(['#', 'p']));
    for row in rows {
        let mut cells = row.split('\t');
        let first = cells.next().unwrap_or_default();
        for (depth, cell) in DEPTHS.zip(cells) {
            let Ok(value) = cell.parse() else { continue };
            match first.strip_prefix('P').and_then(|depth| depth.parse().ok()) {
                Some(row) => record.points.push((row, depth, value)),
                None => record.ratings.push((depth, value)),
            }
        }
    }
    record
});

impl Record {
    fn points(&self, one: u32, other: u32) -> Option<f64> {
        let found = self
            .points
            .iter()
            .find(|&&(row, column, _)| (row, column) == (one, other));
        found.map(|&(_, _, points)| points)
    }

    fn rating(&self, depth: u32) -> Option<f64> {
        self.ratings
            .iter()
            .find(|&&(of, _)| of == depth)
            .map(|&(_, rating)| rating)
    }

    /// His whole table.
    fn table(&self) -> Pairwise {
        let row = |one| {
            DEPTHS
                .map(|other| self.points(one, other).unwrap_or(0.0))
                .collect()
        };
        DEPTHS.map(row).collect()
    }

    /// A fit to it. The draws are not on record.
    fn fitted(&self) -> Ratings {
        let unknown = vec![vec![0.0; DEPTHS.count()]; DEPTHS.count()];
        fit(&self.table(), &unknown)
    }

    /// Rating of the published list gained by a ply.
    fn gain(&self, depth: u32) -> Option<f64> {
        Some(self.rating(depth)? - self.rating(depth - 1)?)
    }
}

fn report(results: &Results, depths: Vec<u32>, opening_plies: usize) -> anyhow::Result<Section> {
    let games = Games::read(results, depths.iter().map(|&depth| name(depth)).collect())?;
    let met: Vec<usize> = (0..depths.len())
        .filter(|&one| (0..depths.len()).any(|other| other != one && games.score(one, other).1 > 0))
        .collect();
    let ours = games.fit(&met);
    let draws = games.board.draws();
    let his = RECORD.fitted();
    let his_place = |depth: u32| (depth - DEPTHS.start()) as usize;

    let mut cross = Table::new("cross", &["points (his of 20)"]);
    cross
        .head
        .extend(met.iter().map(|&other| name(depths[other])));
    let mut by_cell = Table::hidden(
        "cells",
        &["pair", "points", "games", "his points", "chi-square"],
    );
    let (mut sum, mut cells, mut pairs) = (0.0, Vec::new(), Vec::new());
    for &one in &met {
        let mut row = vec![name(depths[one])];
        for &other in &met {
            let (score, played) = games.score(one, other);
            let record = RECORD.points(depths[one], depths[other]);
            row.push(match (played, record) {
                (0, _) | (_, None) => "-".to_owned(),
                (played, Some(his)) if played as f64 == RECORD_GAMES => {
                    format!("{} ({})", points(score), points(his))
                }
                (played, Some(his)) => format!("{}/{played} ({})", points(score), points(his)),
            });
            let Some(his) = record.filter(|_| one > other && played > 0) else {
                continue;
            };
            let cell = Comparison {
                points: score,
                games: played,
                drawn: draws[one][other] / played as f64,
                other_points: his,
                other_games: RECORD_GAMES as usize,
            };
            if let Some(chi) = cell.chi_square() {
                sum += chi;
                cells.push(cell);
                let pair = format!("{}-{}", name(depths[one]), name(depths[other]));
                pairs.push(pair.clone());
                by_cell.row([
                    pair,
                    points(score),
                    played.to_string(),
                    points(his),
                    format!("{chi:.2}"),
                ]);
            }
        }
        cross.row(row);
    }

    let mut ladder = Table::new(
        "ratings",
        &[
            "",
            "rating",
            "performance",
            "record",
            "fit to his",
            "nodes/move",
        ],
    );
    let known: Vec<usize> = (0..met.len())
        .filter(|&i| RECORD.rating(depths[met[i]]).is_some())
        .collect();
    let mean = |value: &dyn Fn(usize) -> f64| {
        known.iter().map(|&i| value(i)).sum::<f64>() / known.len().max(1) as f64
    };
    let published = |i: usize| RECORD.rating(depths[met[i]]).unwrap_or_default();
    // Ratings have no zero: ours and the fit to his get the mean of the published ones.
    let zero = mean(&published);
    let his_shift = zero - mean(&|i| his.ratings[his_place(depths[met[i]])].elo);
    let performances = performances(&games.points(&met));
    let performance_shift = zero - mean(&|i| performances.as_ref().map_or(0.0, |found| found[i]));
    let base = if known.is_empty() {
        (0..met.len()).collect()
    } else {
        known.clone()
    };
    let mut gains = Vec::new();
    for (i, &engine) in met.iter().enumerate() {
        let depth = depths[engine];
        let above = ours.above(i, &base);
        gains.extend((i > 0).then(|| (depth, ours.difference(i, i - 1))));
        let whole = |value: Option<f64>| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.0}"))
        };
        ladder.row([
            name(depth),
            format!("{:.0}±{:.0}", above.difference + zero, above.error),
            whole(
                performances
                    .as_ref()
                    .map(|found| found[i] + performance_shift),
            ),
            whole(RECORD.rating(depth)),
            whole(Some(his.ratings[his_place(depth)].elo + his_shift)),
            whole(games.nodes_a_move(engine, opening_plies)),
        ]);
    }

    let deepest = met.last().map_or(0, |&last| depths[last]);
    let his_gains: Vec<(f64, f64, f64)> = DEPTHS
        .filter(|&depth| depth <= deepest)
        .filter_map(|depth| {
            let gain = his.difference(his_place(depth), his_place(depth).checked_sub(1)?);
            Some((f64::from(depth), gain.difference, gain.error))
        })
        .collect();
    let our_gains: Vec<_> = gains
        .iter()
        .map(|&(depth, gain)| (f64::from(depth), gain.difference, gain.error))
        .collect();
    let series = |name: &str, gains: &[(f64, f64, f64)]| Series {
        name: name.to_owned(),
        points: gains
            .iter()
            .map(|&(depth, value, error)| Point::new(depth as usize - 4, value, error))
            .collect(),
    };
    let plot = Plot {
        name: "gain".to_owned(),
        title: "Elo gained by one more ply".to_owned(),
        x: "depth in plies".to_owned(),
        y: "Elo above the depth before".to_owned(),
        labels: (4..=deepest).map(name).collect(),
        series: vec![
            series("here", &our_gains),
            series("fit to Thompson's table", &his_gains),
        ],
        is_joined: true,
    };

    let mut figures = Vec::new();
    for &(depth, gain) in &gains {
        figures.push(Figure {
            name: format!("Elo, {} over {}", name(depth), name(depth - 1)),
            ours: gain.difference,
            error: Some(gain.error),
            record: RECORD.gain(depth),
            record_error: his_gains
                .iter()
                .find(|gain| gain.0 == f64::from(depth))
                .map(|gain| gain.2),
            digits: 0,
        });
    }
    let agreeing = figures
        .iter()
        .filter(|figure| figure.agrees() == Some(true))
        .count();
    let compared = figures
        .iter()
        .filter(|figure| figure.agrees().is_some())
        .count();
    let fall = match slope_of_gains(&ours) {
        Some(slope) => trend("The gain", slope, "with each ply"),
        None => "Too few depths to say whether the gain falls off.".to_owned(),
    };
    let tails = Tails::of(&cells);
    let beyond =
        |(pair, tail): (String, &f64)| (*tail < UNLIKELY).then(|| format!("{pair} ({tail:.2})"));
    let outside: Vec<String> = pairs
        .into_iter()
        .zip(&tails.each)
        .filter_map(beyond)
        .collect();
    let verdict = format!(
        "{agreeing} of {compared} gains a ply agree with the published ones within the combined error. Chi-square of \
         our cells against his: {sum:.1} with p = {:.2} by simulation with our share of draws. Cells with p below \
         {UNLIKELY}: {}; of {} cells {:.1} would be by chance. {fall}{}",
        tails.sum,
        listed(&outside),
        cells.len(),
        UNLIKELY * cells.len() as f64,
        games.added_draws(&ours)
    );
    Ok(Section {
        figures,
        tables: vec![cross, ladder, by_cell],
        plots: vec![plot],
        verdict,
    })
}

fn elos(ratings: &Ratings) -> Vec<f64> {
    ratings.ratings.iter().map(|rating| rating.elo).collect()
}

/// Greatest difference between the published gains and those of ratings by depth from his table.
fn gain_deviation(his: &[f64]) -> f64 {
    let deviation = |depth: u32| {
        let place = (depth - DEPTHS.start()) as usize;
        let gain = his.get(place)? - his.get(place.checked_sub(1)?)?;
        Some((gain - RECORD.gain(depth)?).abs())
    };
    DEPTHS.filter_map(deviation).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_table_is_consistent() {
        for one in DEPTHS {
            for other in DEPTHS.filter(|&other| other != one) {
                let sum = RECORD.points(one, other).unwrap() + RECORD.points(other, one).unwrap();
                assert!((sum - RECORD_GAMES).abs() < 1e-9, "P{one} P{other}");
            }
        }
        assert_eq!(RECORD.gain(5), Some(335.0));
        assert_eq!((RECORD.rating(3), RECORD.gain(4)), (None, None));
        assert!(gain_deviation(&elos(&RECORD.fitted())) < 25.0);
        assert!(gain_deviation(&performances(&RECORD.table()).unwrap()) > 100.0);
    }

    #[test]
    fn openings_are_ten_of_ten_moves() {
        let openings = equal_openings();
        assert_eq!(openings.len(), 10);
        assert!(
            openings
                .iter()
                .all(|opening| opening.game.moves().len() == OPENING_PLIES)
        );
        let mut letters: Vec<&str> = openings.iter().map(|opening| &opening.name[..1]).collect();
        letters.dedup();
        assert_eq!(letters, ["A", "B", "C", "D", "E"]);
    }
}
