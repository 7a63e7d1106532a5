//! Invented evaluations and games annotated with them.

use analysis::{Evaluation, JudgedGame, MoveEvaluation};
use notation::ParsedGame;
use play::{Game, Score};
use shakmaty::Position;

/// Evaluations of the moves. Scores of positions are computed from the ply; the best move is the
/// last legal one.
pub(crate) fn invented_evaluations(game: &Game) -> Vec<MoveEvaluation> {
    let evaluation = |(ply, position): (usize, &shakmaty::Chess)| Evaluation {
        turn: position.turn(),
        score: if ply % 7 == 6 {
            Score::Mate(-2)
        } else {
            Score::Centipawns((ply as i32 * 173) % 500)
        },
        depth: Some(3),
        line: position
            .legal_moves()
            .into_iter()
            .next_back()
            .into_iter()
            .collect(),
    };
    let positions: Vec<Evaluation> = game
        .positions()
        .iter()
        .enumerate()
        .map(evaluation)
        .collect();
    of_moves(&positions)
}

/// Evaluations of moves from those of all positions.
pub(crate) fn of_moves(positions: &[Evaluation]) -> Vec<MoveEvaluation> {
    let pair = |pair: &[Evaluation]| MoveEvaluation {
        before: pair[0].clone(),
        after: pair[1].clone(),
        best: pair[0].score,
    };
    positions.windows(2).map(pair).collect()
}

/// The game judged by these evaluations; its opening is not named.
pub(crate) fn judged(record: &ParsedGame, evaluations: Vec<MoveEvaluation>) -> JudgedGame {
    JudgedGame {
        verdicts: analysis::judge(&record.game, &evaluations),
        game: record.clone(),
        evaluations,
        alternatives: Vec::new(),
    }
}

/// The game annotated with invented evaluations, in PGN.
pub(crate) fn invented_pgn(record: &ParsedGame) -> String {
    let evaluations = invented_evaluations(&record.game);
    analysis::annotated_pgn(&judged(record, evaluations), "nobody")
}
