//! The evaluation's weights that Belle's own moves speak for.
//!
//! Each legal move of a position of history is searched for its exact value, and the position at
//! the end of its line is kept as contributions of the evaluation's terms. To first order a change
//! of weights changes the value by these contributions. The weights, as factors of today's, are
//! those that make Belle's moves likeliest under a softmax.

use anyhow::{Context as _, ensure};
use files::Job;
use play::Control;
use reference::{LazyTerms, MoveSet, Position, PrincipalVariation, Searcher, full};
use roms::full::{FULL_MARGIN, FULL_TERMS, full_term, full_weight};
use roms::value::INFINITY;
use roms::{Kind, MATERIAL, PIECE_SQUARE};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use statistics::{Estimate, Paired, TWO_SIDED_95, invert, mean};

use super::moves::{Asked, GAMES, asked};
use crate::experiment::{DependsOn, Experiment};
use crate::page::{Figure, Section, Table};
use crate::plan::{Plan, Scale, Trials, Work};
use crate::words::{listed, percent, points, with_error};

pub(crate) const WEIGHTS: Experiment = Experiment {
    name: "weights",
    title: "What were its weights?",
    record: "none; Belle's moves in eight games of 1978 to 1983, without the endings from its tables.",
    reproducible: true,
    depends_on: DependsOn::Nodes,
    programs: &[],
    plan,
    report,
};

const FULL_DEPTH: u8 = 5;
const QUICK_DEPTH: u8 = 3;
/// The quick scale takes each position of so many.
const QUICK_STEP: usize = 4;
/// Moves kept of a position, the best by today's weights.
const KEPT: usize = 12;
/// Standard deviation of the prior on a factor.
const PRIOR: f64 = 0.25;
/// Newton's steps for each factor.
const SWEEPS: usize = 60;

/// Terms of the lazy value: material and squares of the pieces that count, safety, centralization.
const LAZY_NAMES: [&str; 13] = [
    "knight",
    "bishop",
    "rook",
    "queen",
    "squares: pawn",
    "squares: knight",
    "squares: bishop",
    "squares: rook",
    "squares: queen",
    "squares: king",
    "king safety",
    "king centralization",
    "pawn",
];
const TERMS: usize = LAZY_NAMES.len() + FULL_TERMS;

fn name(term: usize) -> String {
    match LAZY_NAMES.get(term) {
        Some(name) => (*name).to_owned(),
        None => full_term(term - LAZY_NAMES.len()).name.to_owned(),
    }
}

/// A move's value and what its line ends with, in centipawns from the mover's side.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Scored {
    uci: String,
    value: i16,
    /// Contributions by term, those that are not zero.
    terms: Vec<(usize, i16)>,
}

impl Scored {
    fn has(&self, term: usize) -> bool {
        self.terms.iter().any(|&(own, _)| own == term)
    }
}

/// A position of history.
#[derive(Debug, Serialize, Deserialize)]
struct Scores {
    label: String,
    game: String,
    /// Index of the move played, which takes the last place if it is not among the best.
    played: usize,
    moves: Vec<Scored>,
}

/// Contributions of the terms to the value of a position, from White's side.
fn contributions(position: &Position) -> [i16; TERMS] {
    let mut terms = [0; TERMS];
    for (square, &piece) in position.board.iter().enumerate() {
        let Some(kind) = Kind::of(piece) else {
            continue;
        };
        let place = kind as usize - 1;
        // Places in LAZY_NAMES. A king has no material, so any place will do for it.
        let material = [12, 0, 1, 2, 3, 12][place];
        terms[material] += MATERIAL[usize::from(piece)];
        terms[4 + place] += PIECE_SQUARE[square][usize::from(piece)];
    }
    let lazy = LazyTerms::of(position);
    terms[10] = lazy.safety[0] - lazy.safety[1];
    terms[11] = lazy.centralization[0] - lazy.centralization[1];
    let counts = full::full_counts(&position.board);
    let own = |term: usize| {
        let [white, black] = counts[term];
        full_weight(term, usize::from(lazy.class)) * (white - black) as i16
    };
    // A clamped sum does not change with its parts.
    if full::weighed(&counts, lazy.class).abs() < FULL_MARGIN {
        (0..FULL_TERMS).for_each(|term| terms[LAZY_NAMES.len() + term] = own(term));
    }
    terms
}

