//! The table of experiments.

mod depth;

use notation::Epd;

use crate::experiment::Experiment;

/// All experiments, in the order of the page.
pub const EXPERIMENTS: &[Experiment] = &[depth::DEPTH, depth::DEPTH_200];

/// Positions of the Bratko-Kopec test.
pub(crate) const BRATKO_KOPEC: &str = include_str!("../../../../suites/bratko-kopec.epd");

/// Positions of a suite of this project, which are well formed.
pub(crate) fn positions(suite: &str) -> Vec<Epd> {
    let lines = suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Epd::parse(line).expect("the suite is part of this program and tested")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Scale, Work};

    #[test]
    fn plans_are_complete_and_differ_by_scale() {
        for experiment in EXPERIMENTS {
            let [full, quick] = [Scale::Full, Scale::Quick].map(|scale| (experiment.plan)(scale).unwrap());
            assert_ne!(full.key(), quick.key(), "{}", experiment.name);
            for plan in [full, quick] {
                assert!(!plan.conditions.is_empty());
                assert!(plan.weights.iter().all(|&weight| weight > 0), "{}", experiment.name);
                if let Work::Games(contest) = &plan.work {
                    assert_eq!(plan.weights.len(), contest.pairs.len() * contest.games_of_a_pair());
                    assert_eq!(contest.reproducible, experiment.reproducible);
                }
            }
        }
    }
}
