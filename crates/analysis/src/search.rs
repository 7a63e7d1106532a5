//! A search of one position, and what it reported.

use play::{Bound, Control, Game, Limits, Player, Score};
use shakmaty::{Color, Move};

use crate::evaluation::Evaluation;

/// Result of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchResult {
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) line: Vec<Move>,
    /// Those with an exact score, of which the last of a depth counts.
    pub(crate) iterations: Vec<Iteration>,
}

/// What an iteration of a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    depth: u32,
    score: Score,
}

impl SearchResult {
    /// What it found, as the evaluation of a position with `turn` to move.
    pub(crate) fn evaluation(self, turn: Color) -> Evaluation {
        Evaluation {
            turn,
            score: self.score,
            depth: Some(self.depth),
            line: self.line,
        }
    }

    /// The score of the iteration of a smaller depth; that of the last one if there is none.
    pub(crate) fn score_at(&self, depth: u32) -> Score {
        if depth < self.depth {
            for iteration in self.iterations.iter().rev() {
                if iteration.depth <= depth {
                    return iteration.score;
                }
            }
        }
        self.score
    }
}

pub(crate) fn search(
    player: &mut dyn Player,
    game: &Game,
    limits: &Limits,
    control: &Control,
) -> SearchResult {
    let mut score = Score::Centipawns(0);
    let mut depth = 0;
    let mut is_exact = false;
    let mut iterations: Vec<Iteration> = Vec::new();
    let mut lines: Vec<Vec<Move>> = Vec::new();
    let choice = player.search(game, limits, control, &mut |report| {
        if report.multipv != 1 {
            return;
        }
        // A bound counts only while there is no exact score.
        if report.bound == Bound::Exact || !is_exact {
            (score, depth) = (report.score, report.depth);
            is_exact = report.bound == Bound::Exact;
        }
        if report.bound == Bound::Exact {
            if let Some(last) = iterations.last()
                && last.depth == report.depth
            {
                iterations.pop();
            }
            iterations.push(Iteration {
                depth: report.depth,
                score: report.score,
            });
        }
        // The last variation of each first move, for the move chosen.
        lines.retain(|line| line.first() != report.pv.first());
        lines.push(report.pv.clone());
    });
    let mut line = Vec::from_iter(choice.best);
    for reported in lines {
        if choice.best.is_some() && reported.first() == choice.best.as_ref() {
            line = reported;
            break;
        }
    }
    SearchResult {
        score,
        depth,
        line,
        iterations,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{Choice, Report};
    use shakmaty::Position;

    /// Ends its search with a bound after the exact score, if it has one.
    struct Bounded {
        has_exact: bool,
    }

    impl Player for Bounded {
        fn name(&self) -> String {
            "Bounded".to_owned()
        }

        fn search(
            &mut self,
            game: &Game,
            _: &Limits,
            _: &Control,
            report: &mut dyn FnMut(&Report),
        ) -> Choice {
            let best = game.position().legal_moves()[0];
            let mut say = |depth, centipawns, bound| {
                report(&Report {
                    score: Score::Centipawns(centipawns),
                    bound,
                    nodes: 1,
                    ..Report::unsearched(depth, vec![best])
                });
            };
            say(1, -300, Bound::Upper);
            say(2, 250, Bound::Lower);
            if self.has_exact {
                say(3, 40, Bound::Exact);
                say(4, 900, Bound::Lower);
                say(4, -900, Bound::Upper);
            }
            Choice {
                best: Some(best),
                ponder: None,
            }
        }
    }

    #[test]
    fn search_last_exact_score_counts_before_any_bound() {
        for (has_exact, expected) in [(true, (40, 3)), (false, (250, 2))] {
            let found = search(
                &mut Bounded { has_exact },
                &Game::new(),
                &Limits::default(),
                &Control::new(),
            );
            assert_eq!((found.score.centipawns(1000), found.depth), expected);
        }
    }

    #[test]
    fn score_at_smaller_depth_is_that_of_its_iteration() {
        let cp = Score::Centipawns;
        let iteration = |depth, score| Iteration {
            depth,
            score: cp(score),
        };
        let searched = SearchResult {
            score: cp(9),
            depth: 4,
            line: Vec::new(),
            iterations: vec![iteration(1, 5), iteration(3, 7), iteration(4, 9)],
        };
        assert_eq!(
            [1, 2, 3, 4, 9].map(|depth| searched.score_at(depth)),
            [5, 5, 7, 9, 9].map(cp)
        );
    }
}
