//! Depth against depth, as Thompson measured it.

use std::sync::LazyLock;

use anyhow::Context;
use files::Job;
use statistics::{Comparison, Pairwise, Ratings, Tails, fit, performances, slope_of_gains};
use tournament::{Opening, read_openings, read_pgn};

use crate::contest::{Contest, Games, PairScore, Rival};
use crate::experiment::{DependsOn, Experiment};
use crate::ladder::{Anchor, CrossTable, Ladder, mean_rating, series};
use crate::page::{Figure, Plot, Section, Table};
use crate::plan::{Plan, Work};
use crate::words::{cell, elo, listed, points, trend};

pub(crate) const DEPTH: Experiment = Experiment {
    name: "depth",
    title: "Depth against depth",
    record: "Thompson (F087: net.chess, 7 January 1982): programs P3 to P9 search 3 to 9 plies; 20 games a pairing from ten \
             equal openings of ten moves with both colors. Ratings: published 1983 (F088). His conclusions (F089): a ply more scores about 80 %, and the gain is \
             the same from 3 to 8 plies; by a second experiment it falls off beyond 7.",
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
    record: "Thompson's 20 games a pairing (F087), and his conclusions (F089).",
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
/// Greatest depth of the quick scale.
const QUICK_DEPTH: u32 = 6;
/// Openings of the quick scale.
const QUICK_OPENINGS: usize = 5;
/// Openings of a pairing of [`DEPTH_200`].
const MANY_OPENINGS: usize = 100;
/// Greatest depth of [`DEPTH_200`] at the quick scale.
const QUICK_SHALLOW: u32 = 5;
/// Openings of [`DEPTH_200`] at the quick scale.
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

fn plan(
    depths: Vec<u32>,
    mut openings: Vec<Opening>,
    most_openings: usize,
) -> anyhow::Result<Plan> {
    openings.truncate(most_openings);
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
        weights: contest.weights(weight),
        work: Work::Games(contest),
    })
}

/// Probability below which a cell is named.
const UNLIKELY: f64 = 0.05;

/// Thompson's figures.
struct Record {
    points: Vec<RecordedPoints>,
    ratings: Vec<RecordedRating>,
}

/// Points of a depth against another one.
struct RecordedPoints {
    depth: u32,
    other: u32,
    points: f64,
}

/// The published rating of a depth.
struct RecordedRating {
    depth: u32,
    rating: f64,
}

/// Games of each of Thompson's pairings.
const RECORD_GAMES: f64 = 20.0;

static RECORD: LazyLock<Record> = LazyLock::new(|| {
    let text = include_str!("../../../../suites/laboratory/thompson.tsv");
    let mut record = Record {
        points: Vec::new(),
        ratings: Vec::new(),
    };
    // Comments begin with '#', and the head of the table with 'p'.
    let rows = text.lines().filter(|line| !line.starts_with(['#', 'p']));
    for row in rows {
        let mut cells = row.split('\t');
        let first = cells.next().unwrap_or_default();
        for (depth, cell) in DEPTHS.zip(cells) {
            let Ok(value) = cell.parse() else { continue };
            match first.strip_prefix('P').and_then(|depth| depth.parse().ok()) {
                Some(row) => record.points.push(RecordedPoints {
                    depth: row,
                    other: depth,
                    points: value,
                }),
                None => record.ratings.push(RecordedRating {
                    depth,
                    rating: value,
                }),
            }
        }
    }
    record
});

/// A pair of depths in both tables.
struct ComparedPair {
    /// `P4-P3`.
    name: String,
    comparison: Comparison,
    chi_square: f64,
}

impl Record {
    fn points(&self, one: u32, other: u32) -> Option<f64> {
        let found = self
            .points
            .iter()
            .find(|recorded| (recorded.depth, recorded.other) == (one, other));
        found.map(|recorded| recorded.points)
    }

