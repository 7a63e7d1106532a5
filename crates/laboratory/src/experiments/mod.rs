//! The table of experiments.

mod depth;
mod generations;
mod moves;
mod problems;
mod sensitivity;
mod switches;
mod time;
mod weights;

use crate::experiment::Experiment;

/// All experiments, in the order of the page.
pub const EXPERIMENTS: &[Experiment] = &[
    depth::DEPTH,
    depth::DEPTH_200,
    time::TIME,
    generations::GENERATIONS,
    switches::SWITCHES,
    switches::SWITCHES_ELO,
    sensitivity::SENSITIVITY,
    problems::PROBLEMS,
    moves::MOVES,
    moves::RIVALS,
    weights::WEIGHTS,
];

/// Finds an experiment by name. Fails if there is none; the message lists all.
pub fn find(name: &str) -> Result<&'static Experiment, String> {
    EXPERIMENTS
        .iter()
        .find(|experiment| experiment.name == name)
        .ok_or_else(|| {
            let names: Vec<&str> = EXPERIMENTS
                .iter()
                .map(|experiment| experiment.name)
                .collect();
            format!(
                "experiment: expected one of {}, got '{name}'",
                names.join(", ")
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Scale, Work};

    #[test]
    fn plans_are_complete_and_differ_by_scale() {
        for experiment in EXPERIMENTS {
            let [full, quick] =
                [Scale::Full, Scale::Quick].map(|scale| (experiment.plan)(scale).unwrap());
            assert_ne!(full.key(), quick.key(), "{}", experiment.name);
            for plan in [full, quick] {
                assert!(!plan.conditions.is_empty());
                assert!(
                    plan.weights.iter().all(|&weight| weight > 0),
                    "{}",
                    experiment.name
                );
                if let Work::Games(contest) = &plan.work {
                    assert_eq!(
                        plan.weights.len(),
                        contest.pairs.len() * contest.games_of_a_pair()
                    );
                    assert_eq!(contest.reproducible, experiment.reproducible);
                }
            }
        }
    }
}
