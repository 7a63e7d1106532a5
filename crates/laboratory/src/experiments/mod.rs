//! The table of experiments.

mod depth;
mod generations;
mod moves;
mod problems;
mod switches;
mod time;
mod weights;

use notation::Epd;
use shakmaty::{Chess, Piece, Position as _, Role};

use crate::experiment::Experiment;
pub(crate) use switches::players as switched_players;

/// All experiments, in the order of the page.
pub const EXPERIMENTS: &[Experiment] = &[
    depth::DEPTH,
    depth::DEPTH_200,
    time::TIME,
    generations::GENERATIONS,
    switches::SWITCHES,
    switches::SWITCHES_ELO,
    problems::PROBLEMS,
    moves::MOVES,
    moves::RIVALS,
    weights::WEIGHTS,
];

/// Positions of the Bratko-Kopec test.
pub(crate) const BRATKO_KOPEC: &str = include_str!("../../../../suites/bratko-kopec.epd");

/// Positions of a suite of this project, which are well formed.
pub(crate) fn positions(suite: &str) -> Vec<Epd> {
    let lines = suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Epd::parse(line).expect("the suite is part of this program and tested")).collect()
}

/// Phases of the game by the weights of the pieces left: knights and bishops 1, rooks 2, queens 4.
pub(crate) const PHASES: [(&str, u32); 3] = [("opening", 21), ("middle game", 14), ("endgame", 0)];

/// Number of a position's phase.
pub(crate) fn phase(position: &Chess) -> usize {
    let weigh = |(_, piece): (_, Piece)| match piece.role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    };
    let sum: u32 = position.board().clone().into_iter().map(weigh).sum();
    PHASES.iter().position(|(_, least)| sum >= *least).unwrap_or(PHASES.len() - 1)
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