/// Every legal move of a position with its value at `depth` plies, the best first. `None` if
/// `control` stopped it.
fn scored(position: &Position, depth: u8, control: &Control) -> Option<Vec<Scored>> {
    // Getting out of check costs no ply, as anywhere.
    let child_depth = if position.in_check() {
        depth
    } else {
        depth - 1
    };
    let mut searcher = Searcher::exact();
    let mut all = Vec::new();
    position.try_moves(MoveSet::All, |root_move, child| {
        let found = searcher.search_root_move(child, child_depth, -INFINITY, INFINITY);
        let line = searcher.line(1).cloned().unwrap_or_default();
        all.push(Scored {
            uci: root_move.uci().to_string(),
            value: -found.value,
            terms: line_terms(position, child, &line),
        });
        control.stopped()
    });
    if control.stopped() {
        return None;
    }
    all.sort_by_key(|scored| -i32::from(scored.value));
    Some(all)
}

/// What the terms contribute at the end of a line, from the side of the mover at its root; nothing
/// at a mate.
fn line_terms(root: &Position, child: &Position, line: &PrincipalVariation) -> Vec<(usize, i16)> {
    if !line.is_evaluated {
        return Vec::new();
    }
    let mut end = *child;
    for &next in &line.moves {
        end = end.after(next);
    }
    let sign = if root.white { 1 } else { -1 };
    let mut terms = Vec::new();
    for (term, value) in contributions(&end).into_iter().enumerate() {
        if value != 0 {
            terms.push((term, sign * value));
        }
    }
    terms
}

/// Positions of the machine's games, without the endings from its tables.
fn positions() -> anyhow::Result<Vec<Asked>> {
    let all = asked()?
        .into_iter()
        .filter(|asked| asked.player == 0 && !asked.is_set_up);
    Ok(all.collect())
}

fn plan(scale: Scale) -> anyhow::Result<Plan> {
    let depth = scale.pick(FULL_DEPTH, QUICK_DEPTH);
    let mut positions = positions()?;
    if scale == Scale::Quick {
        positions = positions.into_iter().step_by(QUICK_STEP).collect();
    }
    let labels: Vec<&str> = positions.iter().map(|asked| asked.label.as_str()).collect();
    let settings = format!("weights depth {depth} kept {KEPT} {labels:?} {GAMES}");
    let conditions = format!(
        "{} moves after move 8; the best {KEPT} of each position at depth {depth}, Belle's always among them; factors with a prior \
         about 1 (standard deviation {PRIOR}), to first order, without another search.",
        positions.len()
    );
    let weights = vec![1; positions.len()];
    let measure = move |task: usize, control: &Control| {
        let Asked {
            of_game,
            label,
            game,
            played,
            ..
        } = &positions[task];
        let Some(mut moves) = scored(&Position::from(game.position()), depth, control) else {
            return Ok(None);
        };
        let played = played.to_uci(shakmaty::CastlingMode::Standard).to_string();
        let place = moves
            .iter()
            .position(|one| one.uci == played)
            .context("an illegal move of history")?;
        if place >= KEPT {
            moves.swap(place, KEPT - 1);
        }
        moves.truncate(KEPT);
        let scores = Scores {
            label: label.clone(),
            game: of_game.clone(),
            played: place.min(KEPT - 1),
            moves,
        };
        Ok(Some(to_raw_value(&scores)?))
    };
    Ok(Plan {
        conditions,
        weights,
        work: Work::Trials(Trials {
            settings,
            measure: Box::new(measure),
        }),
    })
}

/// Value of a move under changed weights; a mate stays one.
fn value(one: &Scored, factors: &[f64; TERMS]) -> f64 {
    let change: f64 = one
        .terms
        .iter()
        .map(|&(term, own)| (factors[term] - 1.0) * f64::from(own))
        .sum();
    f64::from(one.value) + change
}

/// Probabilities of a position's moves.
fn probabilities(scores: &Scores, factors: &[f64; TERMS], slope: f64) -> Vec<f64> {
    let values: Vec<f64> = scores
        .moves
        .iter()
        .map(|one| slope * value(one, factors))
        .collect();
    let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = values.iter().map(|value| (value - top).exp()).collect();
    let sum: f64 = all.iter().sum();
    all.iter().map(|one| one / sum).collect()
}

fn log_likelihood(scores: &Scores, factors: &[f64; TERMS], slope: f64) -> f64 {
    probabilities(scores, factors, slope)[scores.played]
        .max(1e-12)
        .ln()
}

