//! Mates that a search found only once the game had come nearer to them.
//!
//! A search of few plies may take a sacrifice that mates for a blunder, and find the mate two moves
//! later. A mate is certain, so it corrects what was said of the moves that led to it.

use play::{Game, Score};
use shakmaty::{Move, Position};

use crate::evaluation::{Evaluation, MoveEvaluation};
use crate::search::SearchResult;

/// Corrects the evaluations of a game's moves by the mates found in later positions, from the last
/// move to the first.
///
/// Where a mate refutes what was the best move, `search` looks for the best of the others. Returns
/// `None` if it was stopped.
pub(crate) fn correct(
    game: &Game,
    evaluations: &mut [MoveEvaluation],
    search: &mut dyn FnMut(&Game, Vec<Move>) -> Option<SearchResult>,
) -> Option<()> {
    let mut position = game.clone();
    for ply in (0..evaluations.len()).rev() {
        position.undo();
        let made = game.moves()[ply];
        let (earlier, later) = evaluations.split_at_mut(ply + 1);
        let evaluation = &mut earlier[ply];
        if let Some(next) = later.first()
            && is_mate(next.before.score)
            && !is_mate(evaluation.after.score)
        {
            evaluation.after = next.before.clone();
        }
        let Score::Mate(moves) = evaluation.after.score.before_move() else {
            continue;
        };
        if is_mate(evaluation.before.score) {
            continue;
        }
        if moves > 0 {
            make_best(evaluation, made);
        } else if evaluation.before.line.first() == Some(&made) {
            let mut others = position.position().legal_moves().to_vec();
            others.retain(|&other| other != made);
            if others.is_empty() {
                make_best(evaluation, made);
                continue;
            }
            let found = search(&position.without_history(), others)?;
            // An engine that knows no such search, or stopped at once, tells nothing of the others.
            if found.depth > 0 && found.line.first() != Some(&made) {
                evaluation.best = found.score;
                evaluation.before = found.evaluation(evaluation.before.turn);
            }
        }
    }
    Some(())
}

/// The move made is the best one: the position before it is worth what follows.
fn make_best(evaluation: &mut MoveEvaluation, made: Move) {
    let after = &evaluation.after;
    let mut line = vec![made];
    line.extend(&after.line);
    evaluation.best = after.score.before_move();
    evaluation.before = Evaluation {
        turn: !after.turn,
        score: evaluation.best,
        depth: after.depth.or(evaluation.before.depth),
        line,
    };
}

fn is_mate(score: Score) -> bool {
    matches!(score, Score::Mate(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::Score::{Centipawns, Mate};

    /// A game from a position, with the scores of the positions before its moves and of the moves,
    /// each from the mover's side, and what the search takes for the best move.
    fn judged(fen: &str, moves: &[(&str, &str, Score, Score)]) -> (Game, Vec<MoveEvaluation>) {
        let mut game = Game::from_fen(fen).unwrap();
        let mut evaluations = Vec::new();
        for &(made, best, before, reached) in moves {
            let turn = game.position().turn();
            let line = vec![parse_move(game.position(), best).unwrap()];
            game.play(parse_move(game.position(), made).unwrap());
            let evaluation = |turn, score, line| Evaluation {
                turn,
                score,
                depth: Some(3),
                line,
            };
            evaluations.push(MoveEvaluation {
                before: evaluation(turn, before, line),
                after: evaluation(!turn, reached.after_move(), Vec::new()),
                best: before,
            });
        }
        (game, evaluations)
    }

    fn searched(score: Score, depth: u32, line: Vec<Move>) -> SearchResult {
        SearchResult {
            score,
            depth,
            line,
            iterations: Vec::new(),
        }
    }

    /// The scores of each move, before it and after it, as `judged` takes them.
    fn corrected(
        (game, mut evaluations): (Game, Vec<MoveEvaluation>),
        others: Option<SearchResult>,
    ) -> Vec<(Score, Score)> {
        let found = correct(&game, &mut evaluations, &mut |_, _| others.clone());
        assert!(found.is_some());
        let scores = evaluations
            .iter()
            .map(|made| (made.before.score, made.after.score.before_move()));
        scores.collect()
    }

    /// White gives the queen away on d8, and mates with bishop and rook (Réti - Tartakower, 1910).
    const BEFORE_NXE4: &str = "rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8";

    #[test]
    fn correct_sacrifice_that_mates_is_the_best_move() {
        let game = judged(
            BEFORE_NXE4,
            &[
                ("Nxe4", "Nxe4", Centipawns(-90), Centipawns(-90)),
                ("Qd8+", "Re1", Centipawns(90), Centipawns(-840)),
                ("Kxd8", "Kxd8", Centipawns(840), Centipawns(840)),
                ("Bg5+", "Bg5+", Mate(2), Mate(2)),
            ],
        );
        let better = parse_move(game.0.start(), "Be7").unwrap();
        let others = searched(Centipawns(-60), 3, vec![better]);
        assert_eq!(
            corrected(game, Some(others)),
            [
                (Centipawns(-60), Mate(-3)),
                (Mate(3), Mate(3)),
                (Mate(-2), Mate(-2)),
                (Mate(2), Mate(2)),
            ]
        );
    }

    #[test]
    fn correct_engine_that_searches_no_other_moves_leaves_the_best_one() {
        let game = judged(
            BEFORE_NXE4,
            &[
                ("Nxe4", "Nxe4", Centipawns(-90), Centipawns(-90)),
                ("Qd8+", "Qd8+", Mate(3), Mate(3)),
            ],
        );
        let nothing = searched(Centipawns(0), 0, Vec::new());
        assert_eq!(
            corrected(game, Some(nothing)),
            [(Centipawns(-90), Mate(-3)), (Mate(3), Mate(3))]
        );
    }

    #[test]
    fn correct_stopped_search_ends_it() {
        let (game, mut evaluations) = judged(
            BEFORE_NXE4,
            &[
                ("Nxe4", "Nxe4", Centipawns(-90), Centipawns(-90)),
                ("Qd8+", "Qd8+", Mate(3), Mate(3)),
            ],
        );
        assert!(correct(&game, &mut evaluations, &mut |_, _| None).is_none());
    }

    #[test]
    fn correct_leaves_games_without_mates_as_they_are() {
        let game = judged(
            BEFORE_NXE4,
            &[
                ("Nxe4", "Be7", Centipawns(10), Centipawns(-90)),
                ("Re1", "Re1", Centipawns(80), Centipawns(80)),
            ],
        );
        let before = game.1.clone();
        let (game, mut evaluations) = game;
        correct(&game, &mut evaluations, &mut |_, _| unreachable!()).unwrap();
        assert_eq!(evaluations, before);
    }
}