    fn rating(&self, depth: u32) -> Option<f64> {
        self.ratings
            .iter()
            .find(|recorded| recorded.depth == depth)
            .map(|recorded| recorded.rating)
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

    /// His ladder, with ratings fitted to his table.
    fn ladder(&self) -> Ladder {
        Ladder {
            names: DEPTHS.map(name).collect(),
            ratings: self.fitted(),
        }
    }

    /// Rating of the published list gained by a ply.
    fn gain(&self, depth: u32) -> Option<f64> {
        Some(self.rating(depth)? - self.rating(depth - 1)?)
    }
}

/// What the games and Thompson's figures say of the depths that have met.
struct Evaluation {
    games: Games,
    /// Numbers of the players that have met, and their depths.
    players: Vec<usize>,
    depths: Vec<u32>,
    here: Ladder,
    his: Ladder,
}

fn report(results: &Job, depths: Vec<u32>, opening_plies: usize) -> anyhow::Result<Section> {
    let games = Games::read(results, depths.iter().map(|&depth| name(depth)).collect())?;
    let players = games.met();
    let evaluation = Evaluation {
        here: Ladder::of(&games, &players),
        his: RECORD.ladder(),
        depths: players.iter().map(|&player| depths[player]).collect(),
        players,
        games,
    };
    let pairs = evaluation.compared_pairs();
    let figures = evaluation.figures();
    let verdict = format!(
        "{} {} {} {}{}",
        likelihoods(&pairs),
        agreement(&figures),
        evaluation.scores_of_a_ply(),
        evaluation.trends(),
        evaluation.games.added_draws(&evaluation.here.ratings)
    );
    Ok(Section {
        figures,
        tables: vec![
            evaluation.cross_table(),
            evaluation.ratings(opening_plies),
            pair_table(&pairs),
        ],
        plots: vec![evaluation.plot()],
        verdict,
    })
}

/// Place of a depth on Thompson's ladder.
fn his_place(depth: u32) -> usize {
    (depth - DEPTHS.start()) as usize
}

impl Evaluation {
    /// A sentence on what each depth scores against the one before: the record's own measure.
    fn scores_of_a_ply(&self) -> String {
        let (mut ours, mut his) = (Vec::new(), Vec::new());
        for pair in self.players.windows(2) {
            let score = self.games.score(pair[1], pair[0]);
            if score.games == 0 {
                continue;
            }
            ours.push(format!("{:.0}", 100.0 * score.points / score.games as f64));
            if let Some(points) = self.his_points(&score) {
                his.push(format!("{:.0}", 100.0 * points / RECORD_GAMES));
            }
        }
        format!(
            "Against the depth before, each depth scores {} % here, and {} % in his table.",
            listed(&ours),
            listed(&his)
        )
    }

    /// Sentences on whether the gain rises or falls: here, here without the deepest, and in his
    /// table.
    fn trends(&self) -> String {
        let a_step = "with each ply";
        let mut text = self
            .here
            .trend(a_step, "Too few depths to say whether the gain falls off.");
        let shallower = &self.players[..self.players.len().saturating_sub(1)];
        if let Some(slope) = slope_of_gains(&Ladder::of(&self.games, shallower).ratings) {
            let deepest = &self.here.names[self.here.names.len() - 1];
            let subject = format!("Without {deepest} it");
            text += &format!(" {}", trend(&subject, slope, a_step));
        }
        if let Some(slope) = slope_of_gains(&self.his.ratings) {
            text += &format!(" {}", trend("In a fit to his table it", slope, a_step));
        }
        text
    }

    fn cross(&self) -> CrossTable<'_> {
        CrossTable {
            games: &self.games,
            players: &self.players,
        }
    }

    /// Thompson's points in the pair of a score here.
    fn his_points(&self, score: &PairScore) -> Option<f64> {
        let depth = |player: usize| {
            let place = self.players.iter().position(|&one| one == player)?;
            Some(self.depths[place])
        };
        RECORD.points(depth(score.one)?, depth(score.other)?)
    }

    /// The points of each pair, his in brackets.
    fn cross_table(&self) -> Table {
        self.cross()
            .table("points (his of 20)", |score| match self.his_points(score) {
                Some(his) if score.games as f64 == RECORD_GAMES => {
                    format!("{} ({})", points(score.points), points(his))
                }
                Some(his) if score.games > 0 => format!("{score} ({})", points(his)),
                _ => "-".to_owned(),
            })
    }

    /// The pairs in both tables of which not both samples are all wins or all losses.
    fn compared_pairs(&self) -> Vec<ComparedPair> {
        let mut pairs = Vec::new();
        for score in self.cross().pairs() {
            let Some(his) = self.his_points(&score) else {
                continue;
            };
            let comparison = Comparison {
                points: score.points,
                games: score.games,
                drawn: score.drawn / score.games as f64,
                other_points: his,
                other_games: RECORD_GAMES as usize,
            };
            if let Some(chi_square) = comparison.chi_square() {
                let names = &self.games.names;
                pairs.push(ComparedPair {
                    name: format!("{}-{}", names[score.one], names[score.other]),
                    comparison,
                    chi_square,
                });
            }
        }
        pairs
    }

    /// Ratings by several methods. They have no zero of their own: all get the mean of the
    /// published ones.
    fn ratings(&self, opening_plies: usize) -> Table {
        let head = [
            "",
            "rating",
            "performance",
            "record",
            "fit to his",
            "nodes/move",
        ];
        let mut table = Table::new("ratings", &head);
        let anchors = self.anchors();
        let rated = self.here.rated(&anchors);
        let his: Vec<f64> = self
            .depths
            .iter()
            .map(|&depth| self.his.ratings.ratings[his_place(depth)].elo)
            .collect();
        let his = shifted(&his, &anchors);
        let performances = performances(&self.games.points(&self.players));
        let performances = performances.map(|found| shifted(&found, &anchors));
        for (at, &depth) in self.depths.iter().enumerate() {
            let nodes = self.games.nodes_a_move(self.players[at], opening_plies);
            table.row([
                name(depth),
                elo(rated[at]),
                cell(performances.as_ref().map(|found| found[at]), 0),
                cell(RECORD.rating(depth), 0),
                cell(Some(his[at]), 0),
                cell(nodes, 0),
            ]);
        }
        table
    }