/// 1 if the likeliest move is the one played, or its share if several are as likely; 0 if it is
/// another.
fn agreement(scores: &Scores, factors: &[f64; TERMS]) -> f64 {
    let values: Vec<f64> = scores.moves.iter().map(|one| value(one, factors)).collect();
    let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best = values.iter().filter(|&&value| value == top).count();
    if values[scores.played] == top {
        1.0 / best as f64
    } else {
        0.0
    }
}

/// The slope of the softmax that makes the moves likeliest under today's weights, per centipawn.
fn fit_slope(samples: &[&Scores]) -> f64 {
    let sum = |slope: f64| {
        samples
            .iter()
            .map(|one| log_likelihood(one, &[1.0; TERMS], slope))
            .sum::<f64>()
    };
    // From 0.001 to 0.8.
    let slopes = (0..60).map(|step| 0.001 * 1.12f64.powi(step));
    slopes
        .max_by(|&one, &other| sum(one).total_cmp(&sum(other)))
        .unwrap_or(0.01)
}

/// Factors that maximize likelihood and prior.
fn fit_factors(samples: &[&Scores], slope: f64) -> [f64; TERMS] {
    let mut factors = [1.0; TERMS];
    for _ in 0..SWEEPS {
        for term in 0..TERMS {
            let (mut gradient, mut curvature) = (0.0, 0.0);
            for scores in samples {
                let feature = |one: &Scored| match one.terms.iter().find(|(own, _)| *own == term) {
                    Some(&(_, value)) => slope * f64::from(value),
                    None => 0.0,
                };
                let all = probabilities(scores, &factors, slope);
                let features: Vec<f64> = scores.moves.iter().map(feature).collect();
                let mean: f64 = all.iter().zip(&features).map(|(p, x)| p * x).sum();
                gradient += features[scores.played] - mean;
                curvature += all
                    .iter()
                    .zip(&features)
                    .map(|(p, x)| p * (x - mean).powi(2))
                    .sum::<f64>();
            }
            // Newton's step; half of it, because the others move too.
            let prior = PRIOR.powi(-2);
            factors[term] += 0.5 * (gradient - (factors[term] - 1.0) * prior) / (curvature + prior);
        }
    }
    factors
}

/// Covariance of the factors, and last the slope: the inverse of the curvature of likelihood and
/// prior.
fn covariance(samples: &[&Scores], factors: &[f64; TERMS], slope: f64) -> Vec<Vec<f64>> {
    let mut curvature = vec![vec![0.0; TERMS + 1]; TERMS + 1];
    for (term, row) in curvature[..TERMS].iter_mut().enumerate() {
        row[term] = PRIOR.powi(-2);
    }
    for scores in samples {
        let all = probabilities(scores, factors, slope);
        let mut features = vec![[0.0; TERMS + 1]; all.len()];
        for (one, own) in scores.moves.iter().zip(&mut features) {
            own[TERMS] = value(one, factors);
            one.terms
                .iter()
                .for_each(|&(term, value)| own[term] = slope * f64::from(value));
        }
        let mean: [f64; TERMS + 1] = std::array::from_fn(|term| {
            all.iter()
                .zip(&features)
                .map(|(p, own)| p * own[term])
                .sum()
        });
        for (p, own) in all.iter().zip(&features) {
            for one in 0..=TERMS {
                for other in 0..=TERMS {
                    curvature[one][other] +=
                        p * (own[one] - mean[one]) * (own[other] - mean[other]);
                }
            }
        }
    }
    invert(curvature)
}

fn report(results: &Job) -> anyhow::Result<Section> {
    let all = read_scores(results)?;
    let left_out = LeftOut::of(&all);
    if left_out.gains.is_empty() {
        let verdict = "The moves of two games are needed, so that one can be left out.".to_owned();
        return Ok(Section {
            verdict,
            ..Section::default()
        });
    }
    let gain = mean(&left_out.gains);
    let figures = vec![Figure {
        name: "log-likelihood a move, fitted less today's (moves as independent)".to_owned(),
        ours: gain.value,
        error: Some(gain.error),
        record: None,
        record_error: None,
        digits: 3,
    }];
    let paired = Paired::of(left_out.moves.iter().map(|one| (one.today, one.fitted)));
    // Both measures must be better beyond their errors.
    let is_better = gain.value > gain.error && paired.gained > paired.lost && paired.is_clear();
    let fit = Fit::of(&all);
    let verdict = format!(
        "On games left out the fit gains {} moves and loses {}: {}. {}",
        paired.gained,
        paired.lost,
        if is_better {
            "better beyond chance"
        } else {
            "not better beyond chance, so no fitted weights are offered"
        },
        fit.sentences()
    );
    Ok(Section {
        figures,
        tables: vec![left_out.table, fit.table()],
        plots: Vec::new(),
        verdict,
    })
}

/// The results, checked.
fn read_scores(results: &Job) -> anyhow::Result<Vec<Scores>> {
    let mut all = Vec::new();
    for record in results.records::<Scores>() {
        let (task, scores) = record?;
        let mut terms = scores.moves.iter().flat_map(|one| &one.terms);
        ensure!(
            scores.played < scores.moves.len(),
            "task {task}: played: expected a number below {}, got {}",
            scores.moves.len(),
            scores.played
        );
        ensure!(
            terms.all(|&(term, _)| term < TERMS),
            "task {task}: terms: expected numbers below {TERMS}"
        );
        all.push(scores);
    }
    Ok(all)
}

/// What the likeliest move has of the move played, by today's weights and by fitted ones: 1 if it
/// is the same.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    today: f64,
    fitted: f64,
}

impl Agreement {
    fn add(&mut self, other: Agreement) {
        self.today += other.today;
        self.fitted += other.fitted;
    }
}

/// Each game judged by a fit to the others.
struct LeftOut {
    table: Table,
    /// Gain of each move's log-likelihood over that by today's weights.
    gains: Vec<f64>,
    moves: Vec<Agreement>,
}

impl LeftOut {
    fn of(all: &[Scores]) -> LeftOut {
        let head = ["game left out", "moves", "today's", "fitted"];
        let mut left_out = LeftOut {
            table: Table::new("left-out", &head),
            gains: Vec::new(),
            moves: Vec::new(),
        };
        let mut games: Vec<&str> = all.iter().map(|scores| scores.game.as_str()).collect();
        games.dedup();
        let mut sum = Agreement::default();
        for game in games {
            let (out, rest): (Vec<&Scores>, Vec<&Scores>) =
                all.iter().partition(|scores| scores.game == game);
            if !rest.is_empty() {
                sum.add(left_out.judge(game, &out, &rest));
            }
        }
        let count = left_out.gains.len();
        left_out.table.row([
            "all".to_owned(),
            count.to_string(),
            percent(sum.today, count),
            percent(sum.fitted, count),
        ]);
        left_out
    }

    /// Adds the moves of a game, judged by a fit to the rest.
    fn judge(&mut self, game: &str, out: &[&Scores], rest: &[&Scores]) -> Agreement {
        let today = [1.0; TERMS];
        let slope = fit_slope(rest);
        let fitted = fit_factors(rest, slope);
        let mut sum = Agreement::default();
        for scores in out {
            let likelihood = |factors| log_likelihood(scores, factors, slope);
            self.gains.push(likelihood(&fitted) - likelihood(&today));
            let own = Agreement {
                today: agreement(scores, &today),
                fitted: agreement(scores, &fitted),
            };
            sum.add(own);
            self.moves.push(own);
        }
        self.table.row([
            game.to_owned(),
            out.len().to_string(),
            points(sum.today),
            points(sum.fitted),
        ]);
        sum
    }
}

/// A fit to all games.
struct Fit {
    factors: [f64; TERMS],
    /// Variances of the factors.
    variances: Vec<f64>,
    /// The terms that occur, those of which the games say most first.
    terms: Vec<usize>,
}

impl Fit {
    fn of(all: &[Scores]) -> Fit {
        let samples: Vec<&Scores> = all.iter().collect();
        let slope = fit_slope(&samples);
        let factors = fit_factors(&samples, slope);
        let covariance = covariance(&samples, &factors, slope);
        let moves = || all.iter().flat_map(|scores| &scores.moves);
        let occurs = |&term: &usize| moves().any(|one| one.has(term));
        let mut fit = Fit {
            factors,
            variances: (0..TERMS).map(|term| covariance[term][term]).collect(),
            terms: (0..TERMS).filter(occurs).collect(),
        };
        let mut terms = std::mem::take(&mut fit.terms);
        terms.sort_by(|&one, &other| fit.explained(other).total_cmp(&fit.explained(one)));
        fit.terms = terms;
        fit
    }