    /// The players whose ratings were published.
    fn anchors(&self) -> Vec<Anchor> {
        let mut anchors = Vec::new();
        for (at, &depth) in self.depths.iter().enumerate() {
            if let Some(rating) = RECORD.rating(depth) {
                anchors.push(Anchor { at, rating });
            }
        }
        anchors
    }

    /// The gain of each ply, beside the published one with the error of a fit to his table.
    fn figures(&self) -> Vec<Figure> {
        let his = self.his.gains();
        let mut figures = self.here.figures();
        for (figure, gain) in figures.iter_mut().zip(self.here.gains()) {
            let depth = self.depths[gain.at];
            figure.record = RECORD.gain(depth);
            let of_his = his.iter().find(|gain| gain.at == his_place(depth));
            figure.record_error = of_his.map(|gain| gain.error);
        }
        figures
    }

    fn plot(&self) -> Plot {
        let mut chart = self.here.gain_chart(
            "Elo gained by one more ply",
            "depth in plies",
            "Elo above the depth before",
        );
        let mut his = self.his.gains();
        his.retain(|gain| gain.at < self.depths.len());
        chart.series.push(series("fit to Thompson's table", &his));
        Plot {
            name: "gain",
            chart,
        }
    }
}

/// Ratings moved to the mean of the known ones.
fn shifted(ratings: &[f64], anchors: &[Anchor]) -> Vec<f64> {
    let mut sum = 0.0;
    for anchor in anchors {
        sum += ratings[anchor.at];
    }
    let shift = mean_rating(anchors) - sum / anchors.len().max(1) as f64;
    ratings.iter().map(|rating| rating + shift).collect()
}

fn pair_table(pairs: &[ComparedPair]) -> Table {
    let head = ["pair", "points", "games", "his points", "chi-square"];
    let mut table = Table::hidden("cells", &head);
    for pair in pairs {
        table.row([
            pair.name.clone(),
            points(pair.comparison.points),
            pair.comparison.games.to_string(),
            points(pair.comparison.other_points),
            format!("{:.2}", pair.chi_square),
        ]);
    }
    table
}

/// Sentences on the gains that agree with the published ones, and on the differences that would
/// have shown.
fn agreement(figures: &[Figure]) -> String {
    let (mut agreeing, mut compared) = (0, 0);
    let (mut least, mut most) = (f64::INFINITY, 0.0f64);
    for figure in figures {
        let Some(agrees) = figure.agrees() else {
            continue;
        };
        compared += 1;
        agreeing += usize::from(agrees);
        let ours = figure.error.unwrap_or(0.0);
        let both = ours.hypot(figure.record_error.unwrap_or(0.0));
        (least, most) = (least.min(both), most.max(both));
    }
    let mut text = format!(
        "{agreeing} of {compared} gains a ply agree with the published ones within the combined error."
    );
    if compared > 0 {
        text += &format!(
            " That says little: only a difference beyond {least:.0} to {most:.0} points would have shown."
        );
    }
    text
}

/// Sentences on how likely the differences from his table are by chance.
fn likelihoods(pairs: &[ComparedPair]) -> String {
    let comparisons: Vec<Comparison> = pairs.iter().map(|pair| pair.comparison).collect();
    let tails = Tails::of(&comparisons);
    let (mut sum, mut unlikely) = (0.0, Vec::new());
    for (pair, &tail) in pairs.iter().zip(&tails.each) {
        sum += pair.chi_square;
        if tail < UNLIKELY {
            unlikely.push(format!("{} ({tail:.2})", pair.name));
        }
    }
    format!(
        "Chi-square of our cells against his: {sum:.1} with p = {:.2} by simulation with our share of draws. Cells with \
         p below {UNLIKELY}: {}; of {} cells {:.1} would be by chance.",
        tails.sum,
        listed(&unlikely),
        pairs.len(),
        UNLIKELY * pairs.len() as f64
    )
}

fn elos(ratings: &Ratings) -> Vec<f64> {
    ratings.ratings.iter().map(|rating| rating.elo).collect()
}

/// Greatest difference between the published gains and those of ratings by depth from his table.
fn gain_deviation(his: &[f64]) -> f64 {
    let mut greatest: f64 = 0.0;
    for (pair, depth) in his.windows(2).zip(DEPTHS.skip(1)) {
        if let Some(gain) = RECORD.gain(depth) {
            greatest = greatest.max((pair[1] - pair[0] - gain).abs());
        }
    }
    greatest
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