    /// By how much the games make the prior's variance smaller.
    fn explained(&self, term: usize) -> f64 {
        1.0 - self.variances[term] / PRIOR.powi(2)
    }

    fn factor(&self, term: usize) -> Estimate {
        Estimate {
            value: self.factors[term],
            error: TWO_SIDED_95 * self.variances[term].sqrt(),
        }
    }

    fn table(&self) -> Table {
        let head = ["weight", "factor", "variance explained by the games"];
        let mut table = Table::hidden("factors", &head);
        for &term in &self.terms {
            table.row([
                name(term),
                with_error(self.factor(term), 2),
                format!("{:.0} %", 100.0 * self.explained(term)),
            ]);
        }
        table
    }

    /// Sentences on the weights of which the games say something.
    fn sentences(&self) -> String {
        let (mut apart, mut known) = (Vec::new(), Vec::new());
        for &term in &self.terms {
            let Estimate { value, error } = self.factor(term);
            if (value - 1.0).abs() > error {
                apart.push(name(term));
            }
            // The prior says more about the others.
            if self.explained(term) >= 0.5 {
                known.push(name(term));
            }
        }
        let against = if apart.is_empty() {
            "The games speak against none of today's weights.".to_owned()
        } else {
            let chance = 100.0 * (1.0 - 0.95f64.powi(known.len() as i32));
            format!(
                "The games speak against today's {}; by chance they speak against one of {} weights in {chance:.0} % of \
                 cases.",
                listed(&apart),
                known.len()
            )
        };
        format!(
            "Of {TERMS} weights {} occur; the games say more than the prior on {}. {against}",
            self.terms.len(),
            listed(&known)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_with_the_terms_of_its_value() {
        let (mut exact, mut count) = (0, 0);
        for asked in positions().unwrap().iter().step_by(9) {
            let position = Position::from(asked.game.position());
            let all = scored(&position, 2, &Control::new()).expect("nobody stops it");
            for one in all {
                // A clamped full value is no sum of terms.
                let sum: i16 = one.terms.iter().map(|(_, value)| value).sum();
                assert!(
                    one.terms.is_empty() || (sum - one.value).abs() <= FULL_MARGIN,
                    "{one:?}"
                );
                exact += usize::from(sum == one.value);
                count += 1;
            }
        }
        assert!(
            exact * 10 > count * 9,
            "{exact} of {count} values are the sum of their terms"
        );
    }

    /// Moves chosen by a softmax under other weights give those weights back.
    #[test]
    fn fit_recovers_the_weights_of_made_up_moves() {
        let mut truth = [1.0; TERMS];
        (truth[0], truth[5]) = (1.5, 0.6);
        let mut all: Vec<Scores> = Vec::new();
        for number in 0..3_000_usize {
            let at = |step: usize, factor: usize| ((number * factor + step * 31) % 101) as i16 - 50;
            let one = |step: usize| Scored {
                uci: String::new(),
                value: at(step, 7) + at(step, 13),
                terms: vec![(0, at(step, 7)), (5, at(step, 13))],
            };
            let mut scores = Scores {
                label: String::new(),
                game: String::new(),
                played: 0,
                moves: (0..4).map(one).collect(),
            };
            let chances = probabilities(&scores, &truth, 0.05);
            let drawn = (number * 377 % 1_000) as f64 / 1_000.0;
            let mut sum = 0.0;
            scores.played = chances
                .iter()
                .take_while(|&&chance| {
                    sum += chance;
                    sum < drawn
                })
                .count()
                .min(3);
            all.push(scores);
        }
        let samples: Vec<&Scores> = all.iter().collect();
        let factors = fit_factors(&samples, 0.05);
        for term in [0, 5] {
            assert!(
                (factors[term] - truth[term]).abs() < 0.15,
                "{term}: {} for {}",
                factors[term],
                truth[term]
            );
        }
        assert_eq!(factors[3], 1.0, "nothing is said of the queen");
        let covariance = covariance(&samples, &factors, 0.05);
        assert!((covariance[3][3] - PRIOR.powi(2)).abs() < 1e-12);
        // With only these two, common factors and the slope cannot be separated: the prior alone
        // sets the error.
        let length = truth[0].hypot(truth[5]);
        for term in [0, 5] {
            let error = covariance[term][term].sqrt();
            assert!(
                (error - PRIOR * truth[term] / length).abs() < 0.005,
                "{term}: {error}"
            );
        }
    }
}
